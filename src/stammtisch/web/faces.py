"""Faces of people and bots: a costume of our cast, and a colour that stays with whoever has it.

Who has chosen nothing gets a face made from their id, so that it is the same everywhere; bots have theirs for good.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from stammtisch.store.board_contract import KnownPerson
from stammtisch.store.contract import Face

COSTUMES: Final = 13  # those of Costume Party; in Gang of Crooks the crook of the same number is shown
COLOURS: Final = 8
WATCHER: Final = 0  # the costume of those who have no seat: none
_MOST_SEATS: Final = 6
_BOTS: Final = {
    "Resi": Face(5, 1),
    "Ottokar": Face(7, 2),
    "Wanda": Face(10, 3),
    "Ferdl": Face(6, 4),
    "Ludmilla": Face(8, 5),
    "Kuno": Face(9, 6),
    "Zenzi": Face(4, 7),
    "Baldur": Face(12, 0),
}


def usual_face(name: str) -> Face:
    """Return the face of whoever has chosen none: that of a bot by its name, that of a person by their id."""
    made = sha256(name.encode()).digest()
    return _BOTS.get(name, Face(1 + made[0] % COSTUMES, made[1] % COLOURS))


def known_face(person: str, known: KnownPerson) -> Face:
    """Return the face of somebody who is known: the one that they have chosen, or their usual one."""
    return Face(known.costume, known.colour) if known.costume else usual_face(person)


def is_face(face: Face) -> bool:
    """Whether there is such a face."""
    return 1 <= face.costume <= COSTUMES and 0 <= face.colour < COLOURS


def free_colour(wanted: int, taken: Collection[int]) -> int:
    """Return a colour that nobody at a table has: the one that is wanted, or the next.

    >>> free_colour(3, [0, 3, 4])
    5
    """
    return next(colour % COLOURS for colour in range(wanted, wanted + COLOURS) if colour % COLOURS not in taken)


def seat_colours(chosen: Sequence[int]) -> tuple[int, ...]:
    """Return a colour for each seat that any table may have; seats without anybody, and Paul, get what is left.

    >>> seat_colours([2, -1, 5])
    (2, 0, 5, 1, 3, 4)
    """
    return _seat_colours(tuple(chosen))


@lru_cache(1024)
def _seat_colours(chosen: tuple[int, ...]) -> tuple[int, ...]:
    taken = {colour for colour in chosen if colour >= 0}
    colours: list[int] = []
    for colour in [*chosen, *[-1] * (_MOST_SEATS - len(chosen))]:
        colours.append(colour if colour >= 0 else free_colour(0, taken))
        taken.add(colours[-1])
    return tuple(colours)
