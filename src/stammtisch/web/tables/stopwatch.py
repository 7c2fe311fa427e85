"""A stopwatch: counts seconds by monotonic time, which no wall clock moves."""

from __future__ import annotations

from stammtisch.clock import Clock


class Stopwatch:
    """Counts from when it is set, and not while it is stopped."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._counted = clock, 0.0
        self._from: float | None = clock.monotonic()  # since when it runs

    @property
    def running(self) -> bool:
        """Whether it counts now."""
        return self._from is not None

    @property
    def seconds(self) -> float:
        """How much it has counted."""
        return self._clock.monotonic() - self.begun

    @property
    def begun(self) -> float:
        """The moment (monotonic) at which it would have begun if it had never stopped; the same while it runs."""
        return (self._clock.monotonic() if self._from is None else self._from) - self._counted

    def set(self, seconds: float) -> None:
        """Count on from here."""
        self._counted = seconds
        if self.running:
            self._from = self._clock.monotonic()

    def run(self, *, running: bool) -> None:
        """Go on, or stop."""
        if running != self.running:
            self._counted = self.seconds
            self._from = self._clock.monotonic() if running else None
