"""Broadcast: the viewers of a table, and what they are sent when something happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.contract import Conflict, TableMarks, Unavailable
from stammtisch.store.coordination_contract import NewSteps
from stammtisch.web.live.presence import Presence
from stammtisch.web.live.talk import talk_line
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OPEN
from stammtisch.web.tables.stand_in import hand_back
from stammtisch.web.view.ending.decisive import find_decisive
from stammtisch.web.view.render import regions
from stammtisch.web.view.story import Story

_MOST_WAITING: Final = 50  # messages; a client that lags more is sent the newest scene only


@dataclass(eq=False)
class Watcher:
    """The socket of one viewer, and what waits to be sent there."""

    person: str
    language: str
    address: str = ""  # under which it is counted
    queue: asyncio.Queue[str | int] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))  # a code: it must go
    shown: dict[str, str] = field(default_factory=dict)  # by region: what the page shows
    heard: int = 0  # steps of which it was sent the sentences
    blocked: frozenset[str] = frozenset()  # people whose words it is not sent

    def show(self, html: dict[str, str], story: Story, told: int, hold: int = 0, **more: Any) -> None:
        """Send regions that the page does not show yet, and sentences of steps before `told` that it was not sent."""
        changed = {name: text for name, text in html.items() if self.shown.get(name) != text}
        self.shown.update(changed)
        new, self.heard = story.log_between(self.heard, told), told
        if earlier := story.earlier_than(told):
            more["earlier"] = earlier
        self.send({"hold": hold, "regions": changed, "log": new, **more})

    def send(self, message: dict[str, Any]) -> None:
        """Put a message in the queue; drop what waits where the queue is full."""
        if self.queue.full():
            self._drop()
            message = {"reload": True}
        self.queue.put_nowait(json.dumps(message))

    def send_away(self, code: int) -> None:
        """Close the socket with a code; what waits is not sent any more."""
        self._drop()
        self.queue.put_nowait(code)

    def hear(self, first: int, room: LiveTable) -> None:
        """Send lines of chat, counted from `first`, but not those of people whom this one has blocked."""
        for number, line in enumerate(room.chat[first:], first):
            if line[2] and line[0] not in self.blocked:
                self.send({"chat": {"number": number, **asdict(talk_line(room, line, self.language))}})

    def _drop(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()


class Channel:
    """The viewers of one table. Whoever reads or changes the table holds it; whatever has changed then is sent."""

    def __init__(self, room: LiveTable) -> None:
        self.room = room
        self.watchers: set[Watcher] = set()
        self.presence = Presence(room, self._people_watching)
        self.polled = 0  # requests of programs that wait for something new
        self.visited = room.clock.monotonic()  # when somebody last came here
        self._stories: dict[tuple[int, str], Story] = {}
        self._sent = self._state()

    @asynccontextmanager
    async def held(self, told: Sequence[NewSteps] | None = None) -> AsyncIterator[LiveTable]:
        """Hold the room: nobody else changes it here meanwhile, and what others have written elsewhere is read.

        Where it is `told` what they have written, or that it is good enough how the room is known here (an empty
        list), nothing is read that is known.
        """
        async with self.room.lock:
            await self.room.read_on(told)
            await self._send_news()
            try:
                yield self.room
            finally:
                await self._send_news()

    @property
    def watched(self) -> bool:
        """Whether anybody wants to know what happens."""
        return bool(self.watchers) or self.polled > 0

    def _people_watching(self) -> set[str]:
        return {watcher.person for watcher in self.watchers}

    def _state(self) -> tuple[str, tuple[str, ...], str, TableMarks]:
        return self.room.stage, self.room.names, self.room.record.next, self.room.marks

    async def _send_news(self) -> None:
        """Send everybody what has changed since they were last told."""
        room, new = self.room, self._state()
        if new == self._sent or room.unsure:
            return
        (stage, names, following, marks), self._sent = self._sent, new
        if following != room.record.next:
            self._send_all({"next": f"/t/{room.record.next}"})
        if len(room.chat) > marks.lines:
            await self._send_chat(marks.lines)
        if names != room.names and stage != OPEN:  # somebody has lost a seat: all that was told has other names now
            self._stories.clear()
            self._send_all({"reload": True})
        elif room.marks.steps > marks.steps and stage != OPEN:
            await find_decisive(room)
            self._send_steps()
        elif room.saved.revision != marks.revision:
            self.refresh() if room.table and stage != OPEN else self._send_all({"reload": True})

    async def _send_chat(self, first: int) -> None:
        for watcher in list(self.watchers):
            with suppress(Unavailable):  # then what was known before is true enough
                watcher.blocked = await self.room.store.blocked(watcher.person)
            watcher.hear(first, self.room)

    def _send_all(self, message: dict[str, Any]) -> None:
        for watcher in self.watchers:
            watcher.send(message)

    async def saw_act(self, person: str) -> None:
        """Note that somebody is here and does something: a seat that a bot kept is theirs again."""
        self.presence.saw(person)
        seat = self.room.seat_of(person)
        if seat == SPECTATOR:
            return
        if self.room.places[seat].missed:
            self.room.places[seat].missed = 0
            with suppress(Conflict):  # it is read again, and noted the next time
                await self.room.save()
        if self.room.table is not None and self.presence.update():
            self.refresh()

    async def came_back(self, person: str) -> None:
        """Note that somebody acts: a seat at which a bot was asked to stand in is theirs again, too."""
        seat = self.room.seat_of(person)
        if seat != SPECTATOR and self.room.table is not None and hand_back(self.room, seat):
            with suppress(Conflict):  # it is read again, and noted the next time
                await self.room.save()
        await self.saw_act(person)

    def story(self, viewer: int, language: str) -> Story:
        """Return what such a viewer has been told so far."""
        if (viewer, language) not in self._stories:
            story = Story(self.room, viewer, language)
            story.catch_up()
            self._stories[viewer, language] = story
        return self._stories[viewer, language]

    def _send_steps(self) -> None:
        """Send everybody the scenes of the steps that they were not told yet."""
        alike: dict[tuple[int, str], list[Watcher]] = {}
        for watcher in self.watchers:
            alike.setdefault(self._viewpoint(watcher), []).append(watcher)
        for who, watchers in alike.items():
            begun, story = who in self._stories, self.story(*who)
            frames = story.go_on() if begun else iter([story.catch_up()])
            for frame, html in [(frame, regions(frame.scene)) for frame in frames]:
                for watcher in watchers:
                    watcher.show(html, story, frame.told, frame.hold, now=self.room.time)

    def _viewpoint(self, watcher: Watcher) -> tuple[int, str]:
        """Return the seat and language that somebody sees with now: before a game begins people change their seats."""
        return self.room.seat_of(watcher.person), watcher.language

    def welcome(self, watcher: Watcher) -> None:
        """Show somebody new the newest scene, or let them ask for the lobby: the page may be older than the socket."""
        self.watchers.add(watcher)
        self.presence.saw(watcher.person)
        if self.room.table is None:
            watcher.send({"reload": True})
            return
        story = self.story(*self._viewpoint(watcher))
        frame = story.catch_up()
        watcher.show(regions(frame.scene), story, frame.told, now=self.room.time, first=True)

    def refresh(self) -> None:
        """Show everybody the newest scene again: something around the game has changed."""
        for watcher in self.watchers:
            story = self.story(*self._viewpoint(watcher))
            watcher.show(regions(story.scene()), story, story.told, now=self.room.time)
