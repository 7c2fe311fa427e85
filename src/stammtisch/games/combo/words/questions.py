"""What people read at Combination Race: questions and buttons; the log, refusals and picture lie beside it."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.games.combo.cards import CARDS
from stammtisch.games.combo.combinations import FIVE, FLUSH, FULL_HOUSE, SIZES
from stammtisch.games.combo.position import (
    DONE,
    DRAW,
    EXCHANGE,
    FIRST,
    INTO,
    LAY,
    PLACE,
    RESERVE,
    SHUFFLE,
    Options,
    Phase,
    State,
)
from stammtisch.games.combo.stones import (
    hand_limit,
    is_forced,
    most_exchanged,
    stones_for,
    target_of,
    targets_of_five,
)
from stammtisch.games.combo.words.names import card_told, combination_name, placing, row_name, start_name, worth_of
from stammtisch.games.combo.words.playable import layable
from stammtisch.kernel.bits import lowest_in


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Combination Race")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("How many play.")),
        "quick": (
            say("Quick"),
            say("Whoever draws may lay a combination or exchange cards in the same turn."),
        ),
        "expert": (
            say("Expert"),
            say("The red board and stricter rules; whoever can no longer place all stones exactly has lost."),
        ),
        "first": (say("First"), say("Who begins every round.")),
        "board": (say("Board"), say("The blue board, for experts the red one; or a board of your own.")),
    }[name]


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    say = reader.say
    match v.phase:
        case Phase.START:
            return _ask_start(o, say)
        case Phase.TURN:
            return _ask_turn(v, o, seat, say)
        case Phase.THEN:
            return say("You have drawn: lay, exchange, or leave it at that?")
        case Phase.INTO:
            return say("Five of a kind: where do the stones go?")
        case Phase.SPLIT:
            return say.count(
                "{number} stone is placed. Does it come from the reserve?",
                "{number} stones are placed. How many of them come from the reserve?",
                stones_for(v, o, seat, v.target),
            )
        case _:
            return _ask_for_cards(v, o, seat, say)


def _ask_start(o: Options, say: Say) -> str:
    if o.expert:
        return say("Place your first two stones; both may go in one row.")
    return say("Place your first three stones, at most two in a row.")


def _ask_turn(v: State, o: Options, seat: int, say: Say) -> str:
    lay, exchange = bool(layable(v, o, seat)), most_exchanged(v, o, seat) > 0
    if not lay and not exchange:
        return say("Your turn: draw cards.")
    if o.quick:
        return say("Your turn: draw first, or lay or exchange at once?")
    if not lay:
        return say("Your turn: draw, or exchange cards?")
    if not exchange:
        return say("Your turn: draw, or lay a combination?")
    return say("Your turn: draw, lay a combination, or exchange cards?")


def _ask_for_cards(v: State, o: Options, seat: int, say: Say) -> str:
    if v.phase == Phase.TAKE:
        return say.count(
            "Take {number} card from the display.",
            "Take {number} cards from the display.",
            v.owed,
        )
    if v.phase == Phase.DISCARD:
        return say.count(
            "Discard {number} card; your hand limit is {limit}.",
            "Discard {number} cards; your hand limit is {limit}.",
            v.owed,
            limit=hand_limit(v, o, seat),
        )
    if v.phase == Phase.EXCHANGE:
        return _ask_exchange(v, o, seat, say)
    name, number = combination_name(v.kind, say), SIZES[v.kind] - v.chosen
    if v.chosen == 0:
        return say.count(
            "{combination}: choose {number} card.",
            "{combination}: choose {number} cards.",
            number,
            combination=name,
        )
    return say.count(
        "{combination}: choose {number} more card.",
        "{combination}: choose {number} more cards.",
        number,
        combination=name,
    )


def _ask_exchange(v: State, o: Options, seat: int, say: Say) -> str:
    number = most_exchanged(v, o, seat)
    if v.chosen == 0:
        return say.count(
            "Choose the card that you exchange for a stone.",
            "Choose up to {number} cards; each makes a stone active.",
            number,
        )
    return say.count(
        "Choose {number} more card to exchange, or leave it at that.",
        "Choose up to {number} more cards to exchange, or leave it at that.",
        number,
    )


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if action < CARDS:
        return card_told(action, reader)
    if action < INTO:
        return _label_combination(v, o, action - LAY, say)
    if action < RESERVE:
        return placing(v, o, v.turn, action - INTO, row_name(action - INTO, say), say)
    if action < DRAW:
        number = action - RESERVE
        active = stones_for(v, o, v.turn, v.target) - number
        return say("{reserve} from the reserve, {active} active", reserve=number, active=active)
    if action < PLACE:
        return _label_turn(v, o, action, reader)
    return start_name(action - PLACE, say)


def _label_combination(v: State, o: Options, kind: int, say: Say) -> str:
    name = combination_name(kind, say)
    if kind != FIVE:
        return placing(v, o, v.turn, target_of(kind), name, say)
    targets = targets_of_five(v, o, v.turn)
    if is_forced(targets):
        return placing(v, o, v.turn, lowest_in(targets), name, say)
    return say("{what}: stones in a row of your choice", what=name)


def _label_turn(v: State, o: Options, action: int, reader: Reader) -> str:
    say = reader.say
    if action == DRAW:
        return say(
            "draw cards: {pile} from the pile, then {display} from the display",
            pile=worth_of(v, o, v.turn, FULL_HOUSE),
            display=worth_of(v, o, v.turn, FLUSH),
        )
    if action == EXCHANGE:
        return _label_exchange(v, o, say)
    if action == DONE and v.phase == Phase.EXCHANGE:
        return say.count(
            "that is all: {number} stone becomes active", "that is all: {number} stones become active", v.chosen
        )
    if action == DONE:
        return say("leave it at that")
    return say("shuffle") if action == SHUFFLE else say("{name} begins", name=reader.name(action - FIRST))


def _label_exchange(v: State, o: Options, say: Say) -> str:
    """Name it without a number where there is a choice: beside what was done, a review must not say what might be."""
    if most_exchanged(v, o, v.turn) == 1:
        return say("exchange a card for a stone")
    return say("exchange cards for stones")
