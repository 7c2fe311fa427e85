"""The faces of people as files, which a style sheet names: a cockroach in each costume, and a crook for each of them.

They are kept in `static/faces`; `python -m stammtisch.web.art.face_pictures` writes them anew.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from stammtisch.games.gang.cards import VALUES
from stammtisch.web.art.cockroach import NAKED, drawn
from stammtisch.web.art.shapes import INK
from stammtisch.web.games.gang.portraits.portrait import portrait
from stammtisch.web.games.party.wardrobe import COSTUMES

_CROOKS: Final = 3 * VALUES  # the first card of the black ones
_OPEN: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">'
_LINES: Final = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'


def pictures() -> dict[str, str]:
    """Return every face, by the name of its file; the first cockroach wears nothing."""
    roaches = {
        f"roach-{number}.svg": f"{_OPEN.format('2 -1 60 60')}<g {_LINES}>{drawn(costume)}</g></svg>\n"
        for number, costume in enumerate((NAKED, *COSTUMES))
    }
    crooks = {
        f"crook-{number}.svg": f"{_OPEN.format('4 0 92 92')}{portrait(_CROOKS + number - 1)}</svg>\n"
        for number in range(1, len(COSTUMES) + 1)
    }
    return roaches | crooks


def where() -> Path:
    """Return the folder in which they are kept."""
    return Path(str(files("stammtisch.web"))) / "static" / "faces"


if __name__ == "__main__":
    where().mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (where() / name).write_text(picture, encoding="utf-8")
