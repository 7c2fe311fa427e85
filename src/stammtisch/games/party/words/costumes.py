"""Whom you meet at Costume Party: cockroaches in thirteen costumes, and Paul."""

from __future__ import annotations

from functools import cache

from stammtisch.core.language import Reader, Say
from stammtisch.games.party.position import Options


def costume(value: int, say: Say) -> str:
    """Return what the cockroach on a card wears."""
    return _costumes(say)[value - 1]


@cache
def _costumes(say: Say) -> tuple[str, ...]:
    return (
        # Those who would rather have stayed at home.
        say("the ghost under a paper napkin"),
        say("the mummy in toilet paper"),
        say("the diver in the jam jar"),
        say("the ladybird with stick-on dots"),
        # Those who have made an effort.
        say("the cowgirl on a woodlouse"),
        say("the pirate with a crumb on the shoulder"),
        say("the knight in kitchen foil"),
        say("the vampire on tomato juice"),
        # Those who want to be seen.
        say("the astronaut under the salad bowl"),
        say("the opera diva with six gloves"),
        # Those who went too far.
        say("the giant slipper"),
        say("the pest controller, of all things"),
        say("the Party King"),
    )


def card_name(value: int, say: Say) -> str:
    """Return a card as sentences name it: short, and with the costume on it."""
    return say("{card} ({costume})", card=value, costume=costume(value, say))


def shown_card(value: int, reader: Reader) -> str:
    """Return a card as it stands in a sentence, drawn where sentences can show cards."""
    return reader.card(f"{value}", card_name(value, reader.say))


def shown_value(value: int, reader: Reader) -> str:
    """Return a card as it stands among others in a sentence, where its number has to be enough."""
    return reader.card(f"{value}", f"{value}")


def guest_name(guest: int, o: Options, reader: Reader) -> str:
    """Return the name of a guest; the one whom nobody plays has the same in every language."""
    return reader.name(guest) if guest < o.seats else "Paul"


def values_in(bits: int) -> list[int]:
    """Return the values of a set in ascending order."""
    return [value for value in range(bits.bit_length()) if bits >> value & 1]
