"""Goals: which settings are best on several at once, beside what they must be by calculation."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path

import pytest

from stammtisch.core.language import LANGUAGES, voice
from stammtisch.errors import StammtischError, StudyError
from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.goals.goal import Goal, read_goals
from stammtisch.study.goals.pareto import FrontStanding, Setting, interval_at, pareto
from stammtisch.study.goals.search import require_optuna
from stammtisch.study.plan import make_plan
from stammtisch.study.report.goals_told import tell_goals
from stammtisch.study.results import CellResults, results_of
from stammtisch.study.run import Stop
from stammtisch.study.study_game import study_game
from tests.sample.penny.rules import STONES
from tests.study.conftest import Here, ways_of_stones

BLOCKS = 60
NUMBERS = (1, 2, 3, 4, 6)
pytestmark = pytest.mark.usefixtures("penny")


@cache
def _cells(numbers: tuple[int, ...], blocks: int) -> tuple[CellResults, ...]:
    plan = make_plan("penny", {"kind": STONES}, {"stones": numbers}, ("random",), 11)
    games = [
        [record for number in range(blocks) for record in play_block(DealBlock(index, number, cell)).games]
        for index, cell in enumerate(plan.cells)
    ]
    return results_of(plan, games).cells


def _front(goals: tuple[str, ...], numbers: tuple[int, ...] = NUMBERS, blocks: int = BLOCKS) -> tuple[Setting, ...]:
    return pareto(_cells(numbers, blocks), read_goals(goals)).settings


def _first_wins(stones: int) -> float:
    return sum(chance for chance, winner, _ in ways_of_stones(stones) if winner == 0)


def _decisions(stones: int) -> float:
    return sum(chance * len(ways) for chance, _, ways in ways_of_stones(stones))


def test_the_settings_that_are_best_are_those_that_must_be_by_calculation() -> None:
    """More stones take longer, and how often the first wins goes up and down: 1, 4 and 6 are on the front."""
    found = _front(("win.0:max", "decisions:max"))
    truth = [(_first_wins(stones), _decisions(stones)) for stones in NUMBERS]
    front = {
        place
        for place, mine in enumerate(truth)
        if not any(other != mine and other[0] >= mine[0] and other[1] >= mine[1] for other in truth)
    }
    standing = {one.cell: one.standing for one in found}

    assert {cell for cell, each in standing.items() if each is FrontStanding.BEST} == front
    assert {cell for cell, each in standing.items() if each is FrontStanding.BEATEN} == set(standing) - front
    assert {one.cell for one in found if one.front} == front
    for one in found:
        assert (one.beaten_by is None) == (one.cell in front)


def test_what_lies_too_near_is_called_open_and_neither_best_nor_beaten() -> None:
    found = _front(("win.0:max",), (4, 5), blocks=8)  # 0.625 and 0.5625, of 160 games each

    assert [one.standing for one in found] == [FrontStanding.OPEN, FrontStanding.OPEN]
    assert [one.reached for one in found] == [False, False]


def test_an_option_that_does_nothing_leaves_all_settings_open(penny: str) -> None:
    plan = make_plan(penny, {}, {"stones": [1, 2, 3]}, ("random",), 11, goals=("balance:max", "decisions:min"))
    games = [record for number in range(20) for record in play_block(DealBlock(0, number, plan.cells[0])).games]
    results = results_of(plan, [games] * 3)
    found = pareto(results.cells, plan.goals).settings

    assert {one.standing for one in found} == {FrontStanding.OPEN}
    assert all(one.front for one in found), "none is better than another by its values"


def test_a_wish_between_two_ends_is_reached_by_what_surely_lies_there() -> None:
    found = _front(("decisions:2.5..3", "advantage:..19%"))
    truth = [2.5 <= _decisions(stones) <= 3 and abs(_first_wins(stones) - 0.5) <= 0.19 for stones in NUMBERS]

    assert truth.count(True) == 1
    assert [one.reached for one in found] == truth
    assert [one.standing is FrontStanding.BEST for one in found] == truth
    assert [one.standing is FrontStanding.BEATEN for one in found] == [not reached for reached in truth]


def test_a_wish_for_the_longest_games_is_reached_where_hardly_any_is_longer() -> None:
    one = _cells(NUMBERS, BLOCKS)[NUMBERS.index(6)]
    narrow, wide = (interval_at(one, "minutes.95", level) for level in (0.5, 1 - 1e-9))

    assert [one.reached for one in _front(("decisions.95:..3",))] == [stones <= 3 for stones in NUMBERS]
    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] <= narrow[1] < wide[1]


def test_all_that_is_clear_rests_on_intervals_that_are_wide_enough_for_all() -> None:
    one = _cells((3, 4), 4)[1]
    alone, among = interval_at(one, "win.0", 0.95), interval_at(one, "win.0", 0.999)
    measured = one.measures["win.0"]

    assert alone == pytest.approx((measured.low, measured.high))
    assert alone is not None
    assert among is not None
    assert among[0] < alone[0] < alone[1] < among[1]
    for name in ("balance", "advantage"):
        narrow, wide = (interval_at(one, name, level) for level in (0.95, 0.999))
        assert narrow is not None
        assert wide is not None
        assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_a_setting_of_which_a_goal_cannot_be_measured_is_left_out() -> None:
    first, other = _cells((3, 4), 4)
    without = CellResults(
        first.cell, first.games, {name: one for name, one in first.measures.items() if name[0] != "s"}
    )

    assert [one.cell for one in pareto((without, other), read_goals(["settled:min"])).settings] == [1]


@pytest.mark.parametrize(
    ("text", "goal", "losses"),
    [
        ("minutes:40", Goal("minutes", "40", 40, 40), {38: 2, 40: 0, 43: 3}),
        ("minutes:38..42", Goal("minutes", "38..42", 38, 42), {37: 1, 40: 0, 43: 1}),
        ("advantage:..2%", Goal("advantage", "..2%", -inf, 0.02), {0.01: 0, 0.05: 0.03}),
        ("balance:98%..", Goal("balance", "98%..", 0.98, inf), {0.99: 0, 0.9: 0.08}),
        ("drama:max", Goal("drama", "max", low=inf), {0.3: -0.3}),
        ("bot.search:100:min", Goal("bot.search:100", "min", high=-inf), {0.3: 0.3}),
    ],
)
def test_goals_are_read_as_they_are_typed(text: str, goal: Goal, losses: dict[float, float]) -> None:
    (found,) = read_goals([text])

    assert found == goal
    assert found.text == text
    assert {value: pytest.approx(found.loss(value)) for value in losses} == losses


@pytest.mark.parametrize(
    ("goals", "sentence"),
    [
        (["minutes"], "a goal is 'minutes'; it may be MEASURE: and then max, min, 40, 38..42 or"),
        (["minutes:much"], "a goal is 'minutes:much'"),
        (["minutes:5..4"], "a goal is 'minutes:5..4'"),
        (["minutes:.."], "a goal is"),
        (["minutes:5", "minutes:max"], "a goal is given twice"),
        (["minutes:5", "balance:max", "drama:max", "shared:min"], "goals are 4; there may be 1 to 3"),
        (["minuets:5"], "no measure 'minuets' in all of these games; there are win.0, "),
        (["win.3:max"], "no measure 'win.3'"),
    ],
)
def test_goals_that_cannot_be_had_are_refused_before_anything_is_played(
    penny: str, tmp_path: Path, goals: list[str], sentence: str
) -> None:
    with pytest.raises(StudyError, match=sentence):
        study_game(
            penny, vary={"stones": [1, 2]}, goals=goals, stop=Stop(games=20), out=tmp_path / "it", backend=Here()
        )

    assert not (tmp_path / "it").exists()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"goals": ("minutes:1",)}, "goals compare settings, and nothing is varied"),
        ({"vary": {"stones": [1, 2]}, "trials": 2}, "a search needs a goal"),
        (
            {"vary": {"stones": [1, 2]}, "goals": ("minutes:1",), "trials": 2},
            r"optuna is not installed; pip install .stammtisch\[scale\]",
        ),
    ],
)
def test_a_search_says_what_it_is_missing(
    penny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: dict[str, object], sentence: str
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)  # as where the extra is not installed
    with pytest.raises(StammtischError, match=sentence):
        study_game(penny, stop=Stop(games=20), out=tmp_path / "it", backend=Here(), **asked)  # type: ignore[arg-type]
    with pytest.raises(StammtischError, match="optuna is not installed"):
        require_optuna()

    assert not (tmp_path / "it").exists()


def test_everything_that_is_told_of_goals_is_told_in_four_languages(penny: str, tmp_path: Path) -> None:
    goals = ("balance:max", "decisions:2..3", "luck.rest:..90%")
    found = study_game(
        penny,
        options={"kind": STONES},
        vary={"stones": [1, 3, 4]},
        bots=("random",),
        goals=goals,
        stop=Stop(games=400),
        seed=9,
        out=tmp_path / "it",
        backend=Here(),
    )
    assert found.front is not None
    told = [tell_goals(found.results, found.front, voice("stammtisch.study", language)) for language in LANGUAGES]
    page, text = ((tmp_path / "it" / name).read_text(encoding="utf-8") for name in ("study.html", "study.md"))
    data = json.loads((tmp_path / "it" / "measures.json").read_text(encoding="utf-8"))

    assert len({tuple(one.labels) for one in told}) == len({one.about for one in told}) == 4
    for one in told:
        assert (len(one.rows), len(one.plots)) == (3, 3)
        for sentence in one.sentences:
            assert sentence in page
    assert "## Which settings are best" in text
    assert data["goals"] == list(goals)
    assert [one["cell"] for one in data["settings"]] == [0, 1, 2]
    assert "--goals balance:max,decisions:2..3,luck.rest:..90%" in found.results.command


def test_a_search_is_part_of_the_command_and_a_sweep_may_take_over_its_folder(penny: str) -> None:
    plan = make_plan(penny, {}, {"stones": [1, 2]}, ("random",), 1, goals=("decisions:min",), trials=2)

    assert plan.command.endswith("--bots random --seed 1 --goals decisions:min --search 2")
    assert plan.as_json() == make_plan(penny, {}, {"stones": [1, 2]}, ("random",), 1).as_json()
    assert replace(plan, cells=plan.cells[:1]).sizes == (2,)
