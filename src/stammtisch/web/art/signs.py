"""Small signs of one colour, drawn with the colour of the text around them."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

_STROKES: Final = {
    "green": '<path d="M4 13l5 5L20 6"/>',
    "red": '<path d="M5 5l14 14M19 5L5 19"/>',
    "bluffer": '<path d="M2 8Q12 4 22 8Q22 18 16 18Q13 18 12 14Q11 18 8 18Q2 18 2 8Z"/><path d="M6 11h4M14 11h4"/>',
    "guesser": '<circle cx="10" cy="10" r="7"/><path d="M15 15l7 7"/>',
    "home": '<path d="M3 12l9-8l9 8M6 10v10h12V10M10 20v-6h4v6"/>',
    "crown": '<path d="M4 19L2 7l6 5l4-8l4 8l6-5l-2 12z"/>',
    "down": '<path d="M5 6l7 6l7-6M5 13l7 6l7-6"/>',
    "up": '<path d="M5 18l7-6l7 6M5 11l7-6l7 6"/>',
    "tie": '<path d="M5 9h14M5 15h14"/>',
    "mirror": '<ellipse cx="12" cy="9" rx="7" ry="8"/><path d="M12 17v6M9 23h6M9 8l3-3"/>',
    "hand": '<path d="M3 20V7l7-3v16zM10 6l6-1v15h-6M16 8l5 1l-2 12h-3"/>',
    "pair": '<path d="M4 20V6h9v14zM11 4h9v14"/>',
    "sum": '<path d="M18 5H6l7 7l-7 7h12"/>',
}
SIGNS: Final = tuple(_STROKES)


@cache
def sign(name: str) -> Markup:
    """Return a sign; what it means stands beside it in words."""
    return Markup(  # noqa: S704  # made of our own shapes only
        '<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.6" '
        f'stroke-linecap="round" stroke-linejoin="round">{_STROKES[name]}</svg>'
    )
