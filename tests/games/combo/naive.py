"""The cards of Combination Race as texts such as `r7`, and its combinations: from the rulebook, naively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import Final

COLOURS: Final = "rygbv"  # red, yellow, green, blue, violet
PACK: Final = tuple(f"{colour}{value}" for value in range(1, 14) for colour in COLOURS)  # from low to high
HEIGHT: Final = {card: height for height, card in enumerate(PACK)}
VALUE: Final = {card: int(card[1:]) for card in PACK}
ROWS: Final = ("full", "flush", "three", "straight")
KINDS: Final = (*ROWS, "pairs", "four", "five")
SIZE: Final = {"full": 5, "flush": 5, "three": 3, "straight": 5, "pairs": 4, "four": 4, "five": 5}


def ascending(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards from low to high, of equal values first red, then yellow, green, blue and violet."""
    return tuple(sorted(cards, key=HEIGHT.__getitem__))


def is_combination(kind: str, cards: Iterable[str]) -> bool:
    """Whether these cards, all of them, are a combination of this kind."""
    values = sorted(VALUE[card] for card in cards)
    equal = sorted(Counter(values).values())
    if kind == "flush":
        return len(values) == 5 and len({card[0] for card in cards}) == 1
    if kind == "straight":
        return len(values) == 5 and values == list(range(values[0], values[0] + 5))
    return equal == {"full": [2, 3], "three": [3], "pairs": [2, 2], "four": [4], "five": [5]}[kind]


def found(kind: str, hand: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield every combination of this kind that a hand holds, in no order."""
    equal: dict[object, list[str]] = {}
    for card in hand:
        equal.setdefault(card[0] if kind == "flush" else VALUE[card], []).append(card)
    groups = list(equal.values())
    if kind in ("full", "pairs"):
        for one, two in permutations(groups, 2) if kind == "full" else combinations(groups, 2):
            parts = product(combinations(one, 3 if kind == "full" else 2), combinations(two, 2))
            yield from ((*part, *pair) for part, pair in parts)
    elif kind == "straight":
        for low in range(1, 10):
            yield from product(*(equal.get(value, []) for value in range(low, low + 5)))
    else:
        for group in groups:
            yield from combinations(group, SIZE[kind])
