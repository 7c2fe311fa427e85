"""Keyboard input: lines that people type, and what they mean."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Final

from stammtisch.core.game import Notation
from stammtisch.core.language import Say
from stammtisch.errors import NotationError, StammtischError
from stammtisch.terminal.play.listing import is_name
from stammtisch.terminal.play.screen import Screen

COMMANDS: Final = ("help", "rules", "log", "save", "quit")
LEAVING: Final = ("quit", "exit")
_PROMPT: Final = "> "
_ECHO: Final = 40  # letters of a line that are said back to whoever typed it
_DIGITS: Final = 6  # of a number that could be in a list


def somebody_can_type() -> bool:
    """Whether the keyboard belongs to a terminal, so that it makes sense to ask."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def require_keyboard() -> None:
    """Make sure that people can answer.

    Raises:
        StammtischError: Standard input is closed.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise StammtischError("standard input is closed; people need it to answer")


def read_line(prompt: str = _PROMPT) -> str:
    """Return the next line typed, without blanks around it.

    Raises:
        EOFError: There are no more lines.
    """
    with suppress(ImportError):
        import readline  # noqa: PLC0415  # not on Windows; it lets people edit their line

        readline.set_auto_history(False)  # what one person typed is none of the next one's business
    line = input(prompt)
    if not sys.stdin.isatty():
        sys.stdout.write(f"{line}\n")  # so that what was recorded reads like what was seen
    return line.strip()


def choose_from(screen: Screen, question: str, answers: Sequence[str], say: Say) -> int:
    """Ask until one of the answers is chosen by its number; Enter alone takes the first. Return its index."""
    screen.write(question, "bold")
    for number, answer in enumerate(answers, 1):
        screen.write(f"  {number}  {answer}")
    while True:
        text = read_line() or "1"
        if text in (numbers := [str(number) for number in range(1, len(answers) + 1)]):
            return numbers.index(text)
        if text in LEAVING:
            raise EOFError
        screen.write(say("Please type a number from 1 to {last}.", last=len(answers)))


def read_actions(text: str, listed: Mapping[int, int], notation: Notation, say: Say) -> list[int]:
    """Return the actions that a line names: numbers of the list or notation, parted by commas.

    Raises:
        NotationError: A part names none; the text is a sentence for people.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [_read_action(part, listed, notation, say) for part in parts or [text]]


def _read_action(text: str, listed: Mapping[int, int], notation: Notation, say: Say) -> int:
    """Return the action that one part of a line names.

    Raises:
        NotationError: It names none.
    """
    if text.isdecimal() and int(text[:_DIGITS]) in listed:
        return listed[int(text[:_DIGITS])]
    if text.isdecimal() and not is_name(text, notation):
        raise NotationError(say("There is no number {number} in the list.", number=text[:_DIGITS]))
    try:
        return notation.read(text)
    except NotationError as error:
        text = "".join(letter for letter in text if letter.isprintable())[:_ECHO]
        known = [*map(notation.write, listed.values()), *COMMANDS]
        if near := get_close_matches(text.lower(), known, n=1):
            raise NotationError(
                say("Nothing here is called “{text}”. Did you mean “{near}”?", text=text, near=near[0])
            ) from error
        raise NotationError(
            say("Nothing here is called “{text}”. Type a number from the list, or help.", text=text)
        ) from error
