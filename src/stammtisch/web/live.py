"""Who watches a table now, and what they are sent when something happens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.kept import Conflict, Marks, Unavailable
from stammtisch.web.facts import OPEN
from stammtisch.web.frames import LOG_LINES, Story
from stammtisch.web.render import regions
from stammtisch.web.room import Room

_MOMENT: Final = 30.0  # seconds after which somebody who shows no sign is away
_LONG: Final = 120.0  # seconds after which a bot keeps the seat of somebody who is away warm
_MISSED: Final = 3  # decisions that the clock takes before a bot keeps the seat warm
_MOST_WAITING: Final = 50  # messages; a client that lags more is sent the newest scene only


@dataclass(eq=False)
class Watcher:
    """One socket."""

    person: str
    language: str
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))  # None: it must go
    shown: dict[str, str] = field(default_factory=dict)  # by region: what the page shows
    heard: int = 0  # sentences that it was sent
    blocked: frozenset[str] = frozenset()  # people whose words it is not sent

    def show(self, html: dict[str, str], log: Sequence[str], told: int, hold: int = 0, **more: Any) -> None:
        """Send the regions that the page does not show yet, and the sentences up to `told` that it was not sent."""
        changed = {name: text for name, text in html.items() if self.shown.get(name) != text}
        self.shown.update(changed)
        new, self.heard = log[self.heard : told][-LOG_LINES:], told
        self.send({"hold": hold, "regions": changed, "log": new, **more})

    def send(self, message: dict[str, Any]) -> None:
        """Put a message in line; drop what waits where the line is too long."""
        if self.queue.full():
            self._drop()
            message = {"reload": True}
        self.queue.put_nowait(json.dumps(message))

    def send_away(self) -> None:
        """Close the socket; what waits is not sent any more."""
        self._drop()
        self.queue.put_nowait(None)

    def hear(self, first: int, lines: Sequence[tuple[str, str, str]]) -> None:
        """Send lines of talk, counted from `first`, but not those of people whom this one does not want to hear."""
        for number, (person, name, said) in enumerate(lines, first):
            if person not in self.blocked:
                self.send({"chat": {"number": number, "name": name, "said": said}})

    def _drop(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()


class Audience:
    """The watchers of one room. Whoever reads or changes the room holds it; whatever has changed then is told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.watchers: set[Watcher] = set()
        self.polled = 0  # requests of programs that wait for something new
        self._stories: dict[tuple[int, str], Story] = {}
        self._seen: dict[str, float] = {}  # by person: when they last asked for something, here or elsewhere
        self._told = self._news()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Room]:
        """Hold the room: nobody else changes it here meanwhile, and what others have written elsewhere is read."""
        async with self.room.lock:
            await self.room.read_on()
            await self._tell_news()
            try:
                yield self.room
            finally:
                await self._tell_news()

    @property
    def watched(self) -> bool:
        """Whether anybody wants to know what happens."""
        return bool(self.watchers) or self.polled > 0

    def _news(self) -> tuple[str, tuple[str, ...], str, Marks]:
        return self.room.stage, self.room.names, self.room.saved.facts["next"], self.room.marks

    async def _tell_news(self) -> None:
        """Send everybody what has changed since they were last told."""
        room, new = self.room, self._news()
        if new == self._told or room.unsure:
            return
        (stage, names, following, marks), self._told = self._told, new
        if following != room.saved.facts["next"]:
            self._send({"next": f"/t/{room.saved.facts['next']}"})
        if len(room.chat) > marks.lines:
            await self._tell_talk(marks.lines)
        if names != room.names and stage != OPEN:  # somebody has lost a seat: all that was told has other names now
            self._stories.clear()
            self._send({"reload": True})
        elif room.marks.steps > marks.steps and stage != OPEN:
            self._tell_steps()
        elif room.saved.revision != marks.revision:
            self.refresh() if room.table and stage != OPEN else self._send({"reload": True})

    async def _tell_talk(self, first: int) -> None:
        for watcher in list(self.watchers):
            with suppress(Unavailable):  # then what was known before is true enough
                watcher.blocked = await self.room.store.blocked(watcher.person)
            watcher.hear(first, self.room.chat[first:])

    def _send(self, message: dict[str, Any]) -> None:
        for watcher in self.watchers:
            watcher.send(message)

    def saw(self, person: str) -> None:
        """Note that the browser of somebody who sits here is here."""
        if self.room.seat_of(person) != SPECTATOR:
            self._seen[person] = time.time()

    async def saw_act(self, person: str) -> None:
        """Note that somebody is here and does something: a seat that a bot kept warm is theirs again."""
        self.saw(person)
        seat = self.room.seat_of(person)
        if seat == SPECTATOR:
            return
        if self.room.places[seat].missed:
            self.room.places[seat].missed = 0
            with suppress(Conflict):  # it is read again, and noted the next time
                await self.room.save()
        if self.room.table is not None and self.note_away():
            self.refresh()

    async def compare_notes(self) -> None:
        """Let the other processes know who is here, and learn from them who is there."""
        room, now = self.room, time.time()
        for watcher in self.watchers:
            self.saw(watcher.person)
        people = {place.person for place in room.places if place.person}
        await room.store.saw({(room.id, person): at for person, at in self._seen.items() if at > now - _LONG})
        for person, at in (await room.store.seen(room.id)).items():
            if person in people:
                self._seen[person] = max(at, self._seen.get(person, 0.0))

    def present(self, person: str) -> bool:
        """Whether somebody looks at the table now, or did a moment ago."""
        return self._away_for(person) < _MOMENT

    def is_kept_waiting(self, person: str) -> bool:
        """Whether others who are here have waited long for somebody who is not."""
        others = [place.person for place in self.room.places if place.person and place.person != person]
        return self._away_for(person) > _LONG and any(self.present(other) for other in others)

    def note_away(self) -> bool:
        """Note who is away, and for whom a bot fills in; whether that has changed."""
        room = self.room
        people = [(seat, place) for seat, place in enumerate(room.places) if place.person and not place.left]
        away = frozenset(seat for seat, place in people if not self.present(place.person))
        kept = frozenset(
            seat for seat, place in people if place.missed >= _MISSED or self.is_kept_waiting(place.person)
        )
        changed = (away, kept) != (room.away, room.kept)
        room.away, room.kept = away, kept
        return changed

    def _away_for(self, person: str) -> float:
        if any(watcher.person == person for watcher in self.watchers):
            return 0.0
        seen = self._seen.get(person, self.room.since)
        return time.time() - max(seen, self.room.well_since, self.room.rest.until)  # nobody is expected where all rests

    def story(self, viewer: int, language: str) -> Story:
        """Return what such a viewer has been told so far."""
        if (viewer, language) not in self._stories:
            story = Story(self.room, viewer, language)
            story.catch_up()
            self._stories[viewer, language] = story
        return self._stories[viewer, language]

    def _tell_steps(self) -> None:
        """Send everybody the scenes of the steps that they were not told yet."""
        alike: dict[tuple[int, str], list[Watcher]] = {}
        for watcher in self.watchers:
            alike.setdefault(self._eyes(watcher), []).append(watcher)
        for who, watchers in alike.items():
            begun, story = who in self._stories, self.story(*who)
            frames = story.go_on() if begun else iter([story.catch_up()])
            for frame, html in [(frame, regions(frame.scene)) for frame in frames]:
                for watcher in watchers:
                    watcher.show(html, story.log, frame.told, frame.hold)

    def _eyes(self, watcher: Watcher) -> tuple[int, str]:
        """Return whose eyes somebody sees with now: before a game begins people change their seats."""
        return self.room.seat_of(watcher.person), watcher.language

    def welcome(self, watcher: Watcher) -> None:
        """Show somebody new the newest scene, or let them ask for the lobby: the page may be older than the socket."""
        self.watchers.add(watcher)
        self.saw(watcher.person)
        if self.room.table is None:
            watcher.send({"reload": True})
            return
        story = self.story(*self._eyes(watcher))
        frame = story.catch_up()
        watcher.show(regions(frame.scene), story.log, frame.told, first=True)

    def refresh(self) -> None:
        """Show everybody the newest scene again: something around the game has changed."""
        for watcher in self.watchers:
            story = self.story(*self._eyes(watcher))
            watcher.show(regions(story.scene()), story.log, len(story.log))
