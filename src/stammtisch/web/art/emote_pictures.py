"""The pictures of quick words: three faces of the cockroach, clapping hands, a mug, a leaf of clover.

They are kept in `static/emotes`; `python -m stammtisch.web.art.emote_pictures` writes them anew.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from stammtisch.web.art.cockroach import GOLD, NAKED, drawn
from stammtisch.web.art.shapes import INK, dot, path

_SKIN: Final = "#e6b58a"
_LEAF: Final = "#3f8f55"
_HEAD: Final = "12 6 40 40"
_LINES: Final = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

_HANDS: Final = (
    path("M14 34L10 22Q9 17 13 17L19 27L16 12Q16 8 20 9L25 25L24 11Q25 7 28 9L31 27Q33 38 25 41Q18 42 14 34Z", _SKIN)
    + path("M30 41Q38 42 41 34L45 23Q46 18 42 18L37 27L40 14Q40 10 36 10L32 22", _SKIN)
    + path("M8 10L5 7M20 4V1M34 4L36 1M46 10L49 7", width=2.4)
)
_MUG: Final = (
    path("M33 20H40Q45 20 45 27Q45 34 38 34H33", width=4)
    + path("M10 16H34V40Q34 44 30 44H14Q10 44 10 40Z", GOLD)
    + path("M8 17Q6 9 13 10Q16 4 22 8Q29 4 32 10Q39 10 36 17Q31 21 27 17Q22 22 18 18Q12 21 8 17Z", "#fffdf6")
    + path("M17 25V38M23 25V38M29 25V38", width=1.8)
)
_CLOVER: Final = (
    path("M26 28Q27 40 33 46", width=3)
    + path("M25 25C14 28 8 19 14 15C9 8 19 3 25 12C31 3 41 8 36 15C42 19 36 28 25 25Z", _LEAF)
    + path("M25 25C17 36 11 31 14 24M25 25C33 36 39 31 36 24", _LEAF)
    + dot(25, 20, 1.6, INK, 0)
)


def pictures() -> dict[str, str]:
    """Return every picture, by the name of its file."""
    faces = {"ha": "glad", "oh": "afraid", "ouch": "grim"}
    drawings = {name: (_HEAD, drawn(NAKED, mood)) for name, mood in faces.items()}
    drawings |= {"bravo": ("2 -1 50 48", _HANDS), "cheers": ("2 0 48 48", _MUG), "luck": ("2 0 46 48", _CLOVER)}
    return {
        f"{name}.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><g {_LINES}>{drawing}</g></svg>\n'
        for name, (box, drawing) in drawings.items()
    }


def where() -> Path:
    """Return the folder in which they are kept."""
    return Path(str(files("stammtisch.web"))) / "static" / "emotes"


if __name__ == "__main__":
    where().mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (where() / name).write_text(picture, encoding="utf-8")
