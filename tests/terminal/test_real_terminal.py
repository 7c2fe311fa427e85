"""The command at a real terminal: a page that is drawn anew, and secrets that leave it in time."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 60  # seconds until a terminal that says nothing counts as stuck
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
CLEARED = "\x1b[2J"


class Terminal:
    """A window of 80 by 24 with the command in it."""

    def __init__(self, process: subprocess.Popen[bytes], end: int) -> None:
        self.process = process
        self._end = end
        self.seen = ""  # everything so far
        self._read = 0  # how much of it has been waited for

    def wait_for(self, text: str) -> str:
        """Wait until a text appears; return what was drawn since the last one, escapes included."""
        while text not in self.seen[self._read :]:
            assert self._receive(), f"{text!r} never came: {self.seen[self._read :]!r}"
        begin, self._read = self._read, self.seen.index(text, self._read) + len(text)
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
    environment = {**os.environ, "TERM": "xterm-256color", "LANGUAGE": "en", "PAGER": "cat"}
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
        environment.pop(name, None)
    command = [sys.executable, "-c", "import sys; from stammtisch.cli import main; sys.exit(main())", *arguments]
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
    with terminal("play", "--seed", "3", "--pause", "0") as window:
        window.wait_for("How would you like to play?")
        window.type("9")
        window.wait_for("Please type a number from 1 to 2.")
        window.type("1")
        for _ in range(200):
            window.wait_for("\n")
            if window.seen.endswith("> ") and "turn 1" in window.seen + "hide 1":
                window.type("1")
            if "wins after" in window.seen:
                break
        code, rest = window.leave()
    assert code == 0
    assert "--seed 3" in rest
