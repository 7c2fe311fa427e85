"""The number of ways a round can begin, as the rules, the oracle and the file count them."""

from __future__ import annotations

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import make_options, read_text
from stammtisch.games.gang import notation, rules
from stammtisch.testing.perft import perft
from tests.games.gang.oracle import Oracle
from tests.games.perft_tables import count_rows, fast, read_counts

SEED = 11
COUNTS = read_counts(__file__)
every_line = pytest.mark.parametrize("options", COUNTS)


def test_the_file_counts_all_tables_with_passing_and_without() -> None:
    tables = {
        (o.seats, o.first_round % o.seats == 0) for o in (make_options(rules, read_text(text)) for text in COUNTS)
    }

    assert tables == {(seats, nobody) for seats in (3, 4, 5, 6) for nobody in (False, True)}


@every_line
def test_the_rules_count_as_the_file_does(options: str) -> None:
    counts = fast(COUNTS[options])

    assert count_by_rules(options, len(counts)) == counts


@every_line
def test_the_oracle_counts_as_the_file_does(options: str) -> None:
    counts = fast(COUNTS[options])

    assert count_by_oracle(options, len(counts)) == counts


@pytest.mark.deep
@every_line
def test_rules_and_oracle_count_as_the_file_does_to_its_end(options: str) -> None:
    counts = COUNTS[options]

    assert count_by_rules(options, len(counts)) == counts
    assert count_by_oracle(options, len(counts)) == counts


def count_by_rules(options: str, depth: int) -> list[int]:
    """Return the counts of the rules, from the last card of the deal."""
    deal = int(make_options(rules, read_text(options)).deck).bit_count() - 1
    counts = perft(find_game("gang"), read_text(options), deal + depth, SEED)
    assert counts[:deal] == [1] * deal
    return counts[deal:]


def count_by_oracle(options: str, depth: int) -> list[int]:
    """Return the counts of the oracle, from the last card of the deal."""
    o, nature = make_options(rules, read_text(options)), SeededNature(SEED)
    oracle = Oracle(seats=o.seats, first_round=o.first_round)
    for number in range(len(oracle.deck)):
        cards = sorted(notation.read(card) for card in oracle.deck)
        oracle.act("nature", notation.write(nature.choose(number, cards)))
    return [1, *count_rows(oracle, depth - 1)]
