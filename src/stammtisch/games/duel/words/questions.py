"""Questions, buttons and the end of a duel, in words."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.games.duel.rules import CROWN, HIDE, TURN, Options, Phase, State
from stammtisch.kernel.seats import NONE


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Cockroach Duel")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("A duel is for two.")),
        "royal": (say("Royal"), say("The bluffer also crowns a queen each round, and she moves faster.")),
        "first_bluffer": (say("First bluffer"), say("Who hides the red tile in the first round.")),
        "spaces": (say("Spaces"), say("How many spaces each lane has on either side of the middle.")),
    }[name]


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    say = reader.say
    if v.phase == Phase.GUESS:
        return say("Turn a tile and hope for green.")
    if v.red == NONE:
        return say("Lay your tiles: which lane gets the red one?")
    return say("Crown one of the four cockroaches.")


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if action < CROWN:
        return say("red tile in lane {lane}", lane=action - HIDE + 1)
    if action < TURN:
        return say("crown the cockroach in lane {lane}", lane=action - CROWN + 1)
    return say("turn the tile in lane {lane}", lane=action - TURN + 1)


def ending(outcome: GameOutcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    [winner] = outcome.winners
    if reader.is_you(winner):
        return reader.say.count(
            "You win after {number} round: a cockroach has come all the way to you.",
            "You win after {number} rounds: a cockroach has come all the way to you.",
            v.rounds,
        )
    return reader.say.count(
        "{name} wins after {number} round: a cockroach has come all the way.",
        "{name} wins after {number} rounds: a cockroach has come all the way.",
        v.rounds,
        name=reader.name(winner),
    )
