"""Neither when somebody answers nor what is sent then tells those who watch anything of a hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
from httpx2 import Response
from scipy.stats import ks_2samp
from starlette.testclient import TestClient

from stammtisch.bots.processes.worker_pool import WorkerPool
from stammtisch.bots.random_bot import RandomBot
from stammtisch.clock import Clock
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import as_json, make_options
from stammtisch.core.queries import legal_actions
from stammtisch.core.rows import RowWalk
from stammtisch.core.table import Table
from stammtisch.errors import Refused
from stammtisch.store.contract import Store, StoredTable
from stammtisch.store.sqlite.store import SqliteStore
from stammtisch.web.live.bot_delays import BotDelays
from stammtisch.web.live.bot_turns import BotTurns
from stammtisch.web.live.broadcast import Channel, Watcher
from stammtisch.web.pages import hint
from stammtisch.web.pages.request import PageRequest
from stammtisch.web.tables.apply_action import decide
from stammtisch.web.tables.live_table import LiveTable, Stale
from stammtisch.web.tables.record import OPEN, RUNNING, Place, TableRecord, write_record
from tests.turned_clock import TurnedClock
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import house, opened, visitor, wait_for_bots
from tests.web.drivers.program import registry_of
from tests.web.drivers.sockets import hear, hear_first

PAUSE = 0.7
FITTING = 0.18  # seconds of thoughts about an action: a row of three fits into the shortest pause
SURE = 1e-6  # how unlikely it is that a tell is none which is caught
HINTED = {"gang": {"o-seats": "4", "o-rounds": "1"}, "party": {"o-seats": "4"}}
OPTIONS = {"gang": {"seats": 4, "rounds": 4}, "party": {"seats": 4}, "combo": {"seats": 4}}
FIRST_DEAL = 7
DEALS = {"gang": 1, "party": 10, "combo": 4}  # whole games in which seats have no choice often enough to tell
LONG_ROWS = {"combo": FITTING / 3}  # of many small choices


class _Thoughtful(WorkerPool):
    """Bots that know at once what they must do, and think about what they may do, by the clock of the test."""

    def __init__(self, clock: Clock, longest: float) -> None:
        super().__init__(0)
        self._clock, self._longest, self._random = clock, longest, Random(5)

    async def choose(
        self, game: Game, level: str, view: Any, options: Any, seat: int, seed: int, number: int
    ) -> list[int]:
        """Return what a rule bot does, after a while where it has a choice."""
        if len(legal_actions(game.rules, view, options, seat)) > 1:
            await self._clock.sleep(self._random.uniform(0.05, self._longest))
        return await super().choose(game, level, view, options, seat, seed, number)


class _AsSoonAsThought(BotDelays):
    """A planted tell: whoever has thought answers."""

    async def wait_for(self, due: float) -> None:
        """Wait for nothing."""


class _PauseThenThink(BotDelays):
    """A planted tell: a pause, and then as long as it takes, as it was before."""

    async def wait_for(self, due: float) -> None:  # noqa: ARG002
        """Wait for a pause after all thoughts."""
        await self._clock.sleep(self.pause)


class _LateAtOnce(BotDelays):
    """A planted tell: whoever is late answers at once, and not at the next tick."""

    async def wait_for(self, due: float) -> None:
        """Wait until it is due."""
        await self._clock.sleep(due - self._clock.monotonic())


@dataclass
class _Seen:
    """What somebody who watches learns of the answers at a table, and what they cannot see."""

    forced: list[float] = field(default_factory=list)  # seconds until seats answered that had no choice
    free: list[float] = field(default_factory=list)  # and those that had one
    seats: list[tuple[int, bool]] = field(default_factory=list)  # who answered, and whether others were asked as well


async def _dealt(store: Store, clock: Clock, name: str, deal: int = FIRST_DEAL) -> Channel:
    """Return a table with the same cards each time that a deal is asked for."""
    places = [Place(name=f"{seat}", bot=seat < 2, ready=True, left=seat == 2, missed=9) for seat in range(4)]
    places[3].person = "anna"
    game, facts = find_game(name), write_record(TableRecord("anna", places))
    options = make_options(game.rules, OPTIONS[name])
    plays = (game.NAME, game.rules.VERSION, as_json(game.rules, options), bytes([deal]) * 32)
    room = LiveTable(store, StoredTable("abcdefghijkl", *plays, OPEN, clock.now(), facts), clock)
    channel = Channel(room)
    await room.save()
    async with channel.held():
        await room.start()
    return channel


async def _watched(
    folder: Path,
    name: str,
    times: Callable[..., BotDelays] = BotDelays,
    longest: float = FITTING,
    deal: int = FIRST_DEAL,
) -> _Seen:
    """Watch a whole game: two bots, a seat that was left and one whose person has missed too many decisions."""
    clock = TurnedClock()
    store = SqliteStore(folder / f"{deal}.db", clock)
    channel, seen = await _dealt(store, clock, name, deal), _Seen()
    room = channel.room
    turns = BotTurns(store, PAUSE, 0, clock, Random(3))
    turns.bots, turns.times = _Thoughtful(clock, longest), times(PAUSE, clock, Random(deal))
    turns.wake(channel)
    again, asked = Table.undealt(room.game, None, dict(room.saved.choices)), clock.monotonic()
    while room.stage == RUNNING:
        for seat, forced, together in _answers(again, room):
            (seen.forced if forced else seen.free).append(clock.monotonic() - asked)
            seen.seats.append((seat, together))
            asked = clock.monotonic()
        await _turn_to_next(clock)
    await turns.close()
    await store.close()
    return seen


async def _turn_to_next(clock: TurnedClock) -> None:
    """Turn the clock to where the next one wakes, and wait until they have seen to it."""
    while not clock.waiting:  # noqa: ASYNC110  # a clock has no event, and hundreds of answers no time for longer looks
        await asyncio.sleep(0)
    woken = clock.advance(clock.until_next)
    while not clock.is_settled(woken):  # noqa: ASYNC110
        await asyncio.sleep(0)


def _answers(again: Table, room: LiveTable) -> Iterator[tuple[int, bool, bool]]:
    """Follow a game to where it is; who has decided, whether without a choice, and whether others were asked, too."""
    forced = True
    for step in room.game_table().steps[len(again.steps) :]:
        decided, together = list(again.position.decided), len(again.waiting) > 1
        if step.seat in range(again.options.seats):
            forced &= len(legal_actions(again.rules, again.position, again.options, step.seat)) == 1
        again.follow(step.seat, step.action)
        if list(again.position.decided) != decided:
            yield step.seat, forced, together
            forced = True


def _watch(
    folder: Path,
    name: str,
    times: Callable[..., BotDelays] = BotDelays,
    longest: float = FITTING,
    deal: int = FIRST_DEAL,
) -> _Seen:
    async def go() -> _Seen:
        async with asyncio.timeout(PATIENCE):
            return await _watched(folder, name, times, longest, deal)

    return asyncio.run(go())


def _watch_all(folder: Path, name: str, times: Callable[..., BotDelays] = BotDelays) -> _Seen:
    """Watch as many games as tell something."""
    seen = _Seen()
    for deal in range(FIRST_DEAL, FIRST_DEAL + DEALS[name]):
        one = _watch(folder, name, times, LONG_ROWS.get(name, FITTING), deal)
        seen.forced += one.forced
        seen.free += one.free
    return seen


def _tell(seen: _Seen) -> float:
    """Return how likely such times are where forced and free answers come alike."""
    assert min(len(seen.forced), len(seen.free)) > 30
    return float(ks_2samp(seen.forced, seen.free).pvalue)


LONG = [pytest.param(name, marks=pytest.mark.deep) for name in ("party", "combo")]


@pytest.mark.parametrize("name", ["gang", *LONG])
def test_forced_and_free_answers_come_alike(tmp_path: Path, name: str) -> None:
    seen = _watch_all(tmp_path, name)

    assert _tell(seen) > 0.05  # the seeds are fixed: it is the same in every run
    assert min(seen.forced + seen.free) >= 0.8 * PAUSE
    assert max(seen.forced + seen.free) <= 1.2 * PAUSE


@pytest.mark.parametrize("planted", [_AsSoonAsThought, _PauseThenThink])
@pytest.mark.parametrize("name", ["gang", *LONG])
def test_an_answer_that_comes_when_it_was_thought_of_is_caught(
    tmp_path: Path, name: str, planted: type[BotDelays]
) -> None:
    assert _tell(_watch_all(tmp_path, name, planted)) < SURE


def _off_the_ticks(seen: _Seen) -> list[float]:
    """Return how much longer answers took than whole pauses after the latest moment that is drawn."""
    return [over for took in seen.forced + seen.free if (over := (took - 0.8 * PAUSE) % PAUSE) > 0.4 * PAUSE + 1e-6]


def test_a_late_answer_waits_for_the_next_tick(tmp_path: Path) -> None:
    seen = _watch(tmp_path, "gang", longest=4 * PAUSE)

    assert max(seen.free) > 2 * PAUSE, "some are late"
    assert _off_the_ticks(seen) == []


def test_a_late_answer_that_does_not_wait_is_caught(tmp_path: Path) -> None:
    assert _off_the_ticks(_watch(tmp_path, "gang", _LateAtOnce, longest=4 * PAUSE))


@pytest.mark.parametrize("name", ["gang", "party"])
def test_seats_that_are_asked_at_once_answer_in_their_order_however_long_they_think(tmp_path: Path, name: str) -> None:
    seats = _watch(tmp_path, name, longest=4 * PAUSE).seats
    sealed = [(before, after) for (before, one), (after, _) in pairwise(seats) if one]

    assert len(sealed) > 2
    assert all(before < after for before, after in sealed)


def test_the_moment_is_drawn_around_the_pause_that_people_are_used_to() -> None:
    clock = TurnedClock()
    drawn = [BotDelays(PAUSE, clock, SystemRandom()).draw() for _ in range(200)]

    assert all(0.8 * PAUSE <= moment <= 1.2 * PAUSE for moment in drawn)
    assert len(set(drawn)) > 190


async def _sent(folder: Path, name: str, *, last: bool) -> list[str]:
    """Return what somebody who watches is sent while seats choose sealed: the first cards they may, or the last."""
    store = SqliteStore(folder / f"{name}-{last}.db", clock := TurnedClock())
    channel, watcher = await _dealt(store, clock, name), Watcher("", "en")
    async with channel.held() as room:
        channel.welcome(watcher)
    for seat in room.game_table().waiting[:-1]:  # with the last they are opened
        walk = RowWalk(room.game.rules, room.game_table().position.copy(), room.options, seat)
        while not walk.complete:
            walk.follow(walk.legal()[-1 if last else 0])
        async with channel.held():
            await decide(room, seat, walk.taken, 0)
        with pytest.raises(Stale):
            async with channel.held():
                await decide(room, seat, walk.taken, 0)
        with pytest.raises((Refused, Stale)):
            async with channel.held():
                await decide(room, seat, walk.taken, 1)
    await store.close()
    return [str(watcher.queue.get_nowait()) for _ in range(watcher.queue.qsize())]


@pytest.mark.parametrize("name", ["gang", "party"])
def test_who_watches_is_sent_the_same_bytes_whatever_was_chosen_and_nothing_when_somebody_is_refused(
    tmp_path: Path, name: str
) -> None:
    first, last = (asyncio.run(_sent(tmp_path, name, last=last)) for last in (False, True))

    assert len(first) == 1 + 3, "the first scene, and one for each choice"
    assert first == last


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Open a house whose bots give hints and do nothing else."""
    with house(tmp_path_factory.mktemp("house"), bot_pause=3600, bots=1) as client:
        wait_for_bots(client, "gang")
        wait_for_bots(client, "party")
        yield client


def _brought_to(room: LiveTable, *, forced: bool) -> Table:
    """Return the game of a table, played at random to where the first seat is asked, with a choice or without one."""
    for seed in count():
        table = Table.undealt(room.game, seed, dict(room.saved.choices), SeededNature(seed))
        table.carry_on()
        bot = RandomBot(table.game)
        while not table.over:
            if 0 in table.waiting and (len(table.legal(0)) == 1) == forced:
                return table
            seat = table.waiting[0]
            table.play(seat, *bot.choose(table.view(seat), table.options, seat, seed, len(table.steps)))
    raise AssertionError("there is always another seed")


def _hinted(still: TestClient, game: str, *, forced: bool) -> tuple[int, list[str], str]:
    """Return how somebody is answered who asks for a hint, what then changes for who watches, and their own page."""
    anna, at = opened(still, game, hints="on", bots="3", **HINTED[game])
    registry, room = registry_of(still), room_of(still, at)
    room.table = _brought_to(room, forced=forced)
    registry._channels[room.id] = Channel(room)
    assert "asks-hint" in anna.look(at), "who never could ask where there is no choice tells by asking"
    with visitor(still, "Mona").client.websocket_connect(f"{at}/live") as socket:
        hear_first(socket)
        status = eventually(lambda: _unless_busy(anna.send(f"{at}/hint")), "bots that have time", every=1.0)
        anna.send(f"{at}/say", said="Well?")  # so that something comes in any case
        heard = hear(socket, "what comes next", lambda message: "regions" in message or "chat" in message)
    told = [f"{region}: {'took 1 hint' in html}" for region, html in heard.get("regions", {}).items()]
    return status, told, anna.look(at)


def _unless_busy(answer: Response) -> int:
    """Return how a request for a hint was answered; 0, if bots had no time, which asks nothing of the hand."""
    return 0 if answer.status_code == 409 else answer.status_code


@pytest.mark.parametrize("game", ["gang", "party"])
def test_whether_a_hint_is_given_does_not_tell_whether_there_was_a_choice(still: TestClient, game: str) -> None:
    *forced, only = _hinted(still, game, forced=True)
    *free, several = _hinted(still, game, forced=False)

    assert forced == free == [200, ["seats: True"]]
    assert "There is only one thing to do." in only
    assert "There is only one thing to do." not in several


def test_a_hint_that_is_refused_where_there_is_no_choice_is_caught(
    still: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def planted(page: PageRequest, room: LiveTable, seat: int) -> str:  # noqa: ARG001
        return "There is only one thing to do." if len(room.game_table().legal(seat)) == 1 else ""

    monkeypatch.setattr(hint, "why_not", planted)
    *forced, _ = _hinted(still, "party", forced=True)
    *free, _ = _hinted(still, "party", forced=False)

    assert forced != free
