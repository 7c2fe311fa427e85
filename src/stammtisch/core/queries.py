"""What everybody asks of a position: who is waited for, what a seat may do and see, which rule forbids it."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Any

from stammtisch.kernel.bits import WORD_BITS, words_for
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
    actions = list[int]()
    for index, word in enumerate(bits):
        left = int(word)
        while left:
            lowest = left & -left
            actions.append(index * WORD_BITS + lowest.bit_length() - 1)
            left ^= lowest
    return actions


def rule_against(rules: Rules, s: Any, o: Any, seat: int, action: int) -> IntEnum:
    """Return the rule that forbids an action to a seat; `OK`, which is false, if none does."""
    return rules.Rule(rules.check(s, o, seat, action))


def view_of(rules: Rules, s: Any, o: Any, viewer: int) -> Any:
    """Return what a seat, or SPECTATOR, may know of a position."""
    state: Any = rules.State
    fields, lists = _blank(state)
    out = state.__new__(state)
    out.__dict__.update(fields)
    for name, value in lists:  # a tenth of the time that a new one takes
        out.__dict__[name] = value[:] if isinstance(value[0], int) else [row[:] for row in value]
    rules.view(s, o, viewer, out)
    return out


def viewers(o: Any) -> tuple[int, ...]:
    """Return everybody who looks at the table."""
    return (*range(o.seats), SPECTATOR)


@cache
def _blank(state: Any) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """Return the fields of a position in which everything is 0, and those that are lists, to be copied."""
    fields = vars(state())
    return fields, [(name, value) for name, value in fields.items() if isinstance(value, list)]
