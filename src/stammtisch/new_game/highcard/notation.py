"""Actions as text: a card is `c` and its rank, from `c1` to `c12`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from stammtisch.new_game.highcard.rules import ACTIONS, CARDS, COLLECT

_NAMES: Final = {card: f"c{card + 1}" for card in range(CARDS)} | {COLLECT: "collect"}  # in small letters
_WORDS: Final = ActionNames("highcard", ACTIONS, _NAMES, examples="a card such as 'c7'")
write, read = _WORDS.write, _WORDS.read
