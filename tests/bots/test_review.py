"""Reviews: what a bot would have done that knew what the seat knew, and how much of a result was the deal."""

from __future__ import annotations

import pytest

from stammtisch.bots.luck import GAMES, luck
from stammtisch.bots.named import NORMAL, STRONG, playouts_of
from stammtisch.bots.review import Judged, Played, Review, review
from stammtisch.bots.rule import RuleBot
from stammtisch.bots.search import SearchBot
from stammtisch.core.nature import ListedNature, SeededNature
from stammtisch.core.options import as_json
from stammtisch.core.table import Table
from stammtisch.games import duel

# Seat 1 lures the cockroach of lane 1, which is one step from its end when seat 1 turns tiles for the second time.
BEFORE = ((0, "hide 2"), (1, "turn 1"), (1, "turn 2"), (1, "hide 2"), (0, "turn 2"))
BLUNDER = 10  # the step at which seat 1 turns another tile than that of lane 1


def _duel(hidden: str, *after: str) -> Table:
    table = Table("duel", seed=1, spaces=2, first_bluffer=0)
    for seat, action in (*BEFORE, (0, hidden), *((1, text) for text in after)):
        table.play(seat, action)
    return table


def _played(table: Table) -> Played:
    steps = tuple((step.seat, step.action) for step in table.steps)
    return Played(table.game.NAME, as_json(table.rules, table.options), steps, alike=table.game.NAME == "gang")


def _nothing(done: int, of: int) -> None:
    pass


@pytest.fixture(scope="module")
def found() -> Review:
    table = _duel("hide 2", "turn 3", "turn 1")
    assert table.over
    return review(_played(table), 1, _nothing)


def _blunder(found: Review) -> Judged:
    return next(one for one in found.judged if one.step == BLUNDER)


def test_a_decision_that_gave_a_win_away_is_found_and_weighed(found: Review) -> None:
    one = _blunder(found)

    assert one.done == (duel.notation.read("turn 3"),)
    assert one.best == (duel.notation.read("turn 1"),)
    assert 0.75 < one.chance < 0.95, "three of four tiles win at once"
    assert 0.5 < one.left < one.chance - 0.05
    assert one.lost == pytest.approx(2 * (one.chance - one.left), abs=1e-9), "who is ahead has won"
    assert 0 < one.error < one.lost / 2
    assert not one.good
    assert max(found.judged, key=lambda one: one.lost) is one


def test_all_decisions_of_the_seat_that_could_have_been_others_are_there(found: Review) -> None:
    assert [one.step for one in found.judged] == [1, 2, 5, 10, 11]
    assert found.playouts == playouts_of(duel, STRONG)


def test_a_choice_is_judged_by_what_a_search_finds_that_is_given_the_view(found: Review) -> None:
    table = Table("duel", seed=1, spaces=2, first_bluffer=0)
    for seat, action in (*BEFORE, (0, "hide 2")):
        table.play(seat, action)
    parts = [
        SearchBot(duel, found.playouts // 4).weigh(table.view(1), table.options, 1, seed, BLUNDER)
        for seed in (1, 2, 3, 4)
    ]
    taken = [one for part in parts for one in part if one.action == duel.notation.read("turn 3")]
    wins = sum(one.ahead * one.tried for one in taken)

    assert _blunder(found).left == pytest.approx(wins / sum(one.tried for one in taken))


@pytest.mark.parametrize("hidden", ["hide 4"])
def test_a_review_knows_nothing_that_the_seat_did_not_know(hidden: str, found: Review) -> None:
    other = review(_played(_duel(hidden, "turn 3", "turn 1")), 1, _nothing)

    assert [one for one in other.judged if one.step <= BLUNDER] == [one for one in found.judged if one.step <= BLUNDER]


def test_a_row_of_choices_is_one_decision() -> None:
    table = Table("gang", seed=3, seats=3, rounds=1)
    rule = RuleBot(table.game)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *rule.choose(table.view(seat), table.options, seat, 1, len(table.steps)))
    told: list[tuple[int, int]] = []
    found = review(_played(table), 0, lambda done, of: told.append((done, of)))
    passed = found.judged[0]

    assert len(passed.done) == len(passed.best) == 3
    assert all(len(one.done) == 1 for one in found.judged[1:])
    assert told == [(number, len(found.judged)) for number in range(1, len(found.judged) + 1)]
    for one in found.judged:
        assert 0 <= one.left <= 1
        assert 0 <= one.chance <= 1
        assert one.lost >= 0
        assert one.lost == 0 or sorted(one.done) != sorted(one.best)


def test_the_same_deal_is_played_again_and_again() -> None:
    table = Table("gang", seed=3, seats=3, rounds=1)
    deals = [step.action for step in table.steps]
    rule = RuleBot(table.game)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *rule.choose(table.view(seat), table.options, seat, 1, len(table.steps)))
    found = luck(_played(table), ListedNature(deals), _nothing)

    assert len(found.here) == GAMES
    assert found.elsewhere == (), "what one gains another loses, and the seats are alike"
    assert all(sum(worths) == 0 for worths in found.here)
    assert len(set(found.here)) > 1, "bots have chances of their own"
    assert found.playouts <= playouts_of(table.game, NORMAL)
    assert luck(_played(table), SeededNature(3), _nothing) == found


def test_where_the_seats_differ_other_deals_are_played_too() -> None:
    told: list[tuple[int, int]] = []
    found = luck(_played(_duel("hide 2", "turn 1")), SeededNature(1), lambda *how: told.append(how))

    assert len(found.here) == len(found.elsewhere) == GAMES
    assert told[-1] == (2 * GAMES, 2 * GAMES)
    assert {min(worths) for worths in (*found.here, *found.elsewhere)} == {-1}
