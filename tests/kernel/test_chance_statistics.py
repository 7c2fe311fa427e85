"""The generator's draws look like chance: within a stream, and between streams that are neighbours.

The kernels take arrays as well as numbers, so that each test here looks at many streams or draws in one call.
Nothing is random: a test that passes once passes always.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

from stammtisch.kernel.chance import CHOICES, DEALS, WORLDS, draw, open_stream, scramble

Numbers = NDArray[np.int64]

MANY: Final = 1 << 17
UNLIKELY: Final = 1e-6
EACH: Final = np.arange(MANY, dtype=np.int64)


def draws(seed: Any, purpose: Any, number: Any, counter: Any, below: int) -> Numbers:
    """Return the draws with these numbers in these streams."""
    stream: Any = [0, 0, 0]
    open_stream(stream, seed, purpose, number)
    stream[2] = np.array(counter)  # a copy, for a draw counts on in place
    return np.broadcast_to(draw(stream, below), MANY)


def probability(numbers: Numbers, below: int) -> float:
    """Return how likely counts as uneven as these are if all numbers are equally likely."""
    return float(chisquare(np.bincount(numbers, minlength=below)).pvalue)


def unrelated(one: Numbers, other: Numbers, below: int) -> float:
    """Return how likely counts as uneven as these are if all pairs are equally likely."""
    return probability(one * below + other, below * below)


@pytest.mark.parametrize("below", [2, 3, 6, 7, 13, 52, 64, 1000])
def test_every_number_is_drawn_equally_often(below: int) -> None:
    assert probability(draws(7, DEALS, 0, EACH, below), below) > UNLIKELY


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("below", [2, 6, 52])
@pytest.mark.parametrize("apart", [1, 2, 3, 4, 8, 16, 31, 32, 33, 64, 256, 1024, 4096, 65536])
def test_a_draw_says_nothing_about_the_draws_after_it(seed: int, below: int, apart: int) -> None:
    one, other = (draws(seed, DEALS, 0, counter, below) for counter in (EACH, EACH + apart))

    assert unrelated(one, other, below) > UNLIKELY


def test_looking_at_draws_does_not_move_them() -> None:
    draws(7, DEALS, 0, EACH, 52)

    assert (EACH[0], EACH[-1]) == (0, MANY - 1)


def test_three_draws_in_a_row_are_unrelated() -> None:
    first, second, third = (draws(0, CHOICES, 0, 3 * EACH + place, 6) for place in range(3))

    assert probability((first * 6 + second) * 6 + third, 216) > UNLIKELY


FAMILIES: Final[dict[str, tuple[Any, Any, Any]]] = {
    "seeds": (EACH, DEALS, 0),
    "seeds, upper half": (EACH << 32, DEALS, 0),
    "large seeds": (EACH + 2**62, DEALS, 0),
    "numbers": (7, DEALS, EACH),
    "numbers, upper half": (7, DEALS, EACH << 32),
    "purposes": (7, EACH, 0),
    "seeds and numbers": (EACH, DEALS, EACH),
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("counter", [0, 1, 31])
def test_draws_of_equal_number_are_even_over_neighbouring_streams(family: str, counter: int) -> None:
    assert probability(draws(*FAMILIES[family], counter, 52), 52) > UNLIKELY


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("apart", [1, 2, 3])
def test_draws_of_equal_number_in_neighbouring_streams_are_unrelated(family: str, apart: int) -> None:
    numbers = draws(*FAMILIES[family], 0, 24)

    assert unrelated(numbers[:-apart], numbers[apart:], 24) > UNLIKELY


@pytest.mark.parametrize("family", FAMILIES)
def test_first_and_second_draws_of_many_streams_are_unrelated(family: str) -> None:
    first, second = (draws(*FAMILIES[family], counter, 24) for counter in (0, 1))

    assert unrelated(first, second, 24) > UNLIKELY


@pytest.mark.parametrize(("one", "other"), [(DEALS, CHOICES), (DEALS, WORLDS), (CHOICES, WORLDS)])
def test_streams_of_one_seed_with_different_purposes_are_unrelated(one: int, other: int) -> None:
    within = unrelated(draws(7, one, 0, EACH, 24), draws(7, other, 0, EACH, 24), 24)
    over_games = unrelated(draws(7, one, EACH, 0, 24), draws(7, other, EACH, 0, 24), 24)

    assert min(within, over_games) > UNLIKELY


def test_a_seed_does_not_play_the_games_of_the_next_seed() -> None:
    one, other = (draws(seed, DEALS, EACH, 0, 24) for seed in (7, 8))

    assert unrelated(one, other, 24) > UNLIKELY
    assert unrelated(one[1:], other[:-1], 24) > UNLIKELY


def test_streams_have_keys_of_their_own() -> None:
    names, keys = set[tuple[int, ...]](), set[tuple[int, ...]]()
    for name in FAMILIES.values():
        stream: Any = [0, 0, 0]
        open_stream(stream, *name)
        names.update(zip(*(np.broadcast_to(part, MANY).tolist() for part in name), strict=True))
        keys.update(zip(*(key.tolist() for key in stream[:2]), strict=True))

    assert len(names) > (len(FAMILIES) - 1) * MANY
    assert len(keys) == len(names)


def test_one_bit_of_difference_changes_about_half_of_a_scrambled_word() -> None:
    words: Any = np.random.default_rng(7).integers(0, 2**32, 1 << 15, dtype=np.int64)
    for bit in range(32):
        changed = scramble(words) ^ scramble(words ^ (1 << bit))
        shares = [float(np.mean((changed >> place) & 1)) for place in range(32)]

        assert all(0.48 < share < 0.52 for share in shares), f"bit {bit}: {shares}"


def test_scrambling_makes_different_words_of_different_words() -> None:
    words: Any = np.arange(1 << 17, dtype=np.int64)

    assert len(np.unique(scramble(words))) == 1 << 17
    assert len(np.unique(scramble(words << 15))) == 1 << 17


@pytest.mark.parametrize(
    ("faulty", "fair"),
    [(EACH % 51, False), (np.where(EACH % 20 == 0, 0, EACH % 52), False), (draws(7, DEALS, 0, EACH, 52), True)],
)
def test_the_measure_itself_finds_a_card_that_is_missing_or_too_frequent(faulty: Numbers, *, fair: bool) -> None:
    assert (probability(faulty, 52) > UNLIKELY) is fair
