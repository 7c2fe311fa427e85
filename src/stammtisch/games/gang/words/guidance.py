"""What newcomers are told at Gang of Crooks: what wins, and what may be done now and what it leads to."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.games.gang.cards import CROOKS, PENALTIES, POLITICIAN, VALUES, colour_of
from stammtisch.games.gang.rules import Options, Phase, State
from stammtisch.games.gang.words.questions import stake
from stammtisch.kernel.bits import has_in


def goal(o: Options, say: Say) -> tuple[str, str, str]:
    """Say what wins, in three short lines."""
    wanted = say("Take as few points as you can: every crook costs 1, the politician {points}.", points=o.politician)
    turn = say("Play the colour that was led, if you have it; the highest card of that colour takes the trick.")
    if o.rounds:
        ends = say.count(
            "After {number} round the fewest points win. Take all crooks and the politician, and the others pay.",
            "After {number} rounds the fewest points win. Take all crooks and the politician, and the others pay.",
            o.rounds,
        )
        return wanted, turn, ends
    return wanted, turn, say("Once somebody has more than {limit} points, the fewest points win.", limit=o.limit)


def help_line(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what the seat may do now and what it leads to; nothing where it is not asked."""
    if not has_in(v.waits, seat):
        return ""
    match v.phase:
        case Phase.PASS:
            return reader.say(
                "High cards take tricks. The politician, red 10, costs most, and red 11 and 12 may have to take him. "
                "You get three others instead."
            )
        case Phase.CHOICE:
            return reader.say.count(
                "Either each of the others gets {number} point, or you get rid of as many.",
                "Either each of the others gets {number} points, or you get rid of as many.",
                stake(v, o),
            )
        case _:
            return _lead(v, seat, reader) if v.leader == seat else _follow(v, o, seat, reader)


def _lead(v: State, seat: int, reader: Reader) -> str:
    say, hand = reader.say, v.hand[seat]
    if v.tricks == 0:
        return say("The lowest green opens every round. The highest green that is played takes the trick.")
    if v.broken or hand & ~CROOKS == 0:
        return say("The others follow your colour if they can. A low card rarely takes the trick.")
    if hand & ~CROOKS == 1 << POLITICIAN:
        return say("No crook has been played yet, so none may be led: it has to be the politician.")
    if hand & CROOKS:
        return say("The others follow your colour if they can. Crooks may not be led before one has been played.")
    return say("The others follow your colour if they can. A low card rarely takes the trick.")


def _follow(v: State, o: Options, seat: int, reader: Reader) -> str:
    say, led = reader.say, v.trick[v.leader] // VALUES
    if v.hand[seat] & colour_of(v.trick[v.leader]):
        return (
            say("You have green, so you play green. The highest green takes everything that lies there."),
            say("You have blue, so you play blue. The highest blue takes everything that lies there."),
            say("You have red, so you play red. The highest red takes everything that lies there."),
            say("You have crooks, so you play one. The highest crook takes everything that lies there."),
        )[led]
    if v.tricks == 0 and v.hand[seat] & ~PENALTIES:
        return say("You cannot follow. In the first trick anything goes but crooks and the politician.")
    if v.hand[seat] >> POLITICIAN & 1:
        return say("You cannot follow, so you cannot take this trick: a good moment to be rid of the politician.")
    if v.hand[seat] & CROOKS:
        return say("You cannot follow, so you cannot take this trick: throw in what you do not want, even a crook.")
    return say("You cannot follow, so you cannot take this trick: throw in what you do not want.")
