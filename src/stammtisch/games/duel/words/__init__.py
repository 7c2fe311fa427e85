"""What people read at Cockroach Duel: questions, buttons, the log, refusals, the end, a picture for terminals."""

from stammtisch.games.duel.words.forms import DIFFICULTY, FORMS
from stammtisch.games.duel.words.guidance import goal, help_line
from stammtisch.games.duel.words.log import heading, log
from stammtisch.games.duel.words.notices import decisive, notices
from stammtisch.games.duel.words.picture import picture
from stammtisch.games.duel.words.questions import ask, ending, label, option, title
from stammtisch.games.duel.words.reasons import reason
from stammtisch.games.duel.words.refusals import explain

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
