"""What the golden transcripts of gang tell of; `tests/properties/test_stories.py` replays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay
from stammtisch.errors import TranscriptError

STORIES = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
TEXTS = {path.stem: path.read_text("utf-8") for path in STORIES}
every_story = pytest.mark.parametrize("name", TEXTS)


def test_the_stories_are_about_all_numbers_of_seats() -> None:
    assert {str(read_transcript(text).choices["seats"]) for text in TEXTS.values()} == {"3", "4", "5", "6"}


def test_the_stories_go_through_whole_rounds_to_a_choice_and_to_the_end() -> None:
    told = {line.action for text in TEXTS.values() for line in read_transcript(text).play if not line.refused_by}
    ended = [name for name, text in TEXTS.items() if read_transcript(text).score]

    assert told >= {"collect", "count", "others", "self", "next"}
    assert len(ended) == 2


@every_story
def test_a_story_in_which_the_first_two_cards_are_swapped_does_not_replay(name: str) -> None:
    lines = TEXTS[name].splitlines()
    first, second = (
        number for number, line in enumerate(lines) if line.split()[:2] in (["0", "nature"], ["1", "nature"])
    )
    lines[first], lines[second] = lines[first][:13] + lines[second][13:], lines[second][:13] + lines[first][13:]

    with pytest.raises(TranscriptError):
        replay("\n".join(lines))
