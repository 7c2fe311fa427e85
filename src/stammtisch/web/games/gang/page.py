"""Gang of Crooks on a page: a trick around the table, a hand below, and the evening paper between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.core.table import Table
from stammtisch.games.gang.cards import CARDS, CROOKS, PENALTIES, POLITICIAN, VALUES
from stammtisch.games.gang.notation import write
from stammtisch.games.gang.rules import COLLECT, OTHERS, PASSED, SELF, Phase
from stammtisch.games.gang.words.people import signed
from stammtisch.kernel.seats import NONE
from stammtisch.web.games.gang import cards_art as art
from stammtisch.web.games.gang import headlines as news
from stammtisch.web.games.gang.cards_art import chip, people
from stammtisch.web.games.gang.goal_art import goal_art
from stammtisch.web.games.gang.hero import hero
from stammtisch.web.games.gang.poster import poster
from stammtisch.web.view.ending.panel import Column
from stammtisch.web.view.measures import Measure, points, points_from_average
from stammtisch.web.view.review.grades import POINTS_OF_GANG
from stammtisch.web.view.scene import Offer, Scene, made_once, the_offer

__all__ = ["HOLD", "MEASURE", "arrange", "chip", "goal_art", "hero", "numbers", "people", "poster", "shape"]

_ROW: Final = 8  # cards that a phone shows side by side, each wide enough for a thumb

MEASURE: Final = Measure(
    lambda worth, o: worth / o.seats, points, points_from_average, lambda _: True, POINTS_OF_GANG, to_the_end=False
)
HOLD: Final = {Phase.TRICK: 1700, Phase.ROUND: 900, Phase.SCORED: 6000}


@dataclass(frozen=True, eq=False)  # `_made` makes each once
class Card:
    """A card that the viewer sees."""

    text: str
    colour: str
    name: str
    inside: Markup
    bust: Markup
    cost: int  # points for whoever takes it


@dataclass(frozen=True, eq=False)
class Held:
    """A card of the viewer's hand, and what the viewer may do with it."""

    card: Card
    offer: Offer
    origin: str  # the id of the seat that it was just received from; empty if it was not
    first: bool  # of its colour in its row


@dataclass(frozen=True, eq=False)
class Spot:
    """What lies in front of a seat: the same for all viewers, wherever they see it."""

    seat: int
    name: str
    card: Card | None
    mark: str  # last: played just now; wins: takes the trick
    leads: bool
    asked: bool
    aside: int  # cards laid aside to be passed


@dataclass(frozen=True, eq=False)
class Facts:
    """What is said about a seat."""

    dealt: bool
    tricks: int
    total: str
    swept: tuple[str, ...]  # the cards of a trick that it has just taken


_the_held, _the_spot, _the_facts = made_once(Held), made_once(Spot), made_once(Facts)


@dataclass(frozen=True)
class Photo:
    """Whom the paper shows when the round is counted."""

    card: Card
    told: str


@dataclass(frozen=True)
class Line:
    """A line of the score: what somebody took, and what it costs."""

    seat: int
    name: str
    mine: bool
    caught: tuple[Card, ...]
    told: str
    points: str  # empty until they are counted
    total: str
    place: int
    share: int  # of the limit, in twentieths


def shape(scene: Scene) -> dict[str, object]:
    """Return what the templates need."""
    v, o, seats = scene.view, scene.options, range(scene.options.seats)
    mine = scene.viewer in seats
    counted = v.phase in (Phase.CHOICE, Phase.SCORED, Phase.OVER)
    return {
        "part": Phase(v.phase).name.lower(),
        "passing": v.phase == Phase.PASS,
        "paper": news.paper(scene),
        "spots": _spots(scene),
        "last": _last(scene),
        "taker": scene.names[v.leader] if v.tricks else "",
        "facts": [_facts(scene, seat) for seat in seats],
        "lines": _lines(scene) if counted else [],
        "photo": _photo(scene) if counted else None,
        "rows": _hand(scene) if mine else [],
        "note": news.note(scene) if mine else "",
        "aside": _cards(scene, v.passed[scene.viewer]) if mine and v.phase == Phase.PASS else (),
        "needs": PASSED - v.passed_size[scene.viewer] if mine else 0,
        "receiver": scene.names[(scene.viewer + v.round_number) % o.seats] if mine else "",
        "choices": _choices(scene) if v.phase == Phase.CHOICE and scene.my_turn else [],
        "open_hands": [] if mine else _open_hands(scene),
    }


def arrange(table: Table, seat: int, do: list[str], picks: list[str]) -> list[int]:  # noqa: ARG001
    """Return the row of actions that a form means: a card or a choice, or the cards that are ticked."""
    return [table.game.notation.read(text) for text in do or picks]


def _card(scene: Scene, card: int) -> Card:
    return _pack(scene)[card]


def _pack(scene: Scene) -> tuple[Card, ...]:
    """Return all cards."""
    return _printed(scene.options.politician, scene.say, scene.reader.say)


@cache
def _printed(politician: int, web: Say, game: Say) -> tuple[Card, ...]:
    return tuple(_made(card, politician, web, game) for card in range(CARDS))


@cache
def _made(card: int, politician: int, web: Say, game: Say) -> Card:
    cost = politician if card == POLITICIAN else CROOKS >> card & 1
    name = art.full_name(card, cost, web, game)
    return Card(write(card), art.COLOURS[_colour(card)], name, art.inside(card, game), art.bust(card), cost)


def _cards(scene: Scene, bits: int) -> tuple[Card, ...]:
    pack = _pack(scene)
    return tuple([pack[card] for card in _numbers(bits)])


@lru_cache(4096)
def _numbers(bits: int) -> tuple[int, ...]:
    """Return the cards of a set, in ascending order."""
    return tuple(card for card in range(CARDS) if bits >> card & 1)


def _facts(scene: Scene, seat: int) -> Facts:
    v, o, step = scene.view, scene.options, scene.step
    collected = step is not None and step.action == COLLECT and scene.before.phase == Phase.TRICK
    swept = tuple(write(v.last[other]) for other in range(o.seats)) if collected and seat == v.leader else ()
    tricks = v.taken[seat].bit_count() // o.seats
    return _the_facts(v.phase != Phase.DEAL, tricks, signed(v.total[seat]), swept)


def _spots(scene: Scene) -> list[Spot]:
    """Return the spots clockwise, the viewer's own first."""
    v, o, near = scene.view, scene.options, _near(scene)
    taker = news.taker(v, o) if v.phase == Phase.TRICK else NONE
    spots = []
    for at in range(o.seats):
        seat = (near + at) % o.seats
        moved = scene.step is not None and scene.step.seat == seat
        mark = "wins" if seat == taker else "last" if moved and taker == NONE else ""
        spots.append(
            _the_spot(
                seat,
                scene.names[seat],
                None if v.trick[seat] == NONE else _card(scene, v.trick[seat]),
                mark,
                seat == v.leader and v.phase in (Phase.PLAY, Phase.TRICK),
                seat in scene.waiting,
                v.passed_size[seat] if v.phase == Phase.PASS else 0,
            )
        )
    return spots


def _last(scene: Scene) -> list[tuple[str, Card, bool]]:
    """Return the last complete trick in seat order: who played what, and whether it took the trick.

    It begins with the viewer and goes on clockwise, as the spots do. That is not the order of play: who led is no part
    of a view any more when the trick is taken, and the cards alone do not tell it.
    """
    v, o = scene.view, scene.options
    if v.tricks == 0:
        return []
    seats = [(_near(scene) + at) % o.seats for at in range(o.seats)]
    return [(scene.names[seat], _card(scene, v.last[seat]), seat == v.leader) for seat in seats]


def _near(scene: Scene) -> int:
    """Return the seat that is drawn next to the viewer: their own, or the first."""
    return scene.viewer if scene.viewer < scene.options.seats else 0


def _hand(scene: Scene) -> list[list[Held]]:
    """Return the viewer's hand in rows; one with which nothing can be done now is made once."""
    v, o, seat = scene.view, scene.options, scene.viewer
    giver = (seat - v.round_number) % o.seats
    fresh = v.passed[giver] if v.phase > Phase.PASS and v.tricks == 0 and giver != seat else 0
    cards, faces = _numbers(v.hand[seat]), _cards(scene, v.hand[seat])
    if scene.my_turn or scene.better or not cards:
        return _held(cards, faces, scene.offer, fresh, giver)
    return _quiet_hand(cards, faces, scene.offer(cards[0]).refusal, fresh, giver)


@lru_cache(4096)
def _quiet_hand(
    cards: tuple[int, ...], faces: tuple[Card, ...], refusal: str, fresh: int, giver: int
) -> list[list[Held]]:
    def offer(card: int) -> Offer:
        return the_offer(card, write(card), "", legal=False, refusal=refusal)

    return _held(cards, faces, offer, fresh, giver)


def _held(
    cards: tuple[int, ...], faces: tuple[Card, ...], offer: Callable[[int], Offer], fresh: int, giver: int
) -> list[list[Held]]:
    """Return cards in rows, those of the set `fresh` as received from the seat `giver`."""
    rows, face = [], dict(zip(cards, faces, strict=True))
    for row in _rows(cards):
        first = [before != colour for before, colour in pairwise([None, *map(_colour, row)])]
        origins = [f"seat-{giver}" if fresh >> card & 1 else "" for card in row]
        rows.append(list(map(_the_held, map(face.__getitem__, row), map(offer, row), origins, first)))
    return rows


def _rows(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return a hand as the rows that a phone shows: a large one is parted, between two colours where that fits."""
    size = len(cards)
    if size <= _ROW:
        return [cards] if cards else []
    parts = range(size - _ROW, _ROW + 1)
    middle = (size + 1) // 2
    between = [part for part in parts if _colour(cards[part - 1]) != _colour(cards[part])]
    part = min(between or [middle], key=lambda place: abs(2 * place - size))
    return [cards[:part], cards[part:]]


def _colour(card: int) -> int:
    return card // VALUES


def _lines(scene: Scene) -> list[Line]:
    v, o = scene.view, scene.options
    chosen = v.phase != Phase.CHOICE
    bound = max(o.limit if not o.rounds else 0, *(abs(v.total[seat]) for seat in range(o.seats)), 1)
    lines = []
    for seat in range(o.seats):
        caught = v.taken[seat] & PENALTIES
        total = v.total[seat]
        lines.append(
            Line(
                seat,
                scene.names[seat],
                seat == scene.viewer,
                _cards(scene, caught & 1 << POLITICIAN) + _cards(scene, caught & ~(1 << POLITICIAN)),
                news.caught(scene, caught),
                _with_sign(v.points[seat]) if chosen else "",
                signed(total),
                1 + sum(v.total[other] < total for other in range(o.seats)),
                max(0, min(20, round(20 * total / bound))),
            )
        )
    return sorted(lines, key=lambda line: line.place)


def _photo(scene: Scene) -> Photo:
    """Return the politician, or the head of a united gang."""
    v, say = scene.view, scene.say
    seat = next(seat for seat in range(scene.options.seats) if v.taken[seat] >> POLITICIAN & 1)
    if v.taken[seat] & PENALTIES == scene.options.deck & PENALTIES:
        return Photo(_card(scene, CARDS - 1), say("The head of the gang sends regards."))
    return Photo(_card(scene, POLITICIAN), say("Caught red-handed by {name}.", name=scene.names[seat]))


def _with_sign(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


def _choices(scene: Scene) -> list[tuple[Offer, Card, tuple[tuple[str, str], ...]]]:
    """Return the two ends of a united gang, each with who is on its side and what the totals would be."""
    rules, v = scene.game.rules, scene.view
    found = []
    for action, face in ((OTHERS, CARDS - 1), (SELF, CARDS - 2)):
        after: Any = v.copy()
        rules.apply(after, scene.options, scene.viewer, action)
        totals = tuple((scene.names[seat], signed(after.total[seat])) for seat in range(scene.options.seats))
        found.append((scene.offer(action), _card(scene, face), totals))
    return found


def _open_hands(scene: Scene) -> list[tuple[str, tuple[Card, ...]]]:
    """Return the hands that hide nothing: none to a spectator, all in a replay that shows everything."""
    v = scene.view
    seats = [seat for seat in range(scene.options.seats) if 0 < v.hand_size[seat] == v.hand[seat].bit_count()]
    return [(scene.names[seat], _cards(scene, v.hand[seat])) for seat in seats]


def numbers(scene: Scene) -> tuple[Column, ...]:
    """Return what the table of numbers shows in the end: the points, and of several rounds those of the last."""
    v, say, seats = scene.view, scene.say, range(scene.options.seats)
    total = tuple(signed(v.total[seat]) for seat in seats)
    if v.round_number <= 1:
        return (Column(say("Points"), total),)
    return Column(say("Last round"), tuple(_with_sign(v.points[seat]) for seat in seats)), Column(say("Total"), total)
