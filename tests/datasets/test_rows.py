"""A row is what an environment shows at that decision, and holds nothing that its seat could not know."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from stammtisch import Table, replay
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.game import find_game
from stammtisch.core.observations.observation import observed
from stammtisch.datasets.loader import DecisionRows, SavedGames
from stammtisch.datasets.traced_game import SavedGame
from tests.datasets.matches import every_game, keep, match_of

DEALS = 3


def each_game(kept: SavedGames) -> list[tuple[SavedGame, DecisionRows, NDArray[np.int64]]]:
    """Return the games, all rows, and which of them are the game's."""
    rows = kept.all()
    return [(game, rows, np.flatnonzero(rows.game == game.game)) for game in kept.games()]


@pytest.mark.parametrize("reward", ["win", "score", "rank"])
@every_game
def test_a_game_is_that_of_a_vector_environment_with_the_same_seed_and_actions(
    name: str, reward: str, tmp_path: Path
) -> None:
    kept = keep(tmp_path / "kept", match_of(name), DEALS)
    environment = VectorEnvironment(name, kept.about.match.options, games=1, reward=reward, threads=1)
    for game, rows, own in each_game(kept):
        shown, over = environment.reset(seed=game.seed)[0], np.array([False])
        paid = np.zeros((1, environment.seats), np.float32)
        for row in own:
            assert not over[0]
            assert shown["seat"][0] == rows.seat[row]
            assert np.array_equal(shown["observation"][0], rows.observation[row])
            assert np.array_equal(shown["action_mask"][0], rows.action_mask[row])
            assert rows.ways[row] == shown["action_mask"][0].sum()
            shown, paid, over, _, _ = environment.step(rows.action[row : row + 1])
        assert over[0]
        assert np.array_equal(getattr(rows, reward)[own], paid[0, rows.seat[own]])
        assert len(own) == game.decisions > 0


@every_game
def test_worth_is_what_an_environment_pays_in_all_beyond_the_beginning(name: str, tmp_path: Path) -> None:
    kept = keep(tmp_path / "kept", match_of(name), DEALS)
    options = kept.about.match.options
    environment = VectorEnvironment(name, options, games=1, reward="worth", threads=1)
    for game, rows, own in each_game(kept):
        table = Table.undealt(find_game(name), game.seed, options)
        table.carry_on()
        total = np.array([table.rules.worth(table.position, table.options, seat) for seat in range(table.seats)])
        environment.reset(seed=game.seed)
        for action in rows.action[own]:
            total = total + environment.step(np.array([action]))[1][0]
        assert game.worths == tuple(total)
        assert np.array_equal(rows.worth[own], total[rows.seat[own]])


@every_game
def test_a_row_holds_what_the_view_of_its_seat_says_at_the_step_of_the_transcript(name: str, tmp_path: Path) -> None:
    kept = keep(tmp_path / "kept", match_of(name), DEALS)
    for game, rows, own in each_game(kept):
        told = replay(game.transcript)
        table = Table.undealt(told.game, told.seed, kept.about.match.options)
        left = iter(own)
        for step in told.steps:
            if step.seat < table.seats:
                row = next(left)
                seen = observed(table.game, table.options, table.view(step.seat), step.seat)  # by a view, no position
                assert (rows.step[row], rows.seat[row], rows.action[row]) == (step.number, step.seat, step.action)
                assert rows.observation[row].tolist() == seen
                assert np.flatnonzero(rows.action_mask[row]).tolist() == table.actions(step.seat)
            table.follow(step.seat, step.action)
        assert next(left, None) is None
        outcome = told.outcome()
        assert outcome is not None
        assert (game.scores, game.places, game.steps) == (outcome.scores, outcome.places, len(told.steps))


@every_game
def test_a_row_says_who_sat_there_in_which_deal_and_where_the_seat_goes_on(name: str, tmp_path: Path) -> None:
    kept = keep(tmp_path / "kept", match_of(name), DEALS)
    rotations = kept.about.match.rotations
    for game, rows, own in each_game(kept):
        assert game.bots == rotations[game.game % len(rotations)]
        assert set(rows.deal[own]) == {game.deal} == {game.game // len(rotations)}
        assert set(rows.seed[own]) == {game.seed} == {kept.about.match.deal_seed(game.deal)}
        assert [kept.bots[bot] for bot in rows.bot[own]] == [game.bots[seat] for seat in rows.seat[own]]
        for seat in set(rows.seat[own]):
            mine = own[rows.seat[own] == seat]
            assert rows.following[mine].tolist() == [*mine[1:], mine[-1]]
            assert rows.last[mine].tolist() == [False] * (len(mine) - 1) + [True]
