"""Boards of Combination Race for pages: rows of levels, columns, stones, and what is known of the hand beside them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import CARDS, RANKS
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import COLUMN, START_ROWS, Phase
from stammtisch.games.combo.stones import hand_limit, stones_for, stones_left
from stammtisch.games.combo.words.names import card_name, cards_in, combination_name
from stammtisch.kernel.seats import NONE
from stammtisch.web.games.combo import cards_art as art
from stammtisch.web.view.scene import Scene

SIGNS: Final = ("pile", "display", "exchange", "hand", "pairs")  # by row


@dataclass(frozen=True)
class Card:
    """A card that the viewer sees."""

    text: str
    value: int
    colour: str
    name: str
    inside: Markup
    token: Markup


@dataclass(frozen=True)
class Level:
    """A level or a column: what it is worth, and its places, each with the id of the stone that just came."""

    worth: int  # 0 for a column
    holes: tuple[str, ...]
    state: str  # full, new, sealed, next or free


@dataclass(frozen=True)
class Line:
    """A row of a board."""

    sign: str
    name: str
    what: str
    told: str  # the row in a sentence
    worth: str
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Facts:
    """What is said about a seat."""

    left: int  # stones
    cards: int
    limit: int
    first: bool


@dataclass(frozen=True)
class Board:
    """What lies before a seat."""

    seat: int
    name: str
    lines: tuple[Line, ...]
    columns: Line
    active: tuple[str, ...]  # ids of stones
    reserve: tuple[str, ...]
    left: int
    room: int  # for active stones; 0 where there is no limit
    cards: int
    limit: int
    state: str  # blocked, finished, sealed, or nothing
    first: bool
    asked: bool
    known: tuple[Card, ...]
    hidden: int


def card(scene: Scene, number: int) -> Card:
    """Return a card."""
    return _made(number, scene.reader.say)


@cache
def _made(number: int, say: Say) -> Card:
    name = card_name(number, say)
    value = number % RANKS + 1
    return Card(write(number), value, art.COLOURS[number // RANKS], name, art.inside(number), art.token(number))


def cards(scene: Scene, zone: Any) -> tuple[Card, ...]:
    """Return the cards of a set from low to high."""
    return tuple(card(scene, number) for number in cards_in(zone) if number < CARDS)


def facts(scene: Scene, seat: int) -> Facts:
    """Return what is said about a seat."""
    v = scene.view
    return Facts(stones_left(v, seat), v.hand_size[seat], hand_limit(v, scene.options, seat), seat == v.first)


def board(scene: Scene, seat: int) -> Board:
    """Return the board of a seat."""
    v, o = scene.view, scene.options
    left, reserve = stones_left(v, seat), v.reserve[seat]
    known = cards(scene, v.hand[seat])
    return Board(
        seat,
        scene.names[seat],
        tuple(_line(scene, seat, row) for row in range(UPGRADES)),
        _columns(scene, seat),
        _ids(seat, reserve, left),
        _ids(seat, 0, reserve),
        left,
        hand_limit(v, o, seat) if o.expert else 0,
        v.hand_size[seat],
        hand_limit(v, o, seat),
        _state(scene, seat, left),
        seat == v.first,
        seat in scene.waiting,
        known,
        v.hand_size[seat] - len(known),
    )


def _state(scene: Scene, seat: int, left: int) -> str:
    v = scene.view
    if v.blocked >> seat & 1:
        return "blocked"
    if left == 0:
        return "finished"
    sealed = v.phase == Phase.START and not scene.options.expert and v.start[seat] != NONE
    return "sealed" if sealed else ""


def _captions(scene: Scene) -> tuple[str, ...]:
    say = scene.say
    return say("from the pile"), say("from the display"), say("to exchange"), say("hand limit")


def _line(scene: Scene, seat: int, row: int) -> Line:
    v, o = scene.view, scene.options
    reached, name = v.level[seat][row], combination_name(row, scene.reader.say)
    came = _came(scene, seat, row)
    sealed = _sealed(scene, seat, row)
    levels = []
    for level in range(1, o.levels + 1):
        holes = ("",) * o.stones[level]
        state = "full" if level <= reached else "next" if level == reached + 1 else "free"
        if came and level == reached:
            holes, state = (*came, *[""] * (o.stones[level] - len(came))), "new"
        if reached < level <= reached + sealed:
            state = "sealed"
        levels.append(Level(o.value[row][level], holes, state))
    worth = o.value[row][reached]
    told = _told(scene, seat, row, name, worth)
    return Line(SIGNS[row], name, _captions(scene)[row], told, str(worth), tuple(levels))


def _told(scene: Scene, seat: int, row: int, name: str, worth: int) -> str:
    v, o, say = scene.view, scene.options, scene.say
    facts = {
        "row": name,
        "level": v.level[seat][row],
        "levels": o.levels,
        "value": worth,
        "what": _captions(scene)[row],
    }
    if v.level[seat][row] == o.levels:
        return say("{row}: all {levels} levels are reached; {what}: {value}.", **facts)
    return say.count(
        "{row}: level {level} of {levels}; {what}: {value}. The next level takes {number} stone.",
        "{row}: level {level} of {levels}; {what}: {value}. The next level takes {number} stones.",
        stones_for(v, o, seat, row) if stones_left(v, seat) else o.stones[v.level[seat][row] + 1],
        **facts,
    )


def _columns(scene: Scene, seat: int) -> Line:
    v, o, say = scene.view, scene.options, scene.say
    filled, name = v.level[seat][COLUMN], combination_name(COLUMN, scene.reader.say)
    came = _came(scene, seat, COLUMN)
    levels = []
    for column in range(1, o.columns + 1):
        state = "full" if column <= filled else "next" if column == filled + 1 else "free"
        new = came[2 * (filled - column) :][:2] if column <= filled else ()
        levels.append(Level(0, (*new, *[""] * (2 - len(new))), "new" if new else state))
    told = say("{row}: {number} of {columns} columns filled.", row=name, number=filled, columns=o.columns)
    return Line(SIGNS[COLUMN], name, say("columns"), told, f"{filled}/{o.columns}", tuple(levels))


def _ids(seat: int, first: int, end: int) -> tuple[str, ...]:
    """Return the ids of some of a seat's stones."""
    return tuple(f"s-{seat}-{number}" for number in range(first, end))


def _came(scene: Scene, seat: int, row: int) -> tuple[str, ...]:
    """Return the ids of the stones that the last step brought to a row."""
    v, before = scene.view, scene.before
    if before is None or v.level[seat][row] <= before.level[seat][row] or before.phase == Phase.START:
        return ()
    return _ids(seat, stones_left(v, seat), stones_left(before, seat))


def _sealed(scene: Scene, seat: int, row: int) -> int:
    """Return how many levels of a row the viewer's own sealed placement will fill."""
    v, o = scene.view, scene.options
    if v.phase != Phase.START or o.expert or v.start[seat] < 0:
        return 0
    return START_ROWS[v.start[seat]].count(row)
