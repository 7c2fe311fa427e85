"""A game as text: written, read, replayed to the same table, carried on, compared."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table, read_transcript, replay, write_transcript
from stammtisch.core.transcripts.transcript import TranscriptLine, difference
from stammtisch.kernel.seats import NATURE, SPECTATOR, TABLE
from tests.core import pips

STORY = """\
# Seat 1 lures two cockroaches, and they are lured once more when seat 0 finds the red tile.
game duel 1
options seats=2 royal=no first_bluffer=chance spaces=1
seed 7

  0  nature  first 0    # drawn
  -  1       turn 2   ! NOT_YOUR_TURN
  1  0       hide 4

  2  1       turn 1
  3  1       turn 2
  -  1       turn 2   ! TILE_ALREADY_TURNED
  4  1       turn 4
  5  table   march
  6  table   swap
  7  1       hide 3
  8  0       turn 3
  9  table   march
score 0 1
place 2 1
"""


def sights(table: Table) -> list[Any]:
    return [table.steps_seen_by(viewer) for viewer in (*range(table.seats), SPECTATOR)]


def test_a_transcript_says_what_happened_line_by_line() -> None:
    transcript = read_transcript(STORY)

    assert (transcript.game, transcript.version, transcript.seed) == ("duel", 1, 7)
    assert transcript.choices == {"seats": "2", "royal": "no", "first_bluffer": "chance", "spaces": "1"}
    assert (transcript.score, transcript.place, transcript.views) == ((0, 1), (2, 1), None)
    assert transcript.play[:3] == [
        TranscriptLine(6, 0, NATURE, "first 0"),
        TranscriptLine(7, None, 1, "turn 2", "NOT_YOUR_TURN"),
        TranscriptLine(8, 1, 0, "hide 4"),
    ]
    assert transcript.play[7] == TranscriptLine(14, 5, TABLE, "march")


def test_replay_leads_to_the_table_that_was_written_down() -> None:
    table = replay(STORY)

    assert table.over
    assert (table.seed, table.options.spaces) == (7, 1)
    assert [table.action_name(step.action) for step in table.steps[:4]] == ["first 0", "hide 4", "turn 1", "turn 2"]


@pytest.mark.parametrize("views", [False, True])
def test_a_game_comes_back_from_its_transcript(*, views: bool) -> None:
    table = Table("duel", seed=3, royal=True, spaces=2)
    for _ in range(30):
        if not table.over:
            [seat] = table.waiting
            table.play(seat, table.legal(seat)[len(table.steps) * 7 % len(table.legal(seat))])
        text = write_transcript(table, views=views)
        again = replay(text)

        assert again.position == table.position
        assert again.options == table.options
        assert again.steps == table.steps
        assert sights(again) == sights(table)
        assert write_transcript(again, views=views) == text


def test_a_written_transcript_looks_like_this() -> None:
    table = Table("duel", seed=7, first_bluffer=0, spaces=1)
    table.play(0, "hide 2")
    table.play(1, "turn 2")
    refusals = {
        0: [TranscriptLine(0, None, 1, "turn 2", "NOT_YOUR_TURN")],
        4: [TranscriptLine(0, None, NATURE, "march", "NOT_YOUR_TURN")],
    }
    text = write_transcript(table, refusals, ["# A short story.", "# By us."])

    assert text == (
        "# A short story.\n"
        "# By us.\n"
        "game duel 1\n"
        "options seats=2 royal=no first_bluffer=0 spaces=1\n"
        "seed 7\n"
        "\n"
        "  -  1       turn 2   ! NOT_YOUR_TURN\n"
        "  0  0       hide 2\n"
        "  1  1       turn 2\n"
        "  2  table   march\n"
        "  3  table   swap\n"
        "  -  nature  march    ! NOT_YOUR_TURN\n"
    )
    assert replay(text).steps == table.steps


def test_a_finished_game_is_written_with_scores_and_places() -> None:
    assert write_transcript(replay(STORY)).endswith("\n  9  table   march\nscore 0 1\nplace 2 1\n")


def test_views_are_written_as_a_digest_for_each_seat_and_a_spectator() -> None:
    table = Table("duel", seed=7, first_bluffer=0)
    table.play(0, "hide 2")
    other = Table("duel", seed=7, first_bluffer=0)
    other.play(0, "hide 3")
    [line], [line_of_other] = (
        write_transcript(each, views=True).split("views\n")[1].splitlines() for each in (table, other)
    )
    number, *digests = line.split()

    assert number == "0"
    assert [len(digest) for digest in digests] == [8, 8, 8]
    assert digests[0] != line_of_other.split()[1]  # the bluffer knows
    assert digests[1:] == line_of_other.split()[2:]  # the others cannot tell the two games apart


def test_a_game_broken_off_is_carried_on_with_the_same_deals() -> None:
    whole = Table("duel", seed=12, spaces=1)
    first_line_of_play = "  0  nature"
    head = write_transcript(whole).partition(first_line_of_play)[0]
    table = replay(head)
    assert table.waiting == (NATURE,)
    table.carry_on()

    assert table.steps == whole.steps
    assert table.position == whole.position


def test_a_game_broken_off_before_a_forced_step_is_carried_on_with_it() -> None:
    text = STORY.partition("  5  table")[0]
    table = replay(text)
    table.carry_on()

    assert [table.action_name(step.action) for step in table.steps[-2:]] == ["march", "swap"]


def rolls_of_pips(table: Table) -> list[str]:
    """Play on at a table of Pips, every seat guessing 1, and return all that NATURE rolled."""
    while not table.over:
        table.play(table.waiting[0], "guess 1", "sure")
    return [table.action_name(step.action) for step in table.steps if step.seat == NATURE]


@pytest.mark.parametrize("rounds_known", [0, 1, 5])
def test_the_deals_to_come_are_those_that_would_have_come(rounds_known: int) -> None:
    table = Table(pips, seed=7, rounds=9, prizes=[0, 5])
    for _ in range(3 * rounds_known):
        table.play(table.waiting[0], "guess 1", "sure")
    again = replay(write_transcript(table, views=True), pips)
    again.carry_on()

    assert again.options == table.options
    assert rolls_of_pips(again) == rolls_of_pips(table)
    assert again.position == table.position


def test_refusals_are_kept_by_the_step_they_came_before() -> None:
    refusals = read_transcript(STORY).refusals()

    assert {step: [line.action for line in lines] for step, lines in refusals.items()} == {1: ["turn 2"], 4: ["turn 2"]}
    bare = "\n".join(line.partition("#")[0].rstrip() for line in STORY.splitlines() if line[:2] != "# ")
    written = write_transcript(replay(STORY), refusals)
    assert written.split() == bare.split()


def test_a_transcript_without_a_seed_may_be_replayed() -> None:
    assert replay(STORY.replace("seed 7\n", "")).steps == replay(STORY).steps


def test_a_transcript_without_options_has_their_defaults() -> None:
    assert replay("game duel 1").options.spaces == 3


def test_comments_blank_lines_and_spaces_mean_nothing() -> None:
    bare = [line.partition("#")[0].split() for line in STORY.splitlines()]
    text = "\n\n# hello\n\n".join("\t" + " ".join(words) + "   # so they say" for words in bare)

    assert replay(text).steps == replay(STORY).steps


def test_equal_transcripts_have_no_difference() -> None:
    assert difference(STORY, STORY) is None


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("a\nb\nc", "a\nx\ny", "line 2 was 'b' and is 'x'"),
        ("a", "a\nb", "line 2 was None and is 'b'"),
        ("a\nb", "a", "line 2 was 'b' and is None"),
    ],
)
def test_the_first_difference_is_named(old: str, new: str, sentence: str) -> None:
    assert difference(old, new) == sentence
