"""What is missing when stones cannot go somewhere at Combination Race: room, stones, or cards to exchange."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Say
from stammtisch.games.combo.combinations import FIVE, FOUR
from stammtisch.games.combo.position import COLUMN, COLUMNS, INTO, LAY, RESERVE, Options, Phase, Rule, State
from stammtisch.games.combo.stones import hand_limit, is_free, stones_for, stones_left, target_of
from stammtisch.games.combo.words.names import row_name


def explain_full(v: State, o: Options, seat: int, action: int, say: Say) -> str:
    """Say which row is full."""
    if action == LAY + FIVE:
        return say("All rows and columns of your board are full.")
    target = _target(v, action)
    if target < COLUMN:
        row = row_name(target, say)
        return say("{row}: the row is full, all levels up to {level} are reached.", row=row, level=o.levels)
    if target == COLUMNS and is_free(v, o, seat, COLUMN):
        return say("Two pairs: only one column is free, and this would take two.")
    if o.columns == 0:
        return say("Two pairs: this board has no columns for them.")
    return say.count("Two pairs: the only column is filled.", "Two pairs: all {number} columns are filled.", o.columns)


def _target(v: State, action: int) -> int:
    """Return where the refused stones were to go."""
    return action - INTO if v.phase == Phase.INTO else target_of(action - LAY)


def explain_stones(rule: IntEnum, v: State, o: Options, seat: int, action: int, say: Say) -> str:
    """Say how many stones are needed, and how many there are."""
    if rule == Rule.COLUMNS_NEED_AN_ACTIVE_STONE:
        return say.count(
            "At least one of the 4 stones for two columns must be active; you have {number} active stone.",
            "At least one of the 4 stones for two columns must be active; you have {number} active stones.",
            v.active[seat],
        )
    if rule == Rule.SPLIT_NOT_POSSIBLE:
        return _explain_split(v, o, seat, action - RESERVE, say)
    if action == LAY + FIVE:
        return say.count(
            "You have only {number} stone left, and every free level and column takes more.",
            "You have only {number} stones left, and every free level and column takes more.",
            stones_left(v, seat),
        )
    if v.phase == Phase.INTO or action == LAY + FOUR:
        return _explain_stones_left(v, o, seat, _target(v, action), say)
    return _explain_active(v, o, seat, _target(v, action), say)


def _explain_split(v: State, o: Options, seat: int, from_reserve: int, say: Say) -> str:
    stones = stones_for(v, o, seat, v.target)
    if from_reserve > stones:
        return say.count("Only {number} stone is placed there.", "Only {number} stones are placed there.", stones)
    if from_reserve > v.reserve[seat]:
        return say.count(
            "Your reserve holds only {number} stone.", "Your reserve holds only {number} stones.", v.reserve[seat]
        )
    return say.count(
        "You have only {number} active stone, so more must come from the reserve.",
        "You have only {number} active stones, so more must come from the reserve.",
        v.active[seat],
    )


def _explain_stones_left(v: State, o: Options, seat: int, target: int, say: Say) -> str:
    stones, left = stones_for(v, o, seat, target), stones_left(v, seat)
    if target < COLUMN:
        row = row_name(target, say)
        return say.count(
            "{row}: level {level} takes {number} stone, and in all you have {left} left.",
            "{row}: level {level} takes {number} stones, and in all you have {left} left.",
            stones,
            row=row,
            level=v.level[seat][target] + 1,
            left=left,
        )
    return say.count(
        "That takes {number} stone, and in all you have {left} left.",
        "That takes {number} stones, and in all you have {left} left.",
        stones,
        left=left,
    )


def _explain_active(v: State, o: Options, seat: int, target: int, say: Say) -> str:
    stones, active = stones_for(v, o, seat, target), v.active[seat]
    if target < COLUMN:
        row = row_name(target, say)
        return say.count(
            "{row}: level {level} takes {number} active stone, and you have {active}.",
            "{row}: level {level} takes {number} active stones, and you have {active}.",
            stones,
            row=row,
            level=v.level[seat][target] + 1,
            active=active,
        )
    return say.count(
        "Two pairs take {number} active stone, and you have {active}.",
        "Two pairs take {number} active stones, and you have {active}.",
        stones,
        active=active,
    )


def explain_exchange(rule: IntEnum, v: State, o: Options, seat: int, say: Say) -> str:
    """Say what is missing for an exchange."""
    if rule == Rule.RESERVE_IS_EMPTY:
        return say("Your reserve is empty, so there is no stone to exchange a card for.")
    if rule == Rule.NO_CARD_TO_EXCHANGE:
        return say("Your hand is empty, so there is no card to exchange.")
    limit, active = hand_limit(v, o, seat), v.active[seat]
    return say(
        "Experts have at most as many active stones as their hand limit says: it is {limit}, and you have {active}.",
        limit=limit,
        active=active,
    )
