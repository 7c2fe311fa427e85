"""Why an action is refused at Combination Race, each time with the fact behind it."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Reader, Say
from stammtisch.games.combo.position import LAY, PLACE, Options, Phase, Rule, State
from stammtisch.games.combo.stones import stones_left
from stammtisch.games.combo.words.names import start_name
from stammtisch.games.combo.words.refusals.cards import explain_card
from stammtisch.games.combo.words.refusals.stones import explain_exchange, explain_full, explain_stones


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    match rule:
        case Rule.GAME_OVER:
            return _explain_over(v, o, reader.say)
        case Rule.NOT_YOUR_TURN:
            return _explain_turn(v, o, seat, reader)
        case Rule.NOT_AN_ACTION_NOW:
            return _explain_moment(v, o, reader.say)
        case Rule.FIELDS_ALREADY_USED | Rule.ONE_DRAW_A_TURN | Rule.DO_SOMETHING_FIRST:
            return _explain_order(rule, v, o, action, reader)
        case Rule.NO_SUCH_COMBINATION:
            return _explain_combination(action - LAY, reader.say)
        case _:
            return _explain_pieces(rule, v, o, seat, action, reader)


def _explain_pieces(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    say = reader.say
    match rule:
        case Rule.ROW_IS_FULL:
            return explain_full(v, o, seat, action, say)
        case Rule.TOO_FEW_STONES | Rule.COLUMNS_NEED_AN_ACTIVE_STONE | Rule.SPLIT_NOT_POSSIBLE:
            return explain_stones(rule, v, o, seat, action, say)
        case Rule.RESERVE_IS_EMPTY | Rule.NO_CARD_TO_EXCHANGE | Rule.ACTIVE_ZONE_IS_FULL:
            return explain_exchange(rule, v, o, seat, say)
        case _:
            return explain_card(rule, v, seat, action, reader)


def _explain_over(v: State, o: Options, say: Say) -> str:
    if any(stones_left(v, seat) == 0 for seat in range(o.seats)):
        return say("The game is over: somebody has placed all stones, and the round is finished.")
    return say("The game is over: only one player could still have placed all stones.")


def _explain_turn(v: State, o: Options, seat: int, reader: Reader) -> str:
    say = reader.say
    if v.blocked >> seat & 1:
        return say("Your stones cannot all be placed any more, so you have no further turns.")
    if stones_left(v, seat) == 0:
        return say("You have placed all your stones; the others finish the round.")
    if v.phase == Phase.START and not o.expert:
        return say("You have placed your first stones; they are opened when everybody has.")
    if not v.waits & ((1 << o.seats) - 1):
        return say("The table is at work; nobody has to decide anything now.")
    if v.phase == Phase.START:
        return say("Now {name} places the first stones.", name=reader.name(v.turn))
    return say("Now it is the turn of {name}.", name=reader.name(v.turn))


def _explain_moment(v: State, o: Options, say: Say) -> str:
    match v.phase:
        case Phase.START if o.expert:
            return say("Now your first two stones are placed on the four upper rows.")
        case Phase.START:
            return say("Now your first three stones are placed on the four upper rows, at most two in a row.")
        case Phase.TURN:
            return say("A turn begins with drawing, a combination or an exchange; cards are chosen after that.")
        case Phase.THEN:
            return say("You have drawn: a combination, an exchange, or the end of your turn comes next.")
        case Phase.INTO:
            return say("Five of a kind lies there: now choose where its stones go.")
        case Phase.SPLIT:
            return say("Now choose how many of the stones come from the reserve.")
        case _:
            return _explain_choice(v, say)


def _explain_choice(v: State, say: Say) -> str:
    match v.phase:
        case Phase.TAKE:
            return say("Now a card of the display is taken, and nothing else.")
        case Phase.LAY:
            return say("Now a card of your hand is laid for the combination, and nothing else.")
        case Phase.EXCHANGE:
            return say("You are exchanging: choose a card of your hand, or end the exchange.")
        case _:
            return say("Your hand is over its limit: now a card is discarded, and nothing else.")


def _explain_order(rule: IntEnum, v: State, o: Options, action: int, reader: Reader) -> str:
    say = reader.say
    if rule == Rule.ONE_DRAW_A_TURN:
        return say("You have drawn in this turn already; cards are drawn once.")
    if rule == Rule.FIELDS_ALREADY_USED:
        other = next(seat for seat in range(o.seats) if v.start[seat] == action - PLACE)
        rows = start_name(action - PLACE, say)
        return say("{name} has used exactly these fields: {rows}.", name=reader.name(other), rows=rows)
    if v.phase == Phase.EXCHANGE:
        return say("Choose at least one card to exchange.")
    return say("A turn cannot be nothing at all: draw, lay a combination or exchange cards.")


def _explain_combination(kind: int, say: Say) -> str:
    return (
        say("A full house is three cards of one value and two of another; your hand has none."),
        say("A flush is five cards of one colour; your hand has no five of any."),
        say("Your hand has no three cards of the same value."),
        say("A straight is five values in a row, from 1 up to 13; your hand has none."),
        say("Two pairs have two different values; your hand has no two pairs."),
        say("Your hand has no four cards of the same value."),
        say("Your hand has no five cards of the same value."),
    )[kind]
