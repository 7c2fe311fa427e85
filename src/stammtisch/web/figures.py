"""Numbers as people read them."""

from __future__ import annotations

from stammtisch.core.language import Say


def tenths(value: float, say: Say) -> str:
    """Return a number with one digit after the point, or after the comma where people write one.

    >>> from stammtisch.core.language import voice
    >>> tenths(-2.449, voice("stammtisch.web", "en")), tenths(-0.04, voice("stammtisch.web", "de"))
    ('−2.4', '0,0')
    """
    text = f"{abs(value):.1f}"
    if value < 0 and text != "0.0":
        text = f"−{text}"
    return text if say.language == "en" else text.replace(".", ",")


def hundredths(share: float) -> int:
    """Return a share as so many in a hundred."""
    return round(100 * share)
