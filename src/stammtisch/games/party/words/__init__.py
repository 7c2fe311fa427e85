"""What people read at Costume Party: questions, buttons, the log, refusals, the end, a picture for terminals."""

from stammtisch.games.party.words.forms import DIFFICULTY, FORMS
from stammtisch.games.party.words.log import log
from stammtisch.games.party.words.picture import picture
from stammtisch.games.party.words.questions import ask, ending, label, option, title
from stammtisch.games.party.words.refusals import explain

__all__ = ["DIFFICULTY", "FORMS", "ask", "ending", "explain", "label", "log", "option", "picture", "title"]
