"""What an agent is shown and told depends on nothing that its seat cannot see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from zlib import crc32

import pytest

from stammtisch import Table
from stammtisch.adapters.episode import EpisodeSettings
from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.pettingzoo import aec_env, parallel_env
from stammtisch.adapters.text import TextGame
from stammtisch.adapters.vector import SeatVectorEnv
from stammtisch.batch.against_bots import GamesAgainstBots
from stammtisch.core.language import LANGUAGES
from stammtisch.core.nature import ListedNature
from stammtisch.core.step import Step
from stammtisch.kernel.seats import NATURE, NONE
from stammtisch.testing.walk import view_of
from tests.adapters.histories import Steps, two_histories
from tests.adapters.places import GAMES, any_of, everywhere
from tests.subjects import SUBJECTS

# By game: options with which it comes to an end soon.
ENDING: dict[str, dict[str, Any]] = {
    "combo": {"quick": True},
    "duel": {},
    "gang": {"rounds": 1},
    "party": {"face_down": True},
}
ENOUGH = 8  # comparisons


def show_the_same_in_other_worlds(name: str, choices: Mapping[str, Any]) -> None:
    """Hold what every interface shows of a game against what it shows of worlds that look the same."""
    interfaces = Interfaces(name, choices)
    random, compared = Random(1), 0
    for seed in range(20):
        interfaces.begin(seed)
        for _ in range(80):
            if not interfaces.table.over:
                compared += _compare_worlds(name, interfaces, random)
                interfaces.go_on(random)
        if compared > ENOUGH:
            return
    pytest.fail(f"only {compared} other worlds were found")


class Interfaces:
    """One game behind all interfaces that show it in numbers, and every world behind them."""

    def __init__(self, name: str, choices: Mapping[str, Any]) -> None:
        self._in_turn, self._together = aec_env(name, **choices), parallel_env(name, **choices)
        self._alone = [SeatEnv(name, seat, **choices) for seat in range(len(self._in_turn.possible_agents))]
        self._many = SeatVectorEnv(name, 2, opponents="self", **choices)

    def begin(self, seed: int) -> None:
        """Begin the game of a seed."""
        envs: tuple[Any, ...] = self._in_turn, self._together, *self._alone, self._many
        for env in envs:
            env.reset(seed=seed)
        self.show(self.table.position)

    @property
    def table(self) -> Table:
        """The table of all of them."""
        return self._in_turn.table

    def show(self, position: Any) -> None:
        """Put a position behind all of them."""
        words = position.words()
        for env in (self._in_turn, self._together):
            assert env._episode is not None
            env._episode.position[:] = words
            env._episode._follow(NONE, 0)
        for games in (*(env._games for env in self._alone), self._many._games):
            games.positions[0, :] = words
            games.memory[0, games._driver.STANDS] = 0
            asked = games._how[games._driver.ASKED]
            games._how[games._driver.ASKED] = (1 << len(self._alone)) - 1  # so that nobody acts
            games._what[:] = games._driver.REST
            games._what[0] = games._driver.GO_ON
            games._advance()
            games._how[games._driver.ASKED] = asked

    def go_on(self, random: Random) -> None:
        """Take any action."""
        agent = self._in_turn.agent_selection
        self._in_turn.step(any_of(self._in_turn.observe(agent)["action_mask"], random))
        self.show(self.table.position)

    def shown_to(self, seat: int) -> list[bytes]:
        """Return every byte that a seat is shown: in turn, together, and where it is asked alone and among many."""
        agent = f"seat_{seat}"
        seen = [self._in_turn.observe(agent), self._together.observe(agent)]
        if seat == self.table.waiting[0]:
            seen.append(self._alone[seat].observe())
            seen.append({part: numbers[0] for part, numbers in self._many._shown().items()})
        return [numbers.tobytes() for parts in seen for numbers in parts.values()]


def _compare_worlds(name: str, interfaces: Interfaces, random: Random) -> int:
    """Compare what every seat is shown of the position and of another one; return how many others there were."""
    table, others = interfaces.table, 0
    for seat in range(table.seats):
        shown = interfaces.shown_to(seat)
        world = SUBJECTS[name].reshuffled(table.position.copy(), table.options, seat, random)
        others += world != table.position
        interfaces.show(world)
        assert shown == interfaces.shown_to(seat), f"seat {seat} after {len(table.steps)} steps"
        interfaces.show(table.position)
    return others


@everywhere
def test_worlds_that_a_seat_cannot_tell_apart_are_shown_the_same(name: str, choices: Mapping[str, Any]) -> None:
    show_the_same_in_other_worlds(name, choices)


@pytest.mark.parametrize("interface", ["in turn", "alone and among many"])
@pytest.mark.parametrize("name", GAMES)
def test_the_comparison_notices_a_look_at_the_whole_position(
    name: str, interface: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def peeking(code: ModuleType, function: str, position: int, observation: int) -> SimpleNamespace:
        def peek(*given: Any) -> Any:
            result = getattr(code, function)(*given)
            given[observation].reshape(-1)[0] = crc32(given[position].tobytes()) % 100
            return result

        return SimpleNamespace(**{**vars(code), function: peek})

    if interface == "in turn":
        honest = EpisodeSettings.steps.fget  # type: ignore[attr-defined]  # it is a property
        monkeypatch.setattr(EpisodeSettings, "steps", property(lambda terms: peeking(honest(terms), "show", 0, 4)))
    else:
        honest = GamesAgainstBots._driver.fget  # type: ignore[attr-defined]
        monkeypatch.setattr(
            GamesAgainstBots, "_driver", property(lambda games: peeking(honest(games), "step_games", 0, 8))
        )
    with pytest.raises(AssertionError, match=r"^seat \d after"):
        show_the_same_in_other_worlds(name, {})


def _told(name: str, choices: Mapping[str, Any], steps: Steps, viewer: int, language: str) -> list[object]:
    """Return everything that a seat is told after these steps, and if it tries what is forbidden."""
    nature = ListedNature([action for seat, action in steps if seat == NATURE])
    game = TextGame(name, language, nature=nature, **choices)
    seats = range(game.table.seats)
    for seat, action in steps:
        if seat in seats:
            assert game.play(seat, game.table.action_name(action)) == ""
    allowed = game.actions(viewer)
    everything = map(game.table.action_name, range(game.table.rules.ACTIONS))
    forbidden = [notation for notation in everything if notation not in dict(allowed)]
    refusals = [game.play(viewer, notation) for notation in (*forbidden, "?")]
    return [game.observation(viewer), allowed, game.ask() == viewer, refusals]


def tell_the_same_in_both(name: str, choices: Mapping[str, Any]) -> None:
    """Hold what a seat is told in a game against what it is told in another one that looks the same to it."""
    random, compared = Random(3), 0
    seats = Table(name, seed=1, **choices).seats
    for number in range(100):
        viewer, language = number % seats, list(LANGUAGES)[number % 4]
        histories = two_histories(name, choices, viewer, random)
        if histories:
            told = [_told(name, choices, steps, viewer, language) for steps in histories]
            assert told[0] == told[1], f"seat {viewer} after {len(histories[0])} steps"
            compared += 1
        if compared == ENOUGH:
            return
    pytest.fail(f"only {compared} pairs were found")


@everywhere
def test_games_that_look_the_same_are_told_the_same(name: str, choices: Mapping[str, Any]) -> None:
    tell_the_same_in_both(name, choices)


LEAKS = {
    "view": (Table, lambda table, _: table.position.copy()),
    "shown_as": (Step, lambda step, _: step),
}


@pytest.mark.parametrize(
    ("name", "leak"),
    [  # gang and party tell that somebody has chosen, and never what: no sentence of theirs could leak a hidden step
        *((name, "view") for name in ("combo", "duel", "party")),
        *((name, "shown_as") for name in ("combo", "duel")),
    ],
)
def test_the_comparison_notices_what_others_keep_secret(name: str, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LEAKS[leak][0], leak, LEAKS[leak][1])

    with pytest.raises(AssertionError, match=r"^seat \d after"):
        tell_the_same_in_both(name, {})


class Listener:
    """Somebody who hears all that a game says, and knows to which seat."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seat = 0
        self.heard = Counter[str]()
        words: Any = table.game.words
        for function in ("ask", "label", "log", "explain", "ending", "picture"):
            monkeypatch.setattr(words, function, self._listening(function, getattr(words, function), table))

    def _listening(self, function: str, honest: Callable[..., str], table: Table) -> Callable[..., str]:
        def listening(*given: Any) -> str:
            for view in (one for one in given if isinstance(one, table.rules.State)):
                assert view_of(table.rules, view, table.options, self.seat) == view, f"{function} for seat {self.seat}"
            self.heard[function] += 1
            return honest(*given)

        return listening


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_said_from_the_view_of_whoever_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = TextGame(name, seed=4, **ENDING[name]), Random(4)
    table, over = game.table, False
    listener = Listener(table, monkeypatch)
    while not over:
        over = table.over
        for seat in range(table.seats):
            listener.seat = seat
            forbidden = set(range(table.rules.ACTIONS)) - set(table.actions(seat))
            game.observation(seat, since=len(table.steps) - 9)
            game.actions(seat)
            game.play(seat, table.action_name(random.choice(sorted(forbidden))))
        for _ in range(random.randrange(1, 40)):
            if not table.over:
                table.play(table.waiting[0], random.choice(table.actions(table.waiting[0])))

    assert len(listener.heard) == 6, listener.heard


def test_a_seat_is_not_told_where_the_red_tile_is() -> None:
    told = []
    for lane in (1, 2, 3, 4):
        game = TextGame("duel", "de", first_bluffer=0, seed=1)
        game.play(0, f"hide {lane}")
        told.append((game.observation(1), game.actions(1), [game.play(1, f"hide {lane}") for lane in (1, 2, 3, 4)]))

    assert told[1:] == told[:-1]
