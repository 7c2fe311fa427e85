"""What the arguments of several subcommands have in common."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from stammtisch.core.language import LANGUAGES, preferred_language

Add = Callable[..., argparse.ArgumentParser]  # `add_parser` of the group of subcommands
MOST_PROCESSES: Final = 64
_LONGEST_PAUSE: Final = 60.0  # seconds


def add_plain(add: Add, name: str, about: str, epilog: str = "") -> argparse.ArgumentParser:
    """Add a subcommand that speaks English, as those who look after a server do."""
    form = argparse.RawDescriptionHelpFormatter
    part = add(name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=epilog, formatter_class=form)
    part.set_defaults(part=f"terminal.{name}")
    return part


def add_part(add: Add, name: str, about: str, epilog: str = "") -> argparse.ArgumentParser:
    """Add a subcommand that speaks our languages."""
    part = add_plain(add, name, about, epilog)
    spoken = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    part.add_argument("--lang", choices=LANGUAGES, default=preferred_language(), metavar="LANG", help=spoken)
    return part


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
