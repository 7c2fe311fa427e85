"""Options on the command line: `name=value`, or `name=@file` for what is too long to type; and what is varied."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from stammtisch.core.options import read_text as read_options
from stammtisch.errors import OptionError
from stammtisch.study.plan import NamedValue
from stammtisch.terminal.files import read_text

_FROM_FILE: Final = "=@"
_NAMED: Final = re.compile(r"([\w-]+)=(?=[\[{])")  # what comes after it is JSON
_RANGE: Final = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_MOST_VALUES: Final = 1000


def read_choices(parts: Sequence[str]) -> dict[str, object]:
    """Return what was chosen, not yet checked against a game.

    Raises:
        OptionError: A part is not of this form, a name comes twice, or a file holds no JSON.
        StammtischError: A file cannot be read.
    """
    typed = ["".join(part.split()) for part in parts if _FROM_FILE not in part]
    choices = read_options(" ".join(typed))
    for part in parts:
        name, in_a_file, path = part.partition(_FROM_FILE)
        if in_a_file:
            if name in choices:
                raise OptionError(f"the option {name!r} is given twice; it may be given once")
            choices[name] = _read_json(Path(path))
    return choices


def read_varied(parts: Sequence[str]) -> dict[str, list[object]]:
    """Return what is varied, with its values, not yet checked against a game.

    A value is a word, a range of whole numbers (`1..6`), JSON, JSON with a name (`mine={…}`), or a file with JSON,
    whose name it then has (`@FILE`).

    Raises:
        OptionError: A part is not of this form, or a name comes twice.
        StammtischError: A file cannot be read.
    """
    found = dict[str, list[object]]()
    for part in parts:
        name, equals, text = part.partition("=")
        if not name or not equals or not text:
            raise _unlike(part)
        if name in found:
            raise OptionError(f"the option {name!r} is varied twice; it may be varied once")
        found[name] = list(_values(part, text))
    return found


def _values(part: str, text: str) -> Iterator[object]:
    """Yield the values in a text, which commas part."""
    place = 0
    while place <= len(text):
        named = _NAMED.match(text, place)
        if named or text[place : place + 1] in ("[", "{"):
            try:
                value, end = json.JSONDecoder().raw_decode(text, named.end() if named else place)
            except (ValueError, RecursionError) as error:
                raise OptionError(f"what is varied is {part[:80]!r}; what begins with [ or {{ may be JSON") from error
            if text[end : end + 1] not in ("", ","):
                raise _unlike(part)
            yield NamedValue(named[1], value) if named else value
        else:
            end = text.find(",", place) if "," in text[place:] else len(text)
            yield from _words(part, text[place:end])
        place = end + 1


def _words(part: str, word: str) -> Iterator[object]:
    if not word:
        raise _unlike(part)
    if word.startswith("@"):
        path = Path(word[1:])
        yield NamedValue(path.stem, _read_json(path))
    elif ends := _RANGE.fullmatch(word):
        low, high = map(int, ends.groups())
        if not 0 <= high - low < _MOST_VALUES:
            raise OptionError(f"the range is {word}; it may hold 1 to {_MOST_VALUES} numbers, such as 1..6")
        yield from map(str, range(low, high + 1))
    else:
        yield word


def _unlike(part: str) -> OptionError:
    return OptionError(f"what is varied is {part[:80]!r}; it may be name=a,b, such as seats=3,4 or seats=3..6")


def _read_json(path: Path) -> object:
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} holds no JSON: {error}") from error
