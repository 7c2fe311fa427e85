"""Actions of Exact as text: `r3` is the red 3, dealt or played; then `aside r3`, `bid 2` and `collect`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from tests.sample.exact.rules import ACTIONS, ASIDE, BID, CARD, CARDS, COLLECT, MOST_CARDS, RANKS

_COLOURS: Final = "rygb"  # red, yellow, green, blue


def card_name(card: int) -> str:
    """Return a card as the letter of its colour and its rank.

    >>> card_name(0), card_name(31)
    ('r0', 'b7')
    """
    return f"{_COLOURS[card // RANKS]}{card % RANKS}"


_NAMES: Final = (
    {CARD + card: card_name(card) for card in range(CARDS)}
    | {ASIDE + card: f"aside {card_name(card)}" for card in range(CARDS)}
    | {BID + tricks: f"bid {tricks}" for tricks in range(MOST_CARDS)}
    | {COLLECT: "collect"}
)
_WORDS: Final = ActionNames("exact", ACTIONS, _NAMES, examples="'r3', 'aside r3' or 'bid 2'")
write, read = _WORDS.write, _WORDS.read
