"""The number of ways a duel can go, as the rules, the oracle and the file count them."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.options import make_options, read_text
from stammtisch.games.duel import rules
from stammtisch.testing.perft import perft
from tests.games.duel.oracle import Oracle, count_sequences
from tests.games.perft_tables import fast, read_counts

DEPTH = 6
COUNTS = read_counts(__file__)
every_board = pytest.mark.parametrize("options", COUNTS)


def test_the_file_counts_both_games_on_short_and_long_lanes() -> None:
    boards = {(o.royal, o.spaces) for o in map(options_of, COUNTS)}

    assert boards == {(royal, spaces) for royal in (0, 1) for spaces in (1, 2, 3)}


@every_board
def test_the_rules_count_as_the_file_does(options: str) -> None:
    counts = fast(COUNTS[options])

    assert len(counts) >= DEPTH
    assert perft(find_game("duel"), read_text(options), len(counts)) == counts


@pytest.mark.deep
@every_board
def test_the_rules_count_as_the_file_does_to_its_end(options: str) -> None:
    counts = COUNTS[options]

    assert perft(find_game("duel"), read_text(options), len(counts)) == counts


@every_board
def test_the_oracle_counts_as_the_rules_do(options: str) -> None:
    counted = count_sequences(oracle_for(options), DEPTH)

    assert counted == perft(find_game("duel"), read_text(options), DEPTH)


@pytest.mark.deep
@every_board
def test_the_oracle_counts_as_the_file_does_to_its_end(options: str) -> None:
    counts = COUNTS[options]

    assert count_sequences(oracle_for(options), len(counts)) == counts


def options_of(text: str) -> Any:
    """Return the options record of a line."""
    return make_options(rules, read_text(text))


def oracle_for(text: str) -> Oracle:
    """Return the oracle of a line."""
    o = options_of(text)
    return Oracle(royal=bool(o.royal), spaces=o.spaces, first_bluffer=o.first_bluffer)
