"""Actions as text: the cards that are dealt, and what a seat does."""

from stammtisch.core.transcripts.action_names import ActionNames

from .rules import ACTIONS

_NAMES = dict(enumerate(("jack", "queen", "king", "pass", "bet")))
_WORDS = ActionNames("kuhn", ACTIONS, _NAMES, examples="'pass' or 'bet'")
write, read = _WORDS.write, _WORDS.read
