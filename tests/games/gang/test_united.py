"""The gang united: all crooks and the politician in one seat's tricks, and the choice that comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.errors import Refused
from stammtisch.games.gang.rules import Phase, Rule
from tests.games.gang.arrange import ALL_BUT_THE_LAST, EVERYTHING, ONE_COLOUR_EACH, duck, gang, sweep

WORTH = [(3, 24, 48), (4, 26, 52), (5, 26, 52), (6, 24, 48)]  # seats, a united gang, all tricks
every_table = pytest.mark.parametrize(("seats", "gang_worth", "all_worth"), WORTH)


def united(hands: str, choice: str = "", **choices: Any) -> Table:
    """Return a table at which seat 0 has united the gang, and chosen if it is said what."""
    table = gang(hands, **{"rounds": 1} | choices)
    sweep(table)
    if choice:
        table.play(0, choice)
    return table


def totals(table: Table) -> list[int]:
    """Return the totals by seat."""
    return list(table.position.total[: table.seats])


@every_table
def test_the_winner_may_give_the_points_to_everybody_else(seats: int, gang_worth: int, all_worth: int) -> None:
    most = united(ALL_BUT_THE_LAST[seats], "others", seats=seats)
    everything = united(EVERYTHING[seats], "others", seats=seats)

    assert totals(most) == [0] + [gang_worth] * (seats - 1)
    assert totals(everything) == [0] + [all_worth] * (seats - 1)


@every_table
def test_the_winner_may_take_the_points_off_its_own_total(seats: int, gang_worth: int, all_worth: int) -> None:
    most = united(ALL_BUT_THE_LAST[seats], "self", seats=seats)
    everything = united(EVERYTHING[seats], "self", seats=seats)

    assert totals(most) == [-gang_worth] + [0] * (seats - 1)
    assert totals(everything) == [-all_worth] + [0] * (seats - 1)


def test_only_the_winner_is_asked_and_only_for_whom() -> None:
    table = united(ONE_COLOUR_EACH)

    assert (table.waiting, table.legal(0)) == ((0,), ["others", "self"])
    assert [table.legal(seat) for seat in (1, 2, 3)] == [[], [], []]


def test_the_others_cannot_choose() -> None:
    with pytest.raises(Refused) as refusal:
        united(ONE_COLOUR_EACH).play(1, "self")

    assert refusal.value.rule == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize("action", ["g0", "k12", "next"])
def test_nothing_else_is_done_instead(action: str) -> None:
    with pytest.raises(Refused) as refusal:
        united(ONE_COLOUR_EACH).play(0, action)

    assert refusal.value.rule == Rule.NOT_AN_ACTION_NOW


@pytest.mark.parametrize("action", ["others", "self"])
def test_there_is_no_choice_before_the_round_is_played(action: str) -> None:
    with pytest.raises(Refused) as refusal:
        gang(ONE_COLOUR_EACH).play(0, action)

    assert refusal.value.rule == Rule.NOT_AN_ACTION_NOW


def test_the_round_gives_nobody_points_until_the_choice_is_made() -> None:
    table = united(ONE_COLOUR_EACH)

    assert (list(table.position.points), totals(table)) == ([0] * 6, [0] * 4)


def test_the_choice_is_made_knowing_all_totals() -> None:
    table = gang("", ALL_BUT_THE_LAST[4], rounds=2, first_round=3)
    for seat in range(4):
        table.play(seat, *table.legal(seat)[:3])
    duck(table)
    before = totals(table)
    sweep(table)

    assert (table.position.phase, sum(before)) == (Phase.CHOICE, 26)
    assert list(table.view(0).total[:4]) == before


def test_a_gang_united_later_is_counted_on_top() -> None:
    table = gang("", ALL_BUT_THE_LAST[4], rounds=2, first_round=3)
    for seat in range(4):
        table.play(seat, *table.legal(seat)[:3])
    duck(table)
    before = totals(table)
    sweep(table)
    table.play(0, "self")

    assert totals(table) == [before[0] - 26, *before[1:]]


def test_the_choice_is_a_decision_of_the_winner() -> None:
    before = united(ONE_COLOUR_EACH).position.decided[0]

    assert united(ONE_COLOUR_EACH, "self").position.decided[0] == before + 1


def test_the_choice_comes_before_totals_are_held_against_the_limit() -> None:
    asked = united(ALL_BUT_THE_LAST[4], rounds=0, limit=25)
    relieved = united(ALL_BUT_THE_LAST[4], "self", rounds=0, limit=25)
    burdened = united(ALL_BUT_THE_LAST[4], "others", rounds=0, limit=25)

    assert asked.position.phase == Phase.CHOICE
    assert (relieved.over, burdened.over) == (False, True)
