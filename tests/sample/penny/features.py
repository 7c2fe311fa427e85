"""Penny as numbers: what a net needs to be asked."""

from __future__ import annotations

from typing import Final

from stammtisch.kernel import Row, inlined
from stammtisch.kernel.observation_layout import Layout
from tests.sample.penny.rules import Options, State

LAYOUT: Final = Layout(("stones", 1, "how many are left"))


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:  # noqa: ARG001  # the same arguments for all
    """Write into a blank `out` what the seat knows."""
    out[0] = s.stones
