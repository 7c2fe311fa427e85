"""Where stones may go at Combination Race, and where they may come from."""

from __future__ import annotations

from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.combinations import FIVE, FOUR, STRAIGHT, THREE
from stammtisch.games.combo.position import COLUMN, COLUMNS, TARGETS, Options, State
from stammtisch.kernel import NONE, kernel
from stammtisch.kernel.bits import count_in


@kernel
def stones_left(s: State, seat: int) -> int:
    """Return the stones that a seat has yet to place."""
    return s.active[seat] + s.reserve[seat]


@kernel
def is_free(s: State, o: Options, seat: int, target: int) -> bool:
    """Whether a row has a next level, or a column or two of them are empty."""
    if target < UPGRADES:
        return s.level[seat][target] < o.levels
    return s.level[seat][COLUMN] + (1 if target == COLUMN else 2) <= o.columns


@kernel
def stones_for(s: State, o: Options, seat: int, target: int) -> int:
    """Return how many stones are placed there; the very last one goes anywhere, except in the expert game."""
    if target == COLUMNS:
        return 4
    if stones_left(s, seat) == 1 and not o.expert:
        return 1
    return 2 if target == COLUMN else o.stones[s.level[seat][target] + 1]


@kernel
def target_of(kind: int) -> int:
    """Return where a combination puts its stones; five of a kind goes anywhere."""
    return COLUMN if kind == FOUR else kind


@kernel
def enough_stones(s: State, o: Options, seat: int, kind: int) -> bool:
    """Whether the stones suffice where the combination puts them, which is free: active ones, or from anywhere."""
    stones = stones_left(s, seat) if kind == FOUR else s.active[seat]
    return stones >= stones_for(s, o, seat, target_of(kind))


@kernel
def can_place(s: State, o: Options, seat: int, kind: int) -> bool:
    """Whether a combination of this kind would find room and stones."""
    if kind == FIVE:
        return targets_of_five(s, o, seat) != 0
    return is_free(s, o, seat, target_of(kind)) and enough_stones(s, o, seat, kind)


@kernel
def targets_of_five(s: State, o: Options, seat: int) -> int:
    """Return where the stones of five of a kind may go, as bits."""
    targets = 0
    for target in range(TARGETS):
        if is_free(s, o, seat, target) and splits_of(s, o, seat, target) != 0:
            targets |= 1 << target
    return targets


@kernel
def splits_of(s: State, o: Options, seat: int, target: int) -> int:
    """Return how many of the stones may come from the reserve, as bits; of two columns not all."""
    stones = stones_for(s, o, seat, target)
    splits = 0
    for number in range(min(stones, s.reserve[seat]) + 1):
        if stones - number <= s.active[seat] and (target != COLUMNS or number < stones):
            splits |= 1 << number
    return splits


@kernel
def is_forced(choices: int) -> bool:
    """Whether one choice is all there is."""
    return count_in(choices) == 1


@kernel
def most_exchanged(s: State, o: Options, seat: int) -> int:
    """Return how many more cards a seat may exchange: by level, reserve and hand, and in expert games by room."""
    most = min(o.value[THREE][s.level[seat][THREE]], s.reserve[seat])
    if o.expert:
        most = min(most, hand_limit(s, o, seat) - s.active[seat])
    return min(most - s.chosen, s.hand_size[seat])


@kernel
def hand_limit(s: State, o: Options, seat: int) -> int:
    """Return how many cards a seat may keep."""
    return o.value[STRAIGHT][s.level[seat][STRAIGHT]]


@kernel
def can_be_made_up(s: State, o: Options, seat: int, target: int) -> bool:
    """Whether free levels, in order in each row, and free columns can take exactly the stones that are left.

    That is asked of how it will be when stones have been placed on the target, or of how it is now, with NONE.
    """
    left = stones_left(s, seat)
    if target != NONE:
        left -= stones_for(s, o, seat, target)
    sums = 1  # as bits: what can be made up so far
    for row in range(UPGRADES):
        more = sums
        stones = 0
        reached = s.level[seat][row] + (1 if row == target else 0)
        for level in range(reached + 1, o.levels + 1):
            stones += o.stones[level]
            more |= sums << stones
        sums = more & ((1 << 32) - 1)  # nobody has more than 30
    filled = s.level[seat][COLUMN] + (2 if target == COLUMNS else 1 if target == COLUMN else 0)
    for _ in range(filled, o.columns):
        sums |= sums << 2 & ((1 << 32) - 1)
    return (sums >> left) & 1 == 1
