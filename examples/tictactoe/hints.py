"""Rules of thumb: complete a row, spoil one, take the middle, and otherwise any square."""

from stammtisch.kernel import Row, kernel
from stammtisch.kernel.bits import count_in, has_in, nth_in
from stammtisch.kernel.chance import draw

from .rules import Options, State, has_row


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    for who in (seat, 1 - seat):
        for square in range(9):
            if has_in(legal[0], square) and has_row(s.taken[who] | 1 << square):
                return square
    return 4 if has_in(legal[0], 4) else nth_in(legal[0], draw(stream, count_in(legal[0])))
