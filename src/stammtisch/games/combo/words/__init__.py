"""What people read at Combination Race: questions, buttons, the log, refusals, the end, a picture for terminals."""

from stammtisch.games.combo.words.ending import decisive, ending
from stammtisch.games.combo.words.forms import DIFFICULTY, FORMS
from stammtisch.games.combo.words.guidance import goal, help_line
from stammtisch.games.combo.words.log import log
from stammtisch.games.combo.words.moments import facts, heading, notices
from stammtisch.games.combo.words.picture import picture
from stammtisch.games.combo.words.questions import ask, label, option, title
from stammtisch.games.combo.words.reasons import reason
from stammtisch.games.combo.words.refusals.explain import explain

__all__ = [
    "DIFFICULTY",
    "FORMS",
    "ask",
    "decisive",
    "ending",
    "explain",
    "facts",
    "goal",
    "heading",
    "help_line",
    "label",
    "log",
    "notices",
    "option",
    "picture",
    "reason",
    "title",
]
