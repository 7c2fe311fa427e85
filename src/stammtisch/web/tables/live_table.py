"""One live table: who sits where, the game, and what happens when somebody acts.

Everything that changes a table happens while its channel holds it, and so does everything that shows it: a step is on
disk before anybody sees it. Other processes may write to the same store; a table that is held has read what they wrote.

How long a decision has been waited for is counted by monotonic time and written down now and then, so that whoever sees
to the table next goes on counting from there: what passed since is given once more, and none is taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any, Final

from stammtisch.clock import Clock
from stammtisch.club.finished_game import result_of
from stammtisch.club.ratings.counting import moves_at
from stammtisch.core.fair_deal import FairNature, deal_seed, new_seed
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import Nature, SeededNature
from stammtisch.core.options import as_json, make_options
from stammtisch.core.table import Table
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.contract import Conflict, Store, StoredTable, TableMarks, Unavailable
from stammtisch.store.coordination_contract import NewSteps
from stammtisch.store.rating_contract import RatingMove
from stammtisch.store.result_contract import GameResult
from stammtisch.web.event_log import LOG, note
from stammtisch.web.http.identity import new_id
from stammtisch.web.metrics import STEPS
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.tables.record import (
    NO_CLOCK,
    OPEN,
    OVER,
    RUNNING,
    Advice,
    Place,
    TableRecord,
    TableTerms,
    read_record,
    write_record,
)
from stammtisch.web.tables.stopwatch import Stopwatch
from stammtisch.web.worker_thread import in_worker_thread

_SLOW: Final = 3600.0  # seconds for a decision, from which on nobody need sit there, and no server see to it
_OFTEN: Final = 6  # times that a short clock is written down while it runs
_LONGEST_UNWRITTEN: Final = 600.0  # seconds that pass before a long clock is written down
_MANY_STEPS: Final = 500  # which take some milliseconds to be followed
_TRIES: Final = 3  # at dealing, which several processes may do at once with the same cards


class Stale(Exception):
    """A form that was made before the last decision of its seat, or a table that has moved on meanwhile."""


class LiveTable:
    """A table as the server holds it."""

    def __init__(self, store: Store, saved: StoredTable, clock: Clock) -> None:
        self.id = saved.id
        self.game: Game = find_game(saved.game)
        self.saved, self.record = saved, read_record(saved.facts)
        self.store, self.clock = store, clock
        self.options: Any = make_options(self.game.rules, saved.choices) if self.readable else None
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.chat: list[tuple[str, str, str]] = []
        self.away: frozenset[int] = frozenset()  # seats whose people show no sign
        self.here: frozenset[int] = frozenset()  # seats whose people have shown a sign, not long ago
        self.kept: frozenset[int] = frozenset()  # seats that a bot keeps warm
        self.stalled: frozenset[int] = frozenset()  # seats for which others may ask for a bot
        self.overdue: frozenset[int] = frozenset()  # those of them for which one may ask alone
        self.since = clock.monotonic()  # when the last step was taken
        self.moved_at = 0.0  # the same by the wall clock, if it was seen here
        self.well_since = clock.monotonic()  # nobody could be here before, or everybody was cut off
        self.waited = Stopwatch(clock)  # for the decision that is owed
        self._written = -inf  # seconds of it that were written down
        self._uncounted = False  # whether others may know better
        self._origin = clock.now() - clock.monotonic()
        self._heed_pause()
        self.changed = asyncio.Event()  # is set, and another put here, when there are new steps
        self.decisive: int | None = None  # the step that decided the game, once somebody has looked for it
        self.unsure = False  # whether it is unknown how much of what is here was written
        self.moves: Mapping[str, RatingMove] | None = None  # what the game did to ratings, by person, once it is known

    @classmethod
    def new(
        cls, store: Store, clock: Clock, game: Game, choices: dict[str, object], host: str, terms: TableTerms
    ) -> LiveTable:
        """Return a table at which nobody sits yet; `save` keeps it.

        Raises:
            OptionError: The options do not go together.
        """
        options = make_options(game.rules, choices)
        facts = write_record(TableRecord(host, [Place() for _ in range(options.seats)], terms))
        chosen = as_json(game.rules, options)
        plays = (game.NAME, game.rules.VERSION, chosen, new_seed())
        return cls(store, StoredTable(new_id(), *plays, OPEN, clock.now(), facts), clock)

    async def _read_record(self) -> None:
        """Replace what is known around the game by what is stored."""
        saved = await self.store.table(self.id)
        assert saved is not None, "tables are never deleted"
        redacted, self.saved, self.record = self.record.redacted, saved, read_record(saved.facts)
        if redacted != self.record.redacted:  # the talk is not what it was
            self.chat = []
        self._heed_pause()

    def _heed_pause(self) -> None:
        """Let the clock stand still while the house has paused the game."""
        if self.waited.running == self.paused:
            self.waited.run(running=not self.paused)
            self._written = -inf  # whoever looks for clocks that run out must know it
            self.well_since = self.clock.monotonic()  # a pause keeps nobody away

    @property
    def stage(self) -> str:
        """Whether the table is open, running or over."""
        return self.saved.stage

    @property
    def host(self) -> str:
        """Who has opened the table."""
        return self.record.host

    @property
    def places(self) -> list[Place]:
        """Who sits where."""
        return self.record.places

    @property
    def terms(self) -> TableTerms:
        """What was agreed on beside the options of the game."""
        return self.record.terms

    @property
    def begun(self) -> bool:
        """Whether there is a game to look at: not before the first card, nor where the house closed the table then."""
        return OPEN not in (self.stage, self.record.ended)

    @property
    def opening(self) -> bool:
        """Whether the game was begun and the words that go into its deal are being opened."""
        return self.stage == OPEN and self.record.deal.opening

    @property
    def seats_open(self) -> bool:
        """Whether people may still sit down and get up again: not while words are opened, nor at a deal of the day."""
        return self.stage == OPEN and not self.opening and self.record.daily is None

    @property
    def deal_seed(self) -> bytes:
        """What fixes the deals here."""
        return deal_seed(self.saved.seed, self.id, self.record.deal.contributions)

    @property
    def deal_table(self) -> str:
        """The table for which the deals are made: practice has those of the game that it takes up again."""
        return (self.record.daily.table if self.record.daily else self.record.practice) or self.id

    @property
    def nature(self) -> Nature:
        """The choices of NATURE here; a lesson has its prepared ones."""
        if self.record.lesson is not None:
            return SeededNature(int.from_bytes(self.saved.seed))
        return FairNature(self.deal_seed, self.deal_table)

    @property
    def sealed(self) -> bool:
        """Whether a deal of the day is played here, and the day is not over: others could learn what they will get."""
        return self.record.is_sealed(self.clock.now())

    @property
    def open_seed(self) -> str:
        """The seed of the house, as soon as everybody may know it; nothing before."""
        return self.saved.seed.hex() if self.stage == OVER and not self.sealed else ""

    @property
    def ended(self) -> bool:
        """Whether the house has ended it, so that there is no result."""
        return bool(self.record.ended)

    @property
    def paused(self) -> bool:
        """Whether the house has paused the game."""
        return self.stage == RUNNING and self.record.rest.since > 0

    @property
    def readable(self) -> bool:
        """Whether the rules are still those that the table was begun with."""
        return self.saved.version == self.game.rules.VERSION

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, for sentences."""
        return tuple(place.name or f"{index + 1}" for index, place in enumerate(self.places))

    @property
    def hints(self) -> bool:
        """Whether one may ask for hints here: it was agreed on, and at most one person sits at the table."""
        return self.terms.hints and sum(bool(place.person) for place in self.places) <= 1

    def seat_of(self, person: str) -> int:
        """Return where a person sits; SPECTATOR if nowhere."""
        return next((seat for seat, place in enumerate(self.places) if person and place.person == person), SPECTATOR)

    @property
    def time(self) -> float:
        """What pages count by: the wall time when the table was read, and what has passed since; it never jumps."""
        return round(self._origin + self.clock.monotonic(), 1)

    @property
    def asked_at(self) -> float:
        """When, in the time of its pages, the decision that is owed was asked for; later if it did not count since."""
        return self._origin + self.waited.begun

    @property
    def time_left(self) -> float:
        """How many seconds are left for the decision that is owed."""
        return self.terms.seconds - self.waited.seconds if self.terms.seconds and self.clock_counts else inf

    @property
    def may_sleep(self) -> bool:
        """Whether nobody need see to it until a clock runs out: none runs, or one that is patient or takes long."""
        return self.paused or self.terms.patient or not 0 < self.terms.seconds < _SLOW

    @property
    def _unwritten(self) -> float:
        """How many seconds of a decision may be lost at most if a server ends without a word."""
        return min(self.terms.seconds / _OFTEN, _LONGEST_UNWRITTEN)

    async def save_clock(self, *, now: bool = False) -> None:
        """Write down how long the decision that is owed has been waited for, where it is time or `now`.

        Raises:
            Unavailable: The store is away.
        """
        waited, steps = self.waited.seconds, self.marks.steps
        if self.table is None or not self.terms.seconds or self.stage != RUNNING:
            return
        if now or waited - self._written >= self._unwritten:
            stands = self.paused or not self.clock_counts
            await self.store.save_clock(self.id, steps, waited, inf if stands else self.terms.seconds)
            if steps == self.marks.steps:  # else it was for a decision that was taken meanwhile
                self._written = waited

    def count_anew(self) -> None:
        """Go by what others have counted, when it is next read: they may have seen to the table until now."""
        self._uncounted = True

    def was_cut_off(self) -> None:
        """Note that nobody could be here for a while: a short clock goes back to what was written down of it."""
        self.well_since = self.clock.monotonic()
        self.count_anew()
        if self.terms.seconds < _SLOW:
            self.waited.set(max(self._written, 0.0))

    @property
    def clock_counts(self) -> bool:
        """Whether a decision is taken when its time is up: a patient clock needs somebody here who waits for it."""
        waiting = self.table.waiting if self.table is not None else ()
        return not self.terms.patient or any(
            place.person and not place.left and seat in self.here and seat not in waiting
            for seat, place in enumerate(self.places)
        )

    @property
    def marks(self) -> TableMarks:
        """How far the table is."""
        steps = len(self.table.steps) if self.table else 0
        return TableMarks(self.saved.revision, steps, len(self.chat))

    def game_table(self) -> Table:
        """Return the game in progress."""
        if self.table is None:
            raise Stale
        return self.table

    def acted(self, seat: int) -> int:
        """Return how many actions a seat has taken."""
        return self.game_table().taken_by(seat)

    def advice_for(self, viewer: int) -> Advice | None:
        """Return what a seat was told that asked for a hint, until it acts."""
        found = self.record.advice.get(viewer)
        return found if found is not None and found.acted == self.acted(viewer) else None

    async def load(self) -> None:
        """Read everything; a game of other rules is over, since everybody may read it now."""
        if not self.readable and self.stage != OVER:
            self.saved.stage = OVER
            with suppress(Conflict):  # somebody else has read it at the same moment
                await self.save()
                self.note("outdated")
        await self._catch_up(await self._marks())

    async def read_on(self, told: Sequence[NewSteps] | None = None) -> None:
        """Bring the table to where the store is: others may have written, or what was done here was not written.

        Where it is `told` what others have written, nothing is read unless something else is missing here.
        """
        known = not self.unsure and (self.table is not None or not (self.begun and self.readable))
        if known and (not self.store.shared or (told is not None and all(map(self._follow, told)))):
            return
        marks = await self._marks()
        if self.unsure or marks.revision != self.saved.revision:
            await self._read_record()
            self.unsure = False
        await self._catch_up(marks)

    async def _marks(self) -> TableMarks:
        marks = await self.store.marks(self.id)
        assert marks is not None, "tables are never deleted"
        return marks

    async def _catch_up(self, marks: TableMarks) -> None:
        if marks.lines > len(self.chat):
            await self._read_chat()
        if not self.begun or not self.readable:
            return
        fresh = self.table is None
        if self.table is None:
            await self._replay()
            self._count_from(marks)
        elif marks.steps > len(self.table.steps):
            first = len(self.table.steps)
            self.table.follow_from(first, await self.store.steps(self.id, first))
            self._moved()
            self._count_from(marks)
        elif self._uncounted:
            self._count_from(marks)
        await self._end_if_over()
        if fresh:
            await self._keep_missing_result()
        await self._read_moves()

    def _follow(self, new: NewSteps) -> bool:
        """Follow steps that others have written; whether nothing else is missing here, such as the end of the game."""
        table, before = self.table, self.marks.steps
        if table is None or self._uncounted or new.revision != self.saved.revision:
            return False
        leads_on = table.follow_from(new.first, new.steps)
        if self.marks.steps > before:
            self._moved()
        return leads_on and not table.over

    def _count_from(self, marks: TableMarks) -> None:
        """Go on counting where others have come to; a time in which nobody saw to a short clock does not count."""
        seen_to = marks.ago <= 2 * self._unwritten or not 0 < self.terms.seconds < _SLOW
        self.waited.set(marks.waited + (marks.ago if seen_to and not self.paused else 0.0))
        self._written, self._uncounted = marks.waited or -inf, False

    async def _replay(self) -> None:
        """Follow all steps from the first, and deal where somebody has begun a game and could not go on."""
        for _ in range(_TRIES):
            steps = await self.store.steps(self.id)
            many = len(steps) > _MANY_STEPS
            self.table = await in_worker_thread(self._followed, steps) if many else self._followed(steps)
            try:
                await self.keep(len(steps))
            except Stale:  # somebody else has dealt
                await self._read_record()
            else:
                return
        raise Stale

    def _followed(self, steps: Sequence[tuple[int, int]]) -> Table:
        table = Table.undealt(self.game, None, dict(self.saved.choices), self.nature)
        for seat, action in steps:
            table.follow(seat, action)
        table.carry_on()
        return table

    async def save(self) -> None:
        """Keep what has changed around the game.

        Raises:
            Conflict: Somebody else has changed it since it was read.
        """
        if self.stage != OPEN:
            self.record.opened_from = ""
        self.saved.facts = write_record(self.record)
        self.saved.changed = self.clock.now()
        self._heed_pause()
        try:
            await self.store.save_table(self.saved)
        except BaseException:
            self.unsure = True
            raise

    async def say(self, person: str, name: str, said: str) -> None:
        """Keep what somebody says, and read what others have said before it."""
        await self.store.save_chat(self.id, person, name, said)
        self.unsure = True  # until it is read
        with suppress(Unavailable):
            await self._read_chat()
            self.unsure = False

    async def _read_chat(self) -> None:
        new = await self.store.chat(self.id, len(self.chat))
        self.chat += [(person, shown_name(name) or "?", said) for person, name, said in new]

    async def start(self) -> None:
        """Deal; whoever plays alone with bots keeps nobody waiting, and has no clock that nobody asked for."""
        if self.terms.patient and sum(bool(place.person) for place in self.places) <= 1:
            self.record.terms = replace(self.terms, pace=NO_CLOCK)
        self.saved.stage = RUNNING
        self.record.deal.opening = False
        await self.save()
        self.note("started")
        await self._replay()
        self._moved()
        await self.save_clock(now=True)

    async def keep(self, first: int) -> None:
        """Write the steps from `first` on; if that fails, the game goes back to what is written.

        Raises:
            Stale: Somebody else has written other steps, or changed what is around the game.
        """
        table = self.game_table()
        new = [(step.seat, step.action) for step in table.steps[first:]]
        try:
            if self.stage != OVER and table.over:
                await self._finish(first, new)
            elif new:
                await self.store.append(self.id, first, new, self.saved.revision)
        except BaseException as error:
            self.table, self.unsure = None, True
            if isinstance(error, Conflict):
                raise Stale from error
            raise
        if new:
            self._moved()
            STEPS.inc(len(new))
        await self._read_moves()

    async def _end_if_over(self) -> None:
        """End a game that is over: whoever took its last step did, unless it was an older server."""
        if self.stage != OVER and self.game_table().over:
            with suppress(Conflict):  # it is read again, and ended then if nobody else has
                await self._finish(len(self.game_table().steps), ())

    async def _finish(self, first: int, steps: Sequence[tuple[int, int]]) -> None:
        """Keep the last steps, that the game is over, and its result, all at once; nobody sees it before it is kept."""
        table, now = self.game_table(), self.clock.now()
        outcome = table.outcome()
        assert outcome is not None, "only a game that is over ends"
        record = replace(self.record, finished=outcome.places, daily=self.record.daily_result(now, table))
        saved = replace(self.saved, stage=OVER, changed=now, facts=write_record(record))
        try:
            await self.store.finish(saved, first, steps, self._result(saved, record))
        except BaseException:
            self.unsure = True
            raise
        self.saved, self.record = saved, record
        self._heed_pause()
        self.note("over", number=len(table.steps))

    def _result(self, saved: StoredTable, record: TableRecord) -> GameResult | None:
        """Return what is kept of a game that is over; practice and lessons are no results, nor what the house ended."""
        return result_of(saved, self.game_table(), record.circumstances, saved.changed) if record.has_result else None

    async def _keep_missing_result(self) -> None:
        """Keep the result of a game that an older server has ended, or one that did not come to it."""
        result = self._result(self.saved, self.record) if self.stage == OVER else None
        if result and await self.store.result(self.id) is None and await self.store.keep_result(result):
            self.note("result caught up")

    async def _read_moves(self) -> None:
        """Read what the game did to ratings when it is over; it is counted now if nobody has."""
        if self.stage == OVER and self.moves is None:
            try:
                self.moves = await moves_at(self.store, self.id)
            except Unavailable:
                pass  # it is counted later, and read with the next look
            except Exception:  # the game is kept, whatever is wrong with ratings
                LOG.exception("failed")

    def _moved(self) -> None:
        self.since, self.moved_at = self.clock.monotonic(), self.clock.now()
        self.waited.set(0.0)
        self._written = 0.0
        self.wake_waiting()

    def wake_waiting(self) -> None:
        """Let everybody look who waits for something new."""
        self.changed.set()
        self.changed = asyncio.Event()

    def note(self, event: str, **facts: int) -> None:
        """Write down what has happened here."""
        note(event, self.id, self.game.NAME, **facts)
