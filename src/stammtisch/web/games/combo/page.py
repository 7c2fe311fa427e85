"""Combination Race on a page: boards with stones, the display between them, and the hand with all it can lay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.table import Table
from stammtisch.games.combo.cards import CARDS, RANKS, after, count_cards, has_card
from stammtisch.games.combo.combinations import FIVE, FLUSH, FOUR, FULL_HOUSE, KINDS
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import DONE, DRAW, EXCHANGE, INTO, LAY, RESERVE, Phase
from stammtisch.games.combo.stones import most_exchanged, stones_left
from stammtisch.games.combo.words.moments import part_name
from stammtisch.games.combo.words.names import cards_in, worth_of
from stammtisch.kernel import CHANCE
from stammtisch.kernel.seats import NONE
from stammtisch.web.games.combo.board import Card, board, card, cards, facts
from stammtisch.web.games.combo.cards_art import chip, sign, wants
from stammtisch.web.games.combo.drops import dropped, drops, first_stones, slots, ticked
from stammtisch.web.games.combo.examples import examples
from stammtisch.web.games.combo.hand import Held, rows_of
from stammtisch.web.games.combo.hero import hero
from stammtisch.web.games.combo.layable import Lay, lays, rest_of_it
from stammtisch.web.games.combo.placing import Wish, completed, wishes
from stammtisch.web.games.combo.poster import goal_art, poster
from stammtisch.web.view.ending.panel import Column
from stammtisch.web.view.measures import Measure, stones, stones_from_average
from stammtisch.web.view.review.grades import STONES
from stammtisch.web.view.scene import Offer, Scene

__all__ = ["HOLD", "MEASURE", "MOMENT_FROM_SEAT", "arrange", "chip", "goal_art", "hero", "numbers", "poster", "shape"]

MEASURE: Final = Measure(
    lambda worth, o: worth / o.seats / CARDS, stones, stones_from_average, lambda o: o.first == CHANCE, STONES
)
HOLD: Final = {Phase.TAKE: 700, Phase.SHUFFLE: 1200}
MOMENT_FROM_SEAT: Final = True  # what decided the game happened on the board of whoever did it
_TURN: Final = (Phase.TURN, Phase.THEN)
_LAYING: Final = (Phase.LAY, Phase.INTO, Phase.SPLIT)


@dataclass(frozen=True)
class Asked:
    """What the viewer may do now with buttons and ticked cards, beside dropping stones on rows."""

    draw: Offer | None
    pile: int
    display: int
    exchange: Offer | None
    done: Offer | None
    most: int  # cards that may be exchanged
    owed: int  # cards to be taken or discarded
    first: int  # stones to be placed before the first turn
    lays: tuple[Lay, ...]  # each a whole combination
    wishes: tuple[Wish, ...]


def shape(scene: Scene) -> dict[str, object]:
    """Return what the templates need."""
    v, o = scene.view, scene.options
    mine = scene.viewer < o.seats
    boards = [board(scene, seat) for seat in range(o.seats)]
    near = scene.viewer if mine else 0
    ready = tuple(lays(scene)) if mine and _can_plan(scene) else ()
    return {
        "part": Phase(v.phase).name.lower(),
        "board_colour": "red" if o.expert else "blue",
        "heading": part_name(v, scene.reader),
        "began": began(scene),
        "boards": boards,
        "facts": [facts(scene, seat) for seat in range(o.seats)],
        "mine": boards[near] if mine else None,
        "others": [boards[(near + step) % o.seats] for step in range(1 if mine else 0, o.seats)],
        "standing": [boards[seat] for seat in _order(scene)],
        "drops": drops(scene),
        "slots": slots(scene),
        "examples": examples(scene) if v.phase == Phase.START else (),
        "display": _display(scene),
        "taking": _taking(scene),
        "pile": v.pile_size,
        "discards": count_cards(v.discards),
        "gone": _just_discarded(scene),
        "tray": _tray(scene),
        "hand": rows_of(_hand(scene)) if mine else [],
        "ticking": scene.my_turn and v.phase in (*_TURN, Phase.EXCHANGE, Phase.DISCARD),
        "note": _note(scene) if mine else "",
        "ready": ready,
        "asked": _asked(scene, ready) if scene.my_turn else None,
        "chosen": bool(v.chosen),
        "laid": v.kind == NONE,
        "layer": scene.before.turn if scene.before else NONE,
        "sign": sign,
        "wants": wants,
    }


def _order(scene: Scene) -> list[int]:
    """Return the seats as their boards are shown to whoever watches: in turn, and in the end by place."""
    seats = range(scene.options.seats)
    return sorted(seats, key=scene.outcome.places.__getitem__) if scene.outcome else list(seats)


def began(scene: Scene) -> str:
    """Say who begins every round."""
    v = scene.view
    return "" if v.first == NONE else scene.say("{name} begins", name=scene.names[v.first])


def _can_plan(scene: Scene) -> bool:
    """Whether it matters what the viewer's hand could lay."""
    v, seat = scene.view, scene.viewer
    busy = v.turn == seat and v.phase in _LAYING
    racing = not v.blocked >> seat & 1 and stones_left(v, seat) > 0
    return racing and not busy and Phase.DEAL < v.phase < Phase.OVER


def _asked(scene: Scene, ready: tuple[Lay, ...]) -> Asked:
    v, o, seat = scene.view, scene.options, scene.viewer
    turn = v.phase in _TURN
    return Asked(
        scene.offer(DRAW) if v.phase == Phase.TURN else None,
        worth_of(v, o, seat, FULL_HOUSE),
        worth_of(v, o, seat, FLUSH),
        scene.offer(EXCHANGE) if turn else None,
        scene.offer(DONE) if v.phase == Phase.THEN else None,
        most_exchanged(v, o, seat) if turn or v.phase == Phase.EXCHANGE else 0,
        v.owed if v.phase in (Phase.TAKE, Phase.DISCARD) else 0,
        (2 if o.expert else 3) if v.phase == Phase.START else 0,
        ready if turn else rest_of_it(scene) if v.phase in _LAYING else (),
        wishes(scene) if turn and {LAY + FOUR, LAY + FIVE} & set(scene.legal) else (),
    )


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

    A button may name a whole row of actions. One that stands for a row of the board lays what goes there: the ticked
    cards, or the best ones; one that exchanges takes the ticked cards. What is asked after them is answered by the
    wishes of the form, which begin with `~`. The first stones are ticked places.
    """
    read: Any = table.game.notation.read
    named = [read(text) for text in do if not text.startswith("~")]
    if table.position.phase == Phase.START and not named:
        return first_stones(picks)
    wished, cards = [text[1:] for text in do if text.startswith("~")], ticked(picks)
    if len(named) == 1 and INTO <= named[0] < RESERVE and table.position.phase in _TURN:
        return dropped(table, seat, named[0] - INTO, cards, wished)
    if len(named) > 1 or (named and not LAY <= named[0] < LAY + KINDS and named[0] != EXCHANGE):
        return named
    return completed(table, seat, [*named, *cards], wished)


def numbers(scene: Scene) -> tuple[Column, ...]:
    """Return what the table of numbers shows in the end: cards only where they decide."""
    v, seats, say = scene.view, range(scene.options.seats), scene.say
    left = [stones_left(v, seat) for seat in seats]
    stones_column = Column(say("Stones left"), tuple(map(str, left)))
    if left.count(0) <= 1:
        return (stones_column,)
    return (stones_column, Column(say("Cards in hand"), tuple(str(v.hand_size[seat]) for seat in seats)))
