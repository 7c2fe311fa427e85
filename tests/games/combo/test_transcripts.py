"""What the golden transcripts of combo tell of; `tests/properties/test_stories.py` replays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay
from stammtisch.errors import TranscriptError
from stammtisch.games.combo.position import Rule

STORIES = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
TEXTS = {path.stem: path.read_text("utf-8") for path in STORIES}
every_story = pytest.mark.parametrize("name", TEXTS)
KINDS = {"full", "flush", "three", "straight", "pairs", "four", "five"}


def told() -> set[str]:
    """Return every action that is taken in a story."""
    return {line.action for text in TEXTS.values() for line in read_transcript(text).play if not line.refused_by}


def test_the_stories_are_about_all_numbers_of_seats_quick_or_not_expert_or_not() -> None:
    choices = [read_transcript(text).choices for text in TEXTS.values()]

    assert {str(found["seats"]) for found in choices} == {"2", "3", "4"}
    assert {(found["quick"], found["expert"]) for found in choices} >= {("no", "no"), ("yes", "no"), ("no", "yes")}
    assert {isinstance(found["board"], dict) for found in choices} == {False, True}


def test_the_stories_lay_every_combination_and_go_to_a_row_a_column_and_two_columns() -> None:
    assert told() >= KINDS | {"into full", "into flush", "into column", "into columns"}


def test_the_stories_split_stones_in_all_ways_draw_exchange_and_shuffle() -> None:
    assert told() >= {"reserve 0", "reserve 1", "reserve 2", "reserve 3", "reserve 5"}
    assert told() >= {"draw", "exchange", "done", "shuffle"}


def test_every_rule_refuses_something_in_a_story() -> None:
    lines = [line for text in TEXTS.values() for line in read_transcript(text).play]

    assert {line.refused_by for line in lines if line.refused_by} == {rule.name for rule in Rule if rule}


def test_some_stories_go_to_the_end_one_by_blocking_one_with_two_winners() -> None:
    places = {name: place for name, text in TEXTS.items() if (place := read_transcript(text).place)}

    assert sorted(places.values()) == [(1, 2), (1, 3, 1, 3), (2, 1)]


@every_story
def test_a_story_replays(name: str) -> None:
    table = replay(TEXTS[name])

    assert len(table.steps) == sum(line.refused_by is None for line in read_transcript(TEXTS[name]).play)


@every_story
def test_a_story_in_which_the_first_two_cards_of_different_hands_are_swapped_does_not_replay(name: str) -> None:
    lines = TEXTS[name].splitlines()
    dealt = [number for number, line in enumerate(lines) if line.split()[1:2] == ["nature"] and "!" not in line]
    dealt = [number for number in dealt if "first" not in lines[number]]
    first, second = dealt[0], dealt[3]
    lines[first], lines[second] = lines[first][:13] + lines[second][13:], lines[second][:13] + lines[first][13:]

    with pytest.raises(TranscriptError):
        replay("\n".join(lines))
