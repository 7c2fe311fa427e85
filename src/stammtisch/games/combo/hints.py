"""Rules of thumb for Combination Race: lay what can be laid, get stones when the hand is full, and draw otherwise."""

from __future__ import annotations

from typing import Final

from stammtisch.games.combo.boards import MOST_STONES, UPGRADES
from stammtisch.games.combo.card_values import count_spare, first_of_chosen, is_wanted, least_laid
from stammtisch.games.combo.combinations import FIVE, FOUR, KINDS, STRAIGHT, combinations_in
from stammtisch.games.combo.position import (
    DONE,
    DRAW,
    EXCHANGE,
    INTO,
    LAY,
    PLACE,
    RESERVE,
    START_ROWS,
    START_STONES,
    TARGETS,
    Options,
    Phase,
    State,
)
from stammtisch.games.combo.stones import (
    hand_limit,
    most_exchanged,
    stones_for,
    stones_left,
    target_of,
    targets_of_five,
)
from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count, has, has_in, nth

PLAYOUTS: Final = {"normal": 100, "strong": 3000}
SETTINGS: Final = {"tree_heuristic_percent": 100, "standard_errors": 150}

SMALL: Final = frozenset({Phase.LAY, Phase.TAKE, Phase.DISCARD})  # phases in which a search finds little

# What a placement is worth; tuned for few rounds in games that hints play among themselves.
_STONE: Final = 13
_BETTER: Final = (66, 37, 111, 19)  # by row: a card, stone or place in hand more, for every 16 stones left
_LONG: Final = 16
_ALL: Final = 1000  # for the last stones: more than anything else
_FROM_RESERVE: Final = 45  # a stone that nobody had to exchange a card for

_PRICE: Final = 45  # a card that counts less may be exchanged
_QUICK_PRICE: Final = 31
_ALMOST_FULL: Final = 1  # places in the hand for more cards
_ENOUGH: Final = 2  # cards that are worth an exchange

_START: Final = (4, 1, 1, 2)  # by row: what its first levels are worth
_QUICK_START: Final = (4, 1, 2, 0)
_MANY: Final = 24  # stones; with more of them a game is so long that a large hand is worth more


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    """Return what somebody with some experience would do."""
    if count(legal) == 1:
        return nth(legal, 0)
    if s.phase == Phase.TURN or s.phase == Phase.THEN:
        return _turn(s, o, seat, legal)
    if s.phase == Phase.INTO:
        return INTO + _best_target(s, o, seat)
    if s.phase == Phase.SPLIT:
        return _most_from_reserve(legal)
    if s.phase == Phase.START:
        return _start(o, legal)
    return _card(s, o, seat, legal)


@kernel
def _card(s: State, o: Options, seat: int, legal: Row) -> int:
    """Keep what goes together: take it from the display, and give away the rest."""
    hand = s.hand[seat]
    if s.phase == Phase.TAKE:
        return first_of_chosen(s, o, seat, s.display, s.display, s.owed, -1)
    if s.phase == Phase.DISCARD:
        return first_of_chosen(s, o, seat, hand, hand, s.owed, 1)
    if s.phase == Phase.LAY:
        return least_laid(s, o, seat, legal)
    card = first_of_chosen(s, o, seat, hand, hand, _number_to_exchange(s, o, seat), 1)
    return DONE if card == NONE else card


@kernel
def _turn(s: State, o: Options, seat: int, legal: Row) -> int:
    """Lay the best combination; else exchange if that lacks stones or the hand is full; else draw."""
    if o.quick and s.phase == Phase.TURN:
        return DRAW  # it costs nothing
    best = NONE
    most = 0
    lacking = False
    combinations = combinations_in(s.hand[seat])
    for kind in range(KINDS):
        if has_in(combinations, kind):
            worth = _worth_of_kind(s, o, seat, kind)
            if not has(legal, LAY + kind):
                lacking = lacking or worth > 0
            elif worth > most:
                most = worth
                best = LAY + kind
    if best != NONE:
        return best
    if has(legal, EXCHANGE) and (lacking or _is_time_to_exchange(s, o, seat)):
        return EXCHANGE
    return DRAW if s.phase == Phase.TURN else DONE


@kernel
def _worth_of_kind(s: State, o: Options, seat: int, kind: int) -> int:
    """Return what a combination is worth: nothing if its stones must not be placed."""
    target = target_of(kind)
    if kind == FIVE:
        target = _best_target(s, o, seat)
        if target == NONE:
            return 0
    worth = _worth(s, o, seat, target)
    if worth > 0 and kind >= FOUR:
        worth += _FROM_RESERVE * min(2, s.reserve[seat])
    return worth


@kernel
def _worth(s: State, o: Options, seat: int, target: int) -> int:
    """Return what it is worth to place stones there: for the stones, and for what it makes better."""
    if not is_wanted(s, o, seat, target):
        return 0
    stones = stones_for(s, o, seat, target)
    worth = _STONE * stones
    if stones == stones_left(s, seat):
        worth += _ALL
    if target < UPGRADES:
        level = s.level[seat][target]
        better = o.value[target][level + 1] - o.value[target][level]
        worth += _BETTER[target] * better * stones_left(s, seat) // _LONG
    return worth


@kernel
def _best_target(s: State, o: Options, seat: int) -> int:
    """Return where five of a kind should place its stones, or NONE if it cannot place any."""
    targets = targets_of_five(s, o, seat)
    best = NONE
    most = -1
    for target in range(TARGETS):
        if has_in(targets, target):
            worth = _worth(s, o, seat, target)
            if worth > most:
                most = worth
                best = target
    return best


@kernel
def _is_time_to_exchange(s: State, o: Options, seat: int) -> bool:
    """Whether there are cards to spare, and it is better to exchange them than to draw."""
    if o.quick:
        return _number_to_spare(s, o, seat) > 0
    full = s.hand_size[seat] + _ALMOST_FULL >= hand_limit(s, o, seat)
    return full and _number_to_spare(s, o, seat) >= _ENOUGH


@kernel
def _number_to_spare(s: State, o: Options, seat: int) -> int:
    """Return how many more cards should be exchanged: those to spare, and those over the limit in any case."""
    spare = count_spare(s, o, seat, _QUICK_PRICE if o.quick else _PRICE)
    return min(most_exchanged(s, o, seat), max(spare, s.hand_size[seat] - hand_limit(s, o, seat)))


@kernel
def _number_to_exchange(s: State, o: Options, seat: int) -> int:
    """Return the same, and one at least to begin with."""
    return max(_number_to_spare(s, o, seat), 1 if s.chosen == 0 else 0)


@kernel
def _most_from_reserve(legal: Row) -> int:
    """Take as many stones from the reserve as possible: active ones can be placed by any combination."""
    action = RESERVE + MOST_STONES
    while not has(legal, action):
        action -= 1
    return action


@kernel
def _start(o: Options, legal: Row) -> int:
    """Begin where levels bring most, cards from the pile above all; the first one of a row counts twice."""
    best = NONE
    most = -1
    for placement in range(len(START_ROWS)):
        if has(legal, PLACE + placement):
            worth = 0
            for row in range(UPGRADES):
                level = START_STONES[placement] >> 2 * row & 3
                better = o.value[row][level] + o.value[row][min(level, 1)] - 2 * o.value[row][0]
                worth += better * (_QUICK_START[row] if o.quick else _START[row])
                if row == STRAIGHT and o.each > _MANY and not o.quick:
                    worth += better
            if worth > most:
                most = worth
                best = placement
    return PLACE + best
