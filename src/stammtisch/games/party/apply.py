"""The course of Costume Party: what each action does, and who is asked next."""

from __future__ import annotations

from stammtisch.games.party.position import (
    ALL,
    ALL_VALUES,
    FACE_DOWN,
    KEEP,
    KING,
    PAIR,
    PAUL,
    SEATS,
    UNUSED,
    VALUES,
    Options,
    Phase,
    State,
)
from stammtisch.kernel import NATURE, NONE, TABLE, kernel
from stammtisch.kernel.bits import count_in, has_in, lowest_in


@kernel
def begin_game(s: State, o: Options) -> None:
    """Set up the next game of the match, with all sets complete again."""
    s.phase = Phase.FLOOR
    s.game_number += 1
    s.round_number = 0
    s.holder = NONE
    s.turn = 0
    s.waits = 1 << NATURE
    s.to_take = 0
    s.king = NONE
    for guest in range(SEATS):
        s.pile[guest] = ALL_VALUES if guest < o.guests else 0
        s.pile_size[guest] = KING if guest < o.guests else 0
        s.played[guest] = NONE
        s.face_down[guest] = NONE
        s.display[guest] = 0
        s.shown[guest] = 0
        s.points[guest] = 0
    for value in range(VALUES):
        s.gone[value] = 0


@kernel
def tie_candidates(s: State, o: Options) -> int:
    """Return the seats that may get the tie card: with the lowest card on the floor, the youngest if that is known."""
    lowest = KING
    for seat in range(o.seats):
        lowest = min(lowest, lowest_in(s.shown[seat]))
    tied = 0
    for seat in range(o.seats):
        if has_in(s.shown[seat], lowest):
            tied |= 1 << seat
    for place in range(o.seats):
        if o.youngest[place] != NONE and has_in(tied, o.youngest[place]):
            return 1 << o.youngest[place]
    return tied


@kernel
def lay_first(s: State, o: Options, card: int) -> None:
    """Lay the first card of a guest onto the floor; after the last one somebody gets the tie card."""
    _show(s, s.turn, card)
    s.turn += 1
    if s.turn == o.guests:
        s.phase = Phase.TIE
        s.turn = NONE
        s.waits = 1 << (TABLE if count_in(tie_candidates(s, o)) == 1 else NATURE)


@kernel
def give_tie_card(s: State, seat: int) -> None:
    """Give a seat the tie card; then the hands are drawn."""
    s.holder = seat
    _begin_drawing(s)


@kernel
def turn_up_for_paul(s: State, o: Options, card: int) -> None:
    """Put the next card of Paul onto the floor."""
    _show(s, PAUL, card)
    _ask_for_mirror(s, o)


@kernel
def _show(s: State, guest: int, card: int) -> None:
    """Turn up a card of a guest's pile and put it onto the floor."""
    s.pile[guest] &= ~(1 << card)
    s.pile_size[guest] -= 1
    s.shown[guest] |= 1 << card
    _put_on_floor(s, card)


@kernel
def _put_on_floor(s: State, card: int) -> None:
    s.floor[card] += 1
    s.floor_values |= 1 << card


@kernel
def _begin_drawing(s: State) -> None:
    s.phase = Phase.DRAW
    s.turn = 0
    s.waits = 1 << NATURE


@kernel
def draw_card(s: State, o: Options, card: int) -> None:
    """Draw a card for a seat; when the last one has its cards, the next round begins."""
    s.pile[s.turn] &= ~(1 << card)
    s.pile_size[s.turn] -= 1
    s.hand[s.turn] |= 1 << card
    s.hand_size[s.turn] += 1
    wanted = 3 + o.face_down if s.round_number == 0 else 3
    if s.hand_size[s.turn] == wanted:
        s.turn += 1
        if s.turn == o.seats:
            _begin_round(s, o)


@kernel
def _begin_round(s: State, o: Options) -> None:
    """Let everybody choose a card; in the last round only take, and before the first perhaps lay one face down."""
    s.round_number += 1
    s.turn = NONE
    if s.round_number == o.last:
        _begin_taking(s, o)
        return
    s.phase = Phase.SEAL if s.round_number == 1 and o.face_down else Phase.PLAY
    s.waits = (1 << o.seats) - 1


@kernel
def seal_card(s: State, o: Options, seat: int, card: int) -> None:
    """Lay a card face down; when everybody has one, the first round begins."""
    s.decided[seat] += 1
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.face_down[seat] = card
    s.waits &= ~(1 << seat)
    if s.waits == 0:
        s.phase = Phase.PLAY
        s.waits = (1 << o.seats) - 1


@kernel
def play_card(s: State, o: Options, seat: int, card: int) -> None:
    """Choose a card; the last one to do so opens them all."""
    s.decided[seat] += 1
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.played[seat] = card
    s.waits &= ~(1 << seat)
    if s.waits == 0:
        for other in range(o.seats):
            s.shown[other] |= 1 << s.played[other]
        _begin_taking(s, o)


@kernel
def _begin_taking(s: State, o: Options) -> None:
    """Let all guests take, or the first king alone."""
    s.phase = Phase.TAKE
    s.to_take = (1 << o.guests) - 1
    for seat in range(o.seats):
        if s.played[seat] == KING and (s.king == NONE or distance(s, o, seat) < distance(s, o, s.king)):
            s.king = seat
    if s.king != NONE:
        s.to_take = 1 << s.king
    _ask_next(s, o)


@kernel
def distance(s: State, o: Options, seat: int) -> int:
    """Return how far clockwise a seat sits from the tie card."""
    return seat - s.holder if seat >= s.holder else seat - s.holder + o.seats


@kernel
def _ask_next(s: State, o: Options) -> None:
    """Let the next guest take; TABLE does it where everybody can see that nothing else is possible."""
    if s.to_take == 0:
        s.phase = Phase.COUNT if s.round_number == o.last else Phase.MOVE
        s.turn = NONE
        s.waits = 1 << TABLE
        return
    first = NONE
    s.turn = PAUL  # who is always the last one
    for seat in range(o.seats):
        if has_in(s.to_take, seat):
            place = place_in_round(s, o, seat)
            if first == NONE or place < first:
                first = place
                s.turn = seat
    choice = s.king == NONE and s.turn < o.seats and s.floor_values & (s.floor_values - 1) != 0
    s.waits = 1 << (s.turn if choice or s.face_down[s.turn] != NONE else TABLE)


@kernel
def place_in_round(s: State, o: Options, seat: int) -> int:
    """Return a number that is lower for whoever takes earlier: by card, then by tie order; at last against it."""
    if s.round_number == o.last:
        return o.seats - distance(s, o, seat)
    return s.played[seat] * SEATS + distance(s, o, seat)


@kernel
def take_cards(s: State, o: Options, seat: int, action: int) -> None:
    """Take a card or all of them, with or without the face-down card."""
    if seat != TABLE:
        s.decided[seat] += 1
    s.to_take &= ~(1 << s.turn)
    if action >= ALL:
        while s.floor_values:
            _receive(s, lowest_in(s.floor_values))
    else:
        _receive(s, action - PAIR if action > PAIR else action)
    if action > PAIR and action != ALL:
        value = s.face_down[s.turn]
        s.display[s.turn] &= ~(1 << value)
        s.gone[value] += 2
        s.face_down[s.turn] = NONE
        s.shown[s.turn] |= 1 << value
    _ask_next(s, o)


@kernel
def _receive(s: State, value: int) -> None:
    """Put a card of the floor into a display; two of a kind are discarded."""
    s.floor[value] -= 1
    if s.floor[value] == 0:
        s.floor_values &= ~(1 << value)
    if has_in(s.display[s.turn], value):
        s.gone[value] += 2
    s.display[s.turn] ^= 1 << value


@kernel
def move_played(s: State, o: Options) -> None:
    """Move the played cards onto the floor; Paul's next one joins them."""
    s.king = NONE
    for seat in range(o.seats):
        _put_on_floor(s, s.played[seat])
        s.played[seat] = NONE
    if o.guests > o.seats:
        s.phase = Phase.PAUL
        s.turn = PAUL
        s.waits = 1 << NATURE
    else:
        _ask_for_mirror(s, o)


@kernel
def _ask_for_mirror(s: State, o: Options) -> None:
    """Let the owner of the mirror decide, if there is something to decide, or else go on."""
    if s.round_number > o.draws:
        _begin_round(s, o)
        return
    if s.mirror == NONE:
        _begin_drawing(s)
        return
    s.phase = Phase.MIRROR
    choices = mirror_choices(s, o)
    if choices == 1 << UNUSED and s.round_number < o.draws:
        _begin_drawing(s)
    else:
        s.turn = s.mirror
        s.waits = 1 << (TABLE if count_in(choices) == 1 else s.mirror)


@kernel
def mirror_choices(s: State, o: Options) -> int:
    """Return what may leave with the mirror; it may wait, but not longer than the owner has cards to draw."""
    choices = s.display[s.mirror]
    if s.face_down[s.mirror] != NONE:
        choices |= 1 << FACE_DOWN
    if choices == 0:
        return 1 << UNUSED
    return choices if s.round_number == o.draws else choices | 1 << KEEP


@kernel
def use_mirror(s: State, seat: int, action: int) -> None:
    """Throw out a card together with the mirror, or keep it for later."""
    if seat != TABLE:
        s.decided[seat] += 1
    if action == FACE_DOWN:
        value = s.face_down[s.mirror]
        s.gone[value] += 1
        s.shown[s.mirror] |= 1 << value
        s.face_down[s.mirror] = NONE
    elif action not in (KEEP, UNUSED):
        s.gone[action] += 1
        s.display[s.mirror] &= ~(1 << action)
    if action != KEEP:
        s.mirror = NONE
    _begin_drawing(s)


@kernel
def count_points(s: State, o: Options) -> None:
    """Turn up the face-down cards and count; after the last game the match is over."""
    for guest in range(o.guests):
        if s.face_down[guest] != NONE:
            s.shown[guest] |= 1 << s.face_down[guest]
            s.points[guest] = s.face_down[guest]
        cards = s.display[guest]
        while cards:
            s.points[guest] += lowest_in(cards)
            cards &= cards - 1
        s.total[guest] += s.points[guest]
    s.phase = Phase.OVER if s.game_number == o.games else Phase.SCORED
    s.waits = 0 if s.game_number == o.games else 1 << TABLE


@kernel
def hand_over_mirror(s: State, o: Options) -> None:
    """Give the mirror to whoever has the highest total, the first of them in the tie order of the last game."""
    s.mirror = s.holder
    for seat in range(o.seats):
        ahead = s.total[seat] - s.total[s.mirror]
        if ahead > 0 or (ahead == 0 and distance(s, o, seat) < distance(s, o, s.mirror)):
            s.mirror = seat
