"""How random games are played."""

from __future__ import annotations

from enum import IntEnum


class Mood(IntEnum):
    """What seats and NATURE like to do; what they do three times of four, so that rare things happen often."""

    EVEN = 0  # nothing in particular
    EAGER = 1  # to have equal cards, and to lay combinations of many
    HOARDING = 2  # to draw, and to keep old cards
