"""What a hand can lay, at a glance: one example of each combination. `playable` has them all, and takes longer."""

from __future__ import annotations

from stammtisch.games.combo.cards import COLOURS
from stammtisch.games.combo.combinations import FIVE, KINDS, has_combination
from stammtisch.games.combo.position import TARGETS, Options, State
from stammtisch.games.combo.stones import can_place, stones_for, target_of, targets_of_five
from stammtisch.games.combo.words.playable import card_rows


def layable(v: State, o: Options, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the combinations that a seat could lay now, each with cards for it; those that place most come first."""
    hand = v.hand[seat]
    kinds = [kind for kind in range(KINDS) if has_combination(hand, kind) and can_place(v, o, seat, kind)]
    kinds.sort(key=lambda kind: (-_most_stones(v, o, seat, kind), -kind))
    return [(kind, next(card_rows([hand[colour] for colour in range(COLOURS)], kind))) for kind in kinds]


def _most_stones(v: State, o: Options, seat: int, kind: int) -> int:
    targets = targets_of_five(v, o, seat) if kind == FIVE else 1 << target_of(kind)
    return max(stones_for(v, o, seat, target) for target in range(TARGETS) if targets >> target & 1)
