"""How a game and a match end: the lowest sum wins, tie order decides between equals, and Paul is behind them."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.outcome import GameOutcome
from stammtisch.games.party import rules
from stammtisch.games.party.position import PAUL, Phase, Reason
from tests.games.party.arrange import party, replayed, rollout


def ended(*piles: str, **choices: Any) -> Table:
    """Return a table at which everybody chose the lowest action to the end."""
    table = party(*piles, **choices)
    rollout(table)
    return table


def outcome_of(table: Table) -> GameOutcome:
    """Return how it ended."""
    outcome = table.outcome()
    assert outcome is not None
    return outcome


def test_the_lowest_sum_wins_and_everybody_has_a_place_of_their_own() -> None:
    outcome = outcome_of(ended("0: 5 | 1: 1 | 2: 8"))

    assert (outcome.scores, outcome.places, outcome.winners) == ((70, 74, 71), (1, 3, 2), (0,))


@pytest.mark.parametrize("holder", range(4))
def test_between_equal_sums_the_tie_order_decides(holder: int) -> None:
    outcome = outcome_of(ended(f"tie {holder}", seats=4))

    assert outcome.scores == (79,) * 4
    assert outcome.places == tuple(1 + (seat - holder) % 4 for seat in range(4))


def test_whoever_wins_at_a_table_of_three_or_more_is_a_seat() -> None:
    assert outcome_of(ended()).reason == Reason.SEAT


def test_paul_alone_with_the_lowest_sum_wins_and_no_seat_does() -> None:
    table = ended("2: 9", seats=2)
    outcome = outcome_of(table)

    assert (outcome.scores, table.position.total[PAUL]) == ((81, 79), 69)
    assert (outcome.places, outcome.winners, outcome.reason) == ((3, 2), (), Reason.PAUL)


def test_paul_may_be_second() -> None:
    table = ended("2: 12 11 10 9 8 7 6", seats=2)
    outcome = outcome_of(table)

    assert (outcome.scores, table.position.total[PAUL]) == ((13, 79), 25)
    assert (outcome.places, outcome.winners, outcome.reason) == ((1, 3), (0,), Reason.SEAT)


def test_paul_may_be_last() -> None:
    table = ended("2: 12", seats=2)

    assert (outcome_of(table).scores, table.position.total[PAUL]) == ((78, 79), 90)
    assert outcome_of(table).places == (1, 2)


def test_paul_is_behind_every_seat_he_is_tied_with() -> None:
    table = ended(seats=2)
    outcome = outcome_of(table)

    assert (outcome.scores, table.position.total[PAUL]) == ((91, 79), 79)
    assert (outcome.places, outcome.reason) == ((3, 1), Reason.SEAT)


def test_in_a_match_the_totals_decide() -> None:
    table = ended("2: 12 11 10 9 8 7 6", seats=2, mirror=True)
    outcome, s = outcome_of(table), table.position

    assert outcome.scores == (s.total[0], s.total[1]) == (13 + s.points[0], 79 + s.points[1])
    assert outcome.winners == (0,)


@pytest.mark.parametrize(
    ("first", "second", "total", "places"),
    [
        ("0: 1 | 1: 4 | 2: 12", "0: 4 | 1: 2 | 2: 10", 153, (2, 1)),
        ("0: 11 | 1: 7 | 2: 1", "0: 9 | 1: 12 | 2: 1", 120, (1, 2)),
        ("0: 12 | 1: 11 | 2: 6", "0: 9 | 1: 1 | 2: 6", 147, (2, 1)),
    ],
)
def test_a_tie_in_the_match_is_broken_by_the_tie_order_of_the_last_game(
    first: str, second: str, total: int, places: tuple[int, int]
) -> None:
    outcome = outcome_of(ended(first, second, seats=2, mirror=True))

    assert (outcome.scores, outcome.places) == ((total, total), places)


def test_paul_loses_ties_in_the_match_too() -> None:
    table = ended("0: 2 | 1: 5 | 2: 12", "0: 8 | 1: 8 | 2: 3", seats=2, mirror=True)

    assert list(table.position.total[:3]) == [157, 157, 157]
    assert (outcome_of(table).places, outcome_of(table).reason) == ((1, 2), Reason.SEAT)


def test_paul_may_win_a_match() -> None:
    outcome = outcome_of(ended("0: 11 | 1: 1 | 2: 9", "0: 2 | 1: 9 | 2: 4", seats=2, mirror=True))

    assert (outcome.scores, outcome.places, outcome.reason) == ((136, 136), (2, 3), Reason.PAUL)


def test_single_games_of_a_match_have_no_winner() -> None:
    table = ended(seats=2, mirror=True)
    written = [again for again in replayed(table) if again.position.phase == Phase.SCORED]

    assert len(written) == 1
    assert not any(again.over for again in replayed(table) if again.position.game_number == 1)


def test_a_playout_may_stop_where_a_game_is_written_down_and_nowhere_else() -> None:
    table = ended(seats=2, mirror=True)
    settled = {again.position.phase for again in replayed(table) if rules.settled(again.position, again.options)}

    assert settled == {Phase.SCORED, Phase.OVER}


@pytest.mark.parametrize("holder", range(4))
def test_whoever_stands_better_is_worth_more_even_between_equal_sums(holder: int) -> None:
    table = ended(f"tie {holder}", seats=4)
    worth = [rules.worth(table.position, table.options, seat) for seat in range(4)]
    order = [(holder + place) % 4 for place in range(4)]

    assert sorted(worth, reverse=True) == [worth[seat] for seat in order]
    assert len(set(worth)) == 4
    assert sum(worth) == 0
