"""The command at a real terminal: a page that is drawn anew, and secrets that leave it in time."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.conftest import WHOLE_GAME
from tests.waiting import PATIENCE

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
CLEARED = "\x1b[2J"
TO_PAGE, FROM_PAGE = "\x1b[?1049h", "\x1b[?1049l"
CTRL_D = b"\x04"


class Terminal:
    """A window of 80 by 24 with the command in it."""

    def __init__(self, process: subprocess.Popen[bytes], end: int) -> None:
        self.process = process
        self._end = end
        self.seen = ""  # everything so far
        self._read = 0  # how much of it has been waited for

    def wait_for(self, pattern: str) -> str:
        """Wait until the pattern appears; return what was drawn since the last one, up to its end."""
        while not (found := re.search(pattern, self.seen[self._read :])):
            assert self._receive(), f"{pattern!r} never came: {self.seen[self._read :]!r}"
        begin, self._read = self._read, self._read + found.end()
        return self.seen[begin : self._read]

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self._end, f"{line}\r".encode())

    def press(self, key: bytes) -> None:
        """Press a key."""
        os.write(self._end, key)

    def leave(self) -> tuple[int, str]:
        """Wait for the end of the command; return its code and what it drew since the last wait."""
        while self._receive():
            pass
        return self.process.wait(PATIENCE), self.seen[self._read :]

    def _receive(self) -> bool:
        ready, _, _ = select.select([self._end], [], [], PATIENCE)
        try:
            received = os.read(self._end, 65536) if ready else b""
        except OSError:  # the other end is closed
            received = b""
        self.seen += received.decode(errors="replace")
        return bool(received)


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    """Open a terminal with the command in it, and close it at the end."""
    end, inside = pty.openpty()
    termios.tcsetwinsize(inside, (24, 80))
    environment = {"TERM": "xterm-256color", "PAGER": "cat", **os.environ, "LANGUAGE": "en"}
    # Whoever runs the tests in the background ignores SIGINT, and its children would do the same.
    heed = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{heed}; from stammtisch.cli import main; sys.exit(main())", *arguments]
    with subprocess.Popen(  # noqa: S603  # all of it is written here
        command, stdin=inside, stdout=inside, stderr=inside, env=environment, start_new_session=True
    ) as process:
        os.close(inside)
        try:
            yield Terminal(process, end)
        finally:
            process.kill()
            os.close(end)


def test_a_person_is_asked_how_to_play_and_plays_to_the_end() -> None:
    with terminal("play", "duel", "--seed", "3", "--pause", "0") as window:
        window.wait_for("How would you like to play")
        window.type("9")
        window.wait_for("Please type a number from 1 to 2")
        window.type("")
        window.wait_for(re.escape(TO_PAGE))
        for number in WHOLE_GAME.split():
            if window.wait_for(f"> |{re.escape(FROM_PAGE)}").endswith(FROM_PAGE):
                break
            window.type(number)
        code, rest = window.leave()
    assert code == 0
    assert "wins after" in rest
    assert "To be dealt the same again: --seed 3" in rest


def test_the_page_fits_the_window() -> None:
    with terminal(
        "play", "duel", "--seed", "3", "--pause", "0", "--bots", "1", "-o", "royal=yes", "--lang", "de"
    ) as window:
        page = window.wait_for("> ").rpartition(CLEARED)[2]
        window.type("quit")
        assert window.leave()[0] == 0
    lines = ESCAPES.sub("", page).replace("\r", "").split("\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def test_the_red_tile_is_off_the_page_before_the_screen_changes_hands() -> None:
    with terminal(
        "play", "duel", "--hot-seat", "--names", "Anna,Tobi", "-o", "first_bluffer=0", "-o", "royal=yes"
    ) as window:
        window.wait_for("Pass the screen to Anna")
        window.type("")
        window.wait_for("> ")
        window.type("hide 2")
        assert "✗" in window.wait_for("Crown one of the four.*\n(.*\n)*.*> ")
        window.type("crown 3")
        public = window.wait_for("Pass the screen to Tobi").partition(CLEARED)[2]
        window.type("")
        private = window.wait_for("Turn a tile(.*\n)*.*> ")
        window.type("log")
        log = window.wait_for("> ")
        window.press(b"\x1b[A" * 3)  # arrow up brings back no line that was typed before
        window.type("")
        arrow = window.wait_for("> ")
        window.press(CTRL_D)
        code, rest = window.leave()
    for shown in (public, private, log, arrow):
        assert "✗" not in shown
        assert "red one in lane" not in shown
        assert "hide 2" not in shown
    assert "Tobi" in private
    assert code == 0
    assert "This game was not saved." in rest


def test_control_c_leaves_the_page_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    with terminal("play", "duel", "--bots", "1", "--seed", "3", "--save", str(file)) as window:
        window.wait_for("> ")
        window.process.send_signal(signal.SIGINT)
        window.press(b"\r")  # a signal that comes just before the terminal waits is noticed with the next key
        window.wait_for(re.escape(FROM_PAGE))
        code, rest = window.leave()
    assert code == 0
    assert "stammtisch play --resume" in rest
    assert "Traceback" not in window.seen
    assert file.exists()


@pytest.mark.parametrize("variable", ["NO_COLOR", "TERM"])
def test_it_works_without_colours_and_on_simple_terminals(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "dumb")
    with terminal("play", "duel", "--seed", "3", "--pause", "0", "--bots", "2") as window:
        code, drawn = window.leave()
    assert code == 0
    assert "wins after" in drawn
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", drawn)


def test_the_rules_go_through_a_pager() -> None:
    with terminal("rules", "duel") as window:
        code, drawn = window.leave()
    assert code == 0
    assert "Published as" in drawn


def test_a_replay_waits_for_enter(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game duel 1\noptions seats=2 first_bluffer=0\nseed 1\n\n  0  0  hide 2\n  1  1  turn 2\n")
    with terminal("replay", str(file)) as window:
        window.wait_for("step 0 of 2(.*\n)*.*> ")
        window.type("")
        window.wait_for("step 1 of 2(.*\n)*.*> ")
        window.type("")
        window.wait_for("step 2 of 2(.*\n)*.*> ")
        window.type("b")
        window.wait_for("step 1 of 2(.*\n)*.*> ")
        window.type("q")
        assert window.leave()[0] == 0
