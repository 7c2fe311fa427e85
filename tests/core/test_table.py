"""A table: what is played happens wholly or not at all, what is forced happens by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.game import game_names
from stammtisch.core.nature import ListedNature
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step
from stammtisch.errors import NatureError, NotationError, OptionError, Refused, RowError, StammtischError, UnknownGame
from stammtisch.games import duel
from stammtisch.games.duel.rules import FIRST, TURN, Rule
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE, SPECTATOR, TABLE, UNKNOWN
from tests.core import pips
from tests.core.pips.rules import ROLL
from tests.sample import exact


def duel_at(*rows: tuple[int, str], **choices: Any) -> Table:
    """Return a duel at which seat 0 bluffs first and this has been played."""
    table = Table("duel", seed=7, **{"first_bluffer": 0} | choices)
    for seat, action in rows:
        table.play(seat, action)
    return table


def pips_at(*rolls: int, **choices: Any) -> Table:
    """Return a game of Pips in which NATURE rolls these numbers of pips, and nothing after them."""
    return Table(pips, nature=ListedNature([ROLL + pip - 1 for pip in rolls]), **choices)


def everything(table: Table) -> tuple[Any, ...]:
    """Return all that may change when somebody plays."""
    sights = [table.steps_seen_by(viewer) for viewer in (*range(table.seats), SPECTATOR)]
    return table.position.tobytes(), list(table.steps), sights, dict(table._taken)


def test_a_seat_may_name_its_action_by_text_or_by_number() -> None:
    by_text, by_number = duel_at((0, "hide 2")), duel_at()
    by_number.play(0, 1)

    assert by_text.position == by_number.position
    assert by_text.steps == by_number.steps == [Step(0, 0, 1)]


def test_the_last_decision_of_a_seat_begins_with_the_first_of_its_steps_whatever_came_between() -> None:
    table = Table(exact, seed=3, seats=2)
    assert table.last_decision(0) == NONE
    begun = len(table.steps)
    for seat in (0, 1, 0, 1):  # each puts a card aside and bids, which is one decision
        table.play(seat, table.actions(seat)[-1])
    assert [table.last_decision(seat) for seat in (0, 1)] == [begun, begun + 1]

    played = len(table.steps)
    table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    assert table.last_decision(table.steps[played].seat) == played


def test_play_returns_the_new_steps_and_what_they_forced() -> None:
    table = duel_at((0, "hide 2"))
    steps = table.play(1, "turn 2")

    assert [(step.number, step.seat, table.action_name(step.action)) for step in steps] == [
        (1, 1, "turn 2"),
        (2, TABLE, "march"),
        (3, TABLE, "swap"),
    ]
    assert table.steps[1:] == steps


def test_a_decision_of_several_actions_is_played_as_one_row() -> None:
    table = duel_at(royal=True)
    table.play(0, "hide 2", "crown 3")

    assert table.waiting == (1,)
    assert list(table.position.decided) == [1, 0]


def test_part_of_a_decision_may_be_played_and_the_rest_later() -> None:
    table = duel_at(royal=True)
    table.play(0, "crown 3")

    assert table.waiting == (0,)
    assert table.legal(0) == ["hide 1", "hide 2", "hide 3", "hide 4"]


Play = Callable[[Table], object]


@pytest.mark.parametrize(
    ("play", "error"),
    [
        pytest.param(lambda table: table.play(0, "guess 1", "guess 2"), Refused, id="the second action is refused"),
        pytest.param(lambda table: table.play(0, "guess 1", "guess 7"), NotationError, id="the second is no action"),
        pytest.param(lambda table: table.play(0, "guess 1", 99), Refused, id="the second is no number of an action"),
        pytest.param(lambda table: table.play(0, "guess 1", "sure", "roll 1"), RowError, id="the row goes on"),
        pytest.param(lambda table: table.play(5, "guess 1"), Refused, id="no such seat"),
    ],
)
def test_what_cannot_be_played_wholly_changes_nothing(play: Play, error: type[StammtischError]) -> None:
    table = pips_at(1)
    table.play(1, "guess 3", "sure")
    before = everything(table)
    with pytest.raises(error):
        play(table)

    assert everything(table) == before


def test_play_that_nature_cannot_go_on_from_changes_nothing() -> None:
    table = pips_at(1, 2, 3, rolls=2)
    for seat in (0, 1, 2, 0, 1):
        table.play(seat, "guess 3", "sure")
    before = everything(table)
    with pytest.raises(NatureError, match=r"^NATURE was given 3 choices; this is number 4$"):
        table.play(2, "guess 3", "sure")

    assert everything(table) == before
    assert table.waiting == (2,)
    assert table.taken_by(NATURE) == 2


@pytest.mark.parametrize("seat", [-1, 2, 7, 40, NATURE, TABLE, SPECTATOR, 1000])
def test_a_seat_that_nobody_waits_for_is_refused_even_if_the_table_has_none_like_it(seat: int) -> None:
    with pytest.raises(Refused, match=rf"^seat {seat}, hide 1: NOT_YOUR_TURN$"):
        duel_at().play(seat, "hide 1")


def test_a_table_plays_on_after_a_refusal() -> None:
    table = pips_at(1)
    with pytest.raises(Refused):
        table.play(0, "guess 1", "guess 2")
    table.play(0, "guess 1", "sure")

    assert [step.number for step in table.steps] == [0, 1]


def test_a_row_that_is_too_long_says_where_its_decision_was_complete() -> None:
    with pytest.raises(RowError, match=r"^a row of 3 actions was given; the decision was complete after 1$") as caught:
        duel_at().play(0, "hide 1", "hide 2", "hide 3")

    assert (caught.value.given, caught.value.taken) == (3, 1)


def test_a_refusal_names_the_seat_the_action_and_the_rule() -> None:
    table = duel_at((0, "hide 4"), (1, "turn 1"))
    with pytest.raises(Refused, match=r"^seat 1, turn 1: TILE_ALREADY_TURNED$") as caught:
        table.play(1, "turn 1")

    assert (caught.value.seat, caught.value.action, caught.value.rule) == (1, TURN, Rule.TILE_ALREADY_TURNED)


@pytest.mark.parametrize("action", [-1, 99])
def test_a_number_that_is_no_action_is_refused_by_its_digits(action: int) -> None:
    with pytest.raises(Refused, match=f"^seat 0, {action}: NOT_AN_ACTION_NOW$"):
        duel_at().play(0, action)


def test_a_text_that_is_no_action_is_told_what_would_be() -> None:
    with pytest.raises(NotationError, match=r"^not an action of duel: 'hide 5'"):
        duel_at().play(0, "hide 5")


def test_sealed_choices_are_waited_for_all_at_once() -> None:
    table = pips_at(1, seats=4)
    table.play(2, "guess 1", "sure")
    table.play(0, "unsure")

    assert table.waiting == (0, 1, 3)
    assert table.legal(0) == [f"guess {pip}" for pip in range(1, 7)]
    assert table.legal(2) == []


def test_forced_steps_are_carried_out_by_themselves() -> None:
    table = pips_at(3, rounds=1)
    for seat in range(3):
        table.play(seat, f"guess {seat + 1}", "sure")

    assert [(step.seat, table.action_name(step.action)) for step in table.steps[-2:]] == [
        (NATURE, "roll 3"),
        (TABLE, "pay"),
    ]
    assert table.over
    assert table.waiting == ()


def test_the_outcome_is_there_when_the_game_is_over_and_not_before() -> None:
    table = pips_at(3, rounds=1, prizes=[0, 0, 5])
    assert table.outcome() is None
    for seat, guess in enumerate(("guess 3", "guess 1", "guess 3")):
        table.play(seat, guess, "sure")

    assert table.outcome() == GameOutcome(scores=(5, 0, 5), places=(1, 3, 1), reason=4)


def test_the_winners_are_the_seats_in_first_place() -> None:
    assert GameOutcome((5, 0, 5), (1, 3, 1), 0).winners == (0, 2)
    assert GameOutcome((5, 0), (2, 3), 0).winners == ()  # a dummy won


def test_a_game_that_is_over_refuses_everything() -> None:
    guesses = [(1, "turn 1"), (1, "turn 2"), (1, "turn 3")]
    table = duel_at((0, "hide 4"), *guesses, (1, "hide 1"), (0, "turn 1"), spaces=1)
    assert table.over

    with pytest.raises(Refused, match=r"^seat 0, hide 1: GAME_OVER$"):
        table.play(0, "hide 1")


def test_a_view_leaves_out_what_the_seat_may_not_know() -> None:
    table = duel_at((0, "hide 2"))

    assert [table.view(viewer).red for viewer in (0, 1, SPECTATOR)] == [1, UNKNOWN, UNKNOWN]
    assert table.position.red == 1


def test_hidden_steps_are_seen_as_hidden_even_after_they_have_come_out() -> None:
    table = duel_at((0, "hide 2"), (1, "turn 2"))

    assert table.steps_seen_by(0) == table.steps
    assert table.steps_seen_by(1) == [Step(0, 0, HIDDEN), *table.steps[1:]]
    assert table.steps_seen_by(SPECTATOR) == table.steps_seen_by(1)


def test_the_position_before_the_first_deal_is_dealt_from_at_once() -> None:
    table = Table("duel", seed=7)

    assert [step.seat for step in table.steps] == [NATURE]
    assert table.position.bluffer in (0, 1)


def test_an_undealt_table_waits_for_its_known_steps() -> None:
    table = Table.undealt(duel, 7, {})
    assert (table.waiting, table.steps, table.position.bluffer) == ((NATURE,), [], NONE)

    assert table.follow(NATURE, FIRST + 1) == Step(0, NATURE, FIRST + 1)
    assert table.waiting == (1,)


def test_a_table_takes_a_game_or_its_name() -> None:
    assert Table(duel, seed=7).steps == Table("duel", seed=7).steps
    assert Table("duel").game is duel


def test_an_unknown_game_is_named_beside_those_there_are() -> None:
    with pytest.raises(UnknownGame) as caught:
        Table("chess")

    assert str(caught.value) == f"no game 'chess'; there are {', '.join(game_names())}"


def test_an_unknown_option_is_refused_before_anything_is_dealt() -> None:
    with pytest.raises(OptionError, match=r"^no option 'colour'; there are seats, royal, first_bluffer, spaces$"):
        Table("duel", colour="red")


def test_steps_that_are_told_are_followed_as_far_as_they_were_not_known() -> None:
    played, told = duel_at((0, "hide 2")), duel_at()
    steps = [(step.seat, step.action) for step in played.steps]

    assert told.follow_from(0, steps[:1])
    assert told.follow_from(0, steps)
    assert told.follow_from(1, steps[1:])
    assert not told.follow_from(len(steps) + 1, [(0, 0)]), "one is missing between"
    assert everything(told)[0] == everything(played)[0]
    assert told.position == played.position
