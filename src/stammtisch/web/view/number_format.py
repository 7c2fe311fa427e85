"""Numbers as people read them."""

from __future__ import annotations

from babel.numbers import format_decimal

from stammtisch.core.language import Say


def tenths(value: float, say: Say) -> str:
    """Return a number with one digit after the point, or whatever people write there, with a real minus sign.

    >>> from stammtisch.core.language import voice
    >>> tenths(-2.449, voice("stammtisch.web", "en")), tenths(-0.04, voice("stammtisch.web", "de"))
    ('−2.4', '0,0')
    """
    rounded = round(value, 1)
    text = format_decimal(abs(rounded), "#,##0.0", locale=say.language)
    return f"−{text}" if rounded < 0 else text  # Babel's is the hyphen of keyboards in our languages


def hundredths(share: float) -> int:
    """Return a share as so many in a hundred."""
    return round(100 * share)
