"""One live table: who sits where, the game, and what happens when somebody acts.

Everything that changes a room happens under its lock, and so does everything that shows it: a step is on disk before
anybody sees it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from stammtisch.core.fair import FairNature, new_seed
from stammtisch.core.game import Game, find_game
from stammtisch.core.options import as_json, make_options
from stammtisch.core.step import Step
from stammtisch.core.table import Table
from stammtisch.errors import Refused
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.hints import Advice
from stammtisch.web.journal import note
from stammtisch.web.metrics import METRICS, STEPS
from stammtisch.web.people import new_id
from stammtisch.web.places import Place, Terms
from stammtisch.web.store import Saved, SqliteStore

OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"


class Stale(Exception):
    """A form that was made before the last decision of its seat."""


class Unfinished(Exception):
    """A row of actions that ends before its decision does."""


class Room:
    """A table as the server holds it."""

    def __init__(self, store: SqliteStore, saved: Saved) -> None:
        self.store = store
        self.saved = saved
        self.id = saved.id
        self.game: Game = find_game(saved.game)
        self.options: Any = make_options(self.game.rules, saved.choices) if self.readable else None
        self.saved.facts = {**asdict(Terms()), **saved.facts}  # a file may be older than some of them
        self.places = [Place(**place) for place in saved.facts["places"]]
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.chat: list[tuple[str, str, str]] = []
        self.advice: dict[int, Advice] = {}  # by seat that asked: of all seats only this one is told
        self.away: frozenset[int] = frozenset()  # seats whose people show no sign
        self.kept: frozenset[int] = frozenset()  # seats that a bot keeps warm
        self.since = time.time()  # when the decision that is owed now was asked for
        self.changed = asyncio.Event()  # is set, and another put here, when there are new steps

    @classmethod
    def new(cls, store: SqliteStore, game: Game, choices: dict[str, object], host: str, terms: Terms) -> Room:
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
    def stage(self) -> str:
        """Whether the table is open, running or over."""
        return self.saved.stage

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
        return bool(self.saved.facts["hints"]) and sum(bool(place.person) for place in self.places) <= 1

    @property
    def terms(self) -> Terms:
        """What was agreed on beside the options of the game."""
        facts = self.saved.facts
        return Terms(facts["pace"], facts["listed"], facts["level"], facts["hints"])

    def seat_of(self, person: str) -> int:
        """Return where a person sits; SPECTATOR if nowhere."""
        return next((seat for seat, place in enumerate(self.places) if person and place.person == person), SPECTATOR)

    async def load(self) -> None:
        """Bring the game to where its steps lead; one of other rules is over, since everybody may read it now."""
        self.chat = await self.store.chat(self.id)
        if not self.readable and self.stage != OVER:
            self.saved.stage = OVER
            await self.save()
            self._note("outdated")
        if self.stage == OPEN or not self.readable:
            return
        table = self._undealt()
        steps = await self.store.steps(self.id)
        for seat, action in steps:
            table.follow(seat, action)
        table.carry_on()
        self.table = table
        await self._keep(len(steps))

    def _undealt(self) -> Table:
        nature = FairNature(self.saved.seed, self.id)
        return Table.undealt(self.game, None, dict(self.saved.choices), nature)

    async def save(self) -> None:
        """Keep what has changed around the game."""
        self.saved.facts["places"] = [asdict(place) for place in self.places]
        self.saved.changed = time.time()
        await self.store.save_table(self.saved)

    async def start(self) -> None:
        """Deal."""
        self.saved.stage = RUNNING
        try:
            await self.save()
        except BaseException:
            self.saved.stage = OPEN
            raise
        self.table = self._undealt()
        self.table.carry_on()
        self._note("started")
        await self._keep(0)

    async def play(self, seat: int, row: Sequence[int], decided: int | None = None) -> list[Step]:
        """Take a row of actions of a seat, and whatever it forces; on disk when this returns.

        Raises:
            Stale: The seat has decided since the form was made.
            Refused: The rules forbid it.
            RowError: The row is too long.
            Unfinished: The row is too short.
        """
        table = self.game_table()
        if decided is not None and decided != int(table.position.decided[seat]):
            raise Stale
        if self._is_unfinished(seat, row):
            raise Unfinished
        first = len(table.steps)
        try:
            steps = table.play(seat, *row)
        except Refused:
            self._note("refused", seat=seat)
            raise
        await self._keep(first)
        self._note("decided", seat=seat, number=len(table.steps))
        return steps

    async def go_on(self, seat: int, row: Sequence[int]) -> None:
        """Take the small choices with which a decision begins or goes on, all of them or none."""
        table = self.game_table()
        first, decided = len(table.steps), table.position.decided[seat]
        table.play(seat, *row)
        await self._keep(first)
        if table.position.decided[seat] > decided:
            self._note("decided", seat=seat, number=len(table.steps))

    def _is_unfinished(self, seat: int, row: Sequence[int]) -> bool:
        """Whether a row of legal actions ends before its decision does."""
        rules, o, position = self.game.rules, self.options, self.game_table().position.copy()
        for action in row:
            decided = position.decided[seat]
            if rules.check(position, o, seat, action) != 0:
                return False
            rules.apply(position, o, seat, action)
            if position.decided[seat] > decided:
                return False
        return True

    def acted(self, seat: int) -> int:
        """Return how many actions a seat has taken."""
        return sum(step.seat == seat for step in self.game_table().steps)

    def advice_for(self, viewer: int) -> Advice | None:
        """Return what a seat was told that asked for a hint, until it acts."""
        found = self.advice.get(viewer)
        return found if found is not None and found.acted == self.acted(viewer) else None

    def game_table(self) -> Table:
        """Return the game in progress."""
        if self.table is None:
            raise Stale
        return self.table

    async def _keep(self, first: int) -> None:
        """Write the steps from `first` on; if that fails, the game goes back to what is written."""
        table = self.game_table()
        try:
            if len(table.steps) > first:
                await self.store.append(self.id, first, [(step.seat, step.action) for step in table.steps[first:]])
        except BaseException:
            self.table = None
            raise
        self.since = time.time()
        self.changed.set()
        self.changed = asyncio.Event()
        METRICS.count(STEPS, len(table.steps) - first)
        if table.over and self.stage != OVER:
            self.saved.stage = OVER
            await self.save()
            self._note("over", number=len(table.steps))

    def _note(self, event: str, **facts: int) -> None:
        note(event, self.id, self.game.NAME, **facts)
