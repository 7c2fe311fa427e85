"""What people read at Costume Party: questions, buttons, the log, refusals, the end, a picture for terminals."""

from stammtisch.games.party.words.forms import DIFFICULTY, FORMS
from stammtisch.games.party.words.guidance import goal, help_line
from stammtisch.games.party.words.log import heading, log
from stammtisch.games.party.words.moments import decisive, notices
from stammtisch.games.party.words.picture import picture
from stammtisch.games.party.words.questions import ask, ending, label, option, title
from stammtisch.games.party.words.reasons import reason
from stammtisch.games.party.words.refusals import explain

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
