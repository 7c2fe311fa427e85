"""The number of ways a game can begin, as the rules, the oracle and the file count them."""

from __future__ import annotations

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import make_options, read_text
from stammtisch.games.party import notation, rules
from stammtisch.testing.perft import perft
from tests.games.party.oracle import Oracle
from tests.games.party.room import Actor
from tests.games.perft_tables import count_rows, fast, read_counts

SEED = 11
COUNTS = read_counts(__file__)
every_line = pytest.mark.parametrize("options", COUNTS)


class Dealt(Oracle):
    """A match in which NATURE does what a seed says."""

    dealt = 0  # choices of NATURE so far

    def legal(self, who: Actor) -> list[str]:
        """Return what `who` may do now; NATURE has one way to go."""
        actions = super().legal(who)
        if who != "nature":
            return actions
        return [notation.write(SeededNature(SEED).choose(self.dealt, sorted(map(notation.read, actions))))]

    def act(self, who: Actor, text: str) -> None:
        """Do something that is legal."""
        super().act(who, text)
        self.dealt += who == "nature"


def test_the_file_counts_all_tables_with_face_down_cards_and_without() -> None:
    tables = {(o.seats, o.face_down) for o in (make_options(rules, read_text(text)) for text in COUNTS)}

    assert tables == {(seats, face_down) for seats in range(2, 7) for face_down in (0, 1)}


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


def set_up_length(options: str) -> int:
    """Return how many steps come before the last card that is drawn: first cards, the tie card, the other cards."""
    o = make_options(rules, read_text(options))
    return int(o.guests + 1 + o.seats * (3 + o.face_down) - 1)


def count_by_rules(options: str, depth: int) -> list[int]:
    """Return the counts of the rules, from the last card of the set-up."""
    before = set_up_length(options)
    counts = perft(find_game("party"), read_text(options), before + depth, SEED)
    assert counts[:before] == [1] * before
    return counts[before:]


def count_by_oracle(options: str, depth: int) -> list[int]:
    """Return the counts of the oracle, from the last card of the set-up."""
    o = make_options(rules, read_text(options))
    oracle = Dealt(seats=o.seats, face_down=bool(o.face_down), mirror=bool(o.mirror))
    for _ in range(set_up_length(options)):
        [who] = oracle.waiting
        [text] = oracle.legal(who)
        oracle.act(who, text)
    return count_rows(oracle, depth)
