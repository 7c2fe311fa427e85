"""The rules for Python callers: positions come as words and are looked at in place.

Handing over a record costs more than handing over an array of words: see the traps in `docs/protocol.md`.
"""

from __future__ import annotations

from stammtisch.kernel.bits import assign, clear
from stammtisch.kernel.compile import entry
from stammtisch.kernel.drivers.placeholders import rules
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Words

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
OUTCOME = Outcome.dtype
view_of = rules.view  # Numba takes the attribute `view` of anything for that of an array


@entry("void(int64[::1], int64[::1])")
def start(s: Words, o: Words) -> None:
    """Set blank words to the position before the first deal."""
    rules.start(s.view(STATE)[0], o.view(OPTIONS)[0])


@entry("int64(int64[::1], int64[::1])")
def waiting(s: Words, o: Words) -> int:
    """Return who owes a decision now, as bits."""
    return rules.waiting(s.view(STATE)[0], o.view(OPTIONS)[0])


@entry("void(int64[::1], int64[::1], int64, int64[::1])")
def legal(s: Words, o: Words, seat: int, out: Words) -> None:
    """Write the legal actions of `seat` as bits."""
    rules.legal(s.view(STATE)[0], o.view(OPTIONS)[0], seat, out)


@entry("int64(int64[::1], int64[::1], int64, int64)")
def check(s: Words, o: Words, seat: int, action: int) -> int:
    """Return 0 for a legal action, otherwise the first rule broken."""
    return rules.check(s.view(STATE)[0], o.view(OPTIONS)[0], seat, action)


@entry("void(int64[::1], int64[::1], int64, int64)")
def apply(s: Words, o: Words, seat: int, action: int) -> None:
    """Carry out a legal action."""
    rules.apply(s.view(STATE)[0], o.view(OPTIONS)[0], seat, action)


@entry("int64(int64[::1], int64[::1], int64, int64, int64)")
def seen(s: Words, o: Words, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it, or `HIDDEN`."""
    return rules.seen(s.view(STATE)[0], o.view(OPTIONS)[0], viewer, seat, action)


@entry("void(int64[::1], int64[::1], int64, int64[::1])")
def view(s: Words, o: Words, seat: int, out: Words) -> None:
    """Write what `seat` may know; `out` is wiped first."""
    clear(out)
    view_of(s.view(STATE)[0], o.view(OPTIONS)[0], seat, out.view(STATE)[0])


@entry("void(int64[::1], int64[::1], int64, int64[::1], int64[::1], int64[::1])")
def redeal(v: Words, o: Words, seat: int, stream: Words, scratch: Words, out: Words) -> None:
    """Write a world drawn uniformly from those that `seat` cannot tell apart."""
    assign(out, v)
    rules.redeal(v.view(STATE)[0], o.view(OPTIONS)[0], seat, stream, scratch, out.view(STATE)[0])


@entry("boolean(int64[::1], int64[::1])")
def settled(s: Words, o: Words) -> bool:
    """Whether a playout may stop here."""
    return rules.settled(s.view(STATE)[0], o.view(OPTIONS)[0])


@entry("int64(int64[::1], int64[::1], int64)")
def worth(s: Words, o: Words, seat: int) -> int:
    """Return how `seat` stands in a settled position."""
    return rules.worth(s.view(STATE)[0], o.view(OPTIONS)[0], seat)


@entry("void(int64[::1], int64[::1], int64[::1])")
def outcome(s: Words, o: Words, out: Words) -> None:
    """Write scores, places and the reason of a game that is over."""
    rules.outcome(s.view(STATE)[0], o.view(OPTIONS)[0], out.view(OUTCOME)[0])
