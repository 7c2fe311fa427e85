"""A transcript that cannot be read or replayed says where, what it found and what belongs there."""

from __future__ import annotations

import re

import pytest

from stammtisch import Table, read_transcript, replay, write_transcript
from stammtisch.core.game import game_names
from stammtisch.errors import TranscriptError
from tests.core import pips
from tests.core.transcripts.test_transcript import STORY

LINES = STORY.splitlines()
STEP_FORM = "a step is number, seat and action, such as '4 0 turn 2'"
HEADER_FORM = "a transcript begins with 'game', a name and a version"


def problem(text: str) -> str:
    """Return what is wrong with a transcript, after seeing that the error counts lines as its text does."""
    with pytest.raises(TranscriptError) as caught:
        replay(text)
    assert str(caught.value).startswith(f"transcript line {caught.value.line}: ")
    return str(caught.value).removeprefix("transcript line ")


def with_line(number: int, line: str) -> str:
    """Return the story with another line in the place of one."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


def without_lines(*numbers: int) -> str:
    return "\n".join(line for number, line in enumerate(LINES, start=1) if number not in numbers)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_a_text_that_says_nothing_is_no_transcript(text: str) -> None:
    assert problem(text) == f"1: found ''; {HEADER_FORM}"


@pytest.mark.parametrize(
    "header", ["duel 1", "game duel", "game duel one", "game duel 1 2", "play duel 1", "game duel ²", "game duel ١"]
)
def test_the_header_is_game_name_and_version(header: str) -> None:
    assert problem(with_line(2, header)) == f"2: found {header!r}; {HEADER_FORM}"


def test_a_version_of_thousands_of_digits_is_no_version() -> None:
    assert problem(f"game duel {'1' * 5000}").startswith("1: found 'game duel 111")


def test_an_unknown_game_is_named_beside_those_there_are() -> None:
    assert problem(with_line(2, "game chess 1")) == f"2: no game 'chess'; there are {', '.join(game_names())}"


def test_a_transcript_of_another_game_than_the_given_one_is_not_replayed() -> None:
    with pytest.raises(TranscriptError, match=r"^transcript line 2: game is duel; it may be pips$"):
        replay(STORY, pips)


def test_another_version_of_the_rules_is_not_replayed() -> None:
    assert problem(with_line(2, "game duel 2")) == "2: duel is version 2 in this transcript; the rules are version 1"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("options spaces=9", "3: spaces is 9; it may be 1 to 6"),
        ("options colour=red", "3: no option 'colour'; there are seats, royal, first_bluffer, spaces"),
        ("options spaces", "3: an option is 'spaces'; it may be name=value, such as seats=3"),
        ("options spaces=1 spaces=1", "3: the option 'spaces' is given twice; it may be given once"),
        ("options spaces=[1", "3: spaces is [1; what begins with [ or { may be JSON"),
        ("options spaces=[1]", "3: spaces is [1]; it may be 1 to 6"),
        ("seed x", "3: seed is 'x'; it may be 0 to 2^63 - 1"),
        ("seed", "3: seed is ''; it may be 0 to 2^63 - 1"),
        ("seed -1", "3: seed is '-1'; it may be 0 to 2^63 - 1"),
        ("seed 1 2", "3: seed is '1 2'; it may be 0 to 2^63 - 1"),
        (f"seed {2**63}", f"3: seed is '{2**63}'; it may be 0 to 2^63 - 1"),
        ("score a b", "3: score is 'a b'; it may be whole numbers"),
        ("score 0 b", "3: score is '0 b'; it may be whole numbers"),
        ("place", "3: place is ''; it may be whole numbers"),
    ],
)
def test_a_line_about_the_table_is_refused_with_what_it_may_be(line: str, sentence: str) -> None:
    assert problem(f"# one\ngame duel 1\n{line}\n\n# and no more") == sentence


@pytest.mark.parametrize("line", ["options spaces=1", "seed 7", "score 0 1", "place 2 1"])
def test_a_line_about_the_table_may_stand_there_once(line: str) -> None:
    keyword = line.split(maxsplit=1)[0]
    first = next(number for number, each in enumerate(LINES, start=1) if each.startswith(keyword))

    assert problem(f"{STORY}{line}") == f"21: {keyword} stands in line {first} already; it may be given once"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "hello",
            "1 0",
            "x 0 hide 4",
            "² 0 hide 4",
            "١ 0 hide 4",
            "1 0 hide 4 ! NOT_YOUR_TURN",
            "- 0 hide 4",
            "!",
            "-",
        ),
        *("game duel 1", "Score 1 2", "views: no"),
    ],
)
def test_a_line_of_play_is_number_seat_and_action(line: str) -> None:
    assert problem(with_line(8, line)) == f"8: found {line!r}; {STEP_FORM}"


@pytest.mark.parametrize("seat", ["north", "-1", "²", "٠", "00", "61", "64", "9" * 5000], ids=lambda seat: seat[:8])
def test_a_seat_is_a_number_or_a_word(seat: str) -> None:
    assert problem(with_line(8, f"1 {seat} hide 4")) == (
        f"8: not a seat: {seat!r} (expected a number, 'nature' or 'table')"
    )


def test_an_action_is_one_of_the_game() -> None:
    assert problem(with_line(8, "1 0 hide 5")) == (
        "8: not an action of duel: 'hide 5' (expected 'hide 2', 'crown 3' or 'turn 1')"
    )


@pytest.mark.parametrize("number", ["0", "2", "-1", "9" * 19])
def test_a_step_has_the_number_that_belongs_there(number: str) -> None:
    assert problem(with_line(8, f"{number} 0 hide 4")) == f"8: step {number} is written where step 1 belongs"


def test_a_step_number_of_thousands_of_digits_is_none() -> None:
    assert problem(with_line(8, f"{'1' * 5000} 0 hide 4")).endswith(STEP_FORM)


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("1 1 hide 4", "seat 1, hide 4: NOT_YOUR_TURN"),
        ("1 0 crown 4", "seat 0, crown 4: NO_CROWN_IN_BASE"),
        ("1 table march", "seat 62, march: NOT_YOUR_TURN"),
        ("1 spectator hide 1", "seat 63, hide 1: NOT_YOUR_TURN"),
        ("1 40 hide 1", "seat 40, hide 1: NOT_YOUR_TURN"),
    ],
)
def test_a_step_that_the_rules_refuse_is_not_taken(line: str, refusal: str) -> None:
    assert problem(with_line(8, line)) == f"8: the rules refuse it: {refusal}"


def test_a_refusal_names_the_rule_that_refuses() -> None:
    assert problem(with_line(7, "- 1 turn 2 ! GAME_OVER")) == (
        "7: 'turn 2' is refused by NOT_YOUR_TURN; the transcript says GAME_OVER"
    )


@pytest.mark.parametrize("rule", ["NOT_YOUR_TURN", "OK", ""])
def test_a_refusal_of_something_legal_is_none(rule: str) -> None:
    assert problem(with_line(7, f"- 0 turn 2 ! {rule}")).startswith("7: 'turn 2' is refused by NOT_AN_ACTION_NOW")
    assert problem(with_line(7, f"- 0 hide 2 ! {rule}")) == f"7: 'hide 2' is legal; the transcript says {rule}"


def test_a_refusal_of_a_text_that_is_no_action_cannot_be_seen() -> None:
    assert problem(with_line(7, "- 0 hide 7 ! NOT_YOUR_TURN")).startswith("7: not an action of duel: 'hide 7'")


@pytest.mark.parametrize(
    ("number", "line", "sentence"),
    [
        (19, "score 1 0", "19: score is 1 0; the rules give 0 1"),
        (19, "score 0 1 0", "19: score is 0 1 0; the rules give 0 1"),
        (20, "place 1 2", "20: place is 1 2; the rules give 2 1"),
    ],
)
def test_a_result_is_the_one_that_the_rules_give(number: int, line: str, sentence: str) -> None:
    assert problem(with_line(number, line) + "\n# the end") == sentence


def test_a_game_that_is_not_over_has_no_result() -> None:
    assert problem(without_lines(18, 20)) == "18: score is 0 1; the game is not over"
    assert problem(without_lines(18, 19)) == "18: place is 2 1; the game is not over"


@pytest.fixture
def viewed() -> list[str]:
    """The lines of a transcript with views: two steps, and a digest for three viewers after each."""
    table = Table("duel", seed=7, first_bluffer=0)
    table.play(0, "hide 4")
    table.play(1, "turn 1")
    return write_transcript(table, views=True).splitlines()


def test_views_are_those_that_the_rules_give(viewed: list[str]) -> None:
    replay("\n".join(viewed))
    right = viewed[-2].strip()
    viewed[-2] = re.sub("[0-9a-f]{8}$", "01234567", right)

    assert problem("\n".join([*viewed, "# the end"])) == f"9: the views are {viewed[-2]}; the rules give {right}"


def test_views_that_are_missing_are_missed(viewed: list[str]) -> None:
    assert problem("\n".join(viewed[:-1])) == f"9: the views are missing; the rules give {viewed[-1].strip()}"


def test_views_of_steps_that_did_not_happen_are_too_many(viewed: list[str]) -> None:
    assert problem("\n".join([*viewed, "2  a b c"])) == "11: the views are 2  a b c; the rules give no more"


def test_a_line_is_counted_as_the_reader_of_the_text_counts_it() -> None:
    with pytest.raises(TranscriptError) as caught:
        read_transcript("\n\n# two comments\n\ngame duel 1\n\nhello")

    assert caught.value.line == 7
