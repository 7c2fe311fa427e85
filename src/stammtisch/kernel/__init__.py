"""The compiled layer, which knows no game: records, kernels, bit sets and chance."""

from stammtisch.kernel.choices import CHANCE, Between, SeatOrChance, YesNo
from stammtisch.kernel.compile import inlined, kernel
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Record, Row, Rows
from stammtisch.kernel.seats import HIDDEN, MAX_SEATS, NATURE, NONE, SPECTATOR, TABLE, UNKNOWN

__all__ = [
    "CHANCE",
    "HIDDEN",
    "MAX_SEATS",
    "NATURE",
    "NONE",
    "SPECTATOR",
    "TABLE",
    "UNKNOWN",
    "Between",
    "Outcome",
    "Record",
    "Row",
    "Rows",
    "SeatOrChance",
    "YesNo",
    "inlined",
    "kernel",
]
