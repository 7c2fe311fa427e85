"""The match: rounds up to the limit, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.outcome import GameOutcome
from stammtisch.errors import Refused
from stammtisch.games.gang.rules import Phase, Reason, Rule
from stammtisch.kernel import TABLE
from tests.games.gang.arrange import ALL_BUT_THE_LAST, EVERYTHING, duck, gang, sweep

# Seat 0 takes 12 crooks and the politician, seat 1 the last crook.
TWENTY_FIVE_AND_ONE = "0: g1-12 b0 | 1: g0 b1-12 | 2: r0-12 | 3: k0-12"


def after_one_round(hands: str = TWENTY_FIVE_AND_ONE, choice: str = "", **choices: Any) -> Table:
    """Return a table after a round in which seat 0 swept."""
    table = gang(hands, **choices)
    sweep(table)
    if choice:
        table.play(0, choice)
    return table


def test_a_total_above_the_limit_ends_the_match() -> None:
    table = after_one_round(limit=24)

    assert (table.over, table.position.phase, table.waiting) == (True, Phase.OVER, ())


def test_a_total_that_only_reaches_the_limit_does_not() -> None:
    table = after_one_round(limit=25)

    assert (table.over, table.position.round_number) == (False, 5)


def test_a_total_below_zero_does_not_end_the_match() -> None:
    table = after_one_round(EVERYTHING[4], "self", limit=1)

    assert (table.over, table.position.total[0]) == (False, -52)


def test_the_limit_is_100_unless_agreed_otherwise() -> None:
    table = gang()

    assert table.options.limit == 100


def test_the_lowest_total_wins() -> None:
    table = after_one_round(ALL_BUT_THE_LAST[4], "others", limit=20)

    assert table.outcome() == GameOutcome(scores=(0, 26, 26, 26), places=(1, 2, 2, 2), reason=Reason.LIMIT)


def test_equal_totals_share_a_place() -> None:
    table = after_one_round(limit=24)
    outcome = table.outcome()

    assert outcome is not None
    assert (outcome.scores, outcome.places, outcome.winners) == ((25, 1, 0, 0), (4, 3, 1, 1), (2, 3))


def test_there_is_no_outcome_while_the_match_goes_on() -> None:
    assert after_one_round(limit=25).outcome() is None


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_as_many_rounds_are_played_as_agreed(rounds: int) -> None:
    table = gang(rounds=rounds, first_round=1)
    played = 0
    while not table.over:
        if table.position.phase == Phase.PASS:
            for seat in range(4):
                table.play(seat, *table.legal(seat)[-3:])
        duck(table)
        if table.position.phase == Phase.CHOICE:
            table.play(table.waiting[0], "self")
        played += 1
    outcome = table.outcome()

    assert (played, table.position.round_number) == (rounds, rounds)
    assert outcome is not None
    assert outcome.reason == Reason.ROUNDS


def test_an_agreed_number_of_rounds_takes_no_notice_of_the_limit() -> None:
    table = after_one_round(limit=1, rounds=2)

    assert (table.over, table.position.round_number) == (False, 5)


def test_rounds_are_counted_from_the_first_round() -> None:
    table = after_one_round(rounds=1, first_round=4)

    assert (table.over, table.position.round_number) == (True, 4)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, TABLE])
@pytest.mark.parametrize("action", ["g0", "k12", "others", "self", "next"])
def test_nobody_does_anything_after_the_end(seat: int, action: str) -> None:
    table = after_one_round(rounds=1)

    with pytest.raises(Refused) as refusal:
        table.play(seat, action)

    assert refusal.value.rule == Rule.GAME_OVER


def test_nobody_is_waited_for_after_the_end() -> None:
    table = after_one_round(rounds=1)

    assert (table.waiting, [table.legal(seat) for seat in range(4)]) == ((), [[], [], [], []])


def test_a_playout_may_stop_where_a_round_is_written_down() -> None:
    table = gang(TWENTY_FIVE_AND_ONE, rounds=1)
    rules = table.rules
    before = rules.settled(table.position, table.options)
    sweep(table)

    assert (before, rules.settled(table.position, table.options)) == (False, True)
    assert [rules.worth(table.position, table.options, seat) for seat in range(4)] == [26 - 100, 26 - 4, 26, 26]
