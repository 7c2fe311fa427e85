"""What people read: the board, and for all the rest the words that every game has."""

from typing import Any

from stammtisch.core.language import Reader
from stammtisch.core.words.plain_words import PlainWords

from . import notation, rules

_PLAIN = PlainWords("Tic-tac-toe", rules, notation)
title, option, ask, label = _PLAIN.title, _PLAIN.option, _PLAIN.ask, _PLAIN.label
log, explain, ending = _PLAIN.log, _PLAIN.explain, _PLAIN.ending


def picture(v: Any, o: Any, viewer: int, reader: Reader) -> str:
    marks = ["x" if v.taken[0] >> square & 1 else "o" if v.taken[1] >> square & 1 else "." for square in range(9)]
    return "\n".join(f"{3 - row}  {' '.join(marks[3 * row : 3 * row + 3])}" for row in range(3)) + "\n\n   a b c"
