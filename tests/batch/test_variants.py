"""Rows that play by different options, rewards by worth, forced actions, and what others suggest to rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from stammtisch.batch.cpu import play_random_games
from stammtisch.batch.variants import make_variants, variants_of_rows
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.core.game import Game, hints_of
from stammtisch.errors import FeatureError, NetError, OptionError
from stammtisch.games import combo, duel, gang, party
from stammtisch.kernel.net import drawn, likeliest
from stammtisch.testing.walk import view_of
from tests.nets import drawn_net

GAMES = 24
RUNNING, OVER, SETTLED = 0, 1, 4  # how a game stands after a step
SEVERAL: Sequence[Mapping[str, object]] = ({"seats": 3, "rounds": 1}, {"seats": 6, "limit": 20}, {"seats": 4})
SHORT: dict[str, Sequence[Mapping[str, object]]] = {
    "combo": ({"quick": True}, {"quick": True, "seats": 3}),
    "duel": ({"spaces": 2}, {"spaces": 1, "royal": True}),
    "gang": SEVERAL,
    "party": ({"seats": 3}, {"seats": 5}),
}

every_game = pytest.mark.parametrize("game", [combo, duel, gang, party], ids=lambda game: game.NAME)


def rows_of(game: Game, choices: Any, **settings: Any) -> VectorEnvironment:
    return VectorEnvironment(game, choices, **{"games": GAMES, "seed": 7, "reward": "worth", **settings})


def position(environment: VectorEnvironment, row: int) -> Any:
    return environment.game.rules.State.of(environment.positions[row].tolist())


def by_what_is_seen(environment: VectorEnvironment) -> Any:
    """Choose an action in every row that follows from the observation alone."""
    key = environment.observation.astype(np.int64) @ np.arange(1, environment.observation.shape[1] + 1)
    order = np.cumsum(environment.action_mask, axis=1)
    return (order > (key % order[:, -1])[:, None]).argmax(1)


@pytest.mark.parametrize(("rows", "variants"), [(10, 3), (9, 3), (3, 3), (7, 1), (1000, 7)])
def test_blocks_are_as_equal_as_can_be_and_in_their_order(rows: int, variants: int) -> None:
    blocks = variants_of_rows(rows, variants)
    sizes = np.bincount(blocks, minlength=variants)

    assert (np.diff(blocks) >= 0).all()
    assert sizes.sum() == rows
    assert sizes.max() - sizes.min() <= 1


def test_of_more_variants_than_rows_some_are_played() -> None:
    assert variants_of_rows(2, 5).tolist() == [0, 2]


def test_each_block_of_rows_plays_by_its_own_options() -> None:
    together = rows_of(gang, SEVERAL)
    alone = [rows_of(gang, choices) for choices in SEVERAL]

    assert together.seats == 6
    assert together.seats_of_rows.tolist() == [3] * 8 + [6] * 8 + [4] * 8
    for _ in range(150):
        together.step(together.draw_actions())
        for block, other in enumerate(alone):
            other.step(other.draw_actions())
            rows = slice(8 * block, 8 * block + 8)
            for name in ("seat", "observation", "action_mask", "ended", "numbers", "positions"):
                assert np.array_equal(getattr(together, name)[rows], getattr(other, name)[rows]), name
            assert np.array_equal(together.rewards[rows, : other.seats], other.rewards[rows])
            assert not together.rewards[rows, other.seats :].any()


def test_variants_do_not_depend_on_the_number_of_threads() -> None:
    one, other = rows_of(gang, SEVERAL, games=900, threads=1), rows_of(gang, SEVERAL, games=900, threads=3)
    for _ in range(20):
        one.step(one.suggest_actions())
        other.step(other.suggest_actions())

    assert np.array_equal(one.positions, other.positions)


@every_game
def test_rewards_by_worth_add_up_to_how_a_game_ended_less_how_it_began(game: Game) -> None:
    choices = SHORT[game.NAME][0]
    (o,) = make_variants(game, choices)
    ends = play_random_games(game, choices, games=GAMES, seed=7).positions  # it draws the same choices
    environment = rows_of(game, choices)
    paid = np.zeros_like(environment.rewards)
    first = [position(environment, row) for row in range(GAMES)]
    while (going := environment.numbers < GAMES).any():
        environment.step(environment.draw_actions())
        paid += environment.rewards * going[:, None]

    for row in range(GAMES):
        end = game.rules.State.of(ends[row].tolist())
        for seat in range(o.seats):
            assert paid[row, seat] == game.rules.worth(end, o, seat) - game.rules.worth(first[row], o, seat)
    assert (paid.max(axis=1) > 0).all()


@every_game
def test_nobody_is_asked_who_has_no_choice_and_the_games_are_the_same(game: Game) -> None:
    short, whole = rows_of(game, SHORT[game.NAME], skip_forced=True), rows_of(game, SHORT[game.NAME])
    seen = [list[bytes]() for _ in range(GAMES)]
    asked = [list[bytes]() for _ in range(GAMES)]
    forced = 0
    for _ in range(120):
        choice = whole.action_mask.sum(1) > 1
        forced += int((~choice).sum())
        for row in range(GAMES):
            asked[row].append(short.positions[row].tobytes())
            if choice[row]:
                seen[row].append(whole.positions[row].tobytes())

        assert (short.action_mask.sum(1) > 1).all()
        short.step(by_what_is_seen(short))
        whole.step(by_what_is_seen(whole))
    for row in range(GAMES):
        assert seen[row] == asked[row][: len(seen[row])]
    assert min(map(len, seen)) > 10
    assert (forced > 0) == (game is not duel)  # where there is always a choice


def test_between_the_rounds_of_a_match_a_game_is_settled_and_nowhere_else() -> None:
    environment, settled = rows_of(gang, SEVERAL, skip_forced=True), np.zeros(3, int)
    for _ in range(300):
        rounds, numbers = [position(environment, row).round_number for row in range(GAMES)], environment.numbers.copy()
        environment.step(environment.suggest_actions())
        for row in range(GAMES):
            another = position(environment, row).round_number != rounds[row]
            over = environment.numbers[row] != numbers[row]

            assert environment.ended[row] == (OVER if over else SETTLED if another else RUNNING)
            settled[environment.variant[row]] += environment.ended[row] == SETTLED
    assert settled[0] == 0  # a match of one round is over then
    assert settled[1] > 20 < settled[2]


@pytest.mark.parametrize("reward", ["win", "score", "rank"])
def test_with_rewards_at_the_end_nothing_is_settled_before(reward: str) -> None:
    environment, ended = rows_of(gang, SEVERAL, reward=reward), set[int]()
    for _ in range(300):
        environment.step(environment.suggest_actions())
        ended |= {*environment.ended.tolist()}

        assert not environment.rewards[environment.ended == RUNNING].any()
    assert ended == {RUNNING, OVER}


@every_game
def test_what_is_suggested_is_what_the_hints_of_the_game_suggest(game: Game) -> None:
    choices = game.rules.OPTION_SETS
    environment, variants = rows_of(game, choices), make_variants(game, choices)
    varied = 0
    for _ in range(40):
        streams, legal = environment.saved()["choices"], environment.saved()["legal"]
        suggested = environment.suggest_actions().copy()
        for row in range(GAMES):
            o, seat, stream = variants[environment.variant[row]], int(environment.seat[row]), streams[row].tolist()
            known = view_of(game.rules, position(environment, row), o, seat)

            assert hints_of(game).suggest(known, o, seat, legal[row].tolist(), stream) == suggested[row]
            assert environment.saved()["choices"][row].tolist() == stream  # it has drawn as often
        varied += int((suggested != by_what_is_seen(environment)).sum())
        environment.step(suggested)
    assert varied > 0


@pytest.mark.parametrize("draws", [None, False, True])
@pytest.mark.parametrize("game", [duel, gang], ids=lambda game: game.NAME)
def test_a_net_does_in_all_rows_what_its_bot_does_in_each(game: Game, draws: bool | None) -> None:  # noqa: FBT001
    net, variants = drawn_net(game), make_variants(game, SHORT[game.NAME])
    bot, environment = NetBot(game, net), rows_of(game, SHORT[game.NAME])
    hidden, otherwise = 0, 0
    for _ in range(40):
        streams, legal = environment.saved()["choices"], environment.saved()["legal"].tolist()
        actions = environment.net_actions(net, draws=draws)
        for row in range(GAMES):
            o, seat, stream = variants[environment.variant[row]], int(environment.seat[row]), streams[row].tolist()
            view = view_of(game.rules, position(environment, row), o, seat)
            logits = bot.ask(view, o, seat).tolist()
            hides, best = bot.is_hidden(view, o, seat), likeliest(logits, legal[row])
            assert actions[row] == (drawn(logits, legal[row], stream) if (hides and draws is None) or draws else best)
            assert environment.saved()["choices"][row].tolist() == stream  # it has drawn as often
            assert hides or [best] == bot.choose(view, o, seat, 5, 7)
            hidden, otherwise = hidden + hides, otherwise + (actions[row] != best)
        environment.step(actions)
    assert 0 < hidden < 40 * GAMES
    assert (otherwise > 0) == (draws is not False)


def test_a_net_of_another_game_is_refused() -> None:
    with pytest.raises(NetError, match=r"^the net does not fit gang: its shape is \[.*\]; train it anew$"):
        rows_of(gang, SEVERAL).net_actions(drawn_net(duel))


def test_a_net_may_draw_and_then_does_what_is_likely_more_often() -> None:
    net, environment = drawn_net(gang), rows_of(gang, SEVERAL, games=600)
    best = environment.net_actions(net, draws=False).copy()
    tried = [environment.net_actions(net, draws=True).copy() for _ in range(20)]
    rows = np.arange(600)

    assert all(environment.action_mask[rows, actions].all() for actions in tried)
    assert any((actions != tried[0]).any() for actions in tried)
    evenly = (1 / environment.action_mask.sum(1)).mean()
    assert np.mean([actions == best for actions in tried]) > 2 * evenly


def test_what_is_saved_goes_on_with_variants_and_only_with_the_same() -> None:
    one, other = rows_of(gang, SEVERAL), rows_of(gang, SEVERAL, seed=8)
    for _ in range(30):
        one.step(one.draw_actions())
    other.restore(one.saved())
    for _ in range(60):
        one.step(one.draw_actions())
        other.step(other.draw_actions())

        assert np.array_equal(one.rewards, other.rewards)
        assert np.array_equal(one.ended, other.ended)
    assert np.array_equal(one.positions, other.positions)
    for choices in (SEVERAL[::-1], SEVERAL[:2]):
        with pytest.raises(FeatureError, match="or other options; "):
            other.restore(rows_of(gang, choices).saved())


@pytest.mark.parametrize(
    ("choices", "settings", "error", "says"),
    [
        ((), {}, FeatureError, r"^there are 0 choices of options; there may be 1 or more$"),
        (({"seats": 4}, {"seats": 7}), {}, OptionError, r"^seats is 7; it may be 3 to 6$"),
        (({"seats": 4}, {"speed": 7}), {}, OptionError, r"^no option 'speed'; there are seats"),
        (SEVERAL, {"reward": "glory"}, FeatureError, r"^reward is 'glory'; it may be win, score, rank, worth$"),
    ],
)
def test_what_cannot_be_is_refused(
    choices: Sequence[Mapping[str, object]], settings: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        rows_of(gang, choices, **settings)
