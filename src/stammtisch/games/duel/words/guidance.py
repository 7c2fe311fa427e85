"""What newcomers are told at a duel: what wins, and what may be done now and what it leads to."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.games.duel.rules import Options, Phase, State


def goal(o: Options, say: Say) -> tuple[str, str, str]:  # the same for all options
    """Say what wins, in three short lines."""
    return (
        say("Bring one of the four cockroaches all the way to your side."),
        say("Guess: green tiles bring them closer. Bluff: once your cross is found, the covered lanes come to you."),
        say("The first cockroach to arrive wins, at once."),
    )


def help_line(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what the seat may do now and what it leads to; to whoever waits, what is about to happen."""
    say, other = reader.say, reader.name(1 - seat)
    bluffs = v.bluffer == seat
    if v.phase == Phase.BLUFF and bluffs and o.royal:
        return say("Tap one of your four spaces for the red tile, and a cockroach for the crown.")
    if v.phase == Phase.BLUFF and bluffs:
        return say("Tap the lane for the red tile. The three greens go to the others.")
    if v.phase == Phase.BLUFF:
        return say("{name} hides one red tile among three greens.", name=other)
    if v.phase == Phase.GUESS and not bluffs:
        return say(
            "Tap a lane to turn its tile. Green brings that cockroach to you; the cross sends the covered ones "
            "to {name}.",
            name=other,
        )
    if v.phase == Phase.GUESS:
        return say("When {name} turns the cross, every lane still covered comes to you.", name=other)
    return ""
