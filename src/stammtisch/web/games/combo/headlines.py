"""What is said beside the boards of Combination Race: the round, the last turn, and cards as small signs in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from stammtisch.core.language import Say
from stammtisch.games.combo.cards import CARDS
from stammtisch.games.combo.combinations import KINDS
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import Phase
from stammtisch.games.combo.words.names import card_name, combination_name
from stammtisch.kernel.seats import NONE
from stammtisch.web.games.combo.cards_art import token
from stammtisch.web.view.log.card_marks import plain
from stammtisch.web.view.scene import Scene

_CARDS: Final = {write(card): card for card in range(CARDS)}
_STOPS: Final = (".", ",")  # stay with the card before them
_CARD: Final = re.compile(r"\b[rygbv]\d{1,2}\b")


def heading(scene: Scene) -> str:
    """Say how far the game is."""
    v, say = scene.view, scene.say
    if v.phase <= Phase.DEAL or v.round_number == 0:
        return say("The first stones") if v.phase == Phase.START else say("The game begins")
    return say("Round {round}", round=v.round_number)


def began(scene: Scene) -> str:
    """Say who begins every round."""
    v = scene.view
    return "" if v.first == NONE else scene.say("{name} begins", name=scene.names[v.first])


def last_turn(scene: Scene) -> Markup:
    """Return what was done in the turn that goes on, or in the one before it where nothing was done yet."""
    game = scene.reader.say
    refilled = game("The display is now: {cards}.", cards="\0").partition("\0")[0]
    begins, small = _beginnings(game, scene.names), _small(game, scene.names)
    told: list[str] = []
    for line in [plain(sentence.text) for sentence in scene.log]:
        if line in begins:
            told = []
        if line not in small and not line.startswith(refilled):
            told.append(line)
    return with_cards(" ".join(told))


@lru_cache(maxsize=64)
def _beginnings(game: Say, names: tuple[str, ...]) -> frozenset[str]:
    """Return the sentences with which a turn, or the second half of a quick one, begins."""
    found = set(_announced(game, names))
    for name in names:
        found.add(game("{name} exchanges cards for stones.", name=name))
        for number in range(1, CARDS + 1):
            one, many = "{name} draws {number} card from the pile.", "{name} draws {number} cards from the pile."
            found.add(game.count(one, many, number, name=name))
    return frozenset(found)


def _announced(game: Say, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        for kind in range(KINDS):
            said = combination_name(kind, game)
            yield game("{name} begins to lay a combination: {combination}.", name=name, combination=said)


@lru_cache(maxsize=64)
def _small(game: Say, names: tuple[str, ...]) -> frozenset[str]:
    """Return the sentences about parts of something, which its last sentence sums up."""
    found = set(_announced(game, names))
    for name in names:
        for card in range(CARDS):
            found.add(game("{name} lays the {card}.", name=name, card=card_name(card, game)))
    return frozenset(found)


def with_cards(sentence: str) -> Markup:
    """Return a sentence whose cards are small signs."""
    parts, at = [], 0
    for found in _CARD.finditer(sentence):
        card = _CARDS.get(found[0])
        if card is not None:
            end = found.end() + (sentence[found.end() : found.end() + 1] in _STOPS)
            stop = escape(sentence[found.end() : end])
            sign = Markup('<span class="with-stop">{}{}</span>').format(token(card), stop) if stop else token(card)
            parts += [escape(sentence[at : found.start()]), sign]
            at = end
    return Markup().join([*parts, escape(sentence[at:])])
