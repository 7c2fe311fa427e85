"""What newcomers are told at Costume Party: what wins, and what may be done now and what it leads to."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.games.party.position import KING, Options, Phase, State
from stammtisch.games.party.words.costumes import shown_value, values_in
from stammtisch.kernel.bits import has_in
from stammtisch.kernel.seats import NONE


def goal(o: Options, say: Say) -> tuple[str, str, str]:
    """Say what wins, in three short lines."""
    wanted = say("Cards that you take count against you; two equal ones leave together and count nothing.")
    turn = say("Everybody plays a card at once. The lowest takes first from the dance floor.")
    if o.games > 1:
        return wanted, turn, say("After {games} games the lowest total wins.", games=o.games)
    return wanted, turn, say("After {rounds} rounds the lowest sum wins.", rounds=o.last)


def help_line(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what the seat may do now and what it leads to; nothing where it is not asked."""
    say = reader.say
    if not has_in(v.waits, seat):
        return ""
    match v.phase:
        case Phase.SEAL:
            return say("It counts at the end, unless you take its double: then both may leave. No Party King.")
        case Phase.PLAY if has_in(v.hand[seat], KING):
            return say("The lowest takes first; the Party King takes everything, and nobody else takes anything.")
        case Phase.PLAY:
            return say("The lowest takes first. Then all played cards join the dance floor.")
        case Phase.MIRROR:
            return say("What leaves with the mirror no longer counts against you.")
        case _:
            return _to_take(v, o, seat, reader)


def _to_take(v: State, o: Options, seat: int, reader: Reader) -> str:
    say, pairs = reader.say, values_in(v.display[seat] & v.floor_values)
    if v.king != NONE:
        return say("Two equal cards leave at once; what is left counts against you.")
    if has_in(v.floor_values, v.face_down[seat]) and not has_in(v.display[seat], v.face_down[seat]):
        card = shown_value(v.face_down[seat], reader)
        return say("{card} makes a pair with your face-down card; the pair may leave.", card=card)
    if pairs:
        cards = ", ".join(shown_value(value, reader) for value in pairs)
        return say("A double of yours is there, and both would leave: {cards}.", cards=cards)
    if v.round_number == o.last:
        return say("What you take now counts against you; nothing comes after it.")
    return say("Its number counts against you, until its double comes and both leave.")
