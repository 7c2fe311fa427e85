"""One live table: who sits where, the game, and what happens when somebody acts.

Everything that changes a room happens while an audience holds it, and so does everything that shows it: a step is on
disk before anybody sees it. Other processes may write to the same store; a room that is held has read what they wrote.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final

from stammtisch.core.fair import FairNature, new_seed
from stammtisch.core.game import Game
from stammtisch.core.options import as_json, make_options
from stammtisch.core.table import Table
from stammtisch.store.kept import Conflict, Marks, Saved, Store, Unavailable
from stammtisch.web.facts import OPEN, OVER, RUNNING, Facts
from stammtisch.web.hints import Advice
from stammtisch.web.journal import note
from stammtisch.web.metrics import METRICS, STEPS
from stammtisch.web.people import new_id
from stammtisch.web.places import PACES, Place, Terms

_SLOW: Final = 3600.0  # seconds for a decision, from which on nobody need sit there
_TRIES: Final = 3  # at dealing, which several processes may do at once with the same cards


class Stale(Exception):
    """A form that was made before the last decision of its seat, or a table that has moved on meanwhile."""


class Room(Facts):
    """A table as the server holds it."""

    def __init__(self, store: Store, saved: Saved) -> None:
        super().__init__(saved)
        self.store = store
        self.options: Any = make_options(self.game.rules, saved.choices) if self.readable else None
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.chat: list[tuple[str, str, str]] = []
        self.away: frozenset[int] = frozenset()  # seats whose people show no sign
        self.kept: frozenset[int] = frozenset()  # seats that a bot keeps warm
        self.since = time.time()  # when the last step was taken
        self.well_since = time.time()  # nobody could be here before, or everybody was cut off
        self.changed = asyncio.Event()  # is set, and another put here, when there are new steps
        self.unsure = False  # whether it is unknown how much of what is here was written

    @classmethod
    def new(cls, store: Store, game: Game, choices: dict[str, object], host: str, terms: Terms) -> Room:
        """Return a table at which nobody sits yet; `save` keeps it.

        Raises:
            OptionError: The options do not go together.
        """
        options = make_options(game.rules, choices)
        places = [asdict(Place()) for _ in range(options.seats)]
        facts = {"host": host, **asdict(terms), "next": "", "places": places}
        chosen = as_json(game.rules, options)
        return cls(store, Saved(new_id(), game.NAME, game.rules.VERSION, chosen, new_seed(), OPEN, time.time(), facts))

    @property
    def asked_at(self) -> float:
        """When the decision that is owed now was asked for; as much later as the table has rested since.

        A short clock does not run while nobody could be here.
        """
        rest = self.rest
        rested = rest.seconds if self.table is not None and rest.step == len(self.table.steps) else 0.0
        since = max(self.since, self.well_since) if PACES[self.saved.facts["pace"]] < _SLOW else self.since
        return since + rested + (time.time() - rest.since if self.paused else 0.0)

    @property
    def marks(self) -> Marks:
        """How far the room is."""
        steps = len(self.table.steps) if self.table else 0
        return Marks(self.saved.revision, steps, len(self.chat), self.since)

    def game_table(self) -> Table:
        """Return the game in progress."""
        if self.table is None:
            raise Stale
        return self.table

    def acted(self, seat: int) -> int:
        """Return how many actions a seat has taken."""
        return sum(step.seat == seat for step in self.game_table().steps)

    def advice_for(self, viewer: int) -> Advice | None:
        """Return what a seat was told that asked for a hint, until it acts."""
        found = Advice.read(self.saved.facts["advice"].get(str(viewer)))
        return found if found is not None and found.acted == self.acted(viewer) else None

    async def load(self) -> None:
        """Read everything; a game of other rules is over, since everybody may read it now."""
        if not self.readable and self.stage != OVER:
            self.saved.stage = OVER
            with suppress(Conflict):  # somebody else has read it at the same moment
                await self.save()
                self.note("outdated")
        await self._catch_up(await self._marks())

    async def read_on(self) -> None:
        """Bring the room to where the store is: others may have written, or what was done here was not written."""
        begun = self.begun and self.readable
        if not self.store.shared and not self.unsure and (self.table is not None or not begun):
            return
        marks = await self._marks()
        if self.unsure or marks.revision != self.saved.revision:
            saved = await self.store.table(self.id)
            assert saved is not None
            self.take_over(saved)
            self.unsure = False
        await self._catch_up(marks)

    async def _marks(self) -> Marks:
        marks = await self.store.marks(self.id)
        assert marks is not None, "tables are never deleted"
        return marks

    async def _catch_up(self, marks: Marks) -> None:
        if marks.lines > len(self.chat):
            self.chat += await self.store.chat(self.id, len(self.chat))
        if not self.begun or not self.readable:
            return
        if self.table is None:
            await self._replay()
            self.since = marks.moved or self.saved.changed
        elif marks.steps > len(self.table.steps):
            for seat, action in await self.store.steps(self.id, len(self.table.steps)):
                self.table.follow(seat, action)
            self._moved(marks.moved)
        await self._end_if_over()

    async def _replay(self) -> None:
        """Follow all steps from the first, and deal where somebody has begun a game and could not go on."""
        for _ in range(_TRIES):
            table = self._undealt()
            steps = await self.store.steps(self.id)
            for seat, action in steps:
                table.follow(seat, action)
            table.carry_on()
            self.table = table
            try:
                await self.keep(len(steps))
            except Stale:  # somebody else has dealt
                saved = await self.store.table(self.id)
                assert saved is not None
                self.take_over(saved)
            else:
                return
        raise Stale

    def _undealt(self) -> Table:
        nature = FairNature(self.saved.seed, self.id)
        return Table.undealt(self.game, None, dict(self.saved.choices), nature)

    async def save(self) -> None:
        """Keep what has changed around the game.

        Raises:
            Conflict: Somebody else has changed it since it was read.
        """
        self.saved.facts["places"] = [asdict(place) for place in self.places]
        self.saved.changed = time.time()
        try:
            await self.store.save_table(self.saved)
        except BaseException:
            self.unsure = True
            raise

    async def say(self, person: str, name: str, said: str) -> None:
        """Keep what somebody says, and read what others have said before it."""
        await self.store.say(self.id, person, name, said)
        self.unsure = True  # until it is read
        with suppress(Unavailable):
            self.chat += await self.store.chat(self.id, len(self.chat))
            self.unsure = False

    async def start(self) -> None:
        """Deal."""
        self.saved.stage = RUNNING
        await self.save()
        self.since = time.time()
        self.note("started")
        await self._replay()

    async def keep(self, first: int) -> None:
        """Write the steps from `first` on; if that fails, the game goes back to what is written.

        Raises:
            Stale: Somebody else has written other steps, or changed what is around the game.
        """
        table = self.game_table()
        try:
            if new := [(step.seat, step.action) for step in table.steps[first:]]:
                await self.store.append(self.id, first, new, self.saved.revision)
                self._moved(time.time())
                METRICS.count(STEPS, len(new))
        except BaseException as error:
            self.table, self.unsure = None, True
            if isinstance(error, Conflict):
                raise Stale from error
            raise
        await self._end_if_over()

    async def _end_if_over(self) -> None:
        if self.game_table().over and self.stage != OVER:
            self.saved.stage = OVER
            with suppress(Conflict):  # it is read again, and ended then if nobody else has
                await self.save()
                self.note("over", number=len(self.game_table().steps))

    def _moved(self, at: float) -> None:
        self.since = at
        self.changed.set()
        self.changed = asyncio.Event()

    def note(self, event: str, **facts: int) -> None:
        """Write down what has happened here."""
        note(event, self.id, self.game.NAME, **facts)
