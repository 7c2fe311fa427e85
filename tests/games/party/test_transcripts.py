"""What the golden transcripts of party tell of; `tests/properties/test_stories.py` replays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay
from stammtisch.errors import TranscriptError
from stammtisch.games.party.position import Phase, Reason
from tests.games.party.arrange import replayed

STORIES = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
TEXTS = {path.stem: path.read_text("utf-8") for path in STORIES}
every_story = pytest.mark.parametrize("name", TEXTS)


def test_the_stories_are_about_all_numbers_of_seats_and_all_variants() -> None:
    choices = [read_transcript(text).choices for text in TEXTS.values()]

    assert {str(chosen["seats"]) for chosen in choices} == {"2", "3", "4", "5", "6"}
    assert {(str(chosen["face_down"]), str(chosen["mirror"])) for chosen in choices} == {
        ("no", "no"),
        ("yes", "no"),
        ("no", "yes"),
        ("yes", "yes"),
    }
    assert any(chosen["youngest"] != "chance" for chosen in choices)


def test_the_stories_go_through_every_chapter() -> None:
    told = {again.position.phase for text in TEXTS.values() for again in replayed(replay(text))}

    assert told == set(Phase)


def test_the_stories_tell_of_every_kind_of_action() -> None:
    told = {line.action for text in TEXTS.values() for line in read_transcript(text).play if not line.refused_by}
    words = {"all", "all+", "keep", "down", "unused", "move", "count", "next"}

    assert told >= words | {str(card) for card in range(1, 14)}
    assert any(action.endswith("+") and action != "all+" for action in told)
    assert any(action.startswith("tie") for action in told)


def test_the_stories_end_with_a_seat_and_with_paul_in_front() -> None:
    outcomes = [replay(text).outcome() for text in TEXTS.values()]

    assert {outcome.reason for outcome in outcomes if outcome} == {Reason.SEAT, Reason.PAUL}


@every_story
def test_a_story_with_another_first_card_does_not_replay(name: str) -> None:
    text = TEXTS[name]
    first = next(line for line in text.splitlines() if line.split()[:2] == ["0", "nature"])
    card = int(first.split()[2])

    with pytest.raises(TranscriptError):
        replay(text.replace(first, f"  0  nature  {card % 12 + 1}", 1))
