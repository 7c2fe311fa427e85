"""What the arguments of several subcommands have in common."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from stammtisch.core.language import LANGUAGES, preferred_language

MOST_PROCESSES: Final = 64
_LONGEST_PAUSE: Final = 60.0  # seconds


def add_language(parser: argparse.ArgumentParser) -> None:
    """Let people say in which language a command speaks; those for hosts speak English."""
    spoken = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    parser.add_argument("--lang", choices=LANGUAGES, default=preferred_language(), metavar="LANG", help=spoken)


def add_data(parser: argparse.ArgumentParser) -> None:
    """Let people say where games are kept."""
    parser.add_argument(
        "--data",
        metavar="PLACE",
        help="where games are kept: a file, or postgresql://… (STAMMTISCH_DATA, or your folder for data)",
    )


def add_installed_game(parser: argparse.ArgumentParser) -> None:
    """Let people name a game, where there are several."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="its name; it may be left out where only one is installed"
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let people choose the options of a game."""
    parser.add_argument(
        "-o",
        dest="option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, or NAME=@FILE for JSON in a file; repeatable",
    )


def seconds(text: str) -> float:
    """Return a pause.

    Raises:
        ArgumentTypeError: It is no number, or too long.
    """
    try:
        pause = float(text)
    except ValueError:
        pause = -1
    if not 0 <= pause <= _LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"pause is {text}; it may be 0 to {_LONGEST_PAUSE:g} seconds")
    return pause


def between(name: str, low: int, high: int) -> Callable[[str], int]:
    """Return a function that reads a whole number with limits, and says by its name what is wrong with another."""

    def read(text: str) -> int:
        if not text.isdecimal() or not text.isascii() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{name} is {text}; it may be {low} to {high}")
        return int(text)

    return read
