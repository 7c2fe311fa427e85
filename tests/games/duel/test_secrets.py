"""What the bluffer, the guesser and a spectator know, and from when on."""

from __future__ import annotations

import pytest

from stammtisch.games.duel import notation
from stammtisch.kernel import HIDDEN, NATURE, NONE, SPECTATOR, TABLE, UNKNOWN
from tests.games.duel.arrange import carry_on, duel

LANES = (1, 2, 3, 4)
the_others = pytest.mark.parametrize("viewer", [1, SPECTATOR], ids=["guesser", "spectator"])
everybody = pytest.mark.parametrize("viewer", [0, 1, SPECTATOR], ids=["bluffer", "guesser", "spectator"])


@everybody
def test_before_the_tiles_lie_there_everybody_sees_that_there_are_none(viewer: int) -> None:
    table = duel()

    assert table.view(viewer).red == NONE


def test_the_bluffer_knows_where_the_red_tile_is() -> None:
    table = duel("0: hide 3")

    assert table.view(0).red == 2


@the_others
def test_nobody_else_knows_where_the_red_tile_is(viewer: int) -> None:
    table = duel("0: hide 3")

    assert table.view(viewer).red == UNKNOWN


@the_others
@pytest.mark.parametrize("royal", [False, True], ids=["base", "royal"])
def test_the_four_ways_to_hide_look_alike_to_the_others(viewer: int, royal: bool) -> None:  # noqa: FBT001
    views = {duel(f"0: hide {lane}", royal=royal).view(viewer).tobytes() for lane in LANES}

    assert len(views) == 1


@the_others
def test_green_tells_only_that_its_own_lane_was_not_red(viewer: int) -> None:
    views = {duel(f"0: hide {lane} | 1: turn 1").view(viewer).tobytes() for lane in LANES[1:]}

    assert len(views) == 1


@the_others
def test_two_greens_leave_two_lanes_open(viewer: int) -> None:
    views = {duel(f"0: hide {lane} | 1: turn 1, turn 2").view(viewer).tobytes() for lane in LANES[2:]}

    assert len(views) == 1


@everybody
def test_a_turned_red_cross_is_known_to_everybody(viewer: int) -> None:
    table = duel("0: hide 3 | 1: turn 1")
    red = notation.read("turn 3")
    table.follow(1, red)

    assert table.view(viewer).red == 2


@everybody
def test_three_greens_show_the_whole_layout(viewer: int) -> None:
    table = duel("0: hide 3 | 1: turn 1, turn 2")
    table.follow(1, notation.read("turn 4"))

    assert table.view(viewer).red == 2


@everybody
def test_the_layout_stays_known_until_the_roles_are_swapped(viewer: int) -> None:
    table = duel("0: hide 3")
    table.follow(1, notation.read("turn 3"))
    table.follow(TABLE, notation.read("march"))

    assert table.view(viewer).red == 2


def test_in_the_next_round_the_new_guesser_knows_nothing() -> None:
    table = duel("0: hide 3 | 1: turn 3 | 1: hide 2")

    assert [table.view(viewer).red for viewer in (0, 1, SPECTATOR)] == [UNKNOWN, 1, UNKNOWN]


@the_others
def test_a_win_in_mid_turn_does_not_show_the_red_tile(viewer: int) -> None:
    table = duel("0: hide 4, crown 1 | 1: turn 1", royal=True, spaces=1)

    assert table.over
    assert table.view(viewer).red == UNKNOWN


@everybody
def test_the_crown_is_set_openly(viewer: int) -> None:
    table = duel("0: crown 2", royal=True)

    assert table.view(viewer).queen == 1


@everybody
def test_all_but_the_red_tile_is_public(viewer: int) -> None:
    table = duel("0: hide 4, crown 1 | 1: turn 4 | 1: hide 2, crown 2 | 0: turn 1", royal=True)
    seen, position = table.view(viewer), table.position
    seen.red = position.red

    assert seen == position


def test_the_others_see_that_tiles_are_laid_but_not_how() -> None:
    table = duel("0: hide 3 | 1: turn 1")
    sights = {viewer: [step.action for step in table.steps_seen_by(viewer)] for viewer in (0, 1, SPECTATOR)}
    hide, turn = notation.read("hide 3"), notation.read("turn 1")

    assert sights == {0: [hide, turn], 1: [HIDDEN, turn], SPECTATOR: [HIDDEN, turn]}


@everybody
def test_crown_tiles_draw_march_and_swap_are_seen_by_everybody(viewer: int) -> None:
    table = duel(royal=True, first_bluffer="chance")
    first = table.position.bluffer
    carry_on(table, f"{first}: crown 2, hide 3 | {1 - first}: turn 3")
    seen = [step for step in table.steps_seen_by(viewer) if step.action != HIDDEN]
    told = [table.action_name(step.action) for step in seen if not table.action_name(step.action).startswith("hide")]

    assert told == [f"first {first}", "crown 2", "turn 3", "march", "swap"]
    assert (seen[0].seat, seen[-1].seat) == (NATURE, TABLE)


def test_a_step_keeps_its_number_and_seat_when_its_action_is_hidden() -> None:
    table = duel("0: crown 2, hide 3", royal=True)
    step = table.steps_seen_by(1)[1]

    assert (step.number, step.seat, step.action) == (1, 0, HIDDEN)


def test_a_hidden_step_stays_hidden_after_the_tile_is_turned() -> None:
    table = duel("0: hide 3 | 1: turn 3")

    assert table.steps_seen_by(1)[0].action == HIDDEN


def test_what_the_guesser_may_turn_does_not_tell_where_red_is() -> None:
    offers = {tuple(duel(f"0: hide {lane} | 1: turn 1").legal(1)) for lane in LANES[1:]}

    assert offers == {("turn 2", "turn 3", "turn 4")}
