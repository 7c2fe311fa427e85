"""Combination Race on a page: boards with stones, the display between them, and the hand with all it can lay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.table import Table
from stammtisch.games.combo.cards import CARDS, RANKS, after, count_cards, has_card
from stammtisch.games.combo.combinations import FLUSH, FOUR, FULL_HOUSE, KINDS, SIZES
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import DONE, DRAW, EXCHANGE, LAY, PLACE, START_ROWS, Phase
from stammtisch.games.combo.stones import most_exchanged, stones_left
from stammtisch.games.combo.words.names import cards_in, combination_name, worth_of
from stammtisch.kernel import CHANCE
from stammtisch.kernel.seats import NONE
from stammtisch.web.games.combo import headlines as news
from stammtisch.web.games.combo.board import SIGNS, Card, board, card, cards, facts
from stammtisch.web.games.combo.cards_art import sign
from stammtisch.web.games.combo.hand import Held, rows_of
from stammtisch.web.games.combo.layable import BEST, Lay, lays, rest_of_it
from stammtisch.web.games.combo.placing import Wish, completed, wishes
from stammtisch.web.games.combo.poster import poster
from stammtisch.web.view.ending.panel import Column
from stammtisch.web.view.measures import Measure, stones, stones_from_average
from stammtisch.web.view.scene import Offer, Scene

__all__ = ["HOLD", "MEASURE", "MOMENT_FROM_SEAT", "arrange", "numbers", "poster", "shape"]

MEASURE: Final = Measure(
    lambda worth, o: worth / o.seats / CARDS, stones, stones_from_average, lambda o: o.first == CHANCE
)
HOLD: Final = {Phase.TAKE: 700, Phase.SHUFFLE: 1200}
MOMENT_FROM_SEAT: Final = True  # what decided the game happened on the board of whoever did it
_FEW: Final = 2  # kinds of which several ways are shown at once
_TURN: Final = (Phase.TURN, Phase.THEN)
_LAYING: Final = (Phase.LAY, Phase.INTO, Phase.SPLIT)


@dataclass(frozen=True)
class Kind:
    """A combination to lay from cards that are ticked."""

    name: str
    size: int
    offer: Offer


@dataclass(frozen=True)
class Start:
    """A start placement: the stones on each row."""

    offer: Offer
    name: str
    stones: tuple[int, ...]


@dataclass(frozen=True)
class Asked:
    """What the viewer may do now with buttons and ticked cards."""

    draw: Offer | None
    pile: int
    display: int
    exchange: Offer | None
    done: Offer | None
    most: int  # cards that may be exchanged
    owed: int  # cards to be taken or discarded
    best: tuple[Lay, ...]
    more: tuple[tuple[str, tuple[Lay, ...]], ...]  # by kind
    kinds: tuple[Kind, ...]
    wishes: tuple[Wish, ...]
    rest: tuple[Lay, ...]
    starts: tuple[Start, ...]


def shape(scene: Scene) -> dict[str, object]:
    """Return what the templates need."""
    v, o = scene.view, scene.options
    mine = scene.viewer < o.seats
    boards = [board(scene, seat) for seat in range(o.seats)]
    near = scene.viewer if mine else 0
    ready = lays(scene) if mine and _can_plan(scene) else []
    return {
        "part": Phase(v.phase).name.lower(),
        "board_colour": "red" if o.expert else "blue",
        "heading": news.heading(scene),
        "began": news.began(scene),
        "boards": boards,
        "facts": [facts(scene, seat) for seat in range(o.seats)],
        "mine": boards[near] if mine else None,
        "others": [boards[(near + step) % o.seats] for step in range(1 if mine else 0, o.seats)],
        "display": _display(scene),
        "taking": _taking(scene),
        "pile": v.pile_size,
        "discards": count_cards(v.discards),
        "gone": _just_discarded(scene),
        "tray": _tray(scene),
        "hand": rows_of(_hand(scene)) if mine else [],
        "ticking": scene.my_turn and v.phase in (*_TURN, Phase.EXCHANGE, Phase.DISCARD),
        "note": _note(scene) if mine else "",
        "ready": [group[0] for group in ready],
        "asked": _asked(scene, ready) if scene.my_turn else None,
        "chosen": bool(v.chosen),
        "laid": v.kind == NONE,
        "layer": scene.before.turn if scene.before else NONE,
        "signs": SIGNS,
        "sign": sign,
    }


def _can_plan(scene: Scene) -> bool:
    """Whether it matters what the viewer's hand could lay."""
    v, seat = scene.view, scene.viewer
    busy = v.turn == seat and v.phase in _LAYING
    racing = not v.blocked >> seat & 1 and stones_left(v, seat) > 0
    return racing and not busy and Phase.DEAL < v.phase < Phase.OVER


def _asked(scene: Scene, ready: list[list[Lay]]) -> Asked:
    v, o, seat = scene.view, scene.options, scene.viewer
    turn = v.phase in _TURN
    exchanging = turn or v.phase == Phase.EXCHANGE
    best = BEST if len(ready) <= _FEW else 1
    name = scene.reader.say
    return Asked(
        scene.offer(DRAW) if v.phase == Phase.TURN else None,
        worth_of(v, o, seat, FULL_HOUSE),
        worth_of(v, o, seat, FLUSH),
        scene.offer(EXCHANGE) if turn else None,
        scene.offer(DONE) if v.phase == Phase.THEN else None,
        most_exchanged(v, o, seat) if exchanging else 0,
        v.owed if v.phase in (Phase.TAKE, Phase.DISCARD) else 0,
        tuple(lay for group in ready for lay in group[:best]) if turn else (),
        tuple((group[0].kind, tuple(group[best:])) for group in ready if group[best:]) if turn else (),
        tuple(Kind(combination_name(kind, name), SIZES[kind], scene.offer(LAY + kind)) for kind in range(KINDS))
        if turn
        else (),
        wishes(scene) if turn and {LAY + FOUR, LAY + FOUR + 1} & set(scene.legal) else (),
        rest_of_it(scene) if v.phase in _LAYING else (),
        _starts(scene) if v.phase == Phase.START else (),
    )


def _starts(scene: Scene) -> tuple[Start, ...]:
    name = scene.reader.say
    number = 2 if scene.options.expert else 3
    found = []
    for place, rows in enumerate(START_ROWS):
        if len(rows) == number:
            told = ", ".join(f"{combination_name(row, name)} {rows.count(row)}" for row in dict.fromkeys(rows))
            found.append(
                Start(scene.offer(PLACE + place), told, tuple(rows.count(row) for row in range(len(SIGNS) - 1)))
            )
    return tuple(found)


def _taking(scene: Scene) -> str:
    """Return how cards are taken from the display now: by a tap, by ticking several, or not at all."""
    if not scene.my_turn or scene.view.phase != Phase.TAKE:
        return ""
    return "tap" if scene.view.owed == 1 else "tick"


def _display(scene: Scene) -> list[Held]:
    v = scene.view
    taking = _taking(scene) != ""
    return [_one(scene, one, taking=taking, first=True) for one in cards_in(v.display)]


def _hand(scene: Scene) -> list[Held]:
    v, seat = scene.view, scene.viewer
    choosing = scene.my_turn and v.phase in (Phase.DISCARD, Phase.EXCHANGE)
    held: list[Held] = []
    for one in cards_in(v.hand[seat]):
        first = not held or held[-1].card.value != one % RANKS + 1
        held.append(_one(scene, one, taking=choosing, first=first))
    return held


def _one(scene: Scene, one: int, *, taking: bool, first: bool) -> Held:
    return Held(card(scene, one), _refusal(scene, one) if taking else "", first, scene.hint_word(one))


def _refusal(scene: Scene, one: int) -> str:
    """Return why a card cannot be among those that are chosen; one that can only come later can."""
    v = scene.view
    if v.last == NONE or after(v.last, one // RANKS) >> one % RANKS & 1:
        return ""
    return scene.offer(one).refusal


def _tray(scene: Scene) -> tuple[Card, ...]:
    """Return the cards of the combination that is being laid, or that the last step has completed."""
    v, before, step = scene.view, scene.before, scene.step
    if v.kind != NONE:
        return cards(scene, v.laid)
    if before is None or step is None or before.kind == NONE or scene.my_turn or scene.over:
        return ()
    last = [step.action] if 0 <= step.action < CARDS else []
    return tuple(card(scene, one) for one in (*cards_in(before.laid), *last))


def _just_discarded(scene: Scene) -> list[str]:
    v, before = scene.view, scene.before
    if before is None or before.kind != NONE:
        return []
    return [write(one) for one in cards_in(v.discards) if not has_card(before.discards, one)]


def _note(scene: Scene) -> str:
    """Say why the viewer has no more turns."""
    v, seat = scene.view, scene.viewer
    out = v.blocked >> seat & 1 or (v.round_number > 0 and stones_left(v, seat) == 0)
    return scene.refusal(DRAW)[1] if out and not scene.over else ""


def arrange(table: Table, seat: int, do: list[str], picks: list[str]) -> list[int]:
    """Return the row of actions that a form means.

    A button may name a whole row. One that lays or exchanges takes the ticked cards, from low to high; what is asked
    after them is answered by the wishes of the form, which begin with `~`.
    """
    read: Any = table.game.notation.read
    named = [read(text) for text in do if not text.startswith("~")]
    if len(named) > 1 or (named and not LAY <= named[0] < LAY + KINDS and named[0] != EXCHANGE):
        return named
    ticked = sorted({read(text) for text in picks}, key=lambda one: (one % RANKS, one // RANKS))
    return completed(table, seat, [*named, *ticked], [text[1:] for text in do if text.startswith("~")])


def numbers(scene: Scene) -> tuple[Column, ...]:
    """Return what the table of numbers shows in the end."""
    left = tuple(f"{stones_left(scene.view, seat)}" for seat in range(scene.options.seats))
    return (Column(scene.say("Stones left"), left),)
