"""What the rules of thumb suggest in many games at once."""

from __future__ import annotations

from stammtisch.kernel.compile import entry
from stammtisch.kernel.drivers.placeholders import hints, rules
from stammtisch.kernel.record import Words

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
suggest = hints.suggest


@entry(
    "void(int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1])",
    makes_arrays=False,
)
def suggest_actions(
    positions: Words, options: Words, variant: Words, seats: Words, streams: Words, legal: Words, actions: Words
) -> None:
    """Write what is suggested to whoever is asked in each row."""
    choices = options.view(OPTIONS)
    games = positions.view(STATE)
    for row in range(len(positions)):
        actions[row] = suggest(games[row, 0], choices[variant[row], 0], seats[row], legal[row], streams[row])
