"""`stammtisch new-game`: begin a game of one's own with a package that plays."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from stammtisch.new_game.package import write_package
from stammtisch.terminal.play.screen import make_console

EXAMPLES: Final = """\
examples:
  stammtisch new-game oldmaid                      writes the folder oldmaid
  stammtisch new-game oldmaid --dir games/oldmaid

What it writes is a small game that plays in the terminal, the browser, batches and environments, with tests that
are green: change it step by step into your own. docs/adding-a-game.md goes through it.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument(
        "name", metavar="NAME", help="of the game: small letters, digits and _; its package has it, too"
    )
    parser.add_argument("--dir", metavar="DIR", help="the folder to write, which must be new or empty; by default NAME")


def run(args: Namespace) -> int:
    """Write the package, and say how to go on.

    Raises:
        NewGameError: The name will not do, or the folder holds something already.
    """
    folder = Path(args.dir or args.name)
    written = write_package(args.name, folder)
    console = make_console()
    for path in written:
        console.print(str(path), highlight=False, markup=False, soft_wrap=True)
    here = shlex.quote(str(folder))
    console.print("\nTo go on:", highlight=False)
    for line in (
        f'pip install -e {here}"[test]"',
        f'python -m pytest {here} -k "not compiled"',
        f"stammtisch play {args.name}",
    ):
        console.print(f"  {line}", highlight=False, markup=False, soft_wrap=True)
    return 0
