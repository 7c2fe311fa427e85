"""One seat against bots, as an environment of Gymnasium."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.spaces import observation_space
from stammtisch.bots.random_bot import RandomBot
from stammtisch.core.game import find_game
from stammtisch.core.outcome import GameOutcome
from stammtisch.errors import ActionError, BotFault, FeatureError, NatureError, OptionError, StammtischError, UnknownBot
from stammtisch.games import gang
from tests.adapters.places import MARKUP, any_of, every_game


def play(env: SeatEnv, seed: int | None, random: Random) -> tuple[list[bytes], float]:
    """Play a game at random, and return all that was seen and what was got."""
    seen, _ = env.reset(seed=seed)
    shown, reward, ended = [seen], 0.0, False
    while not ended:
        seen, reward, over, broken_off, _ = env.step(any_of(seen["action_mask"], random))
        shown.append(seen)
        ended = over or broken_off
    return [part.tobytes() for seen in shown for part in seen.values()], reward


@every_game
def test_every_game_passes_the_check_of_gymnasium(name: str) -> None:
    version = find_game(name).rules.VERSION
    env = gymnasium.make(f"stammtisch/{name.capitalize()}-v{version}", illegal="forfeit")  # it tries actions blindly

    check_env(env.unwrapped)


class OneShape(SeatEnv):
    """A seat that is shown more than it is told."""

    def __init__(self, game: str) -> None:
        super().__init__(game, illegal="forfeit")
        self._terms.size -= 1
        self.observation_space = observation_space(self._terms)


def test_the_check_notices_observations_outside_their_space() -> None:
    with pytest.raises(AssertionError, match="observation space"):
        check_env(OneShape("gang"))


@every_game
def test_a_seed_fixes_the_deals_and_what_the_bots_do(name: str) -> None:
    one, two = (SeatEnv(name, seat=1, opponents="random", longest=200) for _ in range(2))

    assert play(one, 3, Random(1)) == play(two, 3, Random(1))
    assert play(one, None, Random(1)) == play(two, None, Random(1)), "the next game, too"
    assert play(one, 3, Random(1)) != play(two, 4, Random(1))


def test_bots_are_given_a_view_and_not_the_seed_of_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[int]()

    class Listening(RandomBot):
        def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
            told.append(seed)
            assert view == env.table.view(seat) != env.table.position
            return super().choose(view, options, seat, seed, number)

    monkeypatch.setattr("stammtisch.adapters.opponents.find_bot", lambda game, _: Listening(game))
    env, dealt = SeatEnv("gang", seat=3), list[int]()
    for seed in (1, 2, None, None):
        env.reset(seed=seed)
        dealt.append(env.table.seed)

    assert len(set(told)) == len(dealt), "one for each game"
    assert not set(told) & set(dealt)


def test_each_seat_can_have_a_bot_of_its_own() -> None:
    env = SeatEnv("party", seat=1, opponents=["random", "easy"], seats=3)

    assert {seat: bot.name for seat, bot in env._opponents.players.items()} == {0: "random", 2: "easy"}


@pytest.mark.parametrize("seat", range(3))
def test_the_seat_is_asked_and_nobody_else(seat: int) -> None:
    env, random = SeatEnv("gang", seat=seat, opponents="random", seats=3, rounds=1), Random(1)
    seen, _ = env.reset(seed=1)
    ended = False
    while not ended:
        assert env.table.waiting[0] == seat
        assert np.flatnonzero(seen["action_mask"]).tolist() == env.table.actions(seat)
        seen, _, ended, _, _ = env.step(any_of(seen["action_mask"], random))

    outcome = env.table.outcome()
    assert isinstance(outcome, GameOutcome)


@pytest.mark.parametrize("action", [-1, 57, 60, None, "g1"])
def test_an_illegal_action_is_refused_and_nothing_is_lost(action: Any) -> None:
    env = SeatEnv("gang", opponents="random")
    env.reset(seed=1)
    before = env.table.position.copy(), env.table.steps.copy()

    with pytest.raises(ActionError, match=rf"^action of seat_0 is {action!r}; it may be \d+, "):
        env.step(action)
    assert (env.table.position, env.table.steps) == before
    env.step(env.table.actions(0)[0])


def test_an_illegal_action_can_forfeit_the_game() -> None:
    env = SeatEnv("gang", illegal="forfeit", reward="score", rounds=1)
    env.reset(seed=1)
    steps = env.table.steps.copy()
    seen, reward, over, broken_off, _ = env.step(99)

    assert (reward, over, broken_off) == (-4.0 * 13, True, False)
    assert env.table.steps == steps
    assert not seen["action_mask"].any()
    with pytest.raises(ActionError, match=r"^the game is over; reset begins another$"):
        env.step(0)


@pytest.mark.parametrize("longest", [1, 5, 30])
def test_a_game_is_broken_off_and_the_seat_was_asked_before(longest: int) -> None:
    env, random = SeatEnv("combo", seat=1, opponents="random", longest=longest), Random(1)
    for seed in range(5):
        seen, _ = env.reset(seed=seed)
        before = len([step for step in env.table.steps if step.seat < 2])
        ended = over = False
        while not ended:
            assert seen["action_mask"].any()
            seen, reward, over, ended, _ = env.step(any_of(seen["action_mask"], random))

        assert (over, reward) == (False, 0.0)
        assert len([step for step in env.table.steps if step.seat < 2]) - before == longest


def test_every_action_of_a_bot_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hasty(RandomBot):
        """A bot that passes all cards at once."""

        def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
            cards = np.flatnonzero([view.hand[seat] >> card & 1 for card in range(52)]).tolist()
            return (
                cards[:3] if view.phase == gang.rules.Phase.PASS else super().choose(view, options, seat, seed, number)
            )

    monkeypatch.setattr("stammtisch.adapters.opponents.find_bot", lambda game, _: Hasty(game))
    env = SeatEnv("gang", longest=3 + 3 + 2, first_round=1)
    env.reset(seed=1)
    ends = [env.step(env.table.actions(0)[0])[3] for _ in range(3)]

    assert ends == [False, False, True]
    assert [step.seat for step in env.table.steps[52:]] == [0, 0, 0, 1, 1, 1, 2, 2, 2], "a row is not cut off"


def test_nothing_can_be_done_before_the_first_game() -> None:
    env = SeatEnv("duel")
    for asked in (lambda: env.step(0), env.observe, lambda: env.table):
        with pytest.raises(ActionError, match=r"^no game has begun; reset begins one$"):
            asked()


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"seat": 4}, FeatureError, "seat is 4; it may be 0 to 3"),
        ({"seat": -1}, FeatureError, "seat is -1; it may be 0 to 3"),
        ({"seat": "first"}, FeatureError, "seat is 'first'; it may be 0 to 3"),
        ({"opponents": "genius"}, UnknownBot, "no bot 'genius' for gang; there are random, easy, "),
        ({"opponents": ["easy"]}, FeatureError, r"opponents are \['easy'\]; there may be 3, or one name for all"),
        ({"reward": "fame"}, FeatureError, "reward is 'fame'; it may be win, score, rank"),
        ({"longest": -1}, FeatureError, "longest is -1; it may be 0 or more"),
        ({"illegal": "ignore"}, FeatureError, "illegal is 'ignore'; it may be raise or forfeit"),
        ({"render_mode": "human"}, FeatureError, "render_mode is 'human'; it may be ansi or None"),
        ({"seats": 9}, OptionError, "seats is 9; it may be 3 to 6"),
    ],
    ids=str,
)
def test_a_refusal_says_what_is_accepted(wrong: dict[str, Any], error: type[StammtischError], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        SeatEnv("gang", **wrong)


@pytest.mark.parametrize("seed", [-1, 2**63, "seven"], ids=repr)
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(NatureError, match=rf"^seed is {seed!r}; it may be 0 to 2\^63 - 1$"):
        SeatEnv("duel").reset(seed=seed)


@every_game
def test_the_seat_can_look_at_the_table(name: str) -> None:
    env = SeatEnv(name, render_mode="ansi")
    env.reset(seed=1)
    picture = env.render()

    assert picture is not None
    assert "seat_0" in picture
    assert not MARKUP.search(picture)


def test_the_seat_sees_its_own_cards() -> None:
    env = SeatEnv("gang", 1, render_mode="ansi", first_round=4)  # in which nobody passes cards
    env.reset(seed=1)
    hands = [
        [gang.notation.write(card) for card in range(52) if env.table.position.hand[seat] >> card & 1]
        for seat in (1, 2)
    ]
    picture = (env.render() or "").split()

    assert set(hands[0]) <= set(picture)
    assert not set(hands[1]) & set(picture)


@every_game
def test_nothing_is_lost_where_bots_do_more_than_is_noted_in_one_go(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = SeatEnv(name, 1, "easy", longest=60)
    expected = play(at_once, 7, Random(1))
    monkeypatch.setattr("stammtisch.adapters.gymnasium._LOGGED", 1)
    bit_by_bit = SeatEnv(name, 1, "easy", longest=60)

    assert play(bit_by_bit, 7, Random(1)) == expected
    assert bit_by_bit.table.steps == at_once.table.steps


def test_every_seat_can_learn_and_is_told_who_is_asked() -> None:
    env, random = SeatEnv("gang", opponents="self", reward="score", rounds=1, seats=3, first_round=1), Random(1)
    seen, info = env.reset(seed=1)
    asked, paid, over = list[int](), 0.0, False
    while not over:
        assert info["seat"] == env.table.waiting[0]
        asked.append(info["seat"])
        seen, paid, over, _, info = env.step(any_of(seen["action_mask"], random))
    outcome = env.table.outcome()

    assert asked[:9] == [0, 0, 0, 1, 1, 1, 2, 2, 2], "everybody passes three cards"
    assert outcome is not None
    assert info["rewards"].tolist() == [-float(score) for score in outcome.scores]
    assert paid == info["rewards"][asked[-1]]


class Stubborn:
    """A bot that does always the same."""

    def __init__(self, *row: int) -> None:
        self._row = row

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:  # noqa: ARG002
        """Return it."""
        return list(self._row)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ((8,), "seat 0, turn 1: NOT_AN_ACTION_NOW"),
        ((0, 0), "a row of 2 actions was given; the decision was complete after 1"),
        ((), "it returned no action"),
    ],
)
def test_a_bot_that_breaks_the_rules_is_named(
    row: tuple[int, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stammtisch.adapters.opponents.find_bot", lambda _game, _name: Stubborn(*row))

    with pytest.raises(BotFault, match=f"^mule at seat 0, step 0: {problem}$"):
        SeatEnv("duel", seat=1, opponents="mule", first_bluffer=0).reset(seed=1)
