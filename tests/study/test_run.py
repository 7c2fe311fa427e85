"""A study as it runs: the same wherever blocks are played, taken up again, ended when there is enough."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from stammtisch.bots.processes.task_workers import TaskWorkers
from stammtisch.core.game import Game
from stammtisch.errors import OptionError, StudyError, UnknownBot
from stammtisch.study.backend import LocalProcesses
from stammtisch.study.block import DEALS, DealBlock, PlayedBlock, play_block
from stammtisch.study.folder import ABOUT, BLOCKS, StudyFolder
from stammtisch.study.plan import make_plan
from stammtisch.study.run import FEWEST, Stop, run_study
from stammtisch.study.study_game import study_game
from tests.bots import guests
from tests.sample.penny.rules import ENDLESS, HANDS, LATE_FLIP, STONES
from tests.study.conftest import Here
from tests.turned_clock import TurnedClock

WORDS = ("measures.json", "measures.csv", "games.csv")


def _files(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in WORDS}


def test_the_order_in_which_blocks_are_played_changes_nothing(penny: str, tmp_path: Path) -> None:
    found = []
    for ahead in (1, 4, 7):
        out = tmp_path / str(ahead)
        study_game(penny, vary={"kind": [STONES, HANDS]}, stop=Stop(games=200), seed=3, out=out, backend=Here(ahead))
        found.append(_files(out))

    assert found[1:] == found[:1] * 2


def test_an_end_by_narrow_intervals_is_the_same_whoever_plays_ahead(penny: str, tmp_path: Path) -> None:
    found, played = [], []
    for ahead in (1, 9):
        out = tmp_path / str(ahead)
        here = Here(ahead)
        study_game(penny, options={"kind": STONES}, stop=Stop(until=0.03), seed=3, out=out, backend=here)
        found.append(_files(out))
        played.append(len(here.played))

    assert found[0] == found[1]
    assert played[0] > FEWEST
    assert played[1] > played[0], "what was played ahead does not count"


def test_a_seat_that_always_won_is_not_known_to_win_always(penny: str, tmp_path: Path) -> None:
    found = study_game(
        penny, options={"kind": STONES, "stones": 1}, stop=Stop(until=0.01), seed=3, out=tmp_path / "it", backend=Here()
    )
    first = found.results.cells[0].measures["win.0"]

    assert first.value == 1
    assert first.low is not None
    assert 0.99 <= first.low < 0.9905
    assert found.played == 39 * DEALS * 2, "381 deals are the first of which the interval reaches no farther"


@pytest.mark.parametrize("counts", [(1, 2), pytest.param((1, 2, 4), marks=pytest.mark.deep)])
def test_the_number_of_processes_changes_nothing(penny: str, tmp_path: Path, counts: tuple[int, ...]) -> None:
    found = []
    for processes in counts:
        out = tmp_path / str(processes)
        study_game(penny, vary={"kind": [STONES, HANDS]}, stop=Stop(games=300), seed=3, out=out, processes=processes)
        found.append(_files(out))

    assert found[1:] == found[:1] * (len(counts) - 1)
    assert json.loads(found[0]["measures.json"])["cells"][0]["games"] == 300


def test_a_study_that_was_stopped_goes_on_and_comes_to_the_same(penny: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    asked = {"options": {"kind": HANDS}, "stop": Stop(games=200)}
    study_game(penny, seed=5, out=whole, backend=Here(), **asked)  # type: ignore[arg-type]

    class Interrupted(Here):
        def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
            yield from islice(super().play(blocks), 3)
            raise KeyboardInterrupt

    first = study_game(penny, seed=5, out=parts, backend=Interrupted(), **asked)  # type: ignore[arg-type]
    here = Here()
    second = study_game(penny, out=parts, backend=here, **asked)  # type: ignore[arg-type]

    assert (first.interrupted, first.played) == (True, 3 * DEALS * 2)
    assert len(first.results.cells[0].games) == first.played, "what was played is told"
    assert [number for _, number in here.played] == list(range(3, 10))
    assert not second.interrupted
    assert _files(parts) == _files(whole)


def test_half_a_line_left_by_a_crash_is_played_again(penny: str, tmp_path: Path) -> None:
    asked = {"options": {"kind": HANDS}, "stop": Stop(games=60), "seed": 5, "out": tmp_path / "it"}
    study_game(penny, backend=Here(), **asked)  # type: ignore[arg-type]
    before = _files(tmp_path / "it")
    path = tmp_path / "it" / BLOCKS
    path.write_bytes(path.read_bytes()[:-100])
    here = Here()
    study_game(penny, backend=here, **asked)  # type: ignore[arg-type]

    assert here.played == [(0, 2)]
    assert _files(tmp_path / "it") == before


def test_more_games_go_on_from_those_that_are_there(penny: str, tmp_path: Path) -> None:
    here = Here()
    for games in (60, 100):
        study_game(penny, stop=Stop(games=games), seed=5, out=tmp_path / "it", backend=here)

    assert [number for _, number in here.played] == [0, 1, 2, 3, 4]


def test_the_time_ends_a_study(penny: str, tmp_path: Path) -> None:
    clock = TurnedClock()

    class Slow(Here):
        def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
            for block in super().play(blocks):
                clock.advance(25)
                yield block

    found = study_game(penny, stop=Stop(minutes=1), seed=5, out=tmp_path / "it", backend=Slow(), clock=clock)

    assert found.played == 3 * DEALS * 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 6}, "holds another study: its seed is 5, and not 6"),
        ({"options": {"kind": STONES}}, "holds another study: its options or bots are others"),
        ({"bots": ("easy",)}, "holds another study: its options or bots are others"),
        ({"game": "duel"}, "holds another study: its game is penny, and not duel"),
    ],
)
def test_a_folder_of_another_study_is_left_alone(
    penny: str, tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    asked: dict[str, object] = {"game": penny, "bots": ("random",), "seed": 5, "stop": Stop(games=20), "out": tmp_path}
    asked["out"] = tmp_path / "it"
    study_game(**asked, backend=Here())  # type: ignore[arg-type]
    before = {path: path.read_bytes() for path in (tmp_path / "it").rglob("*") if path.is_file()}
    with pytest.raises(StudyError, match=sentence):
        study_game(**{**asked, **change}, backend=Here())  # type: ignore[arg-type]

    assert {path: path.read_bytes() for path in (tmp_path / "it").rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("sources", "the code of the game or its net has changed since; name another folder"),
        ("stammtisch", "it was begun with version 0.0.1 of Stammtisch, and this is "),
    ],
)
def test_a_study_goes_on_with_what_began_it_alone(penny: str, tmp_path: Path, name: str, sentence: str) -> None:
    folder, plan = StudyFolder(tmp_path / "it"), make_plan(penny, {}, {}, ("easy",), 5)
    folder.open(plan)
    folder.open(make_plan(penny, {}, {}, ("easy",), 5))
    folder.write(ABOUT, json.dumps({**plan.as_json(), name: "0.0.1"}))
    with pytest.raises(StudyError, match=sentence):
        folder.open(plan)


def test_other_rules_and_not_other_words_make_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "installed" / "coppers"
    package.mkdir(parents=True)
    for path in (Path(__file__).parents[1] / "sample" / "penny").glob("*.py"):
        (package / path.name).write_text(
            path.read_text(encoding="utf-8").replace("tests.sample.penny", "coppers"), "utf-8"
        )
    monkeypatch.syspath_prepend(str(package.parent))
    game = cast(Game, import_module("coppers"))
    found = [make_plan(game, {}, {}, ("random",), 5).sources]
    for changed in ("words.py", "rules.py"):
        with (package / changed).open("a", encoding="utf-8") as file:
            file.write("# changed\n")
        found.append(make_plan(game, {}, {}, ("random",), 5).sources)

    assert found[0] == found[1] != found[2]


def test_a_file_is_no_folder_for_a_study(penny: str, tmp_path: Path) -> None:
    (tmp_path / "it").write_text("Dear Ada", encoding="utf-8")
    with pytest.raises(StudyError, match="it is no folder; name another one with --out"):
        study_game(penny, stop=Stop(games=20), out=tmp_path / "it", backend=Here())


def test_a_folder_with_something_else_in_it_is_left_alone(penny: str, tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()
    (tmp_path / "it" / "letter.txt").write_text("Dear Ada", encoding="utf-8")
    with pytest.raises(StudyError, match="is not empty and holds no study"):
        study_game(penny, stop=Stop(games=20), out=tmp_path / "it", backend=Here())

    assert [path.name for path in (tmp_path / "it").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"options": {"kinds": 1}}, OptionError, "no option 'kinds'"),
        ({"options": {"kind": 9}}, OptionError, "kind is 9; it may be 0 to 7"),
        ({"vary": {"kind": [1, 9]}}, OptionError, "kind is 9"),
        ({"vary": {"kind": [1, 1]}}, OptionError, "a value is varied twice"),
        ({"vary": {"kind": []}}, OptionError, "varied over nothing"),
        ({"options": {"kind": 1}, "vary": {"kind": [1, 2]}}, OptionError, "given by -o and by --vary"),
        ({"vary": {"stones": list(range(1, 10)), "kind": list(range(5)), "seats": [2, 2]}}, StudyError, "cells are 90"),
        ({"bots": ("clever",)}, UnknownBot, "no bot 'clever' for penny"),
        ({"bots": ("random",) * 4}, OptionError, "seats is 4"),
    ],
)
def test_what_cannot_be_studied_is_refused_before_a_folder_is_made(
    penny: str, tmp_path: Path, asked: dict[str, object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        study_game(penny, stop=Stop(games=20), out=tmp_path / "it", backend=Here(), **asked)  # type: ignore[arg-type]

    assert not (tmp_path / "it").exists()


def test_a_bot_at_fault_ends_the_study_and_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests.install(tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    plan = make_plan("duel", {}, {}, ("moody", "random"), 0)
    folder = StudyFolder(tmp_path / "it")
    folder.open(plan)
    with pytest.raises(
        StudyError, match=r"a bot is at fault: moody at seat .*: ValueError: not today; what was played"
    ):
        list(run_study(dict(enumerate(plan.cells)), Stop(games=400), folder, Here()))

    assert list(folder.blocks()) == [(0, number) for number in range(len(folder.blocks()))]


class Faulty(Here):
    """Fails in one block of each cell."""

    def __init__(self, ahead: int, number: int) -> None:
        super().__init__(ahead)
        self.number = number

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield blocks, the last first."""
        for block in super().play(blocks):
            fault = f"it failed in cell {block.cell}" if block.number == self.number else ""
            yield replace(block, games=(), fault=fault) if fault else block


def test_a_fault_in_a_block_that_does_not_count_changes_nothing(penny: str, tmp_path: Path) -> None:
    found = []
    for backend in (Here(), Faulty(30, 25)):
        out = tmp_path / str(backend.ahead)
        study_game(penny, options={"kind": STONES}, stop=Stop(until=1), seed=3, out=out, backend=backend)
        found.append(_files(out))

    assert len(backend.played) > 25
    assert found[0] == found[1]


@pytest.mark.parametrize("ahead", [1, 2, 13])
def test_a_fault_ends_a_study_where_its_block_would_count_whoever_plays_ahead(
    penny: str, tmp_path: Path, ahead: int
) -> None:
    backend, out = Faulty(ahead, 5), tmp_path / "it"
    with pytest.raises(StudyError, match=r"^it failed in cell 0; what was played before is kept in "):
        study_game(penny, vary={"kind": [STONES, HANDS]}, stop=Stop(games=400), seed=3, out=out, backend=backend)

    assert {(cell, number) for cell in (0, 1) for number in range(5)} <= StudyFolder(out).blocks().keys()
    assert len(backend.played) <= 11 + ahead, "nothing is begun that cannot count any more"


def test_a_block_that_takes_its_process_with_it_is_tried_again_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests.install(tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    cell = replace(make_plan("duel", {}, {}, ("deadly", "random"), 0).cells[0], varied=(("deck", [1, 2]),))
    with TaskWorkers(1) as workers:
        found = list(LocalProcesses(workers).play([DealBlock(0, 0, cell)]))

    assert [block.fault for block in found] == [
        "the process in which deadly or random played block 0 ended by itself, 2 times"
    ]


def test_a_bot_that_takes_its_process_with_it_is_named_and_not_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests.install(tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    with pytest.raises(StudyError, match=r"^the process in which deadly played block 0 ended by itself, 2 times; what"):
        study_game("duel", bots=("deadly",), stop=Stop(games=20), seed=0, out=tmp_path / "it", processes=1)


def test_a_game_without_an_end_is_broken_off(penny: str) -> None:
    cell = make_plan(penny, {"kind": ENDLESS}, {}, ("easy",), 4).cells[0]
    games = play_block(DealBlock(0, 0, cell)).games

    assert {game.over for game in games} == {True, False}
    assert {game.steps for game in games} == {2, 20_000}


def test_what_counts_has_no_gap(penny: str, tmp_path: Path) -> None:
    plan, folder = make_plan(penny, {"kind": LATE_FLIP}, {}, ("easy",), 4), StudyFolder(tmp_path / "it")
    folder.open(plan)
    for number in (3, 0, 1):
        folder.keep(play_block(DealBlock(0, number, plan.cells[0])))
    run = next(run_study(dict(enumerate(plan.cells)), Stop(games=200), folder, Here()))

    assert (run.blocks, run.games, len(run.records(0))) == (2, 2 * DEALS * 2, 2 * DEALS * 2)
