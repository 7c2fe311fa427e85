"""What a game does to ratings: whom it counts for, and how somebody counts for whom a bot finished."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from stammtisch.club.ratings.moves import SHOWN_WITHIN, all_moves, is_shown, moves_of, reach, was_absent
from stammtisch.ratings.anchors import anchors
from stammtisch.ratings.model import NEWCOMER
from stammtisch.store.rating_contract import RatingMove
from stammtisch.store.result_contract import GameResult
from tests.club.rated_results import many, result, seat


def _gains(told: GameResult) -> dict[str, float]:
    return {move.person: move.strength - move.strength_before for move in moves_of(told, {})}


def test_a_game_moves_everybody_who_played_it_and_no_bot() -> None:
    found = moves_of(result(seat("anna"), seat("ben", 2), seat("", 3, "easy"), number=7), {})

    assert [move.person for move in found] == ["anna", "ben"]
    assert {(move.number, move.game, move.seats, move.games) for move in found} == {(7, "party", 3, 1)}
    assert (found[0].strength_before, found[0].doubt_before) == (NEWCOMER.strength, NEWCOMER.doubt)
    assert found[0].strength > found[1].strength


def test_a_game_goes_on_from_where_people_stand() -> None:
    (first, _) = moves_of(result(seat("anna"), seat("ben", 2)), {})
    (second, other) = moves_of(result(seat("anna", 2), seat("ben"), number=2), {"anna": first})

    assert (second.games, second.strength_before, second.doubt_before) == (2, first.strength, first.doubt)
    assert (other.games, other.strength_before) == (1, NEWCOMER.strength)
    assert second.strength < first.strength


def test_one_person_is_rated_against_bots() -> None:
    strong, easy = anchors("party", 2)["strong"], anchors("party", 2)["easy"]
    assert strong.strength > easy.strength == NEWCOMER.strength

    assert (
        _gains(result(seat("anna"), seat("", 2, "strong")))["anna"]
        > _gains(result(seat("anna"), seat("", 2, "easy")))["anna"]
    )


@pytest.mark.parametrize(
    "told",
    [
        result(seat("anna"), seat("ben", 2), rated=False),
        result(seat("anna"), seat("", 2, "search:1000")),
        result(seat("anna"), seat("", 2, "easy"), game="chess"),
        result(seat("", 1, "easy"), seat("", 2, "normal")),
    ],
    ids=["unrated", "unknown level", "unknown game", "bots alone"],
)
def test_what_says_nothing_moves_nobody(told: GameResult) -> None:
    assert moves_of(told, {}) == []


def test_a_game_without_anchors_rates_people_among_themselves() -> None:
    assert _gains(result(seat("anna"), seat("ben", 2), seat("", 1, "easy"), game="chess"))["anna"] > 0


def test_whoever_leaves_ends_behind_all_others_and_nobody_else_loses_by_it() -> None:
    left = _gains(result(seat("anna", 1, left=True), seat("ben", 2), seat("cleo", 3)))
    stayed = _gains(result(seat("anna", 1), seat("ben", 2), seat("cleo", 3)))

    assert left["anna"] < left["cleo"] < left["ben"]
    assert left["anna"] < 0 < stayed["anna"]
    assert left["ben"] > stayed["ben"]
    assert left["cleo"] > stayed["cleo"]
    assert left == _gains(result(seat("anna", 3), seat("ben", 1), seat("cleo", 2)))


def test_a_last_place_is_still_before_whoever_left() -> None:
    found = _gains(result(seat("anna", 1), seat("ben", 2), seat("cleo", 2, left=True)))

    assert found["cleo"] < found["ben"]


@pytest.mark.parametrize(
    ("stood_in", "steps", "absent"), [(2, 10, False), (3, 10, True), (5, 200, False), (6, 200, True), (0, 0, False)]
)
def test_a_few_decisions_of_a_bot_are_forgiven(stood_in: int, steps: int, absent: bool) -> None:  # noqa: FBT001
    sat = seat("anna", 1, stood_in=stood_in)
    told = result(sat, seat("ben", 2), steps=steps)

    assert was_absent(sat, told) is absent
    assert (_gains(told)["anna"] < 0) is absent


def test_a_bot_is_never_absent() -> None:
    sat = replace(seat("", 1, "easy"), left=True, stood_in=99)

    assert not was_absent(sat, result(seat("anna", 2), sat))


def test_a_rating_is_shown_when_it_means_something() -> None:
    chance = Random(1)
    told = [result(seat("anna", place := chance.randint(1, 2)), seat("ben", 3 - place), number=n) for n in range(1, 80)]
    moves = [move for move in all_moves(told) if move.person == "anna"]
    shown = [is_shown(move) for move in moves]

    assert shown == sorted(shown), "first hidden, then shown"
    assert 15 < shown.index(True) < 40
    assert reach(moves[-1]) < SHOWN_WITHIN < reach(moves[0])


def test_pools_are_apart() -> None:
    two, four = result(seat("anna"), seat("ben", 2)), result(*(seat(one, 1) for one in "abcd"), number=2)
    anna = result(seat("anna"), *(seat(one, 2) for one in "bcd"), number=3)
    moves = {(move.number, move.person): move for move in all_moves([two, four, anna])}

    assert moves[3, "anna"].games == 1
    assert moves[3, "anna"].strength_before == NEWCOMER.strength
    assert moves[3, "b"].games == 2


def test_results_may_be_counted_in_any_pieces() -> None:
    results = many(60, Random(3))
    whole = list(all_moves(results))
    pieces: list[RatingMove] = []
    for first in range(0, 60, 7):
        last = {(move.person, move.game, move.seats): move for move in pieces}
        pieces += all_moves(results[first : first + 7], last.values())

    assert pieces == whole
    assert len(whole) > 60
