"""The places in a driver that the parts of a game take."""

from __future__ import annotations

from stammtisch.kernel.protocol import Features, Hints, Rules

rules: Rules
hints: Hints
features: Features
