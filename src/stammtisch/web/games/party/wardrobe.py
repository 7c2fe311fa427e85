"""Thirteen costumes for Costume Party, by value; the 13 is the king of the dance."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.web.art.cockroach import EYE, GOLD, Costume, drawn, picture
from stammtisch.web.art.shapes import INK, dot, fine, path

_PAPER: Final = "#fffdf6"
_GLASS: Final = "#a9dcec"
_RED: Final = "#c8322b"
_STEEL: Final = "#c9d1d8"
_BLUE: Final = "#2b62a8"
_SKIN: Final = "#d8a877"
_THICK: Final = "M22 38C14 38 10 34 8 27M42 38C50 38 54 34 56 27"  # arms, for sleeves
_STAND: Final = "M26 60C25 66 23 68 17 69M38 60C39 66 41 68 47 69"  # the two lowest legs


def _sleeves(d: str, colour: str) -> str:
    """Return limbs in sleeves: thick, with an outline."""
    return path(d, width=7.5) + path(d, width=4.5, line=colour)


_GHOST: Final = Costume(
    over=path(
        "M32 9C18 9 14 21 14 35L9 62L16 59L20 65L27 61L32 67L37 61L44 65L48 59L55 62L50 35C50 21 46 9 32 9Z", _PAPER
    )
    + path("M22 22Q26 18 29 23Q29 31 25 31Q21 29 22 22ZM42 22Q38 18 35 23Q35 31 39 31Q43 29 42 22Z", INK)
    + dot(26, 25, 1.5, EYE, 0)
    + dot(38, 25, 1.5, EYE, 0)
    + path("M29 38Q32 35 35 38Q32 42 29 38Z", INK)
    + path("M32 46V58M16 42L48 42", width=1, line="#b9b0a0")
    + fine(path("M14 54L20 58L27 54L32 60L37 54L44 58L50 54", width=1.4, line=_BLUE)),
    mood="hidden",
    limbs=_STAND,
)
_MUMMY: Final = Costume(
    behind=path("M53 30C61 34 55 42 59 48C61 53 57 58 60 64L54 66C51 59 55 54 52 49C49 43 54 36 50 33Z", _PAPER, 1.6)
    + fine(path("M53 40L58 40M53 50L59 49M54 58L59 58", width=1, line="#b9b0a0")),
    coat="#f1e7d2",
    face="#f1e7d2",
    mood="afraid",
    wings=False,
    middle=path("M19 43Q32 48 45 41M18 50Q32 45 46 52M20 58Q32 63 44 57M26 64Q32 61 38 65", width=1.5),
    over=path("M20 20Q30 14 40 15M24 34Q34 31 44 29M19 28Q22 31 26 31", width=1.5)
    + path("M43 13L49 9L50 14L45 17", _PAPER, 1.6),
)
_DIVER: Final = Costume(
    behind=path("M16 69C8 66 6 70 5 71H20ZM48 69C56 66 58 70 59 71H44Z", GOLD),
    coat="#1f7f86",
    mood="glad",
    feelers=False,
    middle=path("M27 46H37V53H27Z", GOLD, 1.6)
    + fine(dot(32, 49.5, 2, EYE, 1.2))
    + path("M15 14Q15 7 21 7H43Q49 7 49 14V36Q49 40 45 40H19Q15 40 15 36Z", _GLASS, 0),
    over=path("M15 38V14Q15 7 21 7H43Q49 7 49 14V38")
    + path("M17 14Q17 9 22 9H42Q47 9 47 14Q43 18 38 14Q33 18 28 14Q22 19 17 14Z", _RED, 0)
    + path("M14 40H50", width=4)
    + path("M20 22V32", width=2.4, line=_PAPER)
    + fine(dot(55, 16, 2.4, width=1.2) + dot(58, 8, 1.6, width=1.2)),
)
_LADYBIRD: Final = Costume(
    coat=_RED,
    face="#4a3226",
    mood="glad",
    middle=dot(25, 47, 3.4, INK, 0)
    + dot(39, 47, 3.4, INK, 0)
    + dot(25, 58, 3, INK, 0)
    + path("M36 56L42 55L43 60L38 62Z", INK, 0)
    + path("M42 55L43 60L40 58Z", "#fff3c4", 1),
    over=dot(8, 9, 4, _RED) + dot(56, 9, 4, _RED) + fine(dot(58, 67, 2.6, INK, 0) + path("M56 65l2 2", "", 1, EYE)),
)
_COWGIRL: Final = Costume(
    behind=path("M8 66L5 71M17 69L15 72M47 69L49 72M56 66L59 71", width=2.6)
    + path("M4 64C4 55 16 51 32 51S60 55 60 64Q60 69 54 69H10Q4 69 4 64Z", "#8c97a5")
    + path("M14 54Q11 61 13 69M23 52Q20 60 22 69M41 52Q44 60 42 69M50 54Q53 61 51 69", width=1.6)
    + dot(8, 62, 1.6, INK, 0),
    mood="sly",
    feelers=False,
    limbs="M21 38C14 38 10 34 8 27M43 38C50 38 54 42 52 48M20 48C13 50 12 55 15 60M44 48C51 50 52 55 49 60",
    middle=path("M21 36Q32 42 43 36L32 48Z", _RED, 1.6) + fine(dot(29, 41, 0.9, EYE, 0) + dot(35, 41, 0.9, EYE, 0)),
    over=path("M20 15C21 4 27 1 32 4C37 1 43 4 44 15Z", "#c98d4b")
    + path("M8 13C16 19 48 19 56 13C52 23 12 23 8 13Z", "#c98d4b")
    + path("M21 12Q32 16 43 12", width=2.4, line=_RED)
    + fine(path("M8 27C1 22 2 10 10 10", width=1.4)),
)
_PIRATE: Final = Costume(
    coat=_PAPER,
    mood="sly",
    wings=False,
    feelers=False,
    middle=path("M20 42H44M18 50H46M20 58H44", width=4, line=_BLUE)
    + path("M32 33C42 33 46 40 46 49C46 60 40 67 32 67C24 67 18 60 18 49C18 40 22 33 32 33Z"),
    over=path("M19 21L44 29", width=1.6)
    + path("M32 20Q42 19 42 25Q40 30 36 29Q32 27 32 20Z", INK)
    + path("M9 19C10 7 22 3 32 3S54 7 55 19C46 13 18 13 9 19Z", "#33302f")
    + dot(32, 8, 2.6, EYE, 0)
    + path("M27 12L37 12", width=2, line=EYE)
    + path("M48 26L52 22L58 25L60 31L55 35L49 33Z", "#e7bd74", 1.6)
    + fine(dot(53, 28, 1, INK, 0) + dot(57, 28, 1, INK, 0)),
)
_KNIGHT: Final = Costume(
    behind=path("M57 70V22M53 8V17Q53 22 57 22Q61 22 61 17V8M57 8V18", width=2.2),
    coat=_STEEL,
    face=_STEEL,
    mood="hidden",
    wings=False,
    feelers=False,
    middle=path("M20 44L30 40L35 48L45 43M19 54L27 50L33 57L44 54M26 64L31 58L39 64", width=1.3),
    over=path("M17 31L18 17L25 9L33 5L41 10L47 18L47 31L40 38L25 38Z", _STEEL)
    + path("M33 5L31 17M25 9L31 17L41 10M18 17L31 17L47 18M25 38L27 31M40 38L38 31", width=1.2)
    + path("M19 20H45V29H19Z", "#3a3d42")
    + dot(27, 24.5, 2.8, EYE, 0)
    + dot(37, 24.5, 2.8, EYE, 0)
    + dot(27.6, 24.5, 1.4, INK, 0)
    + dot(36.4, 24.5, 1.4, INK, 0)
    + fine(path("M22 13L26 15M43 34L39 33", width=1.2, line=EYE)),
)
_VAMPIRE: Final = Costume(
    behind=path("M32 36C12 28 6 46 6 68Q13 61 19 68Q26 62 32 68Q38 62 45 68Q51 61 58 68C58 46 52 28 32 36Z", "#33262b")
    + path("M16 41L11 20L27 34M48 41L53 20L37 34", _RED),
    face=_SKIN,
    mood="sly",
    limbs="M21 42C15 43 13 46 13 50M43 42C50 42 52 40 53 36" + _STAND,
    over=path("M19 24C17 9 47 9 45 24L37 17L32 22L27 17Z", "#33262b")
    + path("M28 32L29.5 36L31 32.4M34 32L35.5 35L36.6 31", EYE, 1)
    + path("M48 30L59 30L57 42H50Z", _PAPER, 1.8)
    + path("M49.4 34H57.8L56.6 41H50.6Z", "#e0482f", 0)
    + path("M54 34L59 22", width=2, line="#2f7d4f"),
)
_ASTRONAUT: Final = Costume(
    behind=_sleeves(_THICK, _PAPER) + _sleeves(_STAND, _PAPER),
    coat=_PAPER,
    limbs="",
    mood="glad",
    wings=False,
    feelers=False,
    middle=path("M25 46H39V56H25Z", "#d7dde3", 1.6)
    + dot(29, 51, 1.9, _RED, 0)
    + dot(35, 51, 1.9, _BLUE, 0)
    + path("M11 36C9 6 55 6 53 36Z", _GLASS),
    over=path("M26 18C23 10 30 11 32 15C34 9 42 11 37 18Q32 15 26 18Z", "#5b9e4d", 1.6)
    + path("M27 13L28 9H36L37 13", _GLASS)
    + path("M9 37H55", width=4)
    + path("M17 30C17 24 19 20 22 18", width=2.4, line=_PAPER)
    + fine(path("M45 22Q47 25 47 29", width=1.4, line=_PAPER)),
)
_DIVA: Final = Costume(
    behind=path("M19 22C8 16 18 2 27 7C29 0 42 0 42 7C52 4 55 18 45 24Z", "#7a2f1d")
    + fine(path("M22 12Q26 8 30 12M34 11Q38 7 43 12", width=1.3)),
    coat="#b0306f",
    mood="mute",
    feelers=False,
    wings=False,
    limbs="",
    middle=path("M23 40C20 54 14 62 10 69Q21 72 32 69Q43 72 54 69C50 62 44 54 41 40Z", "#b0306f")
    + fine(path("M27 48Q25 60 22 68M37 48Q39 60 42 68", width=1.2))
    + _sleeves("M23 41C15 41 10 35 8 26M41 41C49 41 54 35 56 26", "#f4c8dd")
    + _sleeves("M22 47C15 48 11 51 8 55M42 47C49 48 53 51 56 55M24 68L21 70M40 68L43 70", "#f4c8dd"),
    over=path("M22 23Q27 28 31 23M33 23Q37 28 42 23", width=2)
    + path("M28 30Q32 28 36 30Q36 36 32 36Q28 36 28 30Z", "#8c1c3c", 1.6)
    + path("M23 38Q32 44 41 38", width=3.6, line=EYE)
    + fine(path("M57 9V18M57 9L61 11", width=1.6) + dot(55.6, 18, 1.7, INK, 0)),
)
_SLIPPER: Final = Costume(
    mood="glad",
    limbs="M20 40C12 40 9 36 8 30M44 40C52 40 55 36 56 30",
    wings=False,
    over=path("M10 62C8 50 12 39 20 37H44C52 39 56 50 54 62Q53 70 45 70H19Q11 70 10 62Z", "#3f7a63")
    + path("M22 42V69M42 42V69M10 60H54M13 50H51", width=1.8, line="#e9c767")
    + path(
        "M16 41Q14 34 21 35Q24 31 28 35Q32 31 36 35Q40 31 43 35Q50 34 48 41Q42 44 38 41Q32 45 26 41Q21 44 16 41Z",
        _PAPER,
    )
    + dot(32, 55, 6.5, "#d9582c")
    + fine(path("M28 52L30 55M35 51L34 55M32 58L33 60M28 58L30 57M37 56L35 57", width=1.2)),
)
_PEST_CONTROLLER: Final = Costume(
    behind=path("M43 40Q43 34 50 34Q57 34 57 40V60H43Z", "#5b8f4d") + path("M50 34V30H46", width=2.4),
    coat="#efbe3a",
    mood="grim",
    wings=False,
    feelers=False,
    limbs="M21 40C15 42 12 44 9 41M43 40C49 41 50 45 48 50M20 50C13 50 10 54 8 59" + _STAND,
    middle=path("M19 54H45", width=3)
    + dot(32, 46, 5, EYE, 1.6)
    + path("M32 43V49M30 45L34 47M34 45L30 47", width=1.2)
    + path("M28.6 42.6L35.4 49.4", width=1.8, line=_RED)
    + path("M9 41L4 30M1 33L8 28", width=3),
    over=path("M18 19C17 5 47 5 46 19Z", "#efbe3a")
    + path("M15 19H52", width=4)
    + path("M24 33Q32 26 40 33L38 39Q32 42 26 39Z", "#8a9097")
    + dot(25, 36, 4, "#5d6369", 1.6)
    + dot(39, 36, 4, "#5d6369", 1.6)
    + fine(dot(3, 24, 1.3, "#5b8f4d", 0) + dot(8, 21, 1.3, "#5b8f4d", 0) + dot(2, 17, 1.3, "#5b8f4d", 0)),
)
_KING: Final = Costume(
    behind=path("M32 36C14 34 12 52 9 66L20 68H44L55 66C52 52 50 34 32 36Z", "#7a3f94")
    + path("M9 66Q14 63 20 68M55 66Q50 63 44 68", width=3, line=EYE),
    coat=_PAPER,
    mood="glad",
    wings=False,
    feelers=False,
    limbs="",
    middle=_sleeves("M42 40C50 38 53 30 57 15", _PAPER)
    + _sleeves("M22 41C13 43 12 49 20 52", _PAPER)
    + path("M22 54L15 70H28L32 61L36 70H49L42 54Q32 58 22 54Z", _PAPER)
    + path("M24 36L32 50L40 36L46 41L32 54L18 41Z", "#e8453c", 1.6)
    + dot(32, 53, 3.4, GOLD, 1.6),
    over=path("M20 17L16 3L25 9L32 0L39 9L48 3L44 17Q32 13 20 17Z", GOLD)
    + path("M19 21H45L43 28Q37 31 33 25H31Q27 31 21 28Z", INK)
    + path("M23 24L26 24M36 24L39 24", width=1.4, line="#8fd3ff")
    + path("M57 11V6", width=3)
    + fine(dot(32, 8, 1.7, _RED, 0) + dot(24, 12, 1.3, _BLUE, 0) + dot(40, 12, 1.3, _BLUE, 0)),
)
COSTUMES: Final = (
    *(_GHOST, _MUMMY, _DIVER, _LADYBIRD, _COWGIRL, _PIRATE, _KNIGHT),
    *(_VAMPIRE, _ASTRONAUT, _DIVA, _SLIPPER, _PEST_CONTROLLER, _KING),
)


@cache
def guest(value: int) -> Markup:
    """Return the cockroach on a card, 1 to 13."""
    return picture(drawn(COSTUMES[value - 1]))
