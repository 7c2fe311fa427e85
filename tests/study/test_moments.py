"""What a study says of moments and choices in small games, beside what it must be by calculation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import comb, log
from statistics import fmean
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from stammtisch.bots.arena.match import cached_options
from stammtisch.bots.nets.net import Net, make_net
from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.core.table import Table
from stammtisch.kernel.compile import driver
from stammtisch.kernel.search_tree import win_share
from stammtisch.study.block import MOST_STEPS, DealBlock, play_block
from stammtisch.study.game_record import Course, GameRecord, SecondOpinion, TriedChoice
from stammtisch.study.measures.catching_up import catching_up_measures, leader
from stammtisch.study.measures.estimates import Measured, wilson
from stammtisch.study.measures.evaluators import evaluator_measures
from stammtisch.study.moments.second_opinion import NetOpinion, second_opinion
from stammtisch.study.moments.tried_choice import choices_of, value_of
from stammtisch.study.moments.watch import SPECTATOR_WORLDS, TIMES, watch
from stammtisch.study.moments.watched_game import WatchedGame, spread_evenly
from stammtisch.study.pace import turns_of
from stammtisch.study.plan import Cell, make_plan
from stammtisch.study.report.summary import summary
from stammtisch.study.results import CellResults, measure
from tests.nets import drawn_weights
from tests.sample.penny.rules import CROWN, HANDS, HIDDEN_FLIP, LATE_FLIP, LOTS, SEALED, STONES

BLOCKS = 40
Found = dict[str, Measured]
Way = tuple[float, int, list[int], list[int]]  # how likely, who wins, how many stones there were, how many were taken


def study(game: str, choices: dict[str, object], blocks: int = BLOCKS) -> Found:
    """Return the measures of so many blocks of a small game."""
    cell = make_plan(game, choices, {}, ("random",), seed=5).cells[0]
    return measure(cell, [game for number in range(blocks) for game in play_block(DealBlock(0, number, cell)).games])


def covers(one: Measured, value: float) -> bool:
    """Whether a value lies within twice the interval, as it does in 9,999 of 10,000 cases."""
    assert one.margin is not None
    return abs(one.value - value) <= 2 * one.margin + 1e-9


def mover_wins(stones: int) -> float:
    """Return how likely whoever is to take stones is to take the last one, if all take at random."""
    return fmean(_after(stones, taken) for taken in range(1, min(2, stones) + 1))


def _after(stones: int, taken: int) -> float:
    return 1.0 if taken == stones else 1 - mover_wins(stones - taken)


def ways_of(stones: int, seat: int = 0, chance: float = 1.0) -> Iterator[Way]:
    """Yield all games in which stones are taken at random."""
    ways = min(2, stones)
    for taken in range(1, ways + 1):
        if taken == stones:
            yield chance / ways, seat, [stones], [taken]
        else:
            for part, winner, left, later in ways_of(stones - taken, 1 - seat, chance / ways):
                yield part, winner, [stones, *left], [taken, *later]


def expected(stones: int, value: Callable[[int, list[int]], float | None]) -> float:
    """Return the mean of a value of the games that have it; asked with who wins and how many stones there were."""
    values = [(chance, value(winner, left)) for chance, winner, left, _ in ways_of(stones)]
    whole = [(chance, found) for chance, found in values if found is not None]
    return sum(chance * found for chance, found in whole) / sum(chance for chance, _ in whole)


def test_the_best_of_three_lots_is_worth_more_than_the_second_and_the_worst(penny: str) -> None:
    found = study(penny, {"kind": LOTS})

    assert covers(found["stakes.second"], 1 / 4)
    assert covers(found["stakes.worst"], 3 / 4)
    assert "kingmaking" not in found, "there are two"


def test_what_is_at_stake_where_stones_are_taken_is_what_all_games_say(penny: str) -> None:
    def stakes(_winner: int, left: list[int]) -> float | None:
        gaps = [abs(_after(stones, 1) - _after(stones, 2)) for stones in left if stones > 1]
        return fmean(gaps) if gaps else None

    found = study(penny, {"kind": STONES, "stones": 5})

    assert covers(found["stakes.second"], expected(5, stakes))
    assert found["stakes.worst"].value == found["stakes.second"].value, "there are two ways at most"


def test_a_sealed_choice_is_worth_what_it_is_against_what_others_seal_on_average(penny: str) -> None:
    """The first seat wins with 2, 1 or none of three; against each of the others' hands another one would be best."""
    sealed, hands = study(penny, {"kind": SEALED}), study(penny, {"kind": HANDS})

    assert covers(sealed["stakes.second"], (1 / 3 + 0) / 2)
    assert covers(sealed["stakes.worst"], (2 / 3 + 0) / 2)
    assert covers(hands["stakes.second"], 0)
    assert covers(hands["stakes.worst"], 0)
    assert hands["stakes.worst"].value < 0.02


def test_who_cannot_win_gives_half_a_chance_away(penny: str) -> None:
    found = study(penny, {"kind": CROWN, "seats": 3})

    assert (found["hopeless"].value, found["stakes.worst"].high) == (0.5, 0)
    assert covers(found["kingmaking"], 1 / 2)


def test_where_nothing_is_chosen_nothing_is_at_stake(penny: str) -> None:
    assert not {"stakes.second", "stakes.worst"} & study(penny, {"kind": LATE_FLIP}, 12).keys()


def test_luck_makes_no_way_look_better_than_it_is() -> None:
    """Over all results that four worlds may have, ways that are alike are worth as much; their best is not."""
    found, best = list[TriedChoice](), list[float]()
    for results in product((0.0, 1.0), repeat=8):
        wins = np.array(results).reshape(4, 2)
        found.append(value_of(np.stack([wins, 1 - wins], axis=2), 0))
        best.append(wins.mean(0).max() - wins.mean(0).min())

    assert fmean(one.second for one in found) == pytest.approx(0)
    assert fmean(one.worst for one in found) == pytest.approx(0)
    assert fmean(one.moved for one in found) == pytest.approx(0)
    assert fmean(best) > 0.25


def test_a_choice_is_the_first_of_each_decision_that_has_more_than_one_way() -> None:
    rows = [  # step, seat, action, ways, whether it completes, who was waited for
        [0, 0, 5, 3, 0, 3],
        [1, 0, 6, 2, 1, 3],
        [2, 1, 5, 2, 1, 2],
        [3, 1, 5, 1, 1, 2],
        [4, 0, 5, 4, 1, 1],
    ]

    assert choices_of(rows, turns_of(rows)) == [(0, 0), (0, 1), (4, 0)]
    assert spread_evenly(range(10), 4) == [0, 3, 6, 9]


def test_who_is_ahead_among_random_players_wins_as_often_as_is_likely(penny: str) -> None:
    """Worlds say who is ahead, and may be wrong; how often follows from the binomial distribution."""
    plays, turns = SPECTATOR_WORLDS * TIMES, expected(5, lambda _, left: len(left))

    def won(part: int) -> Callable[[int, list[int]], float | None]:
        def value(winner: int, left: list[int]) -> float | None:
            turn = int(turns * part / 100)
            if turn >= len(left):
                return None
            likely = mover_wins(left[turn])
            chances = [comb(plays, wins) * likely**wins * (1 - likely) ** (plays - wins) for wins in range(plays + 1)]
            told = sum(chances[plays // 2 + 1 :]) + chances[plays // 2] / 2
            return told if turn % 2 == winner else 1 - told

        return value

    found = study(penny, {"kind": STONES, "stones": 5}, 200)
    for part in (25, 50, 75):
        assert covers(found[f"leader.{part}"], expected(5, won(part)))
        assert covers(found[f"behind.{part}"], 0)
        assert found[f"behind.{part}"].margin < 0.1  # type: ignore[operator]  # it has one


@pytest.fixture
def stones(penny: str) -> Cell:
    """Return three stones to be taken."""
    return make_plan(penny, {"kind": STONES, "stones": 3}, {}, ("random",), 1).cells[0]


def watched(cell: Cell, deal: int, taken: Sequence[tuple[int, int]], net: Net | None = None) -> GameRecord:
    """Return a game as a study keeps it that watches what these seats do."""
    game = find_game(cell.match.game)
    rules, options = cast(ModuleType, game.rules), cached_options(cell.match.game, cell.match.chosen)
    games: Any = driver("stammtisch.kernel.drivers.recorded_games", rules)
    calls: Any = driver("stammtisch.kernel.drivers.rules_calls", rules)
    seen = WatchedGame(games, calls, options, rules.ACTIONS, deal, np.array(taken, np.int64), MOST_STEPS)
    rows, counts = np.zeros((len(taken), 6), np.int64), np.zeros(3, np.int64)
    games.retrace(seen.words, deal, seen.taken, rows, counts, np.zeros(rules.State.length, np.int64))
    asked = NetOpinion(game, net) if net else None
    course = watch(seen, rows.tolist(), turns_of(rows.tolist()), 1000 * deal, asked)
    places = tuple(1 if seat == taken[-1][0] else 2 for seat in range(options.seats))
    return GameRecord(deal, 0, over=True, places=places, scores=(0,) * len(places), steps=9, chances=0, course=course)


def test_who_presses_an_advantage_home_runs_away(stones: Cell) -> None:
    """The second of two who take three stones can always win, and at random wins three of four games."""
    found = dict(catching_up_measures([watched(stones, deal, [(0, 0), (1, 1)]) for deal in range(40)]))
    behind = found["behind.25"]

    assert behind is not None
    assert covers(behind, -1 / 4)
    assert behind.high is not None
    assert behind.high < 0
    assert found["leader.25"] == Measured(1, *wilson(1, 40), dict.fromkeys(range(40), 1))


def _always(game: Any, chance: float) -> Net:
    """Return a net that says the same chance of everything."""
    weights = {name: 0 * part for name, part in drawn_weights(1, game.rules.ACTIONS, 2, 0, 1).items()}
    weights["ahead_bias"] = np.float32(log(chance / (1 - chance)))
    return make_net(game, weights, np.ones(1, np.float32), {"value_scale": 1.0})


def test_a_net_beside_playouts_is_what_all_games_say(stones: Cell) -> None:
    """A net that says 0.7 of everybody to move, in all games that random players may play, as often as they do."""
    net, games = _always(find_game("penny"), 0.7), list[GameRecord]()
    for chance, winner, left, taken in ways_of(3):
        for _ in range(int(80 * chance)):
            games.append(watched(stones, len(games), [(turn % 2, count - 1) for turn, count in enumerate(taken)], net))
            assert games[-1].win(winner) == 1
            assert len(left) == len(cast(Course, games[-1].course).opinions)
    found = dict(evaluator_measures(games))
    known = {
        "apart": lambda _, mover: (0.7 - mover) ** 2,
        "net": lambda won, _: (0.7 - won) ** 2,
        "playouts": lambda won, mover: (mover - won) ** 2,
        "nearer": lambda won, mover: (mover - won) ** 2 - (0.7 - won) ** 2,
    }
    for name, value in known.items():

        def mean_of(winner: int, left: list[int], value: Callable[[int, float], float] = value) -> float:
            return sum(value(turn % 2 == winner, mover_wins(stones)) for turn, stones in enumerate(left))

        whole = expected(3, mean_of) / expected(3, lambda _, left: len(left))
        one = found[f"evaluators.{name}"]
        assert one is not None
        assert covers(one, whole**0.5 if name == "apart" else whole), name


def _record(deal: int, **about: Any) -> GameRecord:
    """Return a game of two that the first seat wins, with what is said of its course."""
    known = {"turns": 1, "chances": ((0.5, 0.5),), "opened": ((0.5, 0.5),), "hidden": 0.0, "spread": 0.0}
    course = Course(**{**known, "choices": (), "opinions": (), "taken": ((0, 0),), **about})
    return GameRecord(deal, 0, over=True, places=(1, 2), scores=(1, 0), steps=1, chances=0, course=course)


def test_the_error_of_playouts_is_no_disagreement() -> None:
    """Over all results of four worlds, two that agree are as far apart as nothing, and score what the truth does."""
    said = [
        second_opinion(0.5, np.array(results), happened)
        for results in product((0.0, 1.0), repeat=4)
        for happened in (0.0, 1.0)
    ]
    found = dict(evaluator_measures([_record(deal, opinions=(one,)) for deal, one in enumerate(said)]))

    assert {name: one.value for name, one in found.items() if one} == {
        "evaluators.apart": pytest.approx(0, abs=1e-4),
        "evaluators.net": 0.25,
        "evaluators.playouts": pytest.approx(0.25),
        "evaluators.nearer": pytest.approx(0, abs=1e-8),
    }


def test_every_turn_counts_the_same_when_evaluators_are_compared() -> None:
    right, wrong = SecondOpinion(1.0, 1.0, 0.0, 1.0), SecondOpinion(0.0, 1.0, 0.0, 1.0)
    games = [_record(0, opinions=(right,)), _record(1, opinions=(wrong, wrong), turns=3)]
    found = dict(evaluator_measures(games))

    assert found["evaluators.net"] == Measured(0.75)
    assert found["evaluators.playouts"] == Measured(0)


def test_who_is_ahead_is_told_by_who_watches_and_valued_where_all_lies_open() -> None:
    ahead = _record(0, chances=((0.6, 0.4), (0.3, 0.7)), opened=((0.9, 0.1), (0.8, 0.2)), turns=2)
    level = _record(0, opened=((0.9, 0.1),))

    assert (leader(ahead, 0), leader(ahead, 1)) == ((1, 0.9), (0, 0.2))
    assert leader(level, 0) == (0.5, 0.5)


def test_luck_that_lies_hidden_is_luck_and_nobody_gains_beyond_it(penny: str) -> None:
    found = study(penny, {"kind": HIDDEN_FLIP})

    assert covers(found["leader.50"], 0.5)
    assert (found["behind.50"].low, found["behind.50"].high) == (0, 0)


def test_a_choice_moves_others_and_not_only_the_seat_that_chooses() -> None:
    wins = np.array([[[1, 0, 0], [0, 0.75, 0.25]]] * 4)

    assert value_of(wins, 0) == TriedChoice(second=1, worst=1, own=1, moved=0.75)


@pytest.mark.parametrize(
    ("net", "playouts", "said"),
    [
        (0.9, 0.6, "The net and playouts differ by 30.0% about what happens; the net is nearer to it."),
        (0.6, 0.9, "The net and playouts differ by 30.0% about what happens; playouts are nearer to it."),
        (0.9, 0.9, None),
    ],
)
def test_the_page_says_who_is_nearer_where_evaluators_disagree(
    stones: Cell, net: float, playouts: float, said: str | None
) -> None:
    said_of = (SecondOpinion(net, playouts, 0.0, 1.0),)
    games = [replace(_record(deal, opinions=said_of), lineup=lineup) for deal in range(100) for lineup in range(2)]
    told = summary(CellResults(stones, games, measure(stones, games)), voice("stammtisch.study", "en"))

    assert [sentence for sentence in told if "playouts" in sentence] == ([said] if said else [])


@pytest.mark.parametrize(
    ("winner", "said"),
    [
        (
            0,
            "Leaders halfway run away: they win more often than if rules of thumb played on, by 20.0% ± 0.0%.",
        ),
        (
            1,
            "Those behind halfway catch up: leaders win less often than if rules of thumb played on, by 80.0% ± 0.0%.",
        ),
    ],
)
def test_the_page_says_who_gains_more_than_luck_gives(stones: Cell, winner: int, said: str) -> None:
    game = replace(_record(0, chances=((0.8, 0.2),), opened=((0.8, 0.2),)), places=(1 + winner, 2 - winner))
    games = [replace(game, deal=deal, lineup=lineup) for deal in range(100) for lineup in range(2)]

    assert said in summary(CellResults(stones, games, measure(stones, games)), voice("stammtisch.study", "en"))


def test_a_watched_game_is_the_same_after_it_was_kept(stones: Cell) -> None:
    record = watched(stones, 3, [(0, 0), (1, 1)], _always(find_game("penny"), 0.2))

    assert record.course is not None
    assert record.course.choices
    assert record.course.opinions
    assert GameRecord.of_row(record.as_row()) == record


@pytest.mark.deep
def test_a_match_is_settled_at_the_end_of_each_round_and_the_net_is_asked_about_that() -> None:
    cell = make_plan("gang", {"rounds": 2}, {}, ("easy",), 3).cells[0]
    game, rules = find_game("gang"), cast(Any, find_game("gang").rules)
    course = play_block(DealBlock(0, 0, cell)).games[0].course
    assert course is not None
    table = Table.undealt(game, cell.match.deal_seed(0), cell.match.options)
    table.carry_on()
    ahead = list[tuple[int, list[float]]]()
    for number, (seat, action) in enumerate(course.taken):
        rounds = table.position.round_number
        table.play(seat, action)
        if table.position.round_number != rounds or not rules.waiting(table.position, table.options):
            worths = [rules.worth(table.position, table.options, other) for other in range(4)]
            ahead.append((number + 1, [win_share(worths, 4, other) / 840 for other in range(4)]))
    games: Any = driver("stammtisch.kernel.drivers.recorded_games", cast(ModuleType, rules))
    calls: Any = driver("stammtisch.kernel.drivers.rules_calls", cast(ModuleType, rules))
    options = cached_options("gang", cell.match.chosen)
    taken = np.array(course.taken, np.int64)
    seen = WatchedGame(games, calls, options, rules.ACTIONS, cell.match.deal_seed(0), taken, MOST_STEPS)

    assert seen.rests() == ahead
    assert len(ahead) == 2
    assert len(course.opinions) == len(course.chances)
