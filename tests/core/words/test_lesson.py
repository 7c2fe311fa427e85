"""Lessons are read from text, and their blocks come up when what they explain has happened."""

from __future__ import annotations

import re

import pytest

from stammtisch.core.table import Table
from stammtisch.core.words.lesson import Coach, parse_lesson, read_lesson, translate_lesson
from stammtisch.errors import LessonError
from stammtisch.games import combo, duel
from stammtisch.games.duel.rules import HIDE, TURN
from tests.core import pips
from tests.sample import exact

HEAD = "options: spaces=1 first_bluffer=1\nseed: 3\nseat: 0\n"
DUEL = f"""{HEAD}try: turn 1, turn 2

## hello

Bring one
home.

## ask GUESS

Turn a tile.

## saw my_green

It came closer.

## saw my_cross

They went away.

## ask BLUFF

Hide it.

## refused

Not now.

## end

That is all.
"""


def _met(coach: Coach, table: Table) -> list[str]:
    return [block.title for block in coach.met(len(table.steps))]


def test_a_lesson_says_what_it_is_played_with() -> None:
    lesson = parse_lesson(duel, DUEL)
    table = lesson.table(duel)

    assert (table.options.spaces, table.seed, lesson.seat) == (1, 3, 0)
    assert lesson.tries == ((TURN, TURN + 1),)
    assert [(block.moment, block.about, block.text) for block in lesson.blocks[:2]] == [
        ("hello", "", "Bring one home."),
        ("ask", "GUESS", "Turn a tile."),
    ]


def test_a_game_without_a_lesson_has_none() -> None:
    assert read_lesson(pips, "en") is None


def test_blocks_come_up_in_the_order_of_the_game_and_once() -> None:
    lesson = parse_lesson(duel, DUEL)
    table = lesson.table(duel)
    coach = Coach(lesson, table)

    assert _met(coach, table) == ["hello"]
    table.play(1, HIDE + 2)
    assert _met(coach, table) == ["hello", "ask GUESS"]
    table.play(0, TURN)
    table.play(0, TURN + 1)
    assert _met(coach, table) == ["hello", "ask GUESS", "saw my_green"]
    table.play(0, TURN + 2)
    assert _met(coach, table) == ["hello", "ask GUESS", "saw my_green", "saw my_cross", "ask BLUFF"]


def test_no_break_spaces_of_a_text_stay() -> None:
    lesson = parse_lesson(duel, DUEL.replace("Not now.", "Pas\u00a0\u202f;\n  non."))
    refused = lesson.block("refused")

    assert refused
    assert refused.text == "Pas\u00a0\u202f; non."


def test_a_refusal_is_explained_at_once_and_then_what_is_asked_again() -> None:
    lesson = parse_lesson(duel, DUEL)
    table = lesson.table(duel)
    coach = Coach(lesson, table)
    table.play(1, HIDE + 2)
    refused_at = len(table.steps)
    table.play(0, TURN)

    met = [block.title for block in coach.met(len(table.steps), refused_at)]

    assert met == ["hello", "refused", "ask GUESS", "saw my_green"]
    assert [block.title for block in coach.met(refused_at - 1, refused_at)] == ["hello"]


def test_what_was_refused_comes_after_what_had_come_up_until_then() -> None:
    lesson = parse_lesson(duel, DUEL)
    table = lesson.table(duel)
    coach = Coach(lesson, table)
    table.play(1, HIDE + 2)
    table.play(0, TURN)
    refused_at = len(table.steps)
    table.play(0, TURN + 2)

    met = [block.title for block in coach.met(len(table.steps), refused_at)]

    assert met[:5] == ["hello", "ask GUESS", "saw my_green", "refused", "saw my_cross"]


def test_a_refusal_long_after_a_question_was_answered_comes_last() -> None:
    text = re.sub(r"## saw my_green.*?(?=## saw my_cross)", "", DUEL, flags=re.DOTALL)
    lesson = parse_lesson(duel, text)
    table = lesson.table(duel)
    coach = Coach(lesson, table)
    table.play(1, HIDE + 2)
    table.play(0, TURN)
    refused_at = len(table.steps)

    assert [block.title for block in coach.met(refused_at, refused_at)] == ["hello", "ask GUESS", "refused"]


def test_the_last_block_is_reached_without_a_refusal() -> None:
    lesson = parse_lesson(duel, DUEL)
    table = lesson.table(duel)
    coach = Coach(lesson, table)
    table.play(1, HIDE + 2)
    table.play(0, TURN)
    assert not coach.is_last(len(table.steps), coach.met(len(table.steps)))
    table.play(0, TURN + 2)

    assert coach.is_last(len(table.steps), coach.met(len(table.steps)))


def test_the_last_block_is_reached_by_what_it_waits_for() -> None:
    lesson = parse_lesson(duel, DUEL.replace("## end", "## end my_green"))
    table = lesson.table(duel)
    coach = Coach(lesson, table)
    table.play(1, HIDE + 2)
    before = len(table.steps)
    assert not coach.is_last(before, coach.met(before))
    table.play(0, TURN)

    assert coach.is_last(len(table.steps), coach.met(len(table.steps)))
    assert not coach.is_last(before, coach.met(before)), "who is shown fewer steps has not seen it yet"


COMBO = """options: seats=2 quick=yes first=0
seed: 358
seat: 0

## ask TAKE third_7

Take the seven.

## ask TAKE

Take any.

## ask THEN ready

Lay it.

## ask THEN

Exchange.
"""


def _at_combo(*row: str) -> list[str]:
    lesson = parse_lesson(combo, COMBO)
    table = lesson.table(combo)
    coach = Coach(lesson, table)
    table.play(0, "start tss")
    table.play(1, "start tss")
    for text in row:
        table.play(table.waiting[0], text)
    return _met(coach, table)


def test_of_blocks_about_one_phase_the_first_that_is_true_comes_up() -> None:
    assert _at_combo("draw", "g7") == ["ask TAKE third_7", "ask THEN ready"]
    assert _at_combo("draw", "v6") == ["ask TAKE third_7", "ask THEN"]


def test_a_block_that_says_less_does_not_come_up_after_one_that_says_more() -> None:
    assert _at_combo("draw", "v6", "done", "exchange", "y2", "done", "draw") == ["ask TAKE third_7", "ask THEN"]


def test_the_second_of_two_cards_is_no_new_question() -> None:
    lesson = parse_lesson(combo, COMBO.replace("third_7", "third_1").replace("seed: 358", "seed: 11"))
    table = lesson.table(combo)
    coach = Coach(lesson, table)
    table.play(0, "start fts")
    table.play(1, "start tss")
    table.play(0, "draw")
    table.play(0, "g1", "y11")  # between these two a third 1 lies open

    assert _met(coach, table)[:1] == ["ask TAKE"]
    assert "ask TAKE third_1" not in _met(coach, table)


def test_blocks_about_one_phase_explain_one_thing() -> None:
    assert parse_lesson(combo, COMBO).topics == {"ask TAKE", "ask THEN"}


def test_what_a_learner_cannot_see_brings_nothing_up() -> None:
    lesson = read_lesson(exact, "en")
    assert lesson
    table = lesson.table(exact)
    coach = Coach(lesson, table)
    (bid,) = [text for text in table.legal(1) if text == "bid 0"]
    table.play(1, table.legal(1)[0], bid)

    assert [block.title for block in coach.met(len(table.steps))] == ["hello", "ask PLAN"]


def test_a_translation_says_what_it_has_and_english_the_rest() -> None:
    lesson = translate_lesson(duel, parse_lesson(duel, DUEL), "## ask BLUFF\n\nVersteck es.\n")

    assert [block.text for block in lesson.blocks[3:5]] == ["They went away.", "Versteck es."]


def test_a_language_without_a_lesson_has_the_english_one() -> None:
    assert read_lesson(exact, "de") == read_lesson(exact, "en")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("seed: 3\nseat: 0\n\n## hello\n\nHello.", "no line 'options'; a lesson begins with options, seed and seat"),
        ("options:\nseed: 3\n\n## hello\n\nHello.", "no line 'seat'; a lesson begins with options, seed and seat"),
        (f"{HEAD}dealer: 3\n", "'dealer: 3' stands before the first block; there may be options, seed, seat, try"),
        (HEAD.replace("spaces=1", "spaces=9"), "spaces is 9; it may be 1 to 6"),
        (HEAD.replace("seat: 0", "seat: 2"), "seat is '2'; it may be 0 to 1"),
        (HEAD.replace("seed: 3", "seed: x"), "seed is 'x'; it may be 0 to 9223372036854775807"),
        (f"{HEAD}try: turn 9\n", "turn 9"),
        (f"{HEAD}\n## ask SLEEP\n\nZzz.", "no phase 'SLEEP'; there are DRAW, BLUFF, GUESS, CROSS, SHOWN, OVER"),
        (f"{HEAD}\n## heard green\n\nHm.", "no moment 'heard'; there are hello, ask, saw, refused, end"),
        (f"{HEAD}\n## saw\n\nWhat?", "'saw'; it may be saw and a name"),
        (f"{HEAD}\n## hello there\n\nWhere?", "'hello there'; it may be hello"),
        (
            f"{HEAD}\n## end\n\nHere.\n\n## end my_cross\n\nOr there.",
            "'end my_cross' is the second end; there may be one",
        ),
        (f"{HEAD}\n## hello\n\n## end\n\nThe end.", "nothing is said below 'hello'"),
        (f"{HEAD}\n## hello\n\nHello.\n\n## hello\n\nAgain.", "'hello' is there twice"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_said(text: str, problem: str) -> None:
    with pytest.raises(LessonError) as caught:
        parse_lesson(duel, text)

    assert problem in str(caught.value)


def test_a_translation_has_no_blocks_of_its_own() -> None:
    with pytest.raises(LessonError, match="no block 'saw won' in English"):
        translate_lesson(duel, parse_lesson(duel, DUEL), "## saw won\n\nGewonnen.\n")


def test_a_lesson_is_read_in_the_language_of_the_learner() -> None:
    english, german = read_lesson(duel, "en"), read_lesson(duel, "de")

    assert english is not None
    assert german is not None
    assert [block.title for block in german.blocks] == [block.title for block in english.blocks]
    assert german.blocks[0].text != english.blocks[0].text
