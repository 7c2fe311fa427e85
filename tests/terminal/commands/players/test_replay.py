"""Watching saved games, and bringing transcripts up to date."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from stammtisch import Table, replay, write_transcript
from stammtisch.core.language import LANGUAGES
from tests.terminal.conftest import Stammtisch

STORY = """\
# A short story.
game duel 1
options seats=2 royal=no first_bluffer=1 spaces=1
seed 7

# Seat 1 bluffs.
  0  1       hide 2
  -  1       turn 2   ! NOT_YOUR_TURN
  1  0       turn 3  # lucky
  2  0       turn 2

  3  table   march
  4  table   swap
# Seat 0 bluffs.
"""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    file = tmp_path / "story.txt"
    file.write_text(STORY)
    return file


def test_a_spectator_does_not_see_what_is_hidden(stammtisch: Stammtisch, story: Path) -> None:
    run = stammtisch("replay", story)
    assert run.code == 0
    assert "Guest 2 lays the four tiles face down." in run.out
    assert "the red one in lane" not in run.out
    assert "was told" not in run.out


def test_a_seat_sees_what_it_saw(stammtisch: Stammtisch, story: Path) -> None:
    assert "Guest 2 lays the four tiles face down." in stammtisch("replay", story, "--seat", "0").out
    bluffer = stammtisch("replay", story, "--seat", "1").out
    assert "Guest 2 lays the tiles, the red one in lane 2." in bluffer
    assert "Guest 2 tried “turn 2” and was told: Guest 1 is turning tiles now." in bluffer


def test_everything_can_be_shown_open(stammtisch: Stammtisch, story: Path) -> None:
    run = stammtisch("replay", story, "--seat", "all")
    assert "Guest 2 lays the tiles, the red one in lane 2." in run.out
    assert "Guest 2 tried “turn 2”" in run.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_viewer_can_watch_in_every_language(stammtisch: Stammtisch, story: Path, language: str) -> None:
    for viewer in ("0", "1", "spectator", "all"):
        run = stammtisch("replay", story, "--seat", viewer, "--lang", language)
        assert run.code == 0
        assert run.out.count("╭") == 5


def test_a_step_waits_for_enter_and_one_can_go_back(stammtisch: Stammtisch, story: Path) -> None:
    run = stammtisch("replay", story, "--step", typed="\n\nb\n4\nwhat\n99\n\n")
    assert run.out.count("Enter: next step") == 7
    assert stammtisch("replay", story, "--step", typed="q\n").out.count("Enter: next step") == 1


def test_a_finished_game_ends_with_its_ending_and_its_names(stammtisch: Stammtisch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    stammtisch("play", "duel", "--seed", "3", "--bots", "2", "--names", "Ada,Ben", "--save", file)
    run = stammtisch("replay", file)
    assert run.out.rstrip().splitlines()[-1].startswith(("Ada wins after", "Ben wins after"))


def test_an_update_keeps_comments_and_adds_views(stammtisch: Stammtisch, story: Path) -> None:
    run = stammtisch("replay", story, "--update")
    assert "was written anew. First difference: line" in run.out
    new = story.read_text()
    assert new.startswith(STORY.removesuffix("# Seat 0 bluffs.\n"))
    assert new.endswith("# Seat 0 bluffs.\n")
    assert len(replay(new).steps) == 5
    assert new.count("\nviews\n") == 1
    assert stammtisch("replay", story, "--update").out == f"{story} is up to date.\n"
    assert story.read_text() == new


def test_an_update_names_the_rules_that_refuse_now(stammtisch: Stammtisch, story: Path) -> None:
    story.write_text(STORY.replace("NOT_YOUR_TURN", "SOME_OLD_RULE").replace("game duel 1", "game duel 99"))
    assert "line 2 was 'game duel 99' and is 'game duel 1'" in stammtisch("replay", story, "--update").out
    assert "! NOT_YOUR_TURN" in story.read_text()


def test_an_update_invents_no_seed(stammtisch: Stammtisch, story: Path) -> None:
    story.write_text(STORY.replace("seed 7\n", ""))
    stammtisch("replay", story, "--update")
    assert "seed" not in story.read_text()


@pytest.mark.parametrize(
    ("line", "instead", "problem"),
    [
        ("  2  0       turn 2", "  2  0       turn 3", "line 10: the rules refuse it"),
        ("  1  0", "  5  0", "line 9: step 5 is written where step 1 belongs"),
        ("  -  1       turn 2   ! NOT_YOUR_TURN", "  -  0       turn 2   ! NOT_YOUR_TURN", "'turn 2' is legal"),
        ("hide 2", "seek 2", "line 7: not an action of duel"),
        ("game duel 1", "game dul 1", "line 2: no game 'dul'"),
        ("spaces=1", "spaces=99", "line 3: spaces is 99"),
        ("spaces=1", "spaces=[1", "line 3: spaces is [1; what begins"),
        ("seed 7", "seed -7", "line 4: seed is '-7'"),
    ],
)
@pytest.mark.parametrize("how", [(), ("--update",)])
def test_what_is_wrong_with_a_transcript_is_said_with_its_line(
    stammtisch: Stammtisch, story: Path, how: tuple[str], line: str, instead: str, problem: str
) -> None:
    text = STORY.replace(line, instead)
    story.write_text(text)
    run = stammtisch("replay", story, *how)
    assert run.code == 2
    assert run.err.startswith(f"stammtisch: {story}: ")
    assert problem in run.err
    assert story.read_text() == text


def test_no_text_makes_the_command_fall_over(stammtisch: Stammtisch, tmp_path: Path) -> None:
    table = Table("duel", seed=7, royal=True)
    table.play(0 if 0 in table.waiting else 1, "hide 1", "crown 2")
    text, chance = write_transcript(table, views=True), Random(5)
    file = tmp_path / "broken.txt"
    for _ in range(150):
        place, length = chance.randrange(len(text)), chance.randrange(4)
        file.write_text(
            text[:place] + chance.choice(["", "-", "[", "9" * 30, " ", "\n", "!", "é"]) + text[place + length :]
        )
        for how in ((), ("--update",)):
            run = stammtisch("replay", file, *how)
            assert run.code in (0, 2)
            assert run.code == 0 or run.err.startswith(f"stammtisch: {file}: ")


def test_a_viewer_must_be_one_of_the_table(stammtisch: Stammtisch, story: Path) -> None:
    run = stammtisch("replay", story, "--seat", "2")
    assert (run.code, run.err) == (2, "stammtisch: seat is '2'; it may be 0 to 1, spectator or all\n")
