"""What people read at Combination Race: questions, buttons, the log, refusals, the end, a picture for terminals."""

from stammtisch.games.combo.words.forms import DIFFICULTY, FORMS
from stammtisch.games.combo.words.log import log
from stammtisch.games.combo.words.picture import picture
from stammtisch.games.combo.words.questions import ask, ending, label, option, title
from stammtisch.games.combo.words.refusals import explain

__all__ = ["DIFFICULTY", "FORMS", "ask", "ending", "explain", "label", "log", "option", "picture", "title"]
