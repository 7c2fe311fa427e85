"""Golden transcripts: games that people have read, each of which tells one story."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay, write_transcript
from stammtisch.core.transcript import Line
from stammtisch.errors import TranscriptError
from stammtisch.games.duel.rules import Rule

STORIES = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
TEXTS = {path.stem: path.read_text("utf-8") for path in STORIES}
every_story = pytest.mark.parametrize("name", TEXTS)


@every_story
def test_a_story_replays_and_is_written_down_the_same(name: str) -> None:
    text = TEXTS[name]
    written = write_transcript(replay(text), refusals_in(text), comments_of(text), views=True)

    assert written == text


@every_story
def test_a_story_is_told_first_and_fits_on_a_page(name: str) -> None:
    text = TEXTS[name]

    assert comments_of(text)
    assert text.count("\n") < 80


def test_every_rule_refuses_something_in_a_story() -> None:
    provoked = {line.refused_by for text in TEXTS.values() for line in read_transcript(text).play if line.refused_by}

    assert provoked == {rule.name for rule in Rule if rule is not Rule.OK}


def test_the_stories_are_about_both_games_and_all_lengths_of_lanes() -> None:
    told = {(str(choices["royal"]), str(choices["spaces"])) for choices in map(choices_of, TEXTS.values())}

    assert told >= {("no", "1"), ("no", "3"), ("no", "6"), ("yes", "1"), ("yes", "2"), ("yes", "3")}


@every_story
def test_a_story_with_another_first_bluff_does_not_replay(name: str) -> None:
    text = TEXTS[name]
    hide = next(line for line in text.splitlines() if line.split()[2:3] == ["hide"] and "!" not in line)
    elsewhere = hide[:-1] + str(int(hide[-1]) % 4 + 1)

    with pytest.raises(TranscriptError):
        replay(text.replace(hide, elsewhere, 1))


def choices_of(text: str) -> dict[str, object]:
    """Return the options of a transcript as they are written."""
    return read_transcript(text).choices


def comments_of(text: str) -> list[str]:
    """Return the lines that a transcript opens with."""
    return [line for line in text.splitlines() if line.startswith("#")]


def refusals_in(text: str) -> dict[int, list[Line]]:
    """Return the refused actions of a transcript, by the step they came before."""
    refusals: dict[int, list[Line]] = {}
    steps = 0
    for line in read_transcript(text).play:
        if line.refused_by is None:
            steps += 1
        else:
            refusals.setdefault(steps, []).append(line)
    return refusals
