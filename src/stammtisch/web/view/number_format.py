"""Numbers as people read them."""

from __future__ import annotations

from decimal import Decimal

from babel import Locale

from stammtisch.core.language import Say


def tenths(value: float, say: Say) -> str:
    """Return a number with one digit after the point, or whatever people write there, with a real minus sign.

    >>> from stammtisch.core.language import voice
    >>> tenths(-2.449, voice("stammtisch.web", "en")), tenths(-0.04, voice("stammtisch.web", "de"))
    ('−2.4', '0,0')
    """
    return decimals(value, say, 1)


def decimals(value: float, say: Say, digits: int) -> str:
    """Return a number with so many digits after the point, with a real minus sign.

    >>> from stammtisch.core.language import voice
    >>> decimals(-1234.5678, voice("stammtisch.web", "en"), 2), decimals(0.4, voice("stammtisch.web", "de"), 0)
    ('−1,234.57', '0')
    """
    return say.decimals(round(value, digits), digits)


def counted_as(value: float, say: Say, digits: int) -> int:
    """Return a whole number of things of which the language speaks as of so many, written with so many digits.

    >>> from stammtisch.core.language import voice
    >>> [counted_as(1.54, voice("stammtisch.web", language), 1) for language in ("en", "fr")]
    [2, 1]
    """
    return 1 if Locale(say.language).plural_form(Decimal(f"{abs(value):.{digits}f}")) == "one" else 2


def hundredths(share: float) -> int:
    """Return a share as so many in a hundred."""
    return round(100 * share)
