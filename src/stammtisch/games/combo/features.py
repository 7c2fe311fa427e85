"""Combination Race as numbers for learning programs: what a seat knows, seen from its own place.

Cards that nobody has shown since they were shuffled lie in the pile, if they are of the newest shuffle, or in a hand.
With how many of each shuffle every seat has drawn, that is all that can be known of them.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.combo.boards import MOST_LEVELS, UPGRADES
from stammtisch.games.combo.cards import CARDS, COLOURS, RANKS
from stammtisch.games.combo.combinations import KINDS
from stammtisch.games.combo.position import BASE_STARTS, FEWEST, SEATS, SHUFFLES, TARGETS, Options, Phase, State
from stammtisch.games.combo.stones import is_free, stones_for
from stammtisch.kernel import NONE, Row, inlined, kernel
from stammtisch.kernel.bits import count_in, lowest_in
from stammtisch.kernel.observation_layout import Layout, write_set

_ROWS: Final = UPGRADES + 1  # with the columns
_LEVELS_OF_ROW: Final = MOST_LEVELS + 1  # with level 0

LAYOUT: Final = Layout(
    ("phase", len(Phase), "1 for the chapter of the game"),
    ("seats", SEATS - FEWEST + 1, "1 for the number of seats, from two on"),
    ("variants", 2, "1 for the quick game, 1 for the expert game"),
    ("stones", MOST_LEVELS, "how many stones a level takes, by level; 0: the board does not have it"),
    ("values", UPGRADES * _LEVELS_OF_ROW, "what a level is worth, by row and level, from an empty row on"),
    ("columns", 1, "how many columns the board has"),
    ("first", SEATS, "1 for who begins every round, by seat"),
    ("turn", SEATS, "1 for whose turn it is, by seat"),
    ("asked", SEATS, "1 for who owes a decision, by seat"),
    ("sealed", count_in(BASE_STARTS), "1 for the seat's start placement while others choose theirs in secret"),
    ("levels", SEATS * _ROWS, "levels reached, by seat and row; at last the columns filled"),
    ("worth", SEATS * UPGRADES, "what these levels are worth, by seat and row"),
    ("active", SEATS, "stones in the active zone, by seat"),
    ("reserve", SEATS, "stones in the reserve, by seat"),
    ("blocked", SEATS, "1 for who cannot place all stones any more, by seat"),
    ("price", TARGETS, "stones that the seat places next in each row, in a column, in two; 0: there is no room"),
    ("hand_size", SEATS, "cards in hand, by seat"),
    ("hand", CARDS, "the seat's cards"),
    ("taken", SEATS * CARDS, "cards in hand that were taken openly, by seat"),
    ("display", CARDS, "cards of the display"),
    ("discards", CARDS, "cards that will be shuffled next"),
    ("pile_size", 1, "cards in the pile"),
    ("newest", CARDS, "cards of the newest shuffle that the seat has not seen since"),
    ("older", CARDS, "for such cards of another shuffle: how many shuffles before"),
    ("drawn", SEATS * SHUFFLES, "how many cards that nobody has shown are in hand, by seat and shuffle, newest first"),
    ("kind", KINDS, "1 for the combination that is being laid"),
    ("laid", CARDS, "its cards so far"),
    ("target", TARGETS, "1 for where its stones go"),
    ("chosen", 1, "cards chosen in this decision"),
    ("last", CARDS, "1 for the last of them"),
    ("owed", 1, "cards yet to be drawn, taken or discarded"),
)
(
    _PHASE,
    _SEATS,
    _VARIANTS,
    _STONES,
    _VALUES,
    _COLUMNS,
    _FIRST,
    _TURN,
    _ASKED,
    _SEALED,
    _LEVELS,
    _WORTH,
    _ACTIVE,
    _RESERVE,
    _BLOCKED,
    _PRICE,
    _HAND_SIZE,
    _HAND,
    _TAKEN,
    _DISPLAY,
    _DISCARDS,
    _PILE_SIZE,
    _NEWEST,
    _OLDER,
    _DRAWN,
    _KIND,
    _LAID,
    _TARGET,
    _CHOSEN,
    _LAST,
    _OWED,
) = LAYOUT
HIGHER_IS_BETTER: Final = False  # of scores: stones left


@kernel
def longest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return 0: one may draw and discard for ever."""
    return 0


@kernel
def lowest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return the score of whoever has placed all stones."""
    return 0


@kernel
def highest(o: Options) -> int:
    """Return the score of whoever has placed none."""
    return o.each


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    """Write into a blank `out` what the seat knows; others follow in the order of play."""
    out[_PHASE + s.phase] = 1
    _observe_board(o, out)
    for place in range(o.seats):
        _observe_seat(s, o, (seat + place) % o.seats, out, place)
    for target in range(TARGETS):
        if is_free(s, o, seat, target):
            out[_PRICE + target] = stones_for(s, o, seat, target)
    if s.first != NONE:
        out[_FIRST + (s.first + o.seats - seat) % o.seats] = 1
    if s.turn != NONE:
        out[_TURN + (s.turn + o.seats - seat) % o.seats] = 1
    if s.phase == Phase.START and not o.expert and s.start[seat] != NONE:
        out[_SEALED + s.start[seat]] = 1
    _write_cards(out, _HAND, s.hand[seat])
    _write_cards(out, _DISPLAY, s.display)
    _write_cards(out, _DISCARDS, s.discards)
    out[_PILE_SIZE] = s.pile_size
    _observe_shuffles(s, seat, out)
    _observe_decision(s, out)


@kernel
def _observe_board(o: Options, out: Row) -> None:
    """Write what is printed on the board, and which game it is."""
    out[_SEATS + o.seats - FEWEST] = 1
    out[_VARIANTS] = o.quick
    out[_VARIANTS + 1] = o.expert
    out[_COLUMNS] = o.columns
    for level in range(1, o.levels + 1):
        out[_STONES - 1 + level] = o.stones[level]
    for row in range(UPGRADES):
        for level in range(o.levels + 1):
            out[_VALUES + row * _LEVELS_OF_ROW + level] = o.value[row][level]


@kernel
def _observe_seat(s: State, o: Options, other: int, out: Row, place: int) -> None:
    """Write what everybody knows of a seat."""
    out[_ASKED + place] = s.waits >> other & 1
    out[_BLOCKED + place] = s.blocked >> other & 1
    out[_ACTIVE + place] = s.active[other]
    out[_RESERVE + place] = s.reserve[other]
    out[_HAND_SIZE + place] = s.hand_size[other]
    for row in range(_ROWS):
        out[_LEVELS + place * _ROWS + row] = s.level[other][row]
    for row in range(UPGRADES):
        out[_WORTH + place * UPGRADES + row] = o.value[row][s.level[other][row]]
    for shuffle in range(SHUFFLES):
        out[_DRAWN + place * SHUFFLES + shuffle] = s.drawn[other][shuffle]
    _write_cards(out, _TAKEN + place * CARDS, s.taken[other])


@kernel
def _observe_shuffles(s: State, seat: int, out: Row) -> None:
    """Write which cards the seat has not seen since they were shuffled, and how many shuffles before the newest."""
    for colour in range(COLOURS):
        own = s.hand[seat][colour]
        write_set(out, _NEWEST + colour * RANKS, s.hidden[0][colour] & ~own)
        for shuffle in range(1, SHUFFLES):
            cards = s.hidden[shuffle][colour] & ~own
            while cards:
                out[_OLDER + colour * RANKS + lowest_in(cards)] = shuffle
                cards &= cards - 1


@kernel
def _observe_decision(s: State, out: Row) -> None:
    """Write what has been chosen so far in a decision of several small choices."""
    if s.kind != NONE:
        out[_KIND + s.kind] = 1
        _write_cards(out, _LAID, s.laid)
    if s.target != NONE:
        out[_TARGET + s.target] = 1
    out[_CHOSEN] = s.chosen
    if s.last != NONE:
        out[_LAST + s.last] = 1
    out[_OWED] = s.owed


@kernel
def _write_cards(out: Row, begin: int, cards: Row) -> None:
    """Write a 1 for each card of a set."""
    for colour in range(COLOURS):
        write_set(out, begin + colour * RANKS, cards[colour])
