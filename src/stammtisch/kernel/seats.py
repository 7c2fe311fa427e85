"""Who can act at a table, and the marks for what is not there or not known."""

from __future__ import annotations

from typing import Final

MAX_SEATS: Final = 8  # rows by seat in shared records have this length

# Seats are bit positions in what `waiting` returns: people and bots are 0, 1, 2, …
NATURE: Final = 61  # deals; all its actions at one moment are equally likely
TABLE: Final = 62  # carries out what is forced
SPECTATOR: Final = 63  # only watches: a word has bits 0 to 62, so it can never be waited for

NONE: Final = -1  # nothing there
UNKNOWN: Final = -2  # in a view: something is there, and this viewer cannot tell what
HIDDEN: Final = -3  # in place of an action: it happened, and this viewer cannot tell which it was
