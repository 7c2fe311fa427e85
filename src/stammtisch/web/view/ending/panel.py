"""What a page says when a game is over: one panel with the winner's moment, one's own place, and the numbers once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from markupsafe import Markup

from stammtisch.core.outcome import GameOutcome
from stammtisch.kernel.seats import NONE
from stammtisch.web.view.ending.moment import DecisiveMoment
from stammtisch.web.view.ending.places import came_off
from stammtisch.web.view.scene import PublicSeat, Scene, face_of


class Column(NamedTuple):
    """A column of the table of numbers: what it counts, and how much each seat has."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ResultLine:
    """A line of the table of numbers: how somebody came off."""

    place: int
    one: PublicSeat
    you: bool
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """Everything that the panel says."""

    title: str  # how it ended for the reader
    told: str  # how it ended, as the game says it
    hero: Markup  # the winner's moment, as a picture; empty where a game has none
    winners: tuple[PublicSeat, ...]
    heads: tuple[str, ...]
    score: int  # which of the columns counts in the end
    lines: tuple[ResultLine, ...]
    moment: DecisiveMoment | None
    shared: str  # how it ended, for others to read
    games: int  # of this evening, this one counted; 0 if it is the first
    rating: str  # how it moved the reader's rating; empty while that is hidden
    ratings: str  # the address of the ratings in this game, with so many seats


def ending_of(scene: Scene) -> Ending | None:
    """Return what is said of a game that is over."""
    outcome = scene.outcome
    if outcome is None:
        return None
    numbers = _columns(scene, outcome)
    columns = (*numbers, *_tally(scene, outcome))
    lines = [
        ResultLine(
            outcome.places[one.seat],
            one,
            one.seat == scene.viewer,
            tuple(column.cells[one.seat] for column in columns),
        )
        for one in scene.sitting
    ]
    return Ending(
        came_off(outcome, scene.viewer, scene.names, scene.say),
        scene.ending,
        hero_of(scene),
        tuple(scene.sitting[seat] for seat in outcome.winners),
        tuple(column.head for column in columns),
        max(0, len(numbers) - 1),
        tuple(sorted(lines, key=lambda line: line.place)),
        scene.moment,
        _shared(scene, outcome),
        scene.evening.games and scene.evening.games + 1,
        scene.rating,
        f"/ratings/{scene.game.NAME}?seats={len(scene.places)}",
    )


def hero_of(scene: Scene) -> Markup:
    """Return the winner's moment as the game's page draws it: an SVG that stands alone; empty where it has none."""
    own: Any = getattr(face_of(scene.game), "hero", None)
    return Markup() if own is None else own(scene)


def _columns(scene: Scene, outcome: GameOutcome) -> tuple[Column, ...]:
    """Return the numbers of a game: its own, or the scores, unless they say no more than the places."""
    own: Any = getattr(face_of(scene.game), "numbers", None)
    if own is not None:
        return tuple(own(scene))
    if max(map(abs, outcome.scores)) <= 1:
        return ()
    return (Column(scene.say("Points"), tuple(map(scene.say.number, outcome.scores))),)


def _tally(scene: Scene, outcome: GameOutcome) -> tuple[Column, ...]:
    """Return how often each has won this evening, if the same people have played before."""
    if not scene.evening.games:
        return ()
    evening = scene.evening.after([scene.places[seat].who for seat in outcome.winners])
    return (Column(scene.say("Wins this evening"), tuple(f"{evening.wins.get(one.who, 0)}" for one in scene.places)),)


def _shared(scene: Scene, outcome: GameOutcome) -> str:
    """Say how it ended to those who did not sit there."""
    told = scene.game.words.ending(outcome, scene.view, scene.options, replace(scene.reader, you=NONE))
    return scene.say("{game}: {result}", game=scene.game.words.title(scene.reader.say), result=told)
