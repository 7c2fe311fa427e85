"""Whether opening helps: what seats win, counted from whoever is the first to decide something alone."""

from __future__ import annotations

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.core.options import make_options
from stammtisch.games.duel.solver.solution import find_solution
from stammtisch.kernel.seats import NONE
from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.game_record import GameRecord
from stammtisch.study.pace import pace_of
from stammtisch.study.plan import Cell, make_plan
from stammtisch.study.report.page import cell_plots
from stammtisch.study.report.summary import summary
from stammtisch.study.results import CellResults, differences, measure
from tests.study.test_pace import ONE_AFTER_ANOTHER, SEALED_ROWS

DEALS = 120
OPENING_CARD = find_game("gang").notation.read("g0")


def _games(seats: int, won: int, *, opener: int | None = None) -> list[GameRecord]:
    """Return games that are won by the seat so far from whoever opens, each seat in turn or always the same."""
    return [
        GameRecord(deal, lineup, True, places, (0,) * seats, steps=9, chances=0, opener=first)  # noqa: FBT003
        for deal in range(DEALS)
        for first in [deal % seats if opener is None else opener]
        for places in [tuple(1 if seat == (first + won) % seats else 2 for seat in range(seats))]
        for lineup in range(2)
    ]


def _measured(seats: int, games: list[GameRecord]) -> CellResults:
    cell = make_plan("gang", {"seats": seats}, {}, ("easy",), 1).cells[0]
    return CellResults(cell, games, measure(cell, games))


def test_who_opens_is_the_first_that_decides_alone() -> None:
    assert pace_of(ONE_AFTER_ANOTHER[1:], 0).opener == 1
    assert pace_of(SEALED_ROWS, 0).opener == 1, "what both decide at the same time opens nothing"
    assert pace_of(SEALED_ROWS[:4], 0).opener == NONE


def test_a_win_that_follows_the_opener_is_seen_though_every_seat_wins_equally_often() -> None:
    found = _measured(4, _games(4, won=3))

    assert {found.measures[f"win.{seat}"].value for seat in range(4)} == {0.25}
    assert [found.measures[f"opener.{place}"].value for place in range(4)] == [0, 0, 0, 1]
    assert any(
        said.startswith("Whoever opens wins too seldom, by 25.0%")
        for said in summary(found, voice("stammtisch.study", "en"))
    )
    assert "Whether opening helps" in [plot.heading for plot in cell_plots(found, voice("stammtisch.study", "en"))]


def test_where_the_same_seat_always_opens_its_own_wins_say_it_all() -> None:
    found = _measured(4, _games(4, won=0, opener=2)).measures

    assert found["win.2"].value == 1
    assert not [name for name in found if name.startswith("opener.")]


def test_openers_of_more_seats_are_compared_by_what_they_win_beyond_their_share() -> None:
    cells = [_measured(3, _games(3, won=0)), _measured(4, _games(4, won=0))]
    found = {one.measure: one.value for one in differences(cells)}

    assert found["opener_beyond.0"] == pytest.approx((1 - 1 / 4) - (1 - 1 / 3))
    assert not [name for name in found if name.startswith("opener.")]


def test_the_first_bluffer_of_a_duel_wins_what_the_solution_says_whoever_it_is() -> None:
    options = make_options(find_game("duel").rules, {"spaces": 1})
    cell = make_plan("duel", {"spaces": 1}, {}, ("perfect",), 11).cells[0]
    first = measure(cell, _played(cell, 100))["opener.0"]

    assert first.low is not None
    assert first.high is not None
    assert first.low < find_solution(options).value((0, 0, 0, 0)) < first.high


@pytest.mark.deep
def test_the_opener_of_a_round_of_the_gang_leads_the_lowest_green_card() -> None:
    cell = make_plan("gang", {"rounds": 1, "first_round": 4}, {}, ("random",), 11).cells[0]
    games = _played(cell, 1)

    assert {game.openings[game.opener] for game in games} == {(OPENING_CARD,)}
    assert len({game.opener for game in games}) > 1


def _played(cell: Cell, blocks: int) -> list[GameRecord]:
    return [game for number in range(blocks) for game in play_block(DealBlock(0, number, cell)).games]
