"""The worked examples, Kuhn poker and tic-tac-toe: small, lawful, and at home wherever a game can be played."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Final, cast

import numpy as np
import pyspiel
import pytest
from examples import kuhn, tictactoe
from open_spiel.python.algorithms.minimax import alpha_beta_search

from stammtisch import Table
from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.openspiel import SpielGame, game_type
from stammtisch.adapters.pettingzoo import aec_env
from stammtisch.adapters.spiel_terms import SpielTerms
from stammtisch.batch.cpu import play_random_games
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import Game, game_names
from stammtisch.kernel.compile import driver
from stammtisch.testing import (
    RESEARCH_LAWS,
    Law,
    Subject,
    hold,
    hold_at_every_step,
    hold_observations,
    perft,
)
from stammtisch.testing.compiled_laws import compiled_answers_agree, random_games_agree
from stammtisch.testing.secrecy_laws import secrecy
from stammtisch.testing.text_laws import everything_is_said
from stammtisch.testing.uniform import redeal_probability
from stammtisch.testing.walk import begin, random_walk, viewers
from tests.subjects import KUHN, TICTACTOE
from tests.terminal.conftest import install
from tests.web.drivers.page import house, opened

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
SUBJECTS: Final = {subject.game.NAME: subject for subject in (KUHN, TICTACTOE)}
both = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
# All ways a game of tic-tac-toe can go, move by move.
WAYS: Final = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("name", SUBJECTS)
def test_an_example_has_less_than_two_hundred_lines_in_all(name: str) -> None:
    files = [path for path in (EXAMPLES / name).rglob("*") if path.suffix in (".py", ".md", ".po")]

    assert len(files) > 3
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) < 200


@both
@pytest.mark.parametrize("law", [*RESEARCH_LAWS.values(), everything_is_said], ids=[*RESEARCH_LAWS, "said"])
def test_an_example_keeps_the_law(law: Law, subject: Subject) -> None:
    hold(law, subject, examples=30)


@both
def test_an_example_keeps_the_laws_at_every_step_and_uses_all_its_numbers(subject: Subject) -> None:
    for seed in range(10):
        last = hold_at_every_step(subject, {}, seed=seed)

        assert not subject.game.rules.waiting(last.s, last.o)
    hold_observations(subject)


def test_cards_that_are_looked_at_are_noticed() -> None:
    def leaky(s: Any, o: Any, seat: int, out: Any) -> None:
        kuhn.rules.view(s, o, seat, out)
        out.card[1] = s.card[1]

    with pytest.raises(AssertionError):
        hold(secrecy, KUHN.planted(view=leaky))


def test_who_hides_something_has_to_say_what() -> None:
    with pytest.raises(AssertionError, match="say what in `reshuffled`"):
        hold(secrecy, Subject(cast(Game, kuhn)))


def test_worlds_of_kuhn_poker_are_drawn_evenly() -> None:
    tested = 0
    for seed in range(6):
        for at in random_walk(begin(KUHN.game, {}), Random(seed)):
            for seat in viewers(at.o):
                assert redeal_probability(KUHN, at, seat, draws=200, seed=tested) > 1e-6, (at, seat)
                tested += 1

    assert tested > 50


def test_tic_tac_toe_can_go_as_many_ways_as_are_known() -> None:
    assert perft(cast(Game, tictactoe), {}, 5) == WAYS[:5]


@pytest.mark.deep
def test_whole_games_of_tic_tac_toe_can_go_as_many_ways_as_are_known() -> None:
    assert perft(cast(Game, tictactoe), {}, 9) == WAYS


class TicTacToe(SpielGame):
    """Tic-tac-toe on our rules."""

    game: ClassVar[Any] = tictactoe


@pytest.mark.deep
def test_tic_tac_toe_is_drawn_in_openspiel_as_their_own_is() -> None:
    kind = game_type(SpielTerms(TicTacToe.game, {}))
    pyspiel.register_game(kind, TicTacToe)
    ours, theirs = pyspiel.load_game(kind.short_name, {"reward": "score"}), pyspiel.load_game("tic_tac_toe")

    assert (
        ours.get_type().information == theirs.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    )
    assert ours.get_type().chance_mode == theirs.get_type().chance_mode
    assert ours.get_type().utility == theirs.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert [alpha_beta_search(game, maximum_depth=9, maximizing_player_id=0)[0] for game in (ours, theirs)] == [0, 0]


def played(game: Game, levels: tuple[str, str], seed: int) -> tuple[int, ...]:
    """Return the scores of a game between two bots."""
    table = Table(game, seed=seed)
    while not table.over:
        seat = table.waiting[0]
        bot = find_bot(game, levels[seat])
        table.play(seat, *bot.choose(table.view(seat), table.options, seat, seed, len(table.steps)))
    outcome = table.outcome()
    assert outcome is not None
    return outcome.scores


@both
def test_bots_play_an_example_to_its_end(subject: Subject) -> None:
    for seed in range(5):
        assert sum(played(subject.game, ("random", "easy"), seed)) == 0


def test_rules_of_thumb_beat_chance_at_tic_tac_toe() -> None:
    assert sum(played(cast(Game, tictactoe), ("random", "easy"), seed)[1] for seed in range(40)) > 20


@both
def test_an_example_is_played_in_the_browser_without_script(
    subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = subject.game.NAME
    install(tmp_path / "installed", name, f"examples.{name}", monkeypatch)
    with house(tmp_path) as server:
        anna, table = opened(server, name, bots="1")
        anna.play_to_the_end(table)
    game_names.cache_clear()

    assert "data-over" in anna.page


@pytest.mark.deep
@both
def test_an_example_gives_the_same_bytes_compiled(subject: Subject) -> None:
    rules = cast(ModuleType, subject.game.rules)
    compiled = driver("stammtisch.kernel.drivers.rules_calls", rules)
    hold(partial(compiled_answers_agree, compiled=compiled), subject, examples=50)
    random_games_agree(subject, {}, games=100, seed=1, compiled=subject.game)


@pytest.mark.deep
def test_a_bot_that_searches_never_loses_at_tic_tac_toe() -> None:
    outcomes = [played(cast(Game, tictactoe), ("random", "strong"), seed) for seed in range(20)]

    assert all(scores[1] >= 0 for scores in outcomes)
    assert sum(scores[1] for scores in outcomes) > 10


@pytest.mark.deep
@both
def test_an_example_is_in_batches_and_environments(subject: Subject) -> None:
    batch = play_random_games(subject.game, {}, games=1000, seed=1)
    many = VectorEnvironment(subject.game, games=64, seed=1, reward="score")
    shown, _ = many.reset()
    for _ in range(20):
        shown, rewards, *_ = many.step(many.draw_actions())
    single = SeatEnv(subject.game, illegal="forfeit")
    single.reset(seed=1)
    paid, over = 0.0, False
    while not over:
        _, paid, over, _, _ = single.step(int(single.action_masks().nonzero()[0][0]))
    together = aec_env(subject.game)
    together.reset(seed=1)
    for _ in together.agent_iter():
        seen, _, ended, _, _ = together.last()
        together.step(None if ended or seen is None else int(seen["action_mask"].nonzero()[0][0]))

    assert (batch.positions[:, 0] == subject.game.rules.Phase["OVER"]).all()
    assert shown["observation"].shape == (64, cast(Any, subject.game).features.LAYOUT.size)
    assert np.isfinite(rewards).all()
    assert 0 <= paid <= 1
    assert together.agents == []
