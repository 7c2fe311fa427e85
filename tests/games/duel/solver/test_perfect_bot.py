"""Perfect play from a seat's view: the bot draws from the equilibrium, and knows what each action is worth."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.bots.levels import find_bot
from stammtisch.games import duel
from stammtisch.games.duel.rules import HIDE, TURN
from stammtisch.games.duel.solver.advice import action_chances, action_prospects, lanes_before
from stammtisch.games.duel.solver.solution import find_solution
from stammtisch.kernel.chance import draw, stream_for
from tests.games.duel.arrange import duel as arrange

MOMENTS = {
    "hiding": (0, "", {}),
    "hiding as seat 1": (1, "", {"first_bluffer": 1}),
    "guessing": (1, "0: hide 2", {}),
    "guessing as seat 0": (0, "1: hide 2", {"first_bluffer": 1}),
    "guessing on": (1, "0: hide 2 | 1: turn 1", {}),
    "guessing for the last time": (1, "0: hide 2 | 1: turn 1, turn 4", {}),
    "in the second round": (1, "0: hide 2 | 1: turn 1, turn 2", {}),
    "crowning": (0, "", {"royal": True}),
    "hiding below a queen": (0, "0: crown 2", {"royal": True}),
    "crowning after hiding": (0, "0: hide 2", {"royal": True}),
    "guessing with a queen": (1, "0: crown 4, hide 2 | 1: turn 4", {"royal": True}),
}
moments = pytest.mark.parametrize(("seat", "play", "choices"), MOMENTS.values(), ids=MOMENTS)


def at(play: str, **choices: Any) -> Table:
    return arrange(play, **{"spaces": 2} | choices)


@moments
def test_what_is_taken_is_legal_and_nothing_else_is_better(seat: int, play: str, choices: dict[str, Any]) -> None:
    table = at(play, **choices)
    view, o = table.view(seat), table.options
    chances, prospects = action_chances(view, o), action_prospects(view, o)

    assert {duel.notation.write(action) for action in prospects} == set(table.legal(seat))
    assert sum(chances.values()) == pytest.approx(1.0)
    assert [prospects[action] for action in chances] == pytest.approx([max(prospects.values())] * len(chances))


@pytest.mark.parametrize("royal", [False, True], ids=["base", "royal"])
def test_both_sides_expect_what_the_position_is_worth(royal: bool) -> None:  # noqa: FBT001
    table = at("", royal=royal)
    value = find_solution(table.options).value((0, 0, 0, 0))
    as_bluffer = max(action_prospects(table.view(0), table.options).values())
    table.play(0, *(("crown 1", "hide 2") if royal else ("hide 2",)))
    as_guesser = max(action_prospects(table.view(1), table.options).values())

    assert (as_bluffer, as_guesser) == pytest.approx((value, 1 - value))


def test_two_covered_tiles_at_the_door_are_worth_a_coin() -> None:
    """Lanes 3 and 4 are a step from seat 1: whichever it turns, green wins, and red is as likely in either."""
    table = at("0: hide 2 | 1: turn 3, turn 4, turn 2 | 1: hide 2 | 0: turn 2 | 0: hide 4 | 1: turn 1, turn 2")
    view = table.view(1)
    assert view.roach[2:] == [2, 2]
    prospects = action_prospects(view, table.options)

    assert set(prospects) == {TURN + 2, TURN + 3}
    assert prospects[TURN + 2] == pytest.approx(prospects[TURN + 3])
    assert 0.5 < prospects[TURN + 2] < 1


@pytest.mark.parametrize("first_bluffer", [0, 1])
def test_turned_tiles_do_not_hide_where_the_round_began(first_bluffer: int) -> None:
    guesser = 1 - first_bluffer
    play = f"{first_bluffer}: crown 4, hide 2 | {guesser}: turn 4"
    view = at(play, royal=True, first_bluffer=first_bluffer).view(guesser)

    assert view.roach != [0, 0, 0, 0]
    assert lanes_before(view) == (0, 0, 0, 0)


def test_both_seats_see_the_same_game() -> None:
    """What seat 0 does as a bluffer, seat 1 does in the mirrored position."""
    one = at("0: hide 1 | 1: turn 2, turn 1", first_bluffer=0)
    other = at("1: hide 1 | 0: turn 2, turn 1", first_bluffer=1)

    assert [-place for place in one.position.roach] == other.position.roach
    assert action_chances(one.view(1), one.options) == action_chances(other.view(0), other.options)


@moments
def test_the_bot_draws_each_action_as_often_as_it_should(seat: int, play: str, choices: dict[str, Any]) -> None:
    table, games = at(play, **choices), 500
    bot, view, o = find_bot(duel, "perfect"), table.view(seat), table.options
    taken = Counter(bot.choose(view, o, seat, 5, number)[0] for number in range(games))

    assert taken.total() == games
    for action, chance in action_chances(view, o).items():
        assert abs(taken[action] - games * chance) <= 5 * (games * chance * (1 - chance)) ** 0.5


def test_the_bot_draws_from_the_stream_that_bots_have() -> None:
    table = at("")
    view, o = table.view(0), table.options
    draws = [draw(stream_for(0, 5, number), 4) for number in range(50)]  # four lanes, all equally likely

    assert [find_bot(duel, "strong").choose(view, o, 0, 5, number) for number in range(50)] == [
        [HIDE + one] for one in draws
    ]


def test_bots_play_a_royal_duel_to_its_end() -> None:
    bot, table = find_bot(duel, "perfect"), at("", royal=True)
    while table.waiting:
        (seat,) = table.waiting
        table.play(seat, *bot.choose(table.view(seat), table.options, seat, 3, len(table.steps)))

    outcome = table.outcome()
    assert outcome is not None
    assert sorted(outcome.scores) == [0, 1]


def test_where_perfect_play_never_comes_to_the_best_is_taken() -> None:
    lost = 0
    for first in range(1, 5):
        for second in {1, 2, 3, 4} - {first}:
            rest = min({1, 2, 3, 4} - {first, second})
            table = at(f"0: hide {rest} | 1: turn {first}, turn {second}")
            view, o = table.view(1), table.options
            orders = find_solution(o).plan((0, 0, 0, 0), view.queen).turning
            if not any({first - 1, second - 1} == set(order[:2]) for order in orders):
                prospects = action_prospects(view, o)
                lost += 1
                assert action_chances(view, o) == {max(prospects, key=lambda action: prospects[action]): 1.0}
    assert lost > 0
