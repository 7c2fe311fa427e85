"""What the golden transcripts of duel tell of; `tests/properties/test_stories.py` replays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay
from stammtisch.errors import TranscriptError

STORIES = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
TEXTS = {path.stem: path.read_text("utf-8") for path in STORIES}
every_story = pytest.mark.parametrize("name", TEXTS)


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
