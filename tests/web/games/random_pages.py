"""Pages of random games as their viewers see them, and the controls on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from random import Random
from typing import Any

from stammtisch.core.game import find_game
from stammtisch.core.step import Step
from stammtisch.testing import Position
from stammtisch.testing.walk import Mood, begin, random_walk, seats_waited_for, view_of, viewers
from stammtisch.web.tables.record import Place
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


@dataclass(frozen=True)
class Moment:
    """A position and the one that the last step came from."""

    before: Position
    after: Position

    def scene(self, viewer: int, s: Any = None) -> Scene:
        """Return what a viewer is shown, perhaps of another position."""
        at, rules = self.after, self.after.game.rules
        seat, action = at.steps[-1]
        step = Step(len(at.steps) - 1, seat, rules.seen(self.before.s, at.o, viewer, seat, action))
        names = NAMES[: at.o.seats]
        return Scene(
            at.game,
            at.o,
            view_of(rules, at.s if s is None else s, at.o, viewer),
            viewer,
            "en",
            [Place(name=name, ready=True) for name in names],
            names,
            view_of(rules, self.before.s, at.o, viewer),
            step,
            over=not seats_waited_for(rules, at.s, at.o),
        )

    def page(self, viewer: int, s: Any = None) -> str:
        """Return all regions of a page."""
        return "\n".join(regions(self.scene(viewer, s)).values())


def moments(name: str, choices: Mapping[str, object], seed: int, moods: Sequence[Mood] = ()) -> Iterator[Moment]:
    """Yield a random game, step by step."""
    for before, after in pairwise(random_walk(begin(find_game(name), choices), Random(seed), moods=moods)):
        yield Moment(before, after)


def hold_secret(shown: Iterable[Moment], reshuffled: Callable[..., Any], random: Random) -> int:
    """See that pages tell nobody what a viewer cannot see; return of how much that was tried."""
    hidden = 0
    for moment in shown:
        at = moment.after
        for viewer in viewers(at.o):
            other = reshuffled(at.s, at.o, viewer, random)
            hidden += other != at.s
            assert moment.page(viewer, other) == moment.page(viewer), repr(at)
    return hidden


def refused_on(html: str) -> Iterator[tuple[str, str]]:
    """Yield what the buttons that refuse would send, and their sentences."""
    for tag in re.findall(r'<button[^>]*aria-disabled="true"[^>]*>', html):
        value, title = re.search(r'value="([^"]+)"', tag), re.search(r'title="([^"]*)"', tag)
        assert value
        assert title
        yield value[1], unescape(title[1])


@dataclass
class Controls(HTMLParser):
    """The controls of a page: by action, whether it is on offer, and what it is called."""

    html: str
    on: dict[str, str] = field(default_factory=dict)
    off: dict[str, str] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self._inside: dict[str, str] | None = None
        self._value = ""
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of buttons and boxes."""
        given = dict(attrs)
        self.tags.append(tag)
        self.attributes |= set(given)
        if given.get("name") in ("do", "pick"):
            self._value = str(given["value"])
            self._inside = self.off if given.get("aria-disabled") else self.on
            self._inside[self._value] = str(given.get("aria-label") or "")
            if given.get("aria-label") or tag == "input":
                self._inside = None

    def handle_data(self, data: str) -> None:
        """Take the text of a button for its name where it has no other."""
        if self._inside is not None:
            self._inside[self._value] += data

    def handle_endtag(self, tag: str) -> None:
        """Leave a button."""
        if tag == "button":
            self._inside = None


def texts_of(scene: Scene) -> set[str]:
    """Return the viewer's legal actions in the notation."""
    return {scene.game.notation.write(action) for action in scene.legal}
