"""The command `stammtisch`: each subcommand is a module of `stammtisch.terminal` with a function `run`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from io import StringIO
from typing import Final

from stammtisch.core.language import LANGUAGES, preferred_language
from stammtisch.errors import StammtischError

Add = Callable[..., argparse.ArgumentParser]  # `add_parser` of the group of subcommands

_BAD_USE: Final = 2
_INTERRUPTED: Final = 130  # what shells expect after Ctrl-C
_LONGEST_PAUSE: Final = 60.0  # seconds

_EXAMPLES = """\
examples:
  stammtisch play                              sit down; the table asks what it needs to know
  stammtisch play duel --bots 1 --save mine.txt
  stammtisch play --resume mine.txt            go on another evening
  stammtisch rules duel --lang de
"""
_PLAY_EXAMPLES = """\
examples:
  stammtisch play duel --hot-seat --names Anna,Tobi
  stammtisch play duel -o royal=yes -o spaces=2 --seed 7
  stammtisch play --resume mine.txt

At your turn type the number of an action, or help.
"""
_REPLAY_EXAMPLES = """\
examples:
  stammtisch replay mine.txt                   as somebody watching saw it
  stammtisch replay mine.txt --seat 0          as seat 0 saw it
  stammtisch replay mine.txt --seat all        with everything open
  stammtisch replay golden.txt --update        bring the file up to date with the rules
"""
_RULES_EXAMPLES = """\
examples:
  stammtisch rules duel
  stammtisch rules duel --rule TILE_ALREADY_TURNED --lang fr
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 for fine, 2 for bad use."""
    sys.stdout, sys.stderr = sys.stdout or StringIO(), sys.stderr or StringIO()  # None if they were closed
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a letter that the terminal lacks is no reason to stop
    parser = _parser()
    args = parser.parse_args(arguments)
    if args.part is None:
        parser.print_help()
        return 0
    try:
        code: int = import_module(f"stammtisch.terminal.{args.part}").run(args)
        sys.stdout.flush()
    except StammtischError as error:
        sys.stderr.write(f"stammtisch: {error}\n")
        return _BAD_USE
    except BrokenPipeError:  # whoever read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        sys.stderr.write(f"stammtisch: cannot go on: {error.strerror}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BAD_USE
    return code


def _parser() -> argparse.ArgumentParser:
    about = "Tabletop games at your terminal."
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("stammtisch", description=about, epilog=_EXAMPLES, formatter_class=form)
    parser.add_argument("--version", action="version", version=f"stammtisch {version('stammtisch')}")
    parser.set_defaults(part=None)
    add = parser.add_subparsers(title="commands", metavar="COMMAND").add_parser
    _add_play(add)
    _add_replay(add)
    _add_rules(add)
    _add_part(add, "games", "list the games that are installed")
    options = _add_part(add, "options", "show what may be chosen before a game")
    options.add_argument(
        "game", metavar="GAME", nargs="?", help="its name; it may be left out where only one is installed"
    )
    return parser


def _add_part(add: Add, name: str, about: str, epilog: str = "") -> argparse.ArgumentParser:
    """Add a subcommand with what all of them have in common."""
    form = argparse.RawDescriptionHelpFormatter
    part = add(name, help=about, description=f"{about.capitalize()}.", epilog=epilog, formatter_class=form)
    part.set_defaults(part=name)
    spoken = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    part.add_argument("--lang", choices=LANGUAGES, default=preferred_language(), metavar="LANG", help=spoken)
    return part


def _add_play(add: Add) -> None:
    play = _add_part(add, "play", "play a game against bots or together at this screen", _PLAY_EXAMPLES)
    play.add_argument("game", metavar="GAME", nargs="?", help="its name; you are asked if there are several")
    who = play.add_mutually_exclusive_group()
    who.add_argument("--bots", type=int, metavar="N", help="how many seats bots take (all but one)")
    who.add_argument("--hot-seat", action="store_true", help="everybody plays at this keyboard")
    play.add_argument("--seat", type=int, metavar="K", help="where you sit, counted from 0 (0)")
    play.add_argument("--names", metavar="A,B,…", help="names, yours first, then round the table, bots last")
    play.add_argument("--seed", type=int, metavar="N", help="fixes every deal and every choice of the bots")
    play.add_argument(
        "-o",
        dest="option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, or NAME=@FILE for JSON in a file; repeatable",
    )
    play.add_argument("--save", metavar="FILE", help="keep the game in a file, up to date after every step")
    play.add_argument("--resume", metavar="FILE", help="go on with a game that was saved, and keep it in the same file")
    play.add_argument(
        "--pause", type=_seconds, metavar="SECONDS", help="time to see each step (0.6 on a terminal, else 0)"
    )


def _add_replay(add: Add) -> None:
    replay = _add_part(add, "replay", "watch a saved game step by step", _REPLAY_EXAMPLES)
    replay.add_argument("file", metavar="FILE", help="a transcript")
    replay.add_argument("--seat", default="spectator", metavar="K", help="whose eyes: a seat, spectator or all")
    replay.add_argument(
        "--step",
        action=argparse.BooleanOptionalAction,
        help="wait for Enter after each step, or show all at once (waits if a person can type)",
    )
    replay.add_argument(
        "--update", action="store_true", help="write the file anew from its own steps, with refusals and views"
    )


def _add_rules(add: Add) -> None:
    rules = _add_part(add, "rules", "read the rules of a game", _RULES_EXAMPLES)
    rules.set_defaults(part="rulebook")  # `rules.py` is what games have
    rules.add_argument(
        "game", metavar="GAME", nargs="?", help="its name; it may be left out where only one is installed"
    )
    rules.add_argument("--rule", default="", metavar="RULE", help="only this rule, by the name that refusals give")


def _seconds(text: str) -> float:
    """Return a pause.

    Raises:
        ArgumentTypeError: It is no number, or too long.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= _LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"pause is {text}; it may be 0 to {_LONGEST_PAUSE:g} seconds")
    return seconds
