"""The cockroach: one rig of body, wing line, legs, antennae and eyes, which wears whatever it is given.

A drawing is a small SVG of its own, 64 wide and 72 high, without ids, styles or scripts, so that a page can hold many.
Groups of the class `fine` are what a small one can do without: the style sheets leave them out below a certain width.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.web.art.shapes import INK, dot, fine, group, path

SHELL: Final = "#9a5527"
FACE: Final = "#b8703a"
EYE: Final = "#fffaf0"
GOLD: Final = "#f2b632"

_FEELERS: Final = "M27 18C25 9 17 5 8 9M37 18C39 9 47 5 56 9"
_ARMS: Final = "M21 38C14 38 10 34 8 27M43 38C50 38 54 34 56 27"
_SIDES: Final = "M20 48C13 48 9 51 7 56M44 48C51 48 55 51 57 56"
_FEET: Final = "M26 62C25 67 22 69 16 69M38 62C39 67 42 69 48 69"
_TRUNK: Final = "M32 33C42 33 46 40 46 49C46 60 40 67 32 67C24 67 18 60 18 49C18 40 22 33 32 33Z"
_WINGS: Final = "M19 44C24 38 40 38 45 44M32 40V66"
_RINGS: Final = "M21 57Q26 60 30 58M43 57Q38 60 34 58"
_HEAD: Final = "M32 14C40 14 45 19 45 25C45 32 39 36 32 36C25 36 19 32 19 25C19 19 24 14 32 14Z"

# By mood: the mouth, and what lies over the eyes.
_MOODS: Final = {
    "calm": ("M28 31Q32 33 36 31", ""),
    "glad": ("M26 30Q32 36 38 30", ""),
    "sly": ("M28 32Q34 33 37 29", "M22 20L31 23M42 20L33 23"),
    "grim": ("M28 33Q32 30 36 33", "M22 18L30 22M42 18L34 22"),
    "afraid": ("M30 32Q32 29 34 32Q32 35 30 32Z", "M22 17Q25 15 28 17M36 17Q39 15 42 17"),
    "mute": ("", ""),
}


@dataclass(frozen=True)
class Costume:
    """What a cockroach wears, as layers from back to front, and what it does to the rig under it.

    Attributes:
        over: Drawn over everything.
        behind: Drawn under everything.
        middle: Drawn over the body and under the head.
        coat: The colour of the body.
        face: The colour of the head.
        limbs: The paths of the legs, all together.
        mood: A mood of the rig; `hidden` draws no face at all.
        feelers: Whether the antennae can be seen.
        wings: Whether the wing line can be seen.
        place: A transformation of the whole rig.
    """

    over: str = ""
    behind: str = ""
    middle: str = ""
    coat: str = SHELL
    face: str = FACE
    limbs: str = _ARMS + _SIDES + _FEET
    mood: str = "calm"
    feelers: bool = True
    wings: bool = True
    place: str = ""


NAKED: Final = Costume()
CROWN: Final = path("M21 16L18 3L26 9L32 1L38 9L46 3L43 16Q32 12 21 16Z", GOLD) + fine(
    dot(32, 9, 1.8, "#c8322b") + dot(25, 12, 1.3, "#2b62a8") + dot(39, 12, 1.3, "#2b62a8")
)


def eyes(look: int = 0, radius: float = 4.4) -> str:
    """Return two eyes that look straight on, down (1) or up (-1)."""
    pupil = 24 + 1.6 * look
    white = dot(27, 24, radius, EYE, 1.4) + dot(37, 24, radius, EYE, 1.4)
    return white + dot(27.6, pupil, 2, INK, 0) + dot(36.4, pupil, 2, INK, 0)


def drawn(costume: Costume, mood: str = "", look: int = 0) -> str:
    """Return a cockroach in a costume."""
    mouth, brows = _MOODS.get(mood or costume.mood, ("", ""))
    parts = [costume.behind]
    if costume.feelers:
        parts.append(path(_FEELERS, width=2))
    parts.append(path(costume.limbs, width=3))
    parts.append(path(_TRUNK, costume.coat))
    if costume.wings:
        parts.append(path(_WINGS, width=1.6) + fine(path(_RINGS, width=1.2)))
    parts.append(costume.middle)
    parts.append(path(_HEAD, costume.face))
    if costume.mood != "hidden":
        parts.append(eyes(look) + path(mouth + brows, width=1.8))
    rig = "".join(parts) + costume.over
    return group(rig, costume.place) if costume.place else rig


def picture(content: str, kind: str = "roach", box: str = "0 0 64 72") -> Markup:
    """Return a drawing as an image that screen readers pass over: what it shows stands beside it."""
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg class="{kind}" viewBox="{box}" aria-hidden="true"><g fill="none" stroke="{INK}" stroke-width="2" '
        f'stroke-linecap="round" stroke-linejoin="round">{content}</g></svg>'
    )


@cache
def roach(mood: str = "calm", look: int = 0, *, queen: bool = False) -> Markup:
    """Return a cockroach as nature made it, perhaps with a crown."""
    worn = Costume(over=CROWN + fine(path("M22 21l-3-2M42 21l3-2", width=1.4))) if queen else NAKED
    return picture(drawn(worn, mood, look))
