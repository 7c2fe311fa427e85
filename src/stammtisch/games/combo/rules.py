"""Combination Race: collect cards, lay combinations, and be the first to place all stones."""

from __future__ import annotations

from typing import Final

from stammtisch.games.combo.apply import (
    add_to_display,
    aim_at,
    ask_for_starts,
    begin_action,
    deal_card,
    discard_card,
    draw_for_seat,
    end_exchange,
    exchange_card,
    lay_card,
    place_start,
    place_stones,
    shuffle_discards,
    take_from_display,
)
from stammtisch.games.combo.cards import ALL_RANKS, CARDS, COLOURS, RANKS, after, has_card, last_but, upto
from stammtisch.games.combo.combinations import FIVE, KINDS, combinations_in, fitting, has_combination
from stammtisch.games.combo.position import (
    ACTIONS,
    ACTIVE,
    BASE_STARTS,
    COLUMNS,
    DONE,
    DRAW,
    EXCHANGE,
    EXPERT_STARTS,
    FIRST,
    INTO,
    LAY,
    OPTION_SETS,
    PLACE,
    RESERVE,
    SCRATCH,
    SHUFFLE,
    TARGETS,
    VERSION,
    Options,
    Phase,
    Reason,
    Rule,
    State,
    prepare,
)
from stammtisch.games.combo.stones import (
    can_place,
    is_free,
    most_exchanged,
    splits_of,
    stones_for,
    stones_left,
    target_of,
    targets_of_five,
)
from stammtisch.games.combo.view import redeal, seen, view
from stammtisch.kernel import CHANCE, NATURE, NONE, Outcome, Row, kernel
from stammtisch.kernel.bits import WORD_BITS, has_in

__all__ = [
    "ACTIONS",
    "OPTION_SETS",
    "SCRATCH",
    "VERSION",
    "Options",
    "Phase",
    "Rule",
    "State",
    "apply",
    "check",
    "legal",
    "outcome",
    "prepare",
    "redeal",
    "seen",
    "settled",
    "start",
    "view",
    "waiting",
    "worth",
]

# The cards fill the first word of actions and spill over into the second one.
_LAST_COLOUR: Final = (COLOURS - 1) * RANKS
_FITTING: Final = (1 << (WORD_BITS - _LAST_COLOUR)) - 1


@kernel
def start(s: State, o: Options) -> None:
    """Begin with all cards in the pile, and draw who goes first unless that is agreed."""
    for colour in range(COLOURS):
        s.pile[colour] = ALL_RANKS
        s.hidden[0][colour] = ALL_RANKS
    s.pile_size = CARDS
    for seat in range(o.seats):
        s.start[seat] = NONE
        s.active[seat] = ACTIVE
        s.reserve[seat] = o.each - ACTIVE
    s.first = o.first
    s.turn = NONE
    s.waits = 1 << NATURE
    s.kind = NONE
    s.last = NONE
    s.target = NONE
    if o.first != CHANCE:
        ask_for_starts(s, o)


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now; several while start placements are sealed."""
    return s.waits


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions of `seat` as bits."""
    out[0] = 0
    out[1] = 0
    if not has_in(s.waits, seat):
        return
    latest = _latest_choice(s)
    for colour in range(COLOURS - 1):
        out[0] |= _ranks_offered(s, latest, colour) << colour * RANKS
    ranks = _ranks_offered(s, latest, COLOURS - 1)
    out[0] |= (ranks & _FITTING) << _LAST_COLOUR
    out[1] = ranks >> (WORD_BITS - _LAST_COLOUR) | _other_actions(s, o, seat) << (CARDS - WORD_BITS)


@kernel
def _latest_choice(s: State) -> int:
    """Return the last card that may be chosen now, so that enough of those that are owed come after it."""
    if s.owed > 1 and s.phase == Phase.TAKE:
        return last_but(s.display, s.owed - 1)
    if s.owed > 1 and s.phase == Phase.DISCARD:
        return last_but(s.hand[s.turn], s.owed - 1)
    return CARDS - 1


@kernel
def _ranks_offered(s: State, latest: int, colour: int) -> int:
    """Return the cards of a colour that may be drawn, taken, laid, exchanged or discarded now."""
    if s.phase == Phase.DRAW or s.phase == Phase.REFILL or s.phase == Phase.DEAL:
        return s.pile[colour]
    if s.phase == Phase.LAY:
        return fitting(s.hand[s.turn], s.laid, s.kind, s.chosen, s.last, colour)
    if s.phase == Phase.TAKE:
        return s.display[colour] & after(s.last, colour) & upto(latest, colour)
    if s.phase == Phase.DISCARD:
        return s.hand[s.turn][colour] & after(s.last, colour) & upto(latest, colour)
    return s.hand[s.turn][colour] & after(s.last, colour) if s.phase == Phase.EXCHANGE else 0


@kernel
def _other_actions(s: State, o: Options, seat: int) -> int:
    """Return the legal actions that are no cards, as bits from the first one on."""
    if s.phase == Phase.TURN or s.phase == Phase.THEN:
        return _turn_actions(s, o, seat)
    if s.phase == Phase.START:
        return _open_starts(s, o) << (PLACE - CARDS)
    if s.phase == Phase.INTO:
        return targets_of_five(s, o, seat) << (INTO - CARDS)
    if s.phase == Phase.SPLIT:
        return splits_of(s, o, seat, s.target) << (RESERVE - CARDS)
    if s.phase == Phase.EXCHANGE:
        return 1 << (DONE - CARDS) if s.chosen > 0 else 0
    if s.phase == Phase.SHUFFLE:
        return 1 << (SHUFFLE - CARDS)
    return ((1 << o.seats) - 1) << (FIRST - CARDS) if s.phase == Phase.FIRST else 0


@kernel
def _turn_actions(s: State, o: Options, seat: int) -> int:
    """Return what a turn may consist of, or go on with in the quick game."""
    actions = 1 << ((DRAW if s.phase == Phase.TURN else DONE) - CARDS)
    if most_exchanged(s, o, seat) > 0:
        actions |= 1 << (EXCHANGE - CARDS)
    combinations = combinations_in(s.hand[seat])
    for kind in range(KINDS):
        if has_in(combinations, kind) and can_place(s, o, seat, kind):
            actions |= 1 << (LAY + kind - CARDS)
    return actions


@kernel
def _open_starts(s: State, o: Options) -> int:
    """Return the start placements that are allowed: experts must not use the same fields."""
    if not o.expert:
        return BASE_STARTS
    starts = EXPERT_STARTS
    for other in range(o.seats):
        if s.start[other] != NONE:
            starts &= ~(1 << s.start[other])
    return starts


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if not has_in(s.waits, seat):
        return Rule.NOT_YOUR_TURN
    if 0 <= action < CARDS:
        ranks = _ranks_offered(s, _latest_choice(s), action // RANKS)
        return Rule.OK if has_in(ranks, action % RANKS) else _why_not_card(s, action)
    if has_in(_other_actions(s, o, seat), action - CARDS):
        return Rule.OK
    if s.phase == Phase.TURN or s.phase == Phase.THEN:
        return _why_not_now(s, o, seat, action)
    return _why_not_here(s, o, seat, action)


@kernel
def _why_not_card(s: State, card: int) -> int:
    """Name the rule that keeps a card from being chosen."""
    if s.phase == Phase.TAKE:
        if not has_card(s.display, card):
            return Rule.CARD_NOT_IN_DISPLAY
    elif s.phase == Phase.LAY or s.phase == Phase.EXCHANGE or s.phase == Phase.DISCARD:
        if not has_card(s.hand[s.turn], card):
            return Rule.CARD_NOT_IN_HAND
    else:
        return Rule.NOT_AN_ACTION_NOW
    return Rule.CARD_DOES_NOT_FIT if has_in(after(s.last, card // RANKS), card % RANKS) else Rule.LOW_TO_HIGH


@kernel
def _why_not_now(s: State, o: Options, seat: int, action: int) -> int:
    """Name the rule that keeps a turn from beginning, or going on, like this."""
    if LAY <= action < LAY + KINDS:
        return _why_not_lay(s, o, seat, action - LAY)
    if action == EXCHANGE:
        return _why_not_exchange(s, seat)
    if action == DRAW:
        return Rule.ONE_DRAW_A_TURN
    return Rule.DO_SOMETHING_FIRST if action == DONE and o.quick else Rule.NOT_AN_ACTION_NOW


@kernel
def _why_not_lay(s: State, o: Options, seat: int, kind: int) -> int:
    if not has_combination(s.hand[seat], kind):
        return Rule.NO_SUCH_COMBINATION
    if kind == FIVE:
        for target in range(TARGETS):
            if is_free(s, o, seat, target):
                return Rule.TOO_FEW_STONES
        return Rule.ROW_IS_FULL
    return Rule.TOO_FEW_STONES if is_free(s, o, seat, target_of(kind)) else Rule.ROW_IS_FULL


@kernel
def _why_not_exchange(s: State, seat: int) -> int:
    if s.reserve[seat] == 0:
        return Rule.RESERVE_IS_EMPTY
    return Rule.NO_CARD_TO_EXCHANGE if s.hand_size[seat] == 0 else Rule.ACTIVE_ZONE_IS_FULL


@kernel
def _why_not_here(s: State, o: Options, seat: int, action: int) -> int:
    """Name the rule that keeps stones from going, or coming from, there."""
    if s.phase == Phase.START and has_in(EXPERT_STARTS if o.expert else BASE_STARTS, action - PLACE):
        return Rule.FIELDS_ALREADY_USED
    if s.phase == Phase.INTO and INTO <= action < INTO + TARGETS:
        if not is_free(s, o, seat, action - INTO):
            return Rule.ROW_IS_FULL
        enough = stones_left(s, seat) >= stones_for(s, o, seat, action - INTO)
        return Rule.COLUMNS_NEED_AN_ACTIVE_STONE if enough else Rule.TOO_FEW_STONES
    if s.phase == Phase.SPLIT and RESERVE <= action < DRAW:
        all_of_them = s.target == COLUMNS and action - RESERVE == stones_for(s, o, seat, COLUMNS)
        return Rule.COLUMNS_NEED_AN_ACTIVE_STONE if all_of_them else Rule.SPLIT_NOT_POSSIBLE
    return Rule.DO_SOMETHING_FIRST if s.phase == Phase.EXCHANGE and action == DONE else Rule.NOT_AN_ACTION_NOW


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.DRAW:
        draw_for_seat(s, o, action)
    elif s.phase == Phase.REFILL:
        add_to_display(s, o, action)
    elif s.phase == Phase.TURN or s.phase == Phase.THEN:
        begin_action(s, o, seat, action)
    elif s.phase == Phase.TAKE:
        take_from_display(s, o, seat, action)
    elif s.phase == Phase.DISCARD:
        discard_card(s, o, seat, action)
    else:
        _apply_rarer(s, o, seat, action)


@kernel
def _apply_rarer(s: State, o: Options, seat: int, action: int) -> None:
    if s.phase == Phase.LAY:
        lay_card(s, o, seat, action)
    elif s.phase == Phase.INTO:
        aim_at(s, o, seat, action - INTO)
    elif s.phase == Phase.SPLIT:
        place_stones(s, o, seat, action - RESERVE)
    elif s.phase == Phase.EXCHANGE:
        if action == DONE:
            end_exchange(s, o, seat)
        else:
            exchange_card(s, o, seat, action)
    else:
        _set_up_or_shuffle(s, o, seat, action)


@kernel
def _set_up_or_shuffle(s: State, o: Options, seat: int, action: int) -> None:
    if s.phase == Phase.SHUFFLE:
        shuffle_discards(s, o)
    elif s.phase == Phase.DEAL:
        deal_card(s, o, action)
    elif s.phase == Phase.START:
        place_start(s, o, seat, action - PLACE)
    else:
        s.first = action - FIRST
        ask_for_starts(s, o)


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: at the end."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return how far the seat is before the average of all, times the number of seats."""
    everybody = 0
    for other in range(o.seats):
        everybody += _standing(s, o, other)
    return o.seats * _standing(s, o, seat) - everybody


@kernel
def _standing(s: State, o: Options, seat: int) -> int:
    """Return how the seat stands: by what is placed, then by cards in hand; last if it is blocked."""
    if has_in(s.blocked, seat):
        return -o.each * CARDS
    left = stones_left(s, seat)
    return -left * CARDS if left > 0 else s.hand_size[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down the stones left: who placed all and has the most cards wins, the others share a place."""
    racing = 0  # seats that are not blocked
    best = NONE
    for seat in range(o.seats):
        out.score[seat] = stones_left(s, seat)
        if not has_in(s.blocked, seat):
            racing += 1
            if out.score[seat] == 0:
                best = max(best, s.hand_size[seat])
    winners = 0
    for seat in range(o.seats):
        if _is_winner(s, seat, racing, best):
            winners += 1
    for seat in range(o.seats):
        out.place[seat] = 1 if _is_winner(s, seat, racing, best) else 1 + winners
        if has_in(s.blocked, seat):
            out.place[seat] = 1 + racing
    out.reason = Reason.ONE_LEFT if best == NONE else Reason.ALL_PLACED


@kernel
def _is_winner(s: State, seat: int, racing: int, most_cards: int) -> bool:
    """Whether a seat has placed all stones and holds the most cards, or is the only one left."""
    if has_in(s.blocked, seat):
        return False
    return racing == 1 or (stones_left(s, seat) == 0 and s.hand_size[seat] == most_cards)
