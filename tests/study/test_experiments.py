"""What thinking, actions and openings are worth in small games, beside what it must be by calculation."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from stammtisch.bots.arena.confidence_interval import estimate, quantile
from stammtisch.bots.arena.match import cached_options, cached_player
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.core.table import Table
from stammtisch.errors import StudyError, UnknownBot
from stammtisch.study.block import DEALS, DealBlock, PlayedBlock, play_block
from stammtisch.study.experiments.drawn_opening import openings_in, player_after_draw
from stammtisch.study.experiments.experiment import DOUBLINGS, Experiment
from stammtisch.study.experiments.openings import openings_of, win_share
from stammtisch.study.experiments.restricted_play import Restriction, restrictions
from stammtisch.study.experiments.skill_trace import cost_of, skill_trace
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.plan import make_plan
from stammtisch.study.report.experiments import asked_sections
from stammtisch.study.results import CellResults, StudyResults, results_of
from stammtisch.study.run import Stop
from stammtisch.study.study_game import study_game
from tests.sample.penny.rules import HANDS, LATE_FLIP, STONES
from tests.study.conftest import Here
from tests.study.test_block import taken_by_bots

FILES = ("measures.json", "measures.csv", "games.csv", "openings.csv")


def study(
    game: str, choices: dict[str, object], asked: Experiment, bots: Sequence[str] | None = ("random",), blocks: int = 20
) -> StudyResults:
    """Return what so many blocks say."""
    plan = make_plan(game, choices, {}, bots, 11, asked)
    games = [
        [record for number in range(blocks) for record in play_block(DealBlock(index, number, cell)).games]
        for index, cell in enumerate(plan.cells)
    ]
    return results_of(plan, games)


def covers(one: Measured, value: float) -> bool:
    """Whether a value lies within twice the interval, as it does in 9,999 of 10,000 cases."""
    assert one.margin is not None
    return abs(one.value - value) <= 2 * one.margin + 1e-9


def without(results: StudyResults) -> list[Restriction]:
    """Return what it costs to go without what a study was asked about."""
    return restrictions(results.plan.asked.without, results.cells)


def _wins(stones: int, seat: int, barred: int, turn: int = 0) -> float:
    """Return how often a seat wins that takes so many stones only if it must, where all else is chance."""
    ways = [way for way in (1, 2) if way <= stones]
    free = [way for way in ways if way != barred or turn != seat] or ways
    return fmean(float(turn == seat) if way == stones else _wins(stones - way, seat, barred, 1 - turn) for way in free)


def test_who_goes_without_a_number_of_stones_loses_what_is_calculated(penny: str) -> None:
    found = study(penny, {"kind": STONES, "stones": 4}, Experiment(without=("do 0", "do 1")), blocks=40)
    no_one, no_two = without(found)
    lost = [1 / 2 - (_wins(4, 0, barred) + _wins(4, 1, barred)) / 2 for barred in (1, 2)]

    assert lost == [0, 0.125]
    assert covers(no_one.win, lost[0])
    assert covers(no_two.win, lost[1])
    assert covers(no_one.forced, (1 / 2 + 0) / 2), "the first must take the last of two, one and one"
    assert (no_two.forced.value, no_two.clear) == (0, True)
    assert no_two.score.value == no_two.win.value, "a win is a point"


def test_whoever_may_do_nothing_else_does_it_and_that_is_counted(penny: str) -> None:
    (found,) = without(study(penny, {"kind": LATE_FLIP}, Experiment(without=("do ?",))))

    assert found.forced.value == 1
    assert found.win == Measured(0, -found.win.high, found.win.high, found.win.samples) if found.win.high else False
    assert not found.clear
    assert found.score.low is None, "points that were never lost have no bound"


def test_what_a_bot_never_does_costs_it_nothing_in_the_very_same_games() -> None:
    results = study("duel", {"spaces": 1}, Experiment(without=("swap", "turn ?")), ("easy",), blocks=3)
    free, swapless, blind = results.cells
    unused, turns = without(results)

    assert [game.places for game in swapless.games] == [game.places for game in free.games]
    assert (unused.win.value, unused.forced.value) == (0, 0)
    assert turns.win.value == 0, "nothing else is legal to the guesser"
    assert turns.forced.value > 1
    assert blind.cell.match.bots == ("easy without turn ?", "easy")


def test_losses_are_paired_by_deal_and_seat(penny: str) -> None:
    results = study(penny, {"kind": STONES}, Experiment(without=("do 0",)), blocks=2)
    base, bound = ({(game.deal, game.lineup): game for game in one.games} for one in results.cells)
    by_deal = [fmean(base[deal, seat].win(seat) - bound[deal, seat].win(seat) for seat in (0, 1)) for deal in range(20)]
    by_hand, (found,) = estimate(by_deal), without(results)

    assert (found.win.value, found.win.low, found.win.high) == pytest.approx((by_hand.mean, by_hand.low, by_hand.high))


@pytest.mark.parametrize("bots", [("easy without hide ? or turn 2",), ("random without hide 1 or turn [12]", "easy")])
@pytest.mark.parametrize("drawn", [False, True])
def test_restricted_and_drawn_bots_play_the_same_in_compiled_code(bots: tuple[str, ...], drawn: bool) -> None:  # noqa: FBT001
    cell = make_plan("duel", {}, {}, bots, 2, Experiment(drawn=drawn)).cells[0]
    for number in range(2):
        record = play_block(DealBlock(0, number, cell)).games[0]
        player: Any = player_after_draw if drawn else cached_player
        expected = taken_by_bots(cell, number * DEALS, 0, player)

        assert record.course is not None
        assert list(record.course.taken) == expected


@pytest.mark.parametrize("name", ["random", "easy", "perfect", "search:30"])
def test_a_restricted_bot_does_what_it_does_and_where_that_is_barred_something_else(name: str) -> None:
    game, barred = find_game("duel"), "hide 2"
    plain, bound = find_bot(game, name), find_bot(game, f"{name} without {barred}")
    table = Table("duel", seed=7, first_bluffer=0)
    view, done = table.view(0), set()
    for seed in range(30):
        free, left = (bot.choose(view.copy(), table.options, 0, seed, 0) for bot in (plain, bound))
        done |= set(left)

        assert game.notation.write(left[0]) != barred
        assert left == free or game.notation.write(free[0]) == barred
    assert all(game.notation.write(action).startswith("hide") for action in done)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["easy", "strong", "master:20", "search:20"])
def test_a_net_that_goes_without_a_card_plays_another_one(name: str) -> None:
    cell = make_plan("gang", {"rounds": 1, "seats": 3}, {}, (f"{name} without r* or k1?", "random"), 2).cells[0]
    options = cached_options("gang", cell.match.chosen)
    table = Table.undealt(find_game("gang"), cell.match.deal_seed(0), cell.match.options)
    table.carry_on()
    bot = find_bot(find_game("gang"), cell.match.lineup[0])
    for seed in range(6):
        (card,) = bot.choose(table.view(0), options, 0, seed, len(table.steps))

        assert find_game("gang").notation.write(card)[0] in "gbk"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("easy without turm 1", "no action of duel is like 'turm 1'; there are 'hide 1'"),
        ("clever without turn 1", "no bot 'clever' for duel"),
    ],
)
def test_what_nobody_can_go_without_is_said(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence):
        find_bot(find_game("duel"), name)


@pytest.mark.parametrize(
    ("asked", "bots", "sentence"),
    [
        (Experiment(skill=True, drawn=True), None, "asked together; a study may be asked one of them"),
        (Experiment(skill=True), ("easy",), "bots are given together with skill"),
        (Experiment(without=("do 0", "do 0")), None, "left out twice"),
        (Experiment(without=tuple(f"do 0 or do {'?' * n}0" for n in range(70))), None, "cells are 71"),
    ],
)
def test_what_does_not_go_together_is_refused(
    penny: str, tmp_path: Path, asked: Experiment, bots: Sequence[str] | None, sentence: str
) -> None:
    with pytest.raises(StudyError, match=sentence):
        study_game(penny, bots=bots, asked=asked, stop=Stop(games=20), out=tmp_path / "it", backend=Here())

    assert not (tmp_path / "it").exists()


def test_openings_are_worth_what_is_calculated(penny: str) -> None:
    """Whoever takes one of three stones wins if the other takes one; whoever takes two has lost."""
    results = study(penny, {"kind": STONES}, Experiment(drawn=True), ("easy",), blocks=40)
    one, two, *replies = openings_of(results.cells[0].games)

    assert [(opening.seat, opening.action) for opening in (one, two)] == [(0, 0), (0, 1)]
    assert covers(one.share, 1 / 2)
    assert covers(one.wins, 1 / 2)
    assert (two.wins.value, two.clear, one.clear) == (0, True, True)
    assert two.wins.high is not None
    assert 0 < two.wins.high < 0.05
    assert covers(next(each for each in replies if each.action == 0).wins, (1 / 2 * 1 / 2 * 0 + 1 / 2) / (3 / 4))
    assert sum(opening.games for opening in (one, two)) == len(results.cells[0].games)


def test_hands_shown_at_the_same_time_are_equally_good_openings(penny: str) -> None:
    found = openings_of(study(penny, {"kind": HANDS}, Experiment()).cells[0].games)

    assert len(found) == 6
    assert all(covers(opening.share, 1 / 3) and covers(opening.wins, 1 / 2) for opening in found)
    assert not [opening for opening in found if opening.clear]


def test_the_win_share_of_an_opening_is_a_ratio_with_the_interval_of_one() -> None:
    plain = {deal: (1, float(deal % 3 == 0)) for deal in range(30)}
    by_hand = estimate([won for _, won in plain.values()])
    uneven = {deal: (1 + deal % 2, float(deal % 3)) for deal in range(30)}
    ratio = sum(won for _, won in uneven.values()) / sum(often for often, _ in uneven.values())
    spread = stdev(won - ratio * often for often, won in uneven.values()) / fmean(often for often, _ in uneven.values())
    found = win_share(uneven)

    same = win_share(plain)
    assert (same.value, same.low, same.high) == pytest.approx((by_hand.mean, by_hand.low, by_hand.high))
    assert found.value == ratio
    assert found.margin == pytest.approx(quantile(0.975, 29) * spread / sqrt(30))
    assert win_share(dict(islice(uneven.items(), 9))).low is None, "fewer than ten deals have no interval"


def test_the_opening_is_the_whole_first_decision_of_a_seat() -> None:
    rows = [(0, 0, 7, 2, 0, 1), (1, 0, 3, 2, 1, 1), (2, 1, 5, 2, 1, 2), (3, 0, 9, 2, 1, 1)]

    assert openings_in(rows, 3) == ((3, 7), (5,), ())


def test_drawn_openings_leave_all_else_to_the_bots(penny: str) -> None:
    """Where all is one decision of each, easy bots and random ones are then the same."""
    every = [study(penny, {"kind": HANDS}, Experiment(drawn=True), (bot,), blocks=2) for bot in ("easy", "random")]

    assert every[0].cells[0].games == every[1].cells[0].games


def _trace(shares: Sequence[float], deals: int = 400) -> list[CellResults]:
    """Return cells whose first bot wins so often."""
    plan = make_plan("duel", {}, {}, None, 1, Experiment(skill=True))
    found = []
    for cell, share in zip(plan.cells, shares, strict=True):
        games = [
            GameRecord(deal, seat, over=True, places=places, scores=(0, 0), steps=9, chances=0)
            for deal in range(deals)
            for seat in (0, 1)
            for places in [(1, 2) if (deal * 37 % deals < share * deals) == (seat == 0) else (2, 1)]
        ]
        found.append(CellResults(cell, games, {}))
    return found


def test_depth_is_how_many_doublings_are_won_by_more_than_64_percent() -> None:
    trace = skill_trace(_trace([0.9, 0.8, 0.66, 0.62, 0.5, 0.9, 0.4, 0.64]))

    assert [step.playouts for step in trace.steps] == [40, 80, 160, 320, 640, 1280, 2560, 5120]
    assert [round(step.ahead.value, 2) for step in trace.steps] == [0.9, 0.8, 0.66, 0.62, 0.5, 0.9, 0.4, 0.64]
    assert [step.deep for step in trace.steps] == [True, True, None, None, False, True, False, None]
    assert (trace.depth.value, trace.depth.low, trace.depth.high) == (4, 3, 6)


def test_few_deals_give_a_depth_without_an_interval() -> None:
    assert skill_trace(_trace([0.9, 0.5] * 4, deals=8)).depth == Measured(4)


@pytest.mark.deep  # the search of this game is compiled for nothing else
def test_a_game_of_chance_has_no_depth_and_its_trace_costs_what_it_costs(penny: str) -> None:
    results = study(penny, {"kind": LATE_FLIP}, Experiment(skill=True), None, blocks=15)
    trace = skill_trace(results.cells)
    (section,) = asked_sections(results, voice("stammtisch.study", "en"))

    assert len(results.cells) == DOUBLINGS
    assert {step.ahead.value for step in trace.steps} == {0.5}, "both sit at each seat of the same coin"
    assert (trace.depth.value, trace.depth.high) == (0, 0)
    assert section.sentences == ["Depth: 0 of 8; so many doublings are won by more than 64%, and that is sure."]
    cost = cost_of(results.plan, 6, 2)
    assert cost.minutes == pytest.approx(cost.seconds * 6 / 2 / 60)
    assert cost.seconds > 0


@pytest.mark.deep
def test_a_game_is_as_deep_as_thinking_sees_its_end_from_farther_away(penny: str) -> None:
    """Whoever leaves a multiple of three stones wins: so the second does of 3 and of 18, if both see that."""
    near, far = (study(penny, {"kind": STONES, "stones": n}, Experiment(skill=True), None, blocks=15) for n in (3, 18))
    shallow, deep = skill_trace(near.cells), skill_trace(far.cells)

    assert {game.places for cell in (*near.cells, *far.cells[-3:]) for game in cell.games} == {(2, 1)}, (
        "played perfectly"
    )
    assert {step.ahead.value for step in (*shallow.steps, *deep.steps[-3:])} == {0.5}
    assert (shallow.depth.value, shallow.depth.high) == (0, 0)
    assert [step.deep for step in deep.steps[2:4]] == [True, True], "one sees three stones farther than the other"
    assert (deep.depth.value, deep.depth.high) == (4, 4)
    assert deep.depth.low is not None
    assert deep.depth.low >= 2


def _files(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


class Interrupted(Here):
    """Stops after two blocks."""

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield two blocks."""
        yield from islice(super().play(blocks), 2)
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    "asked",
    [
        Experiment(without=("do 0", "do 1")),
        Experiment(drawn=True),
        pytest.param(Experiment(skill=True), marks=pytest.mark.deep),
    ],
    ids=str,
)
def test_an_experiment_is_the_same_in_any_order_and_when_it_was_stopped(
    penny: str, tmp_path: Path, asked: Experiment
) -> None:
    found, stop = [], Stop(games=60)
    for number, backend in enumerate((Here(), Here(5), Interrupted(), Here())):
        out = tmp_path / str(min(number, 2))
        study_game(penny, options={"kind": STONES}, asked=asked, stop=stop, seed=3, out=out, backend=backend)
        found += [] if isinstance(backend, Interrupted) else [_files(out)]

    assert found == found[:1] * 3


def test_a_folder_goes_on_with_what_it_was_asked_alone(penny: str, tmp_path: Path) -> None:
    out, stop = tmp_path / "it", Stop(games=20)
    study_game(penny, stop=stop, seed=3, out=out, backend=Here())
    with pytest.raises(StudyError, match="it was asked something else by --skill, --without or --openings"):
        study_game(penny, asked=Experiment(drawn=True), stop=stop, seed=3, out=out, backend=Here())


def test_what_was_asked_is_told_first_and_lies_beside_the_page(penny: str, tmp_path: Path) -> None:
    without, drawn = tmp_path / "without", tmp_path / "drawn"
    asked = Experiment(without=("do 1",))
    first = study_game(
        penny,
        options={"kind": STONES, "stones": 4},
        asked=asked,
        stop=Stop(games=400),
        seed=3,
        out=without,
        backend=Here(),
    )
    second = study_game(
        penny,
        options={"kind": STONES},
        asked=Experiment(drawn=True),
        stop=Stop(games=400),
        seed=3,
        out=drawn,
        backend=Here(),
    )
    data = json.loads((without / "measures.json").read_text(encoding="utf-8"))
    openings = list(csv.DictReader((drawn / "openings.csv").read_text(encoding="utf-8").splitlines()))
    texts = [(folder / "study.md").read_text(encoding="utf-8") for folder in (without, drawn)]

    assert first.results.command.endswith("--bots easy --seed 3 --without 'do 1' --games 400")
    assert second.results.command.endswith("--bots easy --seed 3 --openings --games 400")
    assert "Without do 1, easy wins less often, by 1" in texts[0]
    assert re.search(r"\nSeat 1 wins .* opens with do 0, and 2|\nSeat 2 wins .* opens with do 1, and 7", texts[1])
    assert [one["without"] for one in data["restricted play"][0]] == ["do 1"]
    assert [(row["seat"], row["action"]) for row in openings] == [
        ("1", "do 0"),
        ("1", "do 1"),
        ("2", "do 0"),
        ("2", "do 1"),
    ]
