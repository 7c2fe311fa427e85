"""A search for settings that reach a goal, among small games of which everything is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from stammtisch.core.game import game_names
from stammtisch.errors import StudyError
from stammtisch.study.block import DealBlock, PlayedBlock
from stammtisch.study.goals.search import search
from stammtisch.study.plan import make_plan
from stammtisch.study.run import Stop
from stammtisch.study.study_game import Studied, study_game
from tests.sample.penny.rules import STONES
from tests.study.conftest import Here, ways_of_stones
from tests.terminal.conftest import install

pytestmark = [pytest.mark.deep, pytest.mark.filterwarnings("default")]  # what is installed with the extra may warn
FILES = ("measures.json", "measures.csv", "games.csv", "study.html", "study.md")


@pytest.fixture(autouse=True)
def penny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Install the small games of which everything is known."""
    install(tmp_path / "installed", "penny", "tests.sample.penny", monkeypatch)
    yield
    game_names.cache_clear()


REACHED = ("win.0:48%..65%", "decisions:3.2..4")
ENDLESS = ("win.0:min", "decisions:max")


def _look(out: Path, goals: tuple[str, ...] = ENDLESS, trials: int = 4, backend: Here | None = None) -> Studied:
    """Look for the number of stones that serves two goals best."""
    return study_game(
        "penny",
        options={"kind": STONES},
        vary={"stones": list(range(1, 10))},
        bots=("random",),
        stop=Stop(games=2000),
        seed=3,
        out=out,
        backend=backend or Here(),
        goals=goals,
        trials=trials,
    )


def _tried(found: Studied) -> list[object]:
    return [one.cell.varied[0][1] for one in found.results.cells]


def test_a_search_finds_what_is_best_by_calculation(tmp_path: Path) -> None:
    found = _look(tmp_path / "it", REACHED, trials=9)
    best = [
        stones
        for stones in range(1, 10)
        if 0.48 <= sum(chance for chance, winner, _ in ways_of_stones(stones) if winner == 0) <= 0.65
        and 3.2 <= sum(chance * len(ways) for chance, _, ways in ways_of_stones(stones)) <= 4
    ]

    assert found.front is not None
    assert best == [5]
    assert [found.results.cells[one.cell].cell.varied for one in found.front.settings if one.reached] == [
        (("stones", 5),)
    ]
    assert _tried(found)[-1] == 5, "it ends when all is surely reached"
    assert _tried(found)[0] == 1, "it begins with the first of all values"


def test_the_same_search_is_the_same_and_one_that_was_stopped_goes_on(tmp_path: Path) -> None:
    class Interrupted(Here):
        def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
            for block in super().play(blocks):
                yield block
                if len(self.played) == 250:
                    raise KeyboardInterrupt

    whole = _look(tmp_path / "whole")
    again = _look(tmp_path / "again")
    first = _look(tmp_path / "parts", backend=Interrupted())
    here = Here()
    second = _look(tmp_path / "parts", backend=here)

    assert len(_tried(whole)) == 4
    assert (first.interrupted, second.interrupted) == (True, False)
    assert len(here.played) == 4 * 100 - 250
    for folder in ("again", "parts"):
        for name in FILES:
            assert (tmp_path / folder / name).read_text() == (tmp_path / "whole" / name).read_text()
    assert _tried(again) == _tried(whole)


def test_more_settings_go_on_from_those_that_were_tried(tmp_path: Path) -> None:
    few = _look(tmp_path / "it", trials=2)
    here = Here()
    more = _look(tmp_path / "it", trials=4, backend=here)

    assert _tried(more)[:2] == _tried(few)
    assert len(here.played) == 2 * 100


def test_every_setting_of_a_small_space_is_found_though_the_search_would_rather_stay() -> None:
    plan = make_plan("penny", {}, {"stones": [1, 2, 3], "kind": [2, 0]}, None, 1, goals=("decisions:min",), trials=6)
    played = list(islice(search(plan, 6, lambda cell: [float(cell > 0)]), 20))

    assert sorted(played) == list(range(6))
    assert played[0] == 0


def test_a_search_by_minutes_is_refused_since_it_could_not_be_made_again(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="it may have --games or --until"):
        study_game(
            "penny",
            vary={"stones": [1, 2]},
            stop=Stop(minutes=1),
            out=tmp_path / "it",
            goals=("minutes:1",),
            trials=2,
        )
