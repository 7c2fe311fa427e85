"""What the bots' levels are rated, for each game and number of seats: measured once, and fixed from then on.

People come and go, and a pool of people alone may rise or sink as a whole. The levels do not change, so they hold it in
its place: `easy` is rated 1000 everywhere, and the others as far from it as `scripts/bench anchors` found them.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

from stammtisch.ratings.model import Rating

FILE: Final = "anchors.json"


def anchors(game: str, seats: int) -> dict[str, Rating]:
    """Return the rated levels of a game with so many seats, the weakest first; none if they were never measured."""
    levels = measured()["anchors"].get(game, {}).get(str(seats), {})
    found = {level: Rating(float(strength), float(doubt)) for level, (strength, doubt) in levels.items()}
    return dict(sorted(found.items(), key=lambda one: one[1].strength))


@cache
def measured() -> dict[str, Any]:
    """Return the whole file: the anchors, and how they were measured."""
    found: dict[str, Any] = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return found
