"""Actions of Penny as text: their numbers."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from tests.sample.penny.rules import ACTIONS

_WORDS: Final = ActionNames("penny", ACTIONS, {action: f"do {action}" for action in range(ACTIONS)}, examples="'do 1'")
write, read = _WORDS.write, _WORDS.read
