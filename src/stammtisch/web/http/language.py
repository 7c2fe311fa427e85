"""In which of our languages somebody reads."""

from __future__ import annotations

import re
from typing import Final

from babel.core import negotiate_locale
from starlette.requests import HTTPConnection

from stammtisch.core.language import LANGUAGES

_USUAL: Final = "en"
_LANGUAGE_RANGE: Final = re.compile(
    r"\s*([A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8})*)\s*(?:;\s*[qQ]\s*=\s*([01]?(?:\.[0-9]{1,3})?)\s*)?"
)


def language_of(connection: HTTPConnection) -> str:
    """Return the language that the address names or somebody has chosen, or the one the browser would like best."""
    for chosen in (connection.query_params.get("lang", ""), connection.cookies.get("lang", "")):
        if chosen in LANGUAGES:
            return chosen
    return best_language(connection.headers.get("accept-language", ""))


def best_language(header: str) -> str:
    """Return which of our languages an `Accept-Language` header likes best; English where it likes none of them.

    `*` is what English stands for already, and what cannot be read is passed over.

    >>> best_language("sv, de-AT;q=0.5, en;q=0.3")
    'de'
    """
    found = (_LANGUAGE_RANGE.fullmatch(part) for part in header.split(","))
    ranges = [(float(one[2] or 1), one[1].lower().replace("_", "-")) for one in found if one]
    liked = [name for quality, name in sorted(ranges, key=lambda one: -one[0]) if quality > 0]  # equal: first named
    return negotiate_locale(liked, [*LANGUAGES], sep="-") or _USUAL
