"""What a newcomer to Combination Race is told: what wins, and under each question what it leads to."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.games.combo.cards import COLOURS
from stammtisch.games.combo.combinations import FIVE, FLUSH, FOUR, FULL_HOUSE, KINDS, has_combination
from stammtisch.games.combo.position import Options, Phase, State
from stammtisch.games.combo.stones import can_place, hand_limit, is_free, most_exchanged, stones_for, target_of
from stammtisch.games.combo.words.names import combination_name, worth_of
from stammtisch.games.combo.words.playable import layable
from stammtisch.kernel import NONE


def goal(o: Options, say: Say) -> tuple[str, str, str]:
    """Say what wins, in three lines."""
    if o.quick:
        turn = say("On your turn: draw cards, then lay a combination or exchange cards for active stones.")
    else:
        turn = say("On your turn: draw cards, or lay a combination, or exchange cards for active stones.")
    return (
        say("Be the first to place all your stones on your board."),
        turn,
        say("The round is played to its end; if several have placed all, the most cards in hand win."),
    )


def help_line(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what the decision leads to that a seat is asked for."""
    say = reader.say
    match v.phase:
        case Phase.START:
            return _help_start(o, say)
        case Phase.TURN | Phase.THEN:
            return _help_turn(v, o, seat, say)
        case Phase.TAKE:
            return say("Look for equal values, for neighbours, or for one colour.")
        case Phase.LAY:
            return say("The cards are discarded; the stones stay on your board.")
        case Phase.INTO:
            return say("A higher level makes its row worth more; columns only take stones.")
        case Phase.SPLIT:
            return say("What comes from the reserve leaves your active stones for other combinations.")
        case Phase.EXCHANGE:
            return say("Active stones are what combinations place.")
        case _:
            return say("Keep what goes together: equal values, neighbours, one colour.")


def _help_start(o: Options, say: Say) -> str:
    if o.expert:
        return say("Each stone lifts a row by one level, for the whole game.")
    return say("Each stone lifts a row by one level, for the whole game; the choices are opened at the same moment.")


def _help_turn(v: State, o: Options, seat: int, say: Say) -> str:
    laid = layable(v, o, seat)
    if o.quick and v.phase == Phase.TURN and (laid or lacking(v, o, seat) == NONE):
        return say("Laying or exchanging ends your turn; before it you may draw.")
    if any(kind in (FOUR, FIVE) for kind, _ in laid):
        return say("Four and five of a kind may take their stones from the reserve; laying ends your turn.")
    if laid:
        return say("A combination places stones and lifts its row by a level; laying ends your turn.")
    kind = lacking(v, o, seat)
    if kind != NONE:
        stones, name = stones_for(v, o, seat, target_of(kind)), combination_name(kind, say)
        return say.count(
            "{combination} is in your hand, but needs {number} active stone, and you have {active}: exchange cards.",
            "{combination} is in your hand, but needs {number} active stones, and you have {active}: exchange cards.",
            stones,
            combination=name,
            active=v.active[seat],
        )
    if v.phase == Phase.THEN:
        return say("Cards that match nothing can become active stones; an exchange ends your turn.")
    return _help_draw(v, o, seat, say)


def lacking(v: State, o: Options, seat: int) -> int:
    """Return a combination in the hand that lacks nothing but active stones, which an exchange would bring; or NONE."""
    hand = [v.hand[seat][colour] for colour in range(COLOURS)]
    if most_exchanged(v, o, seat) == 0:
        return NONE
    for kind in range(FIVE):
        if has_combination(hand, kind) and is_free(v, o, seat, target_of(kind)) and not can_place(v, o, seat, kind):
            return kind
    return NONE


def _help_draw(v: State, o: Options, seat: int, say: Say) -> str:
    drawn = worth_of(v, o, seat, FULL_HOUSE) + worth_of(v, o, seat, FLUSH)
    over = v.hand_size[seat] + drawn - hand_limit(v, o, seat)
    if over > 0 and not o.quick:
        return say.count(
            "Drawing brings {drawn} cards; your hand keeps {limit}, so {number} is discarded.",
            "Drawing brings {drawn} cards; your hand keeps {limit}, so {number} are discarded.",
            over,
            drawn=drawn,
            limit=hand_limit(v, o, seat),
        )
    return say("Drawing brings {drawn} cards; you collect for a combination.", drawn=drawn)


assert FIVE == KINDS - 1, "five of a kind takes stones from the reserve, so it never lacks active ones"
