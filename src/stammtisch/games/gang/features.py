"""Gang of Crooks as numbers for learning programs: what a seat knows, seen from its own place."""

from __future__ import annotations

from typing import Final

from stammtisch.games.gang.cards import CARDS, COLOURS, CROOKS, ONE_COLOUR, POLITICIAN, REMOVED, VALUES
from stammtisch.games.gang.rules import FEWEST, PASSED, SEATS, Options, Phase, State
from stammtisch.kernel import NONE, Row, inlined, kernel
from stammtisch.kernel.bits import count_in, has_in
from stammtisch.kernel.observation_layout import Layout, bounded, write_set

_LONG: Final = 1000  # rounds; a match up to a limit ends long before, however often its seats relieve themselves

LAYOUT: Final = Layout(
    ("phase", len(Phase), "1 for the chapter of the match"),
    ("seats", SEATS - FEWEST + 1, "1 for the number of seats, from three on"),
    ("distance", SEATS, "1 for how many seats further cards are passed in this round; 0: they are kept"),
    ("hand", CARDS, "the seat's cards"),
    ("given", CARDS, "cards it passed"),
    ("received", CARDS, "cards that were passed to it"),
    ("trick", CARDS, "cards of this trick"),
    ("leader", SEATS, "1 for who leads it, by seat"),
    ("played", SEATS * CARDS, "cards played in this round, by seat"),
    ("lacks", SEATS * COLOURS, "1 for a colour that a seat has shown not to hold, by seat"),
    ("crooks", SEATS, "how many crooks were taken in this round, by seat"),
    ("politician", SEATS, "1 for who took the politician in this round, by seat"),
    ("totals", SEATS, "points of all rounds before, by seat, at most 127 either side of 0"),
    ("left", SEATS, "points up to the limit that ends the match, by seat, at most 127; 0 where rounds are counted"),
    ("rounds", 1, "rounds to be played, this one included, at most 127; 0 where a limit ends the match"),
    ("tricks", 1, "how many tricks of this round are complete"),
    ("broken", 1, "1 once a crook was played in this round"),
)
(
    _PHASE,
    _SEATS,
    _DISTANCE,
    _HAND,
    _GIVEN,
    _RECEIVED,
    _TRICK,
    _LEADER,
    _PLAYED,
    _LACKS,
    _CROOKS,
    _POLITICIAN,
    _TOTALS,
    _LEFT,
    _ROUNDS,
    _TRICKS,
    _BROKEN,
) = LAYOUT
HIGHER_IS_BETTER: Final = False  # of scores

# What a net is trained on: single rounds with every way to pass, and matches; twice as much with four seats.
TRAINING: Final = tuple(
    {"seats": seats, **how}
    for seats in (3, 4, 4, 5, 6)
    for how in (*({"rounds": 1, "first_round": number} for number in range(1, seats + 1)), *2 * [{"limit": 100}])
)

# Where five or six play, zeros are taken out of the deck: nobody so far round the table ever plays them.
ALWAYS_BLANK: Final = frozenset(
    _PLAYED + place * CARDS + card
    for place in range(SEATS)
    for card in range(CARDS)
    if all(REMOVED[seats] >> card & 1 for seats in range(max(place + 1, FEWEST), SEATS + 1))
)


@kernel
def longest(o: Options) -> int:
    """Return how many steps a match can have, or 0 if there is no limit to it."""
    dealt = o.each * o.seats
    return o.rounds * (2 * dealt + PASSED * o.seats + o.each + 3) if o.rounds > 0 else 0


@kernel
def lowest(o: Options) -> int:
    """Return a score below which nobody comes: relief for taking every trick, round after round."""
    return -4 * o.politician * (o.rounds if o.rounds > 0 else _LONG)


@kernel
def highest(o: Options) -> int:
    """Return a score above which nobody comes: what all tricks of another weigh, in each round or past the limit."""
    return 4 * o.politician * o.rounds if o.rounds > 0 else o.limit + 4 * o.politician


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    """Write into a blank `out` what the seat knows; others follow in the order of play."""
    distance = s.round_number % o.seats
    out[_PHASE + s.phase] = 1
    out[_SEATS + o.seats - FEWEST] = 1
    out[_DISTANCE + distance] = 1
    write_set(out, _HAND, s.hand[seat])
    write_set(out, _GIVEN, s.passed[seat])
    if s.phase >= Phase.PLAY and s.passed_size[seat] == PASSED:
        write_set(out, _RECEIVED, s.passed[_wrapped(seat + o.seats - distance, o.seats)])
    if s.leader != NONE:
        out[_LEADER + _wrapped(s.leader + o.seats - seat, o.seats)] = 1
    for place in range(o.seats):
        _observe_seat(s, o, _wrapped(seat + place, o.seats), place, out)
    if o.rounds > 0:
        out[_ROUNDS] = bounded(o.rounds - s.round_number + o.first_round)
    out[_TRICKS] = s.tricks
    out[_BROKEN] = s.broken


@inlined
def _observe_seat(s: State, o: Options, other: int, place: int, out: Row) -> None:
    """Write what everybody knows of a seat, which is so many places further."""
    if s.trick[other] != NONE:
        out[_TRICK + s.trick[other]] = 1
    write_set(out, _PLAYED + place * CARDS, s.played[other])
    lacks = s.lacks[other]
    for colour in range(COLOURS):
        out[_LACKS + place * COLOURS + colour] = 1 if lacks >> colour * VALUES & ONE_COLOUR == ONE_COLOUR else 0
    out[_CROOKS + place] = count_in(s.taken[other] & CROOKS)
    out[_POLITICIAN + place] = 1 if has_in(s.taken[other], POLITICIAN) else 0
    out[_TOTALS + place] = bounded(s.total[other])
    if o.rounds == 0:
        out[_LEFT + place] = bounded(o.limit - s.total[other])


@kernel
def _wrapped(seat: int, seats: int) -> int:
    """Return the seat that one comes to by counting on round the table; to divide would take longer."""
    return seat - seats if seat >= seats else seat
