"""The rating model: what one game changes, and what it does not."""

from __future__ import annotations

import pytest

from stammtisch.ratings.model import NEWCOMER, Placed, Rating, margin, odds, rate_game, rate_people

EQUALS = [NEWCOMER, NEWCOMER, NEWCOMER]


def _moves(places: tuple[int, ...]) -> list[float]:
    return [after.strength - NEWCOMER.strength for after in rate_game([NEWCOMER] * len(places), places)]


def test_whoever_ends_before_an_equal_gains_what_the_other_loses() -> None:
    first, second = _moves((1, 2))

    assert first > 50
    assert second == pytest.approx(-first)


def test_two_who_share_the_win_rise_alike_and_the_one_behind_them_falls() -> None:
    """The Plackett-Luce model puts the one behind two shared winners above them; this one must not."""
    one, other, behind = _moves((1, 1, 3))

    assert one == pytest.approx(other)
    assert one > 20 > -20 > behind


def test_everybody_in_one_place_stays_where_they_are() -> None:
    assert _moves((1, 1, 1, 1)) == pytest.approx([0, 0, 0, 0])


def test_places_count_by_their_order_alone() -> None:
    assert rate_game(EQUALS, (1, 2, 3)) == rate_game(EQUALS, (2, 5, 6))


def test_one_rating_at_several_seats_counts_for_each_of_them_alone() -> None:
    apart = [Rating(NEWCOMER.strength, NEWCOMER.doubt) for _ in range(3)]

    assert rate_game(EQUALS, (1, 2, 3)) == rate_game(apart, (1, 2, 3))


def test_every_game_makes_a_rating_surer_and_more_seats_do_so_faster() -> None:
    (two, _), (four, *_) = rate_game([NEWCOMER] * 2, (1, 2)), rate_game([NEWCOMER] * 4, (1, 2, 3, 4))

    assert NEWCOMER.doubt > two.doubt > four.doubt
    assert margin(NEWCOMER, 2) > margin(two, 2)
    assert margin(NEWCOMER, 4) > margin(NEWCOMER, 2), "more pairs share everybody's luck of one game"


def test_doubt_never_ends_for_people_and_does_for_bots() -> None:
    people = bots = [NEWCOMER, NEWCOMER]
    for turn in range(2000):
        places = (1 + turn % 2, 2 - turn % 2)
        people, bots = rate_game(people, places), rate_game(bots, places, change=0)

    assert 50 < margin(people[0], 2) < 75
    assert margin(bots[0], 2) < 20


def test_who_is_400_points_above_another_is_before_them_in_ten_games_of_eleven() -> None:
    assert odds(400) == pytest.approx(10 / 11)
    assert odds(0) == 1 / 2
    assert odds(-400) == pytest.approx(1 / 11)


def test_what_a_game_changes_is_what_the_odds_left_open() -> None:
    sure = [Rating(1400, 1), Rating(1000, 1)]
    win = rate_game(sure, (1, 2), change=0)[0].strength - 1400
    loss = rate_game(sure, (2, 1), change=0)[0].strength - 1400

    assert win / (win - loss) == pytest.approx(1 - odds(400), abs=1e-3)


def test_bots_stay_where_they_are_and_people_are_rated_against_them() -> None:
    strong = Placed(Rating(1300, 10), 2)
    (won,) = rate_people([Placed(NEWCOMER, 1)], [strong, strong])
    (lost,) = rate_people([Placed(NEWCOMER, 3)], [strong, strong])

    assert won.strength - NEWCOMER.strength > 2 * (NEWCOMER.strength - lost.strength) > 0


def test_nobody_is_rated_against_nobody() -> None:
    assert rate_people([Placed(NEWCOMER, 1)], []) == [NEWCOMER]
    assert rate_people([], []) == []
