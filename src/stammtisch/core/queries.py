"""What everybody asks of a position: who is waited for, what a seat may do and see, which rule forbids it."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Any

from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.protocol import Rules
from stammtisch.kernel.seats import NATURE, SPECTATOR, TABLE


def seats_waited_for(rules: Rules, s: Any, o: Any) -> list[int]:
    """Return who owes a decision, lowest seat first; several while choices are sealed, nobody when it is over."""
    bits = rules.waiting(s, o)
    return [seat for seat in (*range(o.seats), NATURE, TABLE) if bits >> seat & 1]


def legal_actions(rules: Rules, s: Any, o: Any, seat: int) -> list[int]:
    """Return the legal actions of a seat, in ascending order."""
    bits = [0] * words_for(rules.ACTIONS)
    rules.legal(s, o, seat, bits)
    return [nth(bits, index) for index in range(count(bits))]


def rule_against(rules: Rules, s: Any, o: Any, seat: int, action: int) -> IntEnum:
    """Return the rule that forbids an action to a seat; `OK`, which is false, if none does."""
    return rules.Rule(rules.check(s, o, seat, action))


def view_of(rules: Rules, s: Any, o: Any, viewer: int) -> Any:
    """Return what a seat, or SPECTATOR, may know of a position."""
    state: Any = rules.State
    out = _blank(state).copy()  # a third of the time that a new one takes
    rules.view(s, o, viewer, out)
    return out


def viewers(o: Any) -> tuple[int, ...]:
    """Return everybody who looks at the table."""
    return (*range(o.seats), SPECTATOR)


@cache
def _blank(state: Any) -> Any:
    """Return a position in which everything is 0, to be copied."""
    return state()
