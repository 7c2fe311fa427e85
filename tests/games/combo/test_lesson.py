"""What the lesson says fits what lies on the table, whatever the learner does."""

from __future__ import annotations

from collections import Counter

from stammtisch.core.table import Table
from stammtisch.core.words.lesson import read_lesson
from stammtisch.games import combo
from tests.lessons import wilful_way

WILLS = range(150)
SEVENS = {"r7", "y7", "g7", "b7", "v7"}
COMBINATIONS = {"full", "flush", "three", "straight", "pairs", "four", "five"}


def _fits(title: str, table: Table) -> bool:
    """Whether a block about a question is true at a table, by what may be done there and what a hand holds."""
    legal = set(table.legal(0))
    sevens = sum(table.position.hand[0][colour] >> 6 & 1 for colour in range(5))
    third = sevens == 2 and bool(legal & SEVENS)
    return {
        "ask START": any(text.startswith("start") for text in legal),
        "ask TURN": "draw" in legal,
        "ask TAKE third_7": third,
        "ask TAKE": not third and legal <= {f"{colour}{value}" for colour in "rygbv" for value in range(1, 14)},
        "ask THEN ready_three": legal & COMBINATIONS == {"three"},
        "ask THEN ready": bool(legal & COMBINATIONS),
        "ask THEN": not legal & COMBINATIONS and {"exchange", "done"} <= legal,
    }[title]


def test_what_is_said_about_a_question_is_true_whatever_the_learner_does() -> None:
    lesson = read_lesson(combo, "en")
    assert lesson
    asked = Counter[str]()
    for will in WILLS:
        for table, blocks in wilful_way(combo, lesson, will):
            titles = [block.title for block in blocks if block.moment == "ask"]
            assert all(_fits(title, table) for title in titles), (will, titles, table.legal(0))
            asked.update(titles)

    assert set(asked) == {block.title for block in lesson.blocks if block.moment == "ask"}


def test_the_lesson_says_that_laying_or_exchanging_is_the_last_thing_of_a_turn() -> None:
    lesson = read_lesson(combo, "en")
    assert lesson
    told = {block.title: block.text for block in lesson.blocks}

    assert "lay one combination or exchange cards, never both, and your turn ends" in told["ask TURN"]
    assert "your turn is over" in told["saw laid"]
    assert "ends a turn, whether you have drawn or not" in told["saw exchanged"]
    assert "draw, then lay or exchange" in told["end round_4"]


def test_the_lesson_is_over_when_the_fourth_round_begins() -> None:
    lesson = read_lesson(combo, "en")
    assert lesson
    for will in WILLS[:30]:
        for table, _ in wilful_way(combo, lesson, will):
            assert table.position.round_number < 4
