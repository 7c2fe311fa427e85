"""Actions as text: a square by its column and row, `a3` in the upper left corner."""

from stammtisch.core.transcripts.action_names import ActionNames

from .rules import ACTIONS

_NAMES = {square: f"{'abc'[square % 3]}{3 - square // 3}" for square in range(ACTIONS)}
_WORDS = ActionNames("tictactoe", ACTIONS, _NAMES, examples="'b2'")
write, read = _WORDS.write, _WORDS.read
