"""Reviews of games that are over: made behind everything else, some side by side, each once, and kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from stammtisch.bots.processes.background_task import in_background
from stammtisch.bots.review.decisions import FinishedGame, Judged, Review, review
from stammtisch.bots.review.luck import Luck, luck
from stammtisch.store.contract import Store
from stammtisch.web.event_log import LOG, note
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.scene import measure_of

_FORM: Final = 3  # of what is kept: another number, and it is made anew
_MOST: Final = 50  # reviews that wait
_MOST_EACH: Final = 6  # of them, those that one person has asked for
_TRIES: Final = 2


@dataclass
class Progress:
    """A review that is being made, or waits for its turn."""

    task: Callable[..., Any]
    about: tuple[object, ...]
    person: str  # who has asked for it first
    done: int = 0
    of: int = 0  # 0 before it has begun
    tries: int = 0

    @property
    def failed(self) -> bool:
        """Whether it cannot be made."""
        return self.tries >= _TRIES

    def note(self, done: int, of: int) -> None:
        """Note how far it is."""
        self.done, self.of = done, of


class ReviewQueue:
    """The reviews of a house; it makes so many at a time, in the order in which they were asked for."""

    def __init__(self, store: Store, processes: int = 1) -> None:
        self._store, self._processes = store, processes
        self._wanted: dict[tuple[str, str], Progress] = {}
        self._being_made: dict[tuple[str, str], asyncio.Task[None]] = {}

    @property
    def busy(self) -> int:
        """In how many processes reviews are being made."""
        return len(self._being_made)

    async def of_seat(self, room: LiveTable, seat: int, person: str) -> Review | Progress | None:
        """Return the review of a seat, or how far it is; nothing if too many wait."""
        found = await self._find(room, person, f"seat {seat}", review, seat)
        return found if found is None or isinstance(found, Progress) else _review(found)

    async def kept(self, room: LiveTable, seat: int) -> Review | None:
        """Return the review of a seat if it was made already."""
        found = await self._store.review(room.id, f"seat {seat} {_FORM}")
        return _review(json.loads(found)) if found else None

    async def of_deal(self, room: LiveTable, person: str) -> Luck | Progress | None:
        """Return how bots fared with the deal of a table, or how far that is; nothing if too many wait."""
        found = await self._find(room, person, "deal", luck, room.nature)
        return found if found is None or isinstance(found, Progress) else _luck(found)

    async def _find(self, room: LiveTable, person: str, part: str, task: Callable[..., Any], *about: object) -> Any:
        key = (room.id, f"{part} {_FORM}")
        if key not in self._wanted:
            if kept := await self._store.review(*key):
                return json.loads(kept)
            if len(self._wanted) >= _MOST:
                self._wanted = {key: progress for key, progress in self._wanted.items() if not progress.failed}
            waiting = [progress.person for progress in self._wanted.values() if not progress.failed]
            if len(self._wanted) >= _MOST or waiting.count(person) >= _MOST_EACH:
                return None
            if not await self._store.claim(_claim(key)):
                return Progress(task, (), person)  # another process makes it
            if kept := await self._store.review(*key):  # it has just made it
                await self._store.release(_claim(key))
                return json.loads(kept)
            self._wanted.setdefault(key, Progress(task, (_played(room), *about), person))
        self._begin()
        return self._wanted.get(key)

    def _begin(self) -> None:
        """Begin with what waits, as far as there may be more processes."""
        waiting = [key for key, one in self._wanted.items() if not one.failed and key not in self._being_made]
        for key in waiting[: self._processes - self.busy]:
            self._being_made[key] = asyncio.create_task(self._make(key))

    async def _make(self, key: tuple[str, str]) -> None:
        """Make a review, and begin with another that waits."""
        progress = self._wanted[key]
        try:
            try:
                found = await in_background(progress.task, *progress.about, tell=progress.note)
                await self._store.save_review(*key, json.dumps(asdict(found)))
            except Exception:  # somebody ended the process, or there is no room on the disk
                LOG.exception("failed")
                progress.tries += 1
            else:
                del self._wanted[key]
                note("reviewed", key[0], progress.about[0].game)  # type: ignore[attr-defined]
            if progress.failed or key not in self._wanted:
                await self._store.release(_claim(key))
        finally:
            del self._being_made[key]
        self._begin()

    async def close(self) -> None:
        """Stop; what is not finished is begun again when somebody asks for it."""
        tasks = list(self._being_made.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _claim(key: tuple[str, str]) -> str:
    return " ".join(("review", *key))


def _played(room: LiveTable) -> FinishedGame:
    steps = tuple((step.seat, step.action) for step in room.game_table().steps)
    return FinishedGame(room.game.NAME, room.saved.choices, steps, measure_of(room.game).alike(room.options))


def _review(found: dict[str, Any]) -> Review:
    judged = (Judged(**{**one, "done": tuple(one["done"]), "best": tuple(one["best"])}) for one in found["judged"])
    return Review(tuple(judged), found["playouts"])


def _luck(found: dict[str, Any]) -> Luck:
    return Luck(tuple(map(tuple, found["here"])), tuple(map(tuple, found["elsewhere"])), found["playouts"])
