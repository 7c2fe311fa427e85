"""Cards in the sentences of a game: marked where they are said, drawn or read out where they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from markupsafe import Markup, escape

_BEGIN, _CALLED, _END = "\ue000", "\ue001", "\ue002"  # of Unicode's private use: no word and no name holds them
_CARD: Final = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_CALLED}([^{_BEGIN}{_END}]*){_END}")

Chip = Callable[[str, str], Markup]  # a card as a small picture, from its notation and its name


def marked(text: str, name: str) -> str:
    """Return a card for a sentence, by its notation and its name, so that it can be found there."""
    return f"{_BEGIN}{text}{_CALLED}{name}{_END}"


def plain(sentence: str) -> str:
    """Return a sentence as it is read out: its cards by their names."""
    return _CARD.sub(lambda card: card[2], sentence)


def drawn(sentence: str, chip: Chip) -> Markup:
    """Return a sentence as it is shown: its cards as small pictures, everything else escaped."""
    parts, at = list[Markup](), 0
    for card in _CARD.finditer(sentence):
        parts += [escape(sentence[at : card.start()]), chip(card[1], card[2])]
        at = card.end()
    return Markup().join([*parts, escape(sentence[at:])])
