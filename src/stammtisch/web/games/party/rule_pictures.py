"""Pictures for the rules of Costume Party: the wardrobe, and guests taking from the dance floor."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from stammtisch.games.party.position import KING, Phase, State
from stammtisch.games.party.words.costumes import card_name, costume
from stammtisch.kernel.seats import NONE
from stammtisch.web.games.party.parts import Card
from stammtisch.web.games.party.wardrobe import guest as portrait
from stammtisch.web.view.rule_pictures import PicturedStep, Plate, drawn, moment, table_of
from stammtisch.web.view.scene import Scene

_SEED: Final = 19  # whoever takes can choose between two pairs
_ROUND: Final = 5
_STILL: Final = 3  # to take, of four


def plates(language: str) -> dict[int, Plate]:
    """Return the pictures by the number of their part."""
    taking = moment("party", _SEED, _one_has_taken)
    scene = taking.scene(language)
    first, second, *_ = _in_order(taking)
    costumes = scene.say("The thirteen costumes: the higher the number, the greater the appetite.")
    order = scene.say(
        "The cards are open: {first} played the lowest and has taken, now {second} chooses from what is left.",
        first=first,
        second=second,
    )
    return {2: Plate(_wardrobe(scene), costumes, "wardrobe"), 4: Plate(table_of(scene), order, "stage")}


def _one_has_taken(v: State) -> bool:
    taking = v.phase == Phase.TAKE and v.king == NONE
    return taking and v.round_number == _ROUND and v.to_take.bit_count() == _STILL


def _in_order(taking: PicturedStep) -> list[str]:
    """Return who plays, the lowest card first."""
    return sorted(taking.names, key=lambda name: int(taking.view.played[taking.names.index(name)]))


def _wardrobe(scene: Scene) -> Markup:
    say = scene.reader.say
    cards = [Card(value, "", card_name(value, say), costume(value, say)) for value in range(1, KING + 1)]
    return drawn("games/party/wardrobe.html", cards=cards, portrait=portrait)
