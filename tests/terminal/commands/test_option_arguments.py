"""Options that come from a file: `-o name=@file`; and what is varied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.errors import OptionError, StammtischError
from stammtisch.study.plan import NamedValue
from stammtisch.terminal.commands.option_arguments import read_choices, read_varied
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


def test_what_is_varied_may_be_words_ranges_json_and_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"columns": [3, 4]}', encoding="utf-8")

    assert read_varied(["seats=2..4,6", f"board=printed,@{file}"]) == {
        "seats": ["2", "3", "4", "6"],
        "board": ["printed", NamedValue("mine", {"columns": [3, 4]})],
    }
    assert read_varied(['board={"a":[1,2]},red={"b":1},[3,4],printed']) == {
        "board": [{"a": [1, 2]}, NamedValue("red", {"b": 1}), [3, 4], "printed"]
    }
    assert read_varied(["bots=easy,normal+easy", "first=-1..1"]) == {
        "bots": ["easy", "normal+easy"],
        "first": ["-1", "0", "1"],
    }


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("seats", "what is varied is 'seats'; it may be name=a,b"),
        ("seats=", "what is varied is 'seats='"),
        ("seats=3,,4", "what is varied is 'seats=3,,4'"),
        ("seats=3,", "what is varied is 'seats=3,'"),
        ("seats=4..3", r"the range is 4\.\.3; it may hold 1 to 1000 numbers"),
        ("seats=1..9999", "it may hold 1 to 1000 numbers"),
        ("board={,printed", r"what begins with \[ or \{ may be JSON"),
        ('board={"a":1}b', "what is varied is"),
        ("board=@nowhere.json", r"cannot read nowhere\.json"),
    ],
)
def test_what_is_varied_in_no_known_form_is_refused(part: str, sentence: str) -> None:
    with pytest.raises(StammtischError, match=sentence):
        read_varied([part])
