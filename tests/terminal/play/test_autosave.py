"""Games that are kept in a file, and taken up again."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import pytest

from stammtisch import replay
from tests.terminal.conftest import WHOLE_GAME, Stammtisch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.txt"


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("royal", ["yes", "no"])
def test_a_game_taken_up_again_is_the_same_as_one_without_a_break(
    stammtisch: Stammtisch, tmp_path: Path, lines: int, royal: str
) -> None:
    whole, broken = tmp_path / "whole.txt", tmp_path / "broken.txt"
    settings = ("--seed", "8", "-o", f"royal={royal}", "--names", "Anna", "--save")
    stammtisch("play", "duel", *settings, whole, typed=WHOLE_GAME)
    stammtisch("play", "duel", *settings, broken, typed=WHOLE_GAME[: 2 * lines])
    run = stammtisch("play", "--resume", broken, typed=WHOLE_GAME[2 * lines :])
    assert "Anna" in run.out
    assert broken.read_text() == whole.read_text()
    assert replay(whole.read_text()).over


def test_the_file_is_up_to_date_after_every_step(stammtisch: Stammtisch, file: Path) -> None:
    stammtisch("play", "duel", "--seed", "3", "-o", "royal=yes", "--save", file, typed="hide 2\n")
    assert file.read_text().endswith("  0  nature  first 0\n  1  0       hide 2\n")
    assert [path.name for path in file.parent.iterdir()] == ["mine.txt"]


def test_leaving_says_how_to_go_on(stammtisch: Stammtisch, tmp_path: Path) -> None:
    file = tmp_path / "our game.txt"
    run = stammtisch("play", "duel", "--seed", "3", "--save", file, typed="quit\n")
    assert run.out.endswith(f"To go on with it:\n  stammtisch play --resume '{file}'\n")


def test_a_game_can_be_saved_at_any_time_and_is_kept_from_then_on(stammtisch: Stammtisch, file: Path) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed=f"save {file}\nsave {file}\n1\n")
    assert run.out.count(f"The game is kept in {file} from now on.") == 2
    assert "hide 1" in file.read_text()


@pytest.mark.parametrize("name", [".", "there.txt", "no/such/folder/x.txt", "x" * 300])
def test_saving_where_it_cannot_be_asks_for_another_name(
    stammtisch: Stammtisch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.txt").write_text("a letter")
    run = stammtisch("play", "duel", "--seed", "3", typed=f"save {name}\n1\n")
    assert "choose another name." in run.out
    assert "the red one in lane 1" in run.out
    assert Path("there.txt").read_text() == "a letter"
    refused = stammtisch("play", "duel", "--save", name)
    assert refused.code == 2
    assert refused.err.startswith("stammtisch: cannot ")
    assert refused.err.count("\n") == 1


class LosesTheFolder(io.StringIO):
    """A person who types `1`, loses the folder with the game, types `2`, and saves it elsewhere."""

    def __init__(self, folder: Path, elsewhere: Path) -> None:
        super().__init__(f"1\n2\nsave {elsewhere}\n")
        self._folder = folder
        self._lines = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # typeshed wants bytes here as well
        """Return the next line; the folder goes before the second."""
        self._lines += 1
        if self._lines == 2:
            shutil.rmtree(self._folder)
        return super().readline(-1 if size is None else size)


def test_a_file_that_can_no_longer_be_written_does_not_end_the_game(stammtisch: Stammtisch, tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere.txt"
    folder.mkdir()
    typed = LosesTheFolder(folder, elsewhere)
    run = stammtisch("play", "duel", "--seed", "3", "--save", folder / "mine.txt", typed=typed)
    assert f"Nothing can be written to {folder / 'mine.txt'} just now. The game goes on" in run.out
    assert f"--resume {elsewhere}" in run.out
    assert "turn 2" in elsewhere.read_text()


def test_a_game_that_could_not_be_kept_is_not_said_to_be(stammtisch: Stammtisch, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    typed = LosesTheFolder(folder, folder / "no.txt")
    run = stammtisch("play", "duel", "--seed", "3", "--save", folder / "mine.txt", typed=typed)
    assert run.out.endswith("Good-bye. This game was not saved.\n")


def test_who_sits_where_is_remembered(stammtisch: Stammtisch, file: Path) -> None:
    stammtisch("play", "duel", "--seed", "3", "--hot-seat", "--names", "Anna,Tobi", "--save", file, typed="\nhide 2\n")
    assert file.read_text().startswith("# seat 0: person Anna\n# seat 1: person Tobi\ngame duel 1\n")
    run = stammtisch("play", "--resume", file)
    assert "Pass the screen to Tobi, then press Enter." in run.out


def test_the_command_line_may_seat_people_anew(stammtisch: Stammtisch, file: Path) -> None:
    stammtisch("play", "duel", "--seed", "3", "--hot-seat", "--save", file, typed="\nhide 2\n")
    run = stammtisch("play", "--resume", file, "--bots", "1", "--names", "Mia,Ben")
    assert "Ben turns lane" in run.out
    assert file.read_text().startswith("# seat 0: person Mia\n# seat 1: bot Ben\ngame")


def test_comments_and_refusals_in_the_file_are_kept(stammtisch: Stammtisch, file: Path) -> None:
    text = """\
# An evening in November.
game duel 1
options seats=2 royal=no first_bluffer=0 spaces=3
seed 3

# It begins.
  -  0       crown 1  ! NO_CROWN_IN_BASE  # of course
  0  0       hide 2  # as always
# To be continued.
"""
    file.write_text(text)
    stammtisch("play", "--resume", file, typed="1\n")
    kept = file.read_text()
    assert kept.startswith("# seat 0: person\n# seat 1: bot\n" + text.removesuffix("# To be continued.\n"))
    assert kept.endswith("# To be continued.\n")
    assert replay(kept).steps[1].seat == 1


def test_a_finished_game_shows_its_end(stammtisch: Stammtisch, file: Path) -> None:
    stammtisch("play", "duel", "--seed", "3", "--bots", "2", "--save", file)
    run = stammtisch("play", "--resume", file)
    assert run.code == 0
    assert "wins after" in run.out


@pytest.mark.parametrize("extra", [("--seed", "4"), ("--seed", "0"), ("-o", "royal=yes"), ("exact",)])
def test_what_the_file_says_cannot_be_said_again(stammtisch: Stammtisch, file: Path, extra: tuple[str]) -> None:
    stammtisch("play", "duel", "--seed", "3", "--save", file)
    run = stammtisch("play", "--resume", file, *extra)
    assert run.code == 2
    assert "is a game of" in run.err or "the file says it already" in run.err


def test_a_saved_game_is_its_owners_alone_whatever_the_umask(stammtisch: Stammtisch, file: Path) -> None:
    before = os.umask(0)
    try:
        stammtisch("play", "duel", "--seed", "3", "--save", file, typed="1\nquit\n")
    finally:
        os.umask(before)

    assert file.stat().st_mode & 0o777 == 0o600
