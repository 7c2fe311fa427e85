"""Rules of thumb: what a beginner's opponent does, the same on a view as on a position, and better than chance."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any, cast

import pytest

from stammtisch import Table
from stammtisch.core.options import make_options
from stammtisch.games import duel
from stammtisch.kernel.bits import lowest_in
from stammtisch.kernel.chance import stream_for
from stammtisch.testing import Position, Subject, hold
from stammtisch.testing.walk import legal_actions, seats_waited_for, view_of
from tests.games.duel.arrange import duel as arrange
from tests.subjects import SUBJECTS


def suggestions(table: Table, seat: int, often: int = 200) -> Counter[str]:
    """Return what is suggested to a seat, and how often."""
    legal = [0]
    duel.rules.legal(cast(Any, table.view(seat)), table.options, seat, legal)
    found = (
        duel.hints.suggest(cast(Any, table.view(seat)), table.options, seat, legal, stream_for(seat, 9, number))
        for number in range(often)
    )
    return Counter(duel.notation.write(action) for action in found)


def test_a_guesser_turns_the_tile_whose_cockroach_comes_closest() -> None:
    table = arrange("0: hide 1 | 1: turn 3, turn 1 | 1: hide 4 | 0: turn 4 | 0: hide 1")
    assert table.position.roach == [1, 0, 2, -1]

    assert suggestions(table, 1) == {"turn 3": 200}


def test_of_equal_tiles_a_guesser_turns_any() -> None:
    found = suggestions(arrange("0: hide 1 | 1: turn 3"), 1, 300)

    assert set(found) == {"turn 1", "turn 2", "turn 4"}
    assert min(found.values()) > 60


def test_a_guesser_likes_the_queen_for_her_two_spaces() -> None:
    assert suggestions(arrange("0: crown 2, hide 2", royal=True), 1) == {"turn 2": 200}


def test_a_bluffer_hides_where_the_guesser_would_look_more_often_than_elsewhere() -> None:
    table = arrange("0: hide 4 | 1: turn 3, turn 4 | 1: hide 4 | 0: turn 4")
    assert table.position.roach == [0, 0, 2, 0]
    found = suggestions(table, 0, 800)

    assert set(found) == {"hide 1", "hide 2", "hide 3", "hide 4"}
    assert abs(found["hide 3"] - 500) < 70  # every other time, and one time in four of the others


def test_a_bluffer_crowns_the_nearest_cockroach_and_then_lays_the_tiles() -> None:
    table = arrange("0: crown 1, hide 4 | 1: turn 3, turn 4", royal=True)
    assert table.position.roach == [-2, -1, 1, 0]

    assert suggestions(table, 1) == {"crown 3": 200}
    table.play(1, "crown 3")
    assert set(suggestions(table, 1)) == {"hide 1", "hide 2", "hide 3", "hide 4"}


def answers_the_same(subject: Subject, at: Position, random: Random) -> None:
    """Hold what is suggested in a position against what is suggested on the view of its seat."""
    rules = subject.game.rules
    for seat in seats_waited_for(rules, at.s, at.o):
        if seat < at.o.seats:
            legal, number = [0], random.randrange(1 << 20)
            rules.legal(at.s, at.o, seat, legal)
            here = partial(duel.hints.suggest, o=at.o, seat=seat, legal=legal)
            found = here(at.s, stream=stream_for(seat, 5, number))
            assert found in legal_actions(rules, at.s, at.o, seat)
            assert found == here(view_of(rules, at.s, at.o, seat), stream=stream_for(seat, 5, number))


def test_suggestions_are_legal_and_the_same_on_a_view() -> None:
    hold(answers_the_same, SUBJECTS["duel"], examples=200)


@pytest.mark.parametrize("royal", [False, True], ids=["base", "royal"])
def test_rules_of_thumb_beat_chance(royal: bool) -> None:  # noqa: FBT001
    """Measured over 20,000 games: 58 and 71 of a hundred."""
    games = 1500
    o = make_options(duel.rules, {"royal": royal, "spaces": 1})
    won = sum(_winner(o, ruled=game % 2, seed=game) == game % 2 for game in range(games))

    assert won > 0.54 * games


def _winner(o: Any, ruled: int, seed: int) -> int:
    """Return who wins a game between rules of thumb and chance."""
    s, random, number, legal = duel.rules.State(), Random(seed), 0, [0]
    duel.rules.start(s, o)
    while waiting := duel.rules.waiting(s, o):
        seat = lowest_in(waiting)
        duel.rules.legal(s, o, seat, legal)
        action = random.choice(legal_actions(duel.rules, s, o, seat))
        if seat == ruled:
            action = duel.hints.suggest(s, o, seat, legal, stream_for(seat, seed, number))
        duel.rules.apply(s, o, seat, action)
        number += 1
    return s.winner
