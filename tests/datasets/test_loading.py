"""What was kept is read by whom it fits, and anybody else is told in a sentence why not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stammtisch.datasets.about import ABOUT
from stammtisch.datasets.journal import JOURNAL
from stammtisch.datasets.loader import load_games
from stammtisch.errors import DatasetError, UnknownGame
from tests.datasets.matches import keep, match_of

Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda told: told.update(version=99), "another duel: its version was 99, and is 1 now; play them again"),
        (lambda told: told["layout"].append(["more", 2]), "another duel: its seats saw other numbers; play them again"),
        (lambda told: told.update(actions=7), "its actions was 7, and is 16 now"),
        (lambda told: told.update(format=9), "has the format 9; this version reads 1"),
        (lambda told: told.pop("seed"), "about.json is damaged: KeyError"),
    ],
    ids=["version", "layout", "actions", "format", "seed"],
)
def test_a_set_that_does_not_fit_is_refused(change: Change, sentence: str, tmp_path: Path) -> None:
    keep(tmp_path / "kept", match_of("duel"), 1)
    about = tmp_path / "kept" / ABOUT
    told = json.loads(about.read_text("utf-8"))
    change(told)
    about.write_text(json.dumps(told), encoding="utf-8")

    with pytest.raises(DatasetError, match=sentence):
        load_games(tmp_path / "kept")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1}'])
def test_a_file_that_says_nothing_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / ABOUT).write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"about.json is damaged"):
        load_games(tmp_path)


def test_a_folder_without_a_set_and_a_game_that_is_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"holds no saved games: there is no about.json"):
        load_games(tmp_path / "nowhere")

    keep(tmp_path / "kept", match_of("duel"), 1)
    about = tmp_path / "kept" / ABOUT
    about.write_text(about.read_text("utf-8").replace('"game": "duel"', '"game": "chess"'), encoding="utf-8")
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        load_games(tmp_path / "kept")


def test_a_file_that_is_damaged_or_from_another_set_is_named(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kept", match_of("duel"), 1)
    keep(tmp_path / "other", match_of("duel", seed=6), 1)
    rows = "rows-00000.parquet"
    shutil.copy(tmp_path / "other" / rows, tmp_path / "kept" / rows)
    with pytest.raises(DatasetError, match=f"{rows} is of another data set than what lies beside it"):
        kept.all()

    (tmp_path / "kept" / rows).write_bytes(b"PAR1 and no more")
    with pytest.raises(DatasetError, match=f"cannot read .*{rows}"):
        kept.all()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"deal": 1, "games": [[[0, 15]], [[0, 15]]]}', "the rules of duel do not allow what was kept of game 2"),
        ('{"deal": 1, "games": [[], []]}', "do not allow what was kept of game 2"),
        ('{"deal": 1, "games": [[[0, 99]]]}', "do not allow what was kept of game 2"),
        ('{"deal": 1, "games": [[[-1, 0]]]}', "do not allow what was kept of game 2"),
        ('{"deal": 1, "games": 3}', "journal.jsonl is damaged"),
        ("nothing", "journal.jsonl is damaged"),
    ],
)
def test_a_journal_that_nobody_has_played_is_refused(line: str, sentence: str, tmp_path: Path) -> None:
    kept = keep(tmp_path / "kept", match_of("duel"), 2)
    for path in (tmp_path / "kept").glob("*.parquet"):
        path.unlink()
    (tmp_path / "kept" / JOURNAL).write_text(f"{line}\n", encoding="utf-8")

    with pytest.raises(DatasetError, match=sentence):
        kept.all()


def test_a_game_is_found_by_its_number_and_others_are_not_there(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kept", match_of("party"), 2)

    assert [kept.transcript(game.game) for game in kept.games()] == [game.transcript for game in kept.games()]
    with pytest.raises(DatasetError, match="has no game 6"):
        kept.transcript(6)
