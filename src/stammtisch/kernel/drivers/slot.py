"""The places in a driver that the rules of a game take, and its rules of thumb."""

from __future__ import annotations

from stammtisch.kernel.protocol import Hints, Rules

rules: Rules
hints: Hints
