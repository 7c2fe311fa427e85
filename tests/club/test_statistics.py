"""What results come to beside what luck alone would give."""

from __future__ import annotations

import pytest

from stammtisch.club.statistics import (
    PlaceCount,
    in_evenings,
    review_statistics,
    standing,
    statistics_of,
    summary_text,
)
from stammtisch.store.result_contract import GameResult, Placing, ReviewSummary, SeatResult


def _result(table: str, *places: int, evening: str = "") -> GameResult:
    winners = places.count(1)
    seats = tuple(
        SeatResult(f"p{seat}", f"P{seat}", "", 0, place, (place == 1) / winners) for seat, place in enumerate(places)
    )
    return GameResult(table, "gang", 1, {}, 5.0, rated=True, steps=3, seats=seats, evening=evening or table)


def test_luck_gives_every_seat_of_a_table_the_same_chance_of_each_place() -> None:
    placings = [Placing("duel", 2, 1, 3, 3.0, 2), Placing("duel", 2, 2, 1, 0.0, 1), Placing("gang", 4, 1, 2, 1.5, 2)]
    found = statistics_of(placings)

    assert (found.games, found.rated, found.wins, found.wins_by_luck) == (6, 5, 4.5, 2.5)
    assert found.places == (
        PlaceCount(1, 5, 2.5),
        PlaceCount(2, 1, 2.5),
        PlaceCount(3, 0, 0.5),
        PlaceCount(4, 0, 0.5),
    )
    assert sum(one.by_luck for one in found.places) == found.games
    assert statistics_of(placings, "gang").games == 2
    assert statistics_of([]).places == ()


@pytest.mark.parametrize(
    ("places", "expected"), [((1, 2), 1.0), ((2, 1), 0.0), ((1, 1), 0.5), ((2, 1, 3), 0.5), ((2, 1, 2, 4), 0.5)]
)
def test_a_standing_is_the_share_of_the_others_who_came_off_worse(places: tuple[int, ...], expected: float) -> None:
    assert standing(_result("t", *places), "p0") == expected
    assert standing(_result("t", *places), "nobody") is None


def test_evenings_keep_their_games_together_and_count_wins() -> None:
    found = in_evenings([_result("c", 1, 2, evening="a"), _result("b", 1, 2), _result("a", 1, 1, evening="a")])

    assert [[one.table for one in evening.results] for evening in found] == [["c", "a"], ["b"]]
    assert found[0].tally == [("P0", 1.5), ("P1", 0.5)]


def test_reviews_come_to_the_best_the_worst_and_the_luck_by_game() -> None:
    told = [
        ("gang", summary_text({"best": (3, 0.1, 0.4), "worst": (9, 0.5, 0.4)}, (2.0, 1.0))),
        ("gang", summary_text({"best": (4, 0.1, 0.2), "worst": (5, 0.9, 0.4)}, (1.0, 0.5))),
        ("duel", summary_text({})),
    ]
    summaries = [ReviewSummary(game, f"t{number}", 1, 5.0, text) for number, (game, text) in enumerate(told)]
    found = review_statistics(summaries)

    assert found.reviewed == 3
    assert found.best
    assert found.worst
    assert (found.best.table, found.best.step, found.worst.table, found.worst.step) == ("t0", 3, "t1", 5)
    assert [(one.game, one.games, one.result, one.luck, one.adjusted) for one in found.luck] == [
        ("gang", 2, 1.5, 0.75, 0.75)
    ]
    assert review_statistics(summaries, "duel").best is None
