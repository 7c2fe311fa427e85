"""What a hand can lay, the best first: every combination, or at a glance one example of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stammtisch.games.combo.cards import CARDS, COLOURS, add_card, has_card, remove_card
from stammtisch.games.combo.combinations import FIVE, FOUR, KINDS, SIZES, fitting, has_combination
from stammtisch.games.combo.position import INTO, LAY, RESERVE, TARGETS, Options, State
from stammtisch.games.combo.stones import can_place, is_forced, splits_of, stones_for, target_of, targets_of_five
from stammtisch.kernel import NONE


@dataclass(frozen=True)
class Playable:
    """A combination with everything decided about it."""

    kind: int
    cards: tuple[int, ...]  # in ascending order
    target: int  # where its stones go
    stones: int  # how many
    from_reserve: int  # how many of them come from the reserve
    actions: tuple[int, ...]  # the row that plays it


def playable(v: State, o: Options, seat: int) -> list[Playable]:
    """Return every combination that a seat can lay with the cards and stones it has, whoever's turn it is.

    The best come first: those that place the most stones, of these those that take the most from the reserve, then
    the rarer kinds.
    """
    found = [
        Playable(kind, cards, target, stones, split, (LAY + kind, *cards, *asked))
        for kind in range(KINDS)
        if has_combination(v.hand[seat], kind) and can_place(v, o, seat, kind)
        for target, stones, split, asked in _placements(v, o, seat, kind)
        for cards in card_rows([v.hand[seat][colour] for colour in range(COLOURS)], kind)
    ]
    return sorted(found, key=lambda one: (-one.stones, -one.from_reserve, -one.kind, one.target, one.cards))


def _placements(v: State, o: Options, seat: int, kind: int) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield target, stones, stones from the reserve, and the actions that say so where there is a choice."""
    targets = targets_of_five(v, o, seat) if kind == FIVE else 1 << target_of(kind)
    for target in _numbers_in(targets):
        stones = stones_for(v, o, seat, target)
        splits = splits_of(v, o, seat, target) if kind in (FOUR, FIVE) else 1
        for split in _numbers_in(splits):
            into = () if is_forced(targets) else (INTO + target,)
            reserve = () if is_forced(splits) else (RESERVE + split,)
            yield target, stones, split, (*into, *reserve)


def _numbers_in(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def card_rows(hand: list[int], kind: int) -> Iterator[tuple[int, ...]]:
    """Yield every combination of a kind in a hand, given by colour, as cards in ascending order."""
    yield from _go_on(list(hand), [0] * COLOURS, kind, ())


def _go_on(hand: list[int], laid: list[int], kind: int, row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(row) == SIZES[kind]:
        yield row
        return
    last = row[-1] if row else NONE
    fits = [fitting(hand, laid, kind, len(row), last, colour) for colour in range(COLOURS)]
    for card in range(CARDS):
        if has_card(fits, card):
            remove_card(hand, card)
            add_card(laid, card)
            yield from _go_on(hand, laid, kind, (*row, card))
            add_card(hand, card)
            remove_card(laid, card)


def layable(v: State, o: Options, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the combinations that a seat could lay now, each with cards for it; those that place most come first."""
    hand = v.hand[seat]
    kinds = [kind for kind in range(KINDS) if has_combination(hand, kind) and can_place(v, o, seat, kind)]
    kinds.sort(key=lambda kind: (-_most_stones(v, o, seat, kind), -kind))
    return [(kind, next(card_rows([hand[colour] for colour in range(COLOURS)], kind))) for kind in kinds]


def _most_stones(v: State, o: Options, seat: int, kind: int) -> int:
    targets = targets_of_five(v, o, seat) if kind == FIVE else 1 << target_of(kind)
    return max(stones_for(v, o, seat, target) for target in range(TARGETS) if targets >> target & 1)
