"""Whom you meet at Gang of Crooks: the 52 people on the cards."""

from __future__ import annotations

from functools import cache

from stammtisch.core.language import Reader, Say
from stammtisch.games.gang.cards import CARDS, POLITICIAN, VALUES
from stammtisch.games.gang.notation import write


def person(card: int, say: Say) -> str:
    """Return who is on a card."""
    return _people(say)[card]


@cache
def _people(say: Say) -> tuple[str, ...]:
    return (
        # Green: out in the country.
        say("the vacuum rep at the garden gate"),
        say("the scarecrow’s understudy"),
        say("the sheep counter, fast asleep"),
        say("the mole negotiator"),
        say("the snail jockey"),
        say("the cautious mushroom taster"),
        say("the beekeeper who hums along"),
        say("the neck doctor of the woodpeckers"),
        say("the hole inspector of the cheese dairy"),
        say("the wine taster who never spits"),
        say("the forester who greets every tree"),
        say("the general of the garden gnomes"),
        say("the head of the allotment society"),
        # Blue: in and around the water.
        say("the vacuum rep in flippers"),
        say("the puddle tester"),
        say("the bathtub captain"),
        say("the lifeguard of the paddling pool"),
        say("the keeper of lost umbrellas"),
        say("the hairdresser of the sea urchins"),
        say("the seasick ferryman"),
        say("the lighthouse keeper with a night light"),
        say("the ship’s cook with one recipe"),
        say("the plumber who comes on time"),
        say("the weather prophet without a window"),
        say("the admiral of the duck pond"),
        say("Neptune’s secretary"),
        # Red: town and office.
        say("the vacuum rep with a foot in the door"),
        say("the intern with the coffee"),
        say("the deputy stamp moistener"),
        say("the lord of the queue numbers"),
        say("the parking warden with a heart"),
        say("the museum guard who touches everything"),
        say("the firefighter afraid of cats"),
        say("the teacher with eyes at the back"),
        say("the judge of the cake contest"),
        say("the caretaker with all the keys"),
        say("the corrupt politician"),
        say("the editor who prints it anyway"),
        say("the mayor’s mother"),
        # Black: the crooks.
        say("the thug"),
        say("the thief at the office fridge"),
        say("the regular who never pays"),
        say("the pickpocket with cold hands"),
        say("the trickster who lost the pea"),
        say("the forger who cannot spell"),
        say("the marriage swindler on honeymoon nine"),
        say("the cat burglar afraid of heights"),
        say("the getaway driver who brakes for ducks"),
        say("the safecracker who forgets numbers"),
        say("the hacker with the password 1234"),
        say("the godmother of the underworld"),
        say("the mastermind with the white cat"),
    )


def politician(say: Say) -> str:
    """Return what the politician is, in a word."""
    return say("politician")


@cache
def short_name(card: int, say: Say) -> str:
    """Return a card by colour and value; the politician is somebody whom everybody wants named."""
    if card == POLITICIAN:
        return card_name(card, say)
    return _colour_and_value(card, say)


@cache
def card_name(card: int, say: Say) -> str:
    """Return a card by colour and value, and with the person on it."""
    return say("{card} ({person})", card=_colour_and_value(card, say), person=person(card, say))


def _colour_and_value(card: int, say: Say) -> str:
    value = card % VALUES
    return (
        say("green {value}", value=value),
        say("blue {value}", value=value),
        say("red {value}", value=value),
        say("black {value}", value=value),
    )[card // VALUES]


def shown_card(card: int, reader: Reader) -> str:
    """Return a card as it stands in a sentence, drawn where sentences can show cards."""
    return reader.card(write(card), short_name(card, reader.say))


def shown_cards(bits: int, reader: Reader) -> str:
    """Return a set of cards as it stands in a sentence."""
    return ", ".join(shown_card(card, reader) for card in range(CARDS) if bits >> card & 1)


def signed(points: int) -> str:
    """Return points with a proper minus sign."""
    return f"{points}".replace("-", "−")
