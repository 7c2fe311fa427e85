"""What people read at Costume Party: questions, buttons and the end; log, refusals and picture are beside it."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.games.party.notation import write
from stammtisch.games.party.position import (
    ALL,
    ALL_PAIR,
    COUNT,
    FACE_DOWN,
    HOLDER,
    KEEP,
    KING,
    MOVE,
    NEXT,
    PAIR,
    PAUL,
    UNUSED,
    Options,
    Phase,
    Reason,
    State,
)
from stammtisch.games.party.words.costumes import card_name
from stammtisch.kernel.seats import NONE


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Costume Party")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("How many play; with two of you, Paul comes along as a third guest.")),
        "face_down": (
            say("Face-down cards"),
            say("Variant 1: everybody begins with a card face down in the display; a game has one round less."),
        ),
        "mirror": (
            say("Mirror"),
            say("Variant 2: as many games as people; whoever is last so far gets the mirror."),
        ),
        "youngest": (
            say("Youngest"),
            say(
                "The seats from youngest to oldest, for whoever shares the lowest first card; otherwise chance decides."
            ),
        ),
    }[name]


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    say = reader.say
    if v.phase == Phase.SEAL:
        return say("Which card do you lay face down?")
    if v.phase == Phase.PLAY:
        return say("Which card do you play?")
    if v.phase == Phase.MIRROR and v.round_number == o.draws:
        return say("The mirror must go. Which card of your display leaves with it?")
    if v.phase == Phase.MIRROR:
        return say("Does a card of your display leave with the mirror?")
    if v.king != NONE:
        return say("Your Party King takes the whole dance floor.")
    return say("What do you take from the dance floor?")


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if 0 < action <= KING:
        return _card_label(v, action, reader)
    if PAIR < action < ALL:
        return say("{card}, makes a pair with your face-down card", card=_card(action - PAIR, reader))
    if HOLDER <= action < MOVE:
        return say("the tie card goes to {name}", name=reader.name(action - HOLDER))
    return {
        KEEP: say("keep the mirror for later"),
        ALL: say("take everything"),
        ALL_PAIR: say("take everything, and make a pair with your face-down card"),
        FACE_DOWN: say("the face-down card"),
        UNUSED: say("the mirror leaves unused"),
        MOVE: say("move the played cards onto the dance floor"),
        COUNT: say("count the displays"),
        NEXT: say("go on"),
    }[action]


def _card_label(v: State, value: int, reader: Reader) -> str:
    if v.phase == Phase.TAKE and v.display[v.turn] >> value & 1:
        return reader.say("{card}, makes a pair and leaves", card=_card(value, reader))
    return _card(value, reader)


def _card(value: int, reader: Reader) -> str:
    return reader.card(write(value), card_name(value, reader.say))


def ending(outcome: GameOutcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    if outcome.reason == Reason.PAUL:
        return reader.say("Paul wins with {sum}, and none of you does.", sum=v.total[PAUL])
    [winner] = outcome.winners
    return _won(winner, v, o, reader)


def _won(winner: int, v: State, o: Options, reader: Reader) -> str:
    say, total = reader.say, v.total[winner]
    tied = [v.total[seat] for seat in range(o.seats)].count(total) > 1
    before_paul = o.guests > o.seats and v.total[PAUL] == total
    if reader.is_you(winner):
        return _you_won(total, o, reader, tied=tied, before_paul=before_paul)
    said = {"name": reader.name(winner), "sum": total}
    if tied:
        return say("{name} wins with {sum}, first in tie order among equals.", **said)
    if before_paul:
        return say("{name} wins with {sum}; Paul has no more, but loses every tie.", **said)
    if o.games == 1:
        return say("{name} wins with a sum of {sum}.", **said)
    return say("{name} wins the match with a total of {sum}.", **said)


def _you_won(total: int, o: Options, reader: Reader, *, tied: bool, before_paul: bool) -> str:
    say = reader.say
    if tied:
        return say("You win with {sum}, first in tie order among equals.", sum=total)
    if before_paul:
        return say("You win with {sum}; Paul has no more, but loses every tie.", sum=total)
    if o.games == 1:
        return say("You win with a sum of {sum}.", sum=total)
    return say("You win the match with a total of {sum}.", sum=total)
