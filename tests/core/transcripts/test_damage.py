"""Whatever text it is given, `replay` leads to a table or says why not: nothing but `TranscriptError` leaves it."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from stammtisch import replay, write_transcript
from stammtisch.errors import TranscriptError
from tests.core.transcripts.test_transcript import STORY

HEADER = "game duel 1"
STORIES = [STORY.splitlines(), write_transcript(replay(STORY), views=True).splitlines()]

# Words of transcripts, and words that have broken readers: of numbers, of JSON, of lines.
DEEP = f"{'[' * 950}{']' * 950}"
LONG = "9" * 5000  # more digits than `int` takes
WORDS = sorted({word for line in STORIES[0] for word in line.split()})
NUMBERS = ["61", "63", "64", "-1", "²", "٣", "1_0", "+1", "1e9", "0x1", "NaN", str(2**63), LONG, f"-{LONG}"]
VALUES = ["[", "{", "{}", "[1]", "[1]#", "[NaN]", "[" * 3000, DEEP, LONG, f"[{LONG}]", '"', "\\ud800", "chance", "="]
OPTIONS = [f"{name}={value}" for name in ("spaces", "royal", "first_bluffer", "board") for value in VALUES]
SIGNS = ["game", "views", "spectator", "OK", "None", "!", "#", "\x00", "\x1c", "\u2028", "\ufeff", "\ud800"]
words = st.sampled_from([*WORDS, *NUMBERS, *SIGNS]) | st.sampled_from(OPTIONS)


def replays_or_says_why(text: str) -> None:
    lines = len(text.splitlines())
    try:
        table = replay(text)
    except TranscriptError as error:
        where = error.line
    else:
        where = len(table.steps)
    assert 0 <= where <= max(1, lines)


@given(st.text())
def test_any_text_is_replayed_or_refused(text: str) -> None:
    replays_or_says_why(text)


@given(st.lists(st.lists(words, max_size=5).map(" ".join), max_size=8))
@example([f"options spaces={DEEP}"])
@example([f"options spaces=[{LONG}]"])
@example([f"options spaces={LONG}"])
@example([f"options spaces={'[' * 3000}"])
@example([f"seed {LONG}"])
@example(["seed -1"])
@example(["seed ²"])
@example([f"{LONG} 0 hide 1"])
@example([f"0 {LONG} hide 1"])
@example(["0 61 first 1"])
@example([f"score {LONG}"])
def test_any_words_after_a_header_are_replayed_or_refused(lines: list[str]) -> None:
    replays_or_says_why("\n".join([HEADER, *lines]))


def test_a_list_of_any_depth_is_refused() -> None:
    for depth in range(500, 1000):  # at some depth reading it just succeeds, and showing it might not
        replays_or_says_why(f"{HEADER}\noptions spaces={'[' * depth}{']' * depth}")


@given(words)
def test_any_word_may_stand_for_a_version(word: str) -> None:
    replays_or_says_why(f"game duel {word}")


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Draw a story with a few words changed, left out or put in, its lines sometimes doubled or in another order."""
    story = draw(st.sampled_from(STORIES))
    story = draw(st.just(story) | st.permutations(story) | st.lists(st.sampled_from(story)).map(story.__add__))
    parts = [part for line in story for part in [*re.findall(r"\s+|\S+", line), "\n"]]
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(parts) - 1))
        parts[place : place + draw(st.integers(0, 2))] = draw(st.lists(words | st.text(max_size=3), max_size=2)) or [
            " "
        ]
    return "".join(parts)


@given(damaged())
def test_a_damaged_transcript_is_replayed_or_refused(text: str) -> None:
    replays_or_says_why(text)
