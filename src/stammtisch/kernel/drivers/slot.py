"""The place in a driver that the rules of a game take."""

from __future__ import annotations

from stammtisch.kernel.protocol import Rules

rules: Rules
