"""Phase 3: counting points."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.gang.rules import Phase
from stammtisch.kernel import TABLE
from tests.games.gang.arrange import ALL_BUT_THE_LAST, duck, gang, rollout, shuffled, sweep, texts
from tests.games.gang.cards import value

# Seat 0 leads green and takes all but the last trick; the crooks of seat 3 are too many to be thrown away before it.
ONE_CROOK_LEFT = "0: g1-12 b0 | 1: g0 b1-12 | 2: r0-12 | 3: k0-12"


def points(table: Table) -> list[int]:
    """Return what the round gave to each seat."""
    return list(table.position.points[: table.seats])


def followed_to(phase: Phase, hands: str) -> Table:
    """Return a table at which the round is played as `sweep` does, and stopped before anything more is forced."""
    played = gang(hands, rounds=1)
    sweep(played)
    table = Table.undealt(played.game, 7, {"first_round": 4, "rounds": 1})
    for step in played.steps:
        if table.position.phase == phase:
            break
        table.follow(step.seat, step.action)
    return table


def test_every_crook_taken_is_one_point_and_the_politician_13() -> None:
    table = gang(ONE_CROOK_LEFT, rounds=1)
    sweep(table)

    assert points(table) == [12 + 13, 1, 0, 0]


@pytest.mark.parametrize(("seats", "politician"), [(3, 12), (4, 13), (5, 13), (6, 12)])
def test_the_politician_is_12_points_at_a_table_of_three_or_six(seats: int, politician: int) -> None:
    table = shuffled(2, seats)
    duck(table)
    taker = next(seat for seat in range(seats) if "r10" in texts(table.position.taken[seat]))
    crooks = [card for card in texts(table.position.taken[taker]) if card.startswith("k")]

    assert points(table)[taker] == politician + len(crooks)


@pytest.mark.parametrize(("seats", "sum_of_points"), [(3, 24), (4, 26), (5, 26), (6, 24)])
def test_the_points_of_a_round_add_up(seats: int, sum_of_points: int) -> None:
    for seed in range(5):
        table = shuffled(seed, seats)
        duck(table)

        assert sum(points(table)) == sum_of_points


def test_who_takes_no_crook_and_no_politician_has_no_points() -> None:
    table = gang(ONE_CROOK_LEFT, rounds=1)
    sweep(table)

    assert (table.position.taken[2], points(table)[2]) == (0, 0)


def test_no_points_are_written_down_before_the_round_is_counted() -> None:
    table = followed_to(Phase.ROUND, ONE_CROOK_LEFT)

    assert (table.waiting, points(table), list(table.position.total)) == ((TABLE,), [0] * 4, [0] * 6)


def test_a_counted_round_can_be_seen_before_the_match_goes_on() -> None:
    table = followed_to(Phase.SCORED, ONE_CROOK_LEFT)

    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), ["next"])
    assert points(table) == list(table.position.total[:4]) == [25, 1, 0, 0]


def test_points_are_added_to_the_totals_round_by_round() -> None:
    table = gang(ONE_CROOK_LEFT, rounds=2)
    sweep(table)
    for seat in range(4):
        table.play(seat, *table.legal(seat)[:3])
    duck(table)

    assert sum(points(table)) == 26
    assert [table.position.total[seat] - points(table)[seat] for seat in range(4)] == [25, 1, 0, 0]


def test_the_points_of_a_round_are_wiped_for_the_next() -> None:
    table = gang(ONE_CROOK_LEFT)
    sweep(table)

    assert (table.position.round_number, points(table)) == (5, [0, 0, 0, 0])
    assert list(table.position.total[:4]) == [25, 1, 0, 0]


def test_a_gang_with_one_crook_missing_is_counted_as_usual() -> None:
    table = gang(ONE_CROOK_LEFT, rounds=1)
    sweep(table)

    assert Phase.CHOICE not in phases(table)


def test_all_crooks_without_the_politician_are_counted_as_usual() -> None:
    """Seat 0 takes the thirteen crooks; the politician stays out of its tricks and goes to seat 1 at the end."""
    table = gang(ALL_BUT_THE_LAST[4], rounds=1)
    rollout(table, lambda card, _: (card == "r10", "gkrb".index(card[0]), -value(card)))

    assert points(table) == [13, 13, 0, 0]


def phases(table: Table) -> set[int]:
    """Return the phases that a game went through."""
    again = Table.undealt(table.game, 7, {"first_round": 4, "rounds": 1})
    found = set[int]()
    for step in table.steps:
        again.follow(step.seat, step.action)
        found.add(again.position.phase)
    return found
