"""What a seat knows, as numbers, seen from its own place."""

from stammtisch.kernel import Row, inlined, kernel
from stammtisch.kernel.observation_layout import Layout, write_set

from .rules import Options, State

LAYOUT = Layout(("own", 9, "1 for squares that the seat has"), ("other", 9, "1 for those of the other"))
_OWN, _OTHER = LAYOUT
HIGHER_IS_BETTER, TOTAL_SCORE, OPEN = True, 0, True


@kernel
def longest(o: Options) -> int:
    return 9


@kernel
def lowest(o: Options) -> int:
    return -1


@kernel
def highest(o: Options) -> int:
    return 1


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    write_set(out, _OWN, s.taken[seat])
    write_set(out, _OTHER, s.taken[1 - seat])
