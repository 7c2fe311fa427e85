"""Pictures for the rules of Gang of Crooks: people of every colour, and a complete trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.core.options import make_options
from stammtisch.games import gang
from stammtisch.games.gang.cards import CROOKS, POLITICIAN, VALUES
from stammtisch.games.gang.rules import Phase, State
from stammtisch.web.games.gang import cards_art as art
from stammtisch.web.games.gang.headlines import taker
from stammtisch.web.view.rule_pictures import Plate, drawn, moment, table_of
from stammtisch.web.view.scene import Scene

_SEED: Final = 6  # two crooks lie in a red trick, and the politician in the one before
_SEATS: Final = 4
_OPTIONS: Final = make_options(gang.rules, {"seats": _SEATS})
_SHOWN: Final = (2, 7, 12)  # of each colour


@dataclass(frozen=True)
class Face:
    """A card as its macro wants it, and the emblem of its colour."""

    colour: str
    inside: Markup
    emblem: Markup
    cost: int


def plates(language: str) -> dict[int, Plate]:
    """Return the pictures by the number of their part."""
    complete = moment("gang", _SEED, _crooks_take_nothing, seats=_SEATS)
    scene, names, v = complete.scene(language), complete.names, complete.view
    people = scene.say("Three people of each colour, and the politician, whom nobody wants to take home.")
    trick = scene.say(
        "A complete trick: {leader} led, and {taker} takes it with the highest card of the same colour; "
        "the other colours do not count.",
        leader=names[v.leader],
        taker=names[taker(v, complete.options)],
    )
    return {2: Plate(_cast(scene), people, "cast"), 5: Plate(table_of(scene), trick, "stage")}


def _crooks_take_nothing(v: State) -> bool:
    """Whether a trick goes to another than its leader, with a lower card than one of another colour."""
    if v.phase != Phase.TRICK or v.tricks == 0 or taker(v, _OPTIONS) == v.leader:
        return False
    best, cards = v.trick[taker(v, _OPTIONS)], [v.trick[seat] for seat in range(_SEATS)]
    return any(card // VALUES != best // VALUES and card % VALUES > best % VALUES for card in cards)


def _cast(scene: Scene) -> Markup:
    say = scene.reader.say
    suits = [
        (name, [_face(colour * VALUES + value, say) for value in _SHOWN])
        for colour, name in enumerate(_colours(scene.say))
    ]
    worst = (f"{POLITICIAN % VALUES}", [_face(POLITICIAN, say)])
    return drawn("games/gang/cast.html", suits=[*suits, worst])


def _colours(say: Say) -> tuple[str, ...]:
    return say("green"), say("blue"), say("red"), say("black")


def _face(card: int, say: Say) -> Face:
    colour = card // VALUES
    cost = _OPTIONS.politician if card == POLITICIAN else CROOKS >> card & 1
    return Face(art.COLOURS[colour], art.inside(card, say), art.emblem(colour), cost)
