"""Options that come from a file: `-o name=@file`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.errors import OptionError, StammtischError
from stammtisch.terminal.commands.option_arguments import read_choices
from tests.terminal.conftest import Stammtisch


def test_typed_options_and_those_from_files_go_together(tmp_path: Path) -> None:
    board = {"stones": [1, 1, 2], "columns": 3}
    file = tmp_path / "my board.json"
    file.write_text(json.dumps(board, indent=2), encoding="utf-8")

    assert read_choices(["seats=3", f"board=@{file}", "quick = yes"]) == {"seats": "3", "quick": "yes", "board": board}


def test_an_option_is_given_once_wherever_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "seats.json"
    file.write_text("3", encoding="utf-8")

    with pytest.raises(OptionError, match="the option 'seats' is given twice"):
        read_choices(["seats=3", f"seats=@{file}"])


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(StammtischError, match=r"cannot read nowhere\.json: there is no such file"):
        read_choices(["board=@nowhere.json"])


@pytest.mark.parametrize("text", ["", "{", "stones: 1", "[" * 100_000])
def test_a_file_without_json_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(OptionError, match=r"board\.json holds no JSON"):
        read_choices([f"board=@{file}"])


SMALL = '"full_house": [1, 2, 3], "flush": [1, 2, 3], "three": [1, 2, 3]'


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (
            f'{{"stones": [1, 1], {SMALL}, "straight": [5, 8, 5], "columns": 8}}',
            "straight holds a hand limit of 5 at level 2 after 8; it may not fall from one level to the next",
        ),
        (
            f'{{"stones": [1, 1], {SMALL}, "straight": [5, 6, 7], "columns": 0}}',
            "rows and columns hold 8 stones together; they may hold 30 or more, as many as a player has",
        ),
    ],
)
@pytest.mark.parametrize("command", [("play", "combo"), ("arena", "combo", "random", "random")])
def test_nothing_is_played_on_a_board_with_a_falling_limit_or_too_little_room(
    board: str, sentence: str, command: tuple[str, ...], stammtisch: Stammtisch, tmp_path: Path
) -> None:
    file = tmp_path / "board.json"
    file.write_text(board, encoding="utf-8")
    run = stammtisch(*command, "-o", "expert=yes", "-o", f"board=@{file}")

    assert run.code == 2
    assert run.err == f"stammtisch: {sentence}\n"
