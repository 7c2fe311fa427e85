"""What people read at Gang of Crooks: questions, buttons, the log, refusals, the end, a picture for terminals."""

from stammtisch.games.gang.words.forms import DIFFICULTY, FORMS
from stammtisch.games.gang.words.guidance import goal, help_line
from stammtisch.games.gang.words.log import heading, log
from stammtisch.games.gang.words.moments import decisive, notices
from stammtisch.games.gang.words.picture import picture
from stammtisch.games.gang.words.questions import ask, ending, label, option, title
from stammtisch.games.gang.words.reasons import reason
from stammtisch.games.gang.words.refusals import explain

__all__ = [
    "DIFFICULTY",
    "FORMS",
    "ask",
    "decisive",
    "ending",
    "explain",
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
