"""What forms and addresses hold, read so that nothing in it can hurt."""

from __future__ import annotations

import re
from typing import Final

Fields = dict[str, list[str]]

NO_TEXT: Final = re.compile(r"[\0-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")  # controls, and halves of letters


def one(fields: Fields, name: str) -> str:
    """Return the first value of a field, empty if it was not sent."""
    return fields.get(name, [""])[0]


def whole_number(text: str, digits: int, otherwise: int = -1) -> int:
    """Return the whole number of up to so many digits that a text is; `otherwise`, if it is none.

    >>> whole_number("12", 2), whole_number("123", 2), whole_number("-1", 2), whole_number("", 2, 0)
    (12, -1, -1, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else otherwise
