"""The course of Combination Race: what each action does, and who is asked next."""

from __future__ import annotations

from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import COLOURS, add_card, has_card, remove_card
from stammtisch.games.combo.combinations import FIVE, FLUSH, FOUR, FULL_HOUSE, SIZES
from stammtisch.games.combo.position import (
    COLUMN,
    COLUMNS,
    DEALT,
    DISPLAY,
    DRAW,
    EXCHANGE,
    LAY,
    SHUFFLES,
    START_STONES,
    Options,
    Phase,
    State,
)
from stammtisch.games.combo.stones import (
    can_be_made_up,
    hand_limit,
    is_forced,
    most_exchanged,
    splits_of,
    stones_for,
    stones_left,
    target_of,
    targets_of_five,
)
from stammtisch.kernel import NATURE, NONE, TABLE, kernel
from stammtisch.kernel.bits import count_in, has_in, lowest_in


@kernel
def ask_for_starts(s: State, o: Options) -> None:
    """Let everybody place stones: all at once, or from the right neighbour of the first seat on."""
    s.phase = Phase.START
    if o.expert:
        _ask(s, _right_of(o, s.first))
    else:
        s.turn = NONE
        s.waits = (1 << o.seats) - 1


@kernel
def place_start(s: State, o: Options, seat: int, placement: int) -> None:
    """Choose a start placement; in the base game the last one to do so opens them all."""
    s.decided[seat] += 1
    s.start[seat] = placement
    s.waits &= ~(1 << seat)
    if o.expert:
        _place_start_stones(s, seat)
        if seat != s.first:
            _ask(s, _right_of(o, seat))
    elif s.waits == 0:
        for other in range(o.seats):
            _place_start_stones(s, other)
    if s.waits == 0:
        s.phase = Phase.DEAL
        s.turn = 0
        s.owed = DEALT
        s.waits = 1 << NATURE


@kernel
def _place_start_stones(s: State, seat: int) -> None:
    for row in range(UPGRADES):
        stones = START_STONES[s.start[seat]] >> 2 * row & 3
        s.level[seat][row] = stones
        s.reserve[seat] -= stones


@kernel
def deal_card(s: State, o: Options, card: int) -> None:
    """Deal a card to a seat, then to the next one; at last to the display."""
    _draw_to_hand(s, card)
    if s.owed == 0:
        s.turn += 1
        s.owed = DEALT
        if s.turn == o.seats:
            s.turn = NONE
            s.owed = 0
            _refill(s, o)


@kernel
def _draw_to_hand(s: State, card: int) -> None:
    remove_card(s.pile, card)
    s.pile_size -= 1
    add_card(s.hand[s.turn], card)
    s.hand_size[s.turn] += 1
    s.drawn[s.turn][0] += 1
    s.owed -= 1


@kernel
def begin_action(s: State, o: Options, seat: int, action: int) -> None:
    """Draw, lay a combination, exchange cards, or be done with it."""
    if action == DRAW:
        s.decided[seat] += 1
        s.owed = o.value[FULL_HOUSE][s.level[seat][FULL_HOUSE]]
        _go_on_drawing(s)
    elif action == EXCHANGE:
        s.phase = Phase.EXCHANGE
    elif LAY <= action < LAY + len(SIZES):
        s.phase = Phase.LAY
        s.kind = action - LAY
    else:
        s.decided[seat] += 1
        _end_turn(s, o)


@kernel
def _go_on_drawing(s: State) -> None:
    """Let NATURE draw the next card, or TABLE shuffle before it can."""
    s.phase = Phase.DRAW if s.pile_size > 0 else Phase.SHUFFLE
    s.waits = 1 << (NATURE if s.pile_size > 0 else TABLE)


@kernel
def draw_for_seat(s: State, o: Options, card: int) -> None:
    """Draw a card from the pile; after the last one the seat takes from the display."""
    _draw_to_hand(s, card)
    if s.owed > 0:
        _go_on_drawing(s)
        return
    s.phase = Phase.TAKE
    s.owed = o.value[FLUSH][s.level[s.turn][FLUSH]]
    s.waits = 1 << (TABLE if s.owed == DISPLAY else s.turn)


@kernel
def take_from_display(s: State, o: Options, seat: int, card: int) -> None:
    """Take a card openly; with the last one the draw is complete."""
    remove_card(s.display, card)
    s.display_size -= 1
    add_card(s.hand[s.turn], card)
    add_card(s.taken[s.turn], card)
    s.hand_size[s.turn] += 1
    _chose(s, card)
    s.owed -= 1
    if s.owed > 0:
        return
    if seat != TABLE:
        s.decided[seat] += 1
    if o.quick:
        s.phase = Phase.THEN
        _ask(s, s.turn)
    else:
        _end_turn(s, o)


@kernel
def _chose(s: State, card: int) -> None:
    s.chosen += 1
    s.last = card


@kernel
def _ask(s: State, seat: int) -> None:
    """Let a seat decide; it has chosen nothing yet."""
    s.turn = seat
    s.waits = 1 << seat
    s.chosen = 0
    s.last = NONE


@kernel
def lay_card(s: State, o: Options, seat: int, card: int) -> None:
    """Lay a card of the combination; after the last one its stones are placed."""
    _show_card(s, seat, card)
    add_card(s.laid, card)
    _chose(s, card)
    if s.chosen < SIZES[s.kind]:
        return
    if s.kind != FIVE:
        aim_at(s, o, seat, target_of(s.kind))
        return
    targets = targets_of_five(s, o, seat)
    if is_forced(targets):
        aim_at(s, o, seat, lowest_in(targets))
    else:
        s.phase = Phase.INTO


@kernel
def _show_card(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand for everybody to see."""
    remove_card(s.hand[seat], card)
    s.hand_size[seat] -= 1
    if has_card(s.taken[seat], card):
        remove_card(s.taken[seat], card)
        return
    for shuffle in range(SHUFFLES):
        if has_card(s.hidden[shuffle], card):
            remove_card(s.hidden[shuffle], card)
            s.drawn[seat][shuffle] -= 1


@kernel
def aim_at(s: State, o: Options, seat: int, target: int) -> None:
    """Place the stones there, or ask first how many come from the reserve."""
    s.target = target
    if s.kind != FOUR and s.kind != FIVE:
        place_stones(s, o, seat, 0)
        return
    splits = splits_of(s, o, seat, target)
    if is_forced(splits):
        place_stones(s, o, seat, lowest_in(splits))
    else:
        s.phase = Phase.SPLIT


@kernel
def place_stones(s: State, o: Options, seat: int, from_reserve: int) -> None:
    """Place the stones of a combination; an expert whose other stones will not fit has lost with this turn."""
    s.decided[seat] += 1
    s.active[seat] -= stones_for(s, o, seat, s.target) - from_reserve
    s.reserve[seat] -= from_reserve
    s.level[seat][min(s.target, COLUMN)] += 2 if s.target == COLUMNS else 1
    if o.expert and not can_be_made_up(s, o, seat, NONE):
        s.blocked |= 1 << seat
    for colour in range(COLOURS):
        s.discards[colour] |= s.laid[colour]
        s.laid[colour] = 0
    s.kind = NONE
    s.target = NONE
    _end_turn(s, o)


@kernel
def exchange_card(s: State, o: Options, seat: int, card: int) -> None:
    """Discard a card for a stone from the reserve; after as many as are allowed the exchange is complete."""
    _show_card(s, seat, card)
    add_card(s.discards, card)
    _chose(s, card)
    if most_exchanged(s, o, seat) == 0:
        end_exchange(s, o, seat)


@kernel
def end_exchange(s: State, o: Options, seat: int) -> None:
    """Make a stone active for each card."""
    s.decided[seat] += 1
    s.reserve[seat] -= s.chosen
    s.active[seat] += s.chosen
    _end_turn(s, o)


@kernel
def _end_turn(s: State, o: Options) -> None:
    """Let the seat discard down to its limit, then fill up the display."""
    s.owed = s.hand_size[s.turn] - hand_limit(s, o, s.turn)
    if s.owed > 0:
        s.phase = Phase.DISCARD
        _ask(s, s.turn)
    else:
        s.owed = 0
        _refill(s, o)


@kernel
def discard_card(s: State, o: Options, seat: int, card: int) -> None:
    """Discard a card over the limit."""
    _show_card(s, seat, card)
    add_card(s.discards, card)
    _chose(s, card)
    s.owed -= 1
    if s.owed == 0:
        s.decided[seat] += 1
        _refill(s, o)


@kernel
def _refill(s: State, o: Options) -> None:
    """Let NATURE fill up the display, or TABLE shuffle before it can; then comes the next turn."""
    if s.display_size == DISPLAY:
        _next_turn(s, o)
    else:
        s.phase = Phase.REFILL if s.pile_size > 0 else Phase.SHUFFLE
        s.waits = 1 << (NATURE if s.pile_size > 0 else TABLE)


@kernel
def add_to_display(s: State, o: Options, card: int) -> None:
    """Turn up a card of the pile."""
    remove_card(s.pile, card)
    s.pile_size -= 1
    remove_card(s.hidden[0], card)
    add_card(s.display, card)
    s.display_size += 1
    _refill(s, o)


@kernel
def shuffle_discards(s: State, o: Options) -> None:
    """Make the discards the new pile, and remember which hidden cards are from older ones."""
    _make_room_for_shuffle(s, o)
    for colour in range(COLOURS):
        s.pile[colour] = s.discards[colour]
        s.hidden[0][colour] = s.discards[colour]
        s.pile_size += count_in(s.discards[colour])
        s.discards[colour] = 0
    if s.owed > 0:
        _go_on_drawing(s)
    else:
        _refill(s, o)


@kernel
def _make_room_for_shuffle(s: State, o: Options) -> None:
    """Move what is remembered of the shuffles one place on, as far as needed; the two oldest may fall together."""
    last = 0
    while last < SHUFFLES - 1 and not _is_forgotten(s, last):
        last += 1
    for shuffle in range(last, 0, -1):
        for colour in range(COLOURS):
            s.hidden[shuffle][colour] |= s.hidden[shuffle - 1][colour]
            s.hidden[shuffle - 1][colour] = 0
        for seat in range(o.seats):
            s.drawn[seat][shuffle] += s.drawn[seat][shuffle - 1]
            s.drawn[seat][shuffle - 1] = 0


@kernel
def _is_forgotten(s: State, shuffle: int) -> bool:
    """Whether all cards of a shuffle have been shown since."""
    for colour in range(COLOURS):
        if s.hidden[shuffle][colour] != 0:
            return False
    return True


@kernel
def _next_turn(s: State, o: Options) -> None:
    """Let the next seat that is still racing have its turn, or end the game."""
    if s.round_number == 0:
        s.round_number = 1
        _begin_turn(s, s.first)
        return
    seat = s.turn
    while not _is_over(s, o, seat):
        seat = seat + 1 if seat + 1 < o.seats else 0
        if seat == s.first:
            s.round_number += 1
        if not has_in(s.blocked, seat):
            _begin_turn(s, seat)
            return
    s.phase = Phase.OVER
    s.turn = NONE
    s.waits = 0


@kernel
def _is_over(s: State, o: Options, seat: int) -> bool:
    """Whether the game ends with the turn of this seat: one seat is left, or a round ends and somebody is finished."""
    if is_forced(((1 << o.seats) - 1) & ~s.blocked):
        return True
    if (seat + 1) % o.seats != s.first:
        return False
    for other in range(o.seats):
        if stones_left(s, other) == 0:
            return True
    return False


@kernel
def _begin_turn(s: State, seat: int) -> None:
    s.phase = Phase.TURN
    _ask(s, seat)


@kernel
def _right_of(o: Options, seat: int) -> int:
    return seat - 1 if seat > 0 else o.seats - 1
