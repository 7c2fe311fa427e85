"""What a study measures of small games, beside what it must be by calculation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from statistics import fmean

import numpy as np
import pytest

from stammtisch.bots.arena.confidence_interval import estimate
from stammtisch.core.language import voice
from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.course import drama, lead_changes, settled, stability
from stammtisch.study.measures.estimates import Measured, jackknife, measured, wilson
from stammtisch.study.measures.length import length_quantile
from stammtisch.study.measures.wins import balance
from stammtisch.study.moments.watch import spread_of
from stammtisch.study.plan import make_plan
from stammtisch.study.report.page import cell_plots
from stammtisch.study.report.summary import comparison, summary
from stammtisch.study.results import CellResults, StudyResults, differences, measure, results_of
from tests.sample.penny.rules import ENDLESS, HANDS, HIDDEN_FLIP, LATE_FLIP, STONES
from tests.study.conftest import ways_of_stones

BLOCKS = 40
Games = dict[str, Measured]


def study(game: str, choices: dict[str, object], bots: tuple[str, ...] = ("random",), blocks: int = BLOCKS) -> Games:
    """Return the measures of so many blocks of a game."""
    return _study(game, choices, {}, bots, blocks).cells[0].measures


def _study(
    game: str, choices: dict[str, object], vary: dict[str, list[object]], bots: tuple[str, ...], blocks: int
) -> StudyResults:
    plan = make_plan(game, choices, vary, bots, seed=11)
    games = [
        [record for number in range(blocks) for record in play_block(DealBlock(index, number, cell)).games]
        for index, cell in enumerate(plan.cells)
    ]
    return results_of(plan, games)


def covers(one: Measured, value: float) -> bool:
    """Whether a value lies within twice the interval, as it does in 9,999 of 10,000 cases."""
    assert one.margin is not None
    return abs(one.value - value) <= 2 * one.margin + 1e-9


def test_a_coin_flip_is_all_luck_and_favours_nobody(penny: str) -> None:
    found = study(penny, {"kind": LATE_FLIP})

    assert found["luck.deal"].value > 0.99
    assert covers(found["luck.deal"], 1)
    assert covers(found["win.0"], 0.5)
    assert covers(found["balance"], 1)
    assert (found["real"].value, found["branching"].value) == (0, 1)
    assert (found["decisions"].value, found["steps"].value, found["rounds"].value) == (2, 3, 1)


def _won(winners: Sequence[Sequence[int]], seats: int) -> list[GameRecord]:
    """Return two games of each deal, that these seats win."""
    return [
        GameRecord(deal, lineup, over=True, places=places, scores=(0,) * seats, steps=9, chances=0)
        for deal, won in enumerate(winners)
        for places in [tuple(1 if seat in won else 2 for seat in range(seats))]
        for lineup in range(2)
    ]


def test_seats_that_win_equally_often_are_in_balance_though_nobody_wins_many_games(penny: str) -> None:
    cell = make_plan(penny, {}, {}, ("easy",), 1).cells[0]
    games = _won([[0], [1], [0], [1], []] * 200, 2)
    found, say = CellResults(cell, games, measure(cell, games)), voice("stammtisch.study", "en")
    one = found.measures["balance"]

    assert found.measures["win.0"].value == found.measures["win.1"].value == 0.4
    assert (one.value, one.high) == (1, 1)
    assert summary(found, say)[0].startswith("No seat is clearly better than another")
    assert '<line class="fair"' in (drawn := str(next(cell_plots(found, say)).drawn))
    assert {float(x) for x in re.findall('<circle cx="([^"]+)"', drawn)} == {
        float(x) for x in re.findall('class="fair" x1="([^"]+)"', drawn)
    }


def test_a_seat_is_blamed_by_how_far_it_lies_from_the_mean_of_the_seats(penny: str) -> None:
    cell = make_plan(penny, {}, {}, ("easy",), 1).cells[0]
    games = _won([[0], [0], [1], [], []] * 200, 2)
    found = CellResults(cell, games, measure(cell, games))

    assert found.measures["balance"].value == pytest.approx(0.8)
    assert covers(found.measures["balance"], 0.8)
    assert summary(found, voice("stammtisch.study", "en"))[0].startswith("Seat 1 wins too often, by 10.0%")


def test_a_seat_that_won_the_few_games_there_are_need_not_win_always() -> None:
    found = balance(2, _won([[0]] * 10, 2))

    assert found is not None
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(2 * wilson(0, 10, 0.975)[1])


def test_a_game_without_chance_has_no_luck_and_its_seats_win_as_often_as_calculated(penny: str) -> None:
    found = study(penny, {"kind": STONES})
    ways = list(ways_of_stones(3))
    first = sum(chance for chance, winner, _ in ways if winner == 0)
    branching = sum(chance * sum(each) / len(each) for chance, _, each in ways)
    real = sum(chance * sum(one > 1 for one in each) / len(each) for chance, _, each in ways)

    assert (found["luck.deal"].value, found["hidden"].value) == (0, 0)
    assert first == 0.25
    assert covers(found["win.0"], first)
    assert covers(found["balance"], 0.5)
    assert covers(found["decisions"], sum(chance * len(each) for chance, _, each in ways))
    assert covers(found["branching"], branching)
    assert covers(found["real"], real)
    assert covers(found["luck.seat"], 0.25)
    assert covers(found["luck.rest"], 0.75)


def test_lengths_have_the_quantiles_that_are_calculated(penny: str) -> None:
    found = study(penny, {"kind": STONES, "stones": 6})
    lengths = sorted((len(each), chance) for chance, _, each in ways_of_stones(6))
    for percent in (5, 50, 95):
        exact = next(
            length
            for place, (length, _) in enumerate(lengths)
            if 100 * sum(chance for _, chance in lengths[: place + 1]) > percent
        )
        decisions, steps, rounds = (found[f"{name}.{percent}"] for name in ("decisions", "steps", "rounds"))

        assert decisions.low is not None
        assert decisions.high is not None
        assert decisions.low <= exact <= decisions.high
        assert decisions.value == steps.value == exact
        assert rounds.value == (exact + 1) // 2
    assert found["minutes.5"].value < found["minutes"].value < found["minutes.95"].value


def test_a_quantile_may_be_any_length_below_which_its_part_of_the_games_may_lie() -> None:
    """Each of 400 games has a length of its own, so what the share may be in percent are four times as many steps."""
    games = [replace(game, deal=number, steps=number) for number, game in enumerate(_won([[0]] * 200, 2))]
    reach = estimate([float(number <= 200) for number in range(400)]).margin
    median, few = length_quantile(games, "steps", 50), length_quantile(games[:40], "steps", 95)

    assert reach is not None
    assert median == Measured(200, int(400 * (0.5 - reach)), int(400 * (0.5 + reach)))
    assert few == Measured(38), "of so few games nobody knows how long the longest are"
    assert length_quantile([], "steps", 50) is None


def test_more_stones_turn_the_advantage_round_as_calculated(penny: str) -> None:
    results = _study(penny, {"kind": STONES}, {"stones": [3, 4, 3 + 2]}, ("random",), BLOCKS)
    wins = [sum(chance for chance, winner, _ in ways_of_stones(stones) if winner == 0) for stones in (3, 4, 5)]
    found = {(one.cell, one.measure): one for one in results.differences}

    assert wins == [0.25, 0.625, 0.5625]
    for cell in (1, 2):
        apart = found[cell, "win.0"]
        assert apart.low <= wins[cell] - wins[0] <= apart.high
        assert apart.clear


def test_of_many_clear_differences_the_largest_of_each_measure_is_told_and_the_rest_counted(penny: str) -> None:
    results = _study(penny, {"kind": STONES}, {"stones": [3, 4, 5]}, ("random",), BLOCKS)
    clear, say = [one for one in results.differences if one.clear], voice("stammtisch.study", "en")
    measures = {one.measure for one in clear}
    told = comparison(results, results.differences, say, len(clear) - 1)
    steps = max((one for one in clear if one.measure == "steps"), key=lambda one: abs(one.value))

    assert len(clear) > len(measures) > 1
    assert len(comparison(results, results.differences, say, len(clear))) == len(clear)
    assert len(told) == len(measures) + 1
    assert told[-1] == f"{len(clear) - len(measures)} more are clear, and smaller."
    assert [one for one in told if "Steps" in one and f": {steps.value:.2f} ±" in one]


def test_an_option_that_does_nothing_makes_no_difference(penny: str) -> None:
    results = _study(penny, {"kind": LATE_FLIP}, {"stones": [1, 2, 3]}, ("random",), BLOCKS)

    assert len(results.differences) > 20
    assert [one for one in results.differences if one.clear] == []
    assert {one.value for one in results.differences if one.measure == "win.0"} == {0}, "the deals are the same"


def test_differences_are_paired_by_deal_and_their_intervals_hold_all_at_once(penny: str) -> None:
    results = _study(penny, {"kind": HANDS}, {"stones": [1, 2]}, ("random",), 4)
    other = _study(penny, {"kind": STONES}, {"stones": [3, 4]}, ("random",), 4)
    (base, more), looked_at = other.cells, len(other.differences)
    apart = [more.measures["win.0"].samples[deal] - base.measures["win.0"].samples[deal] for deal in range(40)]
    by_hand = estimate(apart, 1 - 0.05 / looked_at)
    found = next(one for one in other.differences if one.measure == "win.0")

    assert looked_at > 10
    assert (found.value, found.low, found.high) == pytest.approx((by_hand.mean, by_hand.low, by_hand.high))
    assert all(one.value == 0 for one in results.differences if one.measure.startswith("win."))


def test_fair_seats_do_not_differ_though_there_are_more_of_them() -> None:
    cells = make_plan("gang", {}, {"seats": [3, 4]}, ("easy",), 1).cells
    fair = [_won([[deal % cell.seats] for deal in range(480)], cell.seats) for cell in cells]
    better = [fair[0], _won([[deal % 4 if deal % 3 else 0] for deal in range(480)], 4)]
    equal, apart = (
        {
            one.measure: one
            for one in differences([CellResults(*both, measure(*both)) for both in zip(cells, some, strict=True)])
        }
        for some in (fair, better)
    )

    assert not [name for name, one in equal.items() if one.clear or name.startswith("win.")]
    assert equal["seat_beyond.0"].value == pytest.approx(0)
    assert apart["seat_beyond.0"].clear
    assert apart["seat_beyond.0"].value == pytest.approx(1 / 4, abs=0.01)


def test_what_a_hidden_coin_decides_is_hidden_and_what_a_later_one_does_is_not(penny: str) -> None:
    hidden, late = study(penny, {"kind": HIDDEN_FLIP}), study(penny, {"kind": LATE_FLIP})

    assert hidden["hidden"].value == pytest.approx(1)
    assert late["hidden"].value < 0.1
    assert covers(late["hidden"], 0)


def test_ends_that_do_not_come_are_counted_and_nobody_wins_them(penny: str) -> None:
    found = study(penny, {"kind": ENDLESS}, blocks=8)

    assert covers(found["unfinished"], 0.5)
    assert found["win.0"].value + found["unfinished"].value == pytest.approx(1)
    assert found["win.1"].value == 0
    assert found["steps"].value == 2, "of games that end"


def test_hands_shown_at_the_same_time_are_one_turn_and_every_third_win_is_shared(penny: str) -> None:
    found = study(penny, {"kind": HANDS})

    assert covers(found["shared"], 1 / 3)
    assert covers(found["win.0"], 0.5)
    assert (found["decisions"].value, found["rounds"].value, found["branching"].value) == (2, 1, 3)
    assert found["minutes"].value == pytest.approx((1 + 2 * np.log2(3)) / 60, abs=1e-4)
    assert found["hidden"].value == 0, "the other hand is not chosen before it is sealed"


def test_perfect_play_of_a_duel_is_worth_what_the_solution_says() -> None:
    found = study("duel", {"spaces": 1, "first_bluffer": 0}, ("perfect",), blocks=100)
    first = found["win.0"]

    assert first.low is not None
    assert first.high is not None
    assert first.low < 0.539774 < first.high
    assert first.high - first.low < 0.08


def test_the_lead_passes_only_to_who_is_clearly_ahead() -> None:
    assert lead_changes([(0.5, 0.5), (0.7, 0.3), (0.45, 0.55), (0.3, 0.7), (1, 0)]) == 2
    assert lead_changes([(0.5, 0.5), (0.52, 0.48), (0, 1)]) == 0


def test_drama_is_how_far_behind_the_later_winner_was() -> None:
    assert drama([(0.5, 0.5), (0.8, 0.2), (0, 1)], [1]) == pytest.approx(0.3)
    assert drama([(0.5, 0.5), (0.8, 0.2), (1, 0)], [0]) == 0


def test_a_game_is_settled_when_the_winner_stays_far_ahead() -> None:
    chances = [(0.5, 0.5), (0.9, 0.1), (0.6, 0.4), (0.9, 0.1), (1, 0)]

    assert settled(chances, 0) == 0.75
    assert settled([(0.9, 0.1), (1, 0)], 0) == 0
    assert settled([(0.1, 0.9), (1, 0)], 0) == 1


def test_chances_that_do_not_move_are_stable() -> None:
    assert stability([(1, 0), (1, 0)]) == 1
    assert stability([(1, 0), (0, 1), (0, 1)]) == 0.5


def test_the_spread_of_worlds_is_measured_without_bias() -> None:
    """Over all ways in which three worlds may come, each played out twice, the mean is what it is for one world."""
    kinds = [(0.0, 0.5), (0.75, 0.5)]  # a world, drawn evenly: how often the seat wins in it, and how likely it is
    hidden = spread = 0.0
    for worlds in product(range(2), repeat=3):
        for results in product((0, 1), repeat=6):
            chance = 1 / 8
            for place, result in enumerate(results):
                wins = kinds[worlds[place // 2]][0]
                chance *= wins if result else 1 - wins
            parts = spread_of(np.array(results, float).reshape(3, 2, 1))
            hidden, spread = hidden + chance * parts[0], spread + chance * parts[1]

    assert hidden == pytest.approx(0.375**2)
    assert spread == pytest.approx(0.375 * 0.625)


def test_the_jackknife_of_a_mean_is_its_interval() -> None:
    values = [float(number % 7) for number in range(40)]
    plain = measured(dict(enumerate(values)))
    found = jackknife(dict(enumerate(values)), len(values), lambda some: sum(some) / len(some))

    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_a_share_is_cut_at_its_ends_but_not_in_its_groups() -> None:
    """Values about 0: what their mean is without a group is often below, and as sure as on the other side."""
    values = {deal: float(deal * 37 % 101) - 51 for deal in range(400)}
    plain, found = (jackknife(values, 400, fmean, share=share) for share in (False, True))

    assert plain is not None
    assert plain.low is not None
    assert plain.low < plain.value < 0
    assert found == Measured(0, 0, plain.high, plain.samples)


def test_groups_of_deals_are_the_same_in_all_cells_though_some_games_have_no_value() -> None:
    every = {deal: float(deal) for deal in range(400)}
    some = {deal: value for deal, value in every.items() if deal not in (7, *range(40, 50))}
    whole, left = jackknife(every, 400, fmean), jackknife(some, 400, fmean)

    assert whole is not None
    assert left is not None
    assert sorted(whole.samples) == list(range(40))
    assert whole.samples.keys() - left.samples.keys() == {4}


def test_no_interval_reaches_where_nothing_can_be() -> None:
    rare = {deal: float(deal == 0) for deal in range(10)}
    few = dict.fromkeys(range(9), 6.0)

    assert (measured(rare).low, measured(rare, share=True).low) == (0, 0)
    assert measured({deal: 1 - value for deal, value in rare.items()}, share=True).high == 1
    assert (measured(few).value, measured(few).margin) == (6, None), "so few may be alike by chance"


def test_what_was_never_seen_may_still_be_there() -> None:
    low, high = wilson(0, 100)

    assert low == 0
    assert 0.03 < high < 0.05
    assert measured(dict.fromkeys(range(100), 1.0), share=True).low == pytest.approx(1 - high)
