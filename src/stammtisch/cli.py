"""The command `stammtisch`: the subcommands, each a module with `add_arguments` and `run`, and how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from io import StringIO
from typing import Any, Final

from stammtisch.errors import StammtischError, extra

_BAD_USE: Final = 2
_INTERRUPTED: Final = 130  # what shells expect after Ctrl-C
_PLACE: Final = "stammtisch.terminal.commands"
# By name: the module, which is imported only when the command is asked for, and what it does.
_COMMANDS: Final = {
    "serve": (f"{_PLACE}.hosts.serve", "open live tables in the browser, for this machine and its network"),
    "copy": (f"{_PLACE}.hosts.copy", "copy a house from one store into another: a file, or PostgreSQL"),
    "backup": (f"{_PLACE}.hosts.backup", "write all that is kept to a file, while the server runs"),
    "restore": (f"{_PLACE}.hosts.restore", "bring a backup back"),
    "ratings": (f"{_PLACE}.hosts.ratings", "compute ratings anew, and compare them with those that are kept"),
    "doctor": (f"{_PLACE}.hosts.doctor", "see whether everything that is kept is well"),
    "keys": (f"{_PLACE}.hosts.keys", "change the host key, and the secret that signs cookies, links and tokens"),
    "join": (f"{_PLACE}.researchers.join", "let a bot take a seat at a live table and play to the end"),
    "mcp": (f"{_PLACE}.researchers.mcp", "give a language model a seat, through the Model Context Protocol"),
    "admin": (f"{_PLACE}.hosts.admin", "see to the tables of a house as its host"),
    "play": (f"{_PLACE}.players.play", "play a game against bots or together at this screen"),
    "arena": (f"{_PLACE}.researchers.arena", "let bots play each other, with a table of results"),
    "text-arena": (f"{_PLACE}.researchers.text_arena", "let text players, such as language models, play among bots"),
    "replay": (f"{_PLACE}.players.replay", "watch a saved game step by step"),
    "fair": (f"{_PLACE}.players.fair", "check that the deals of a game from a live table are those of its seed"),
    "rules": (f"{_PLACE}.players.rules", "read the rules of a game"),
    "study": (f"{_PLACE}.researchers.study", "measure a game for its designer: seats, length, luck, what options do"),
    "train": (f"{_PLACE}.researchers.train", "let a net learn a game by playing itself"),
    "solve": (f"{_PLACE}.researchers.solve", "show perfect play of a game that has been solved, and prove it"),
    "warm": (f"{_PLACE}.researchers.warm", "compile games beforehand, so that nobody waits for it later"),
    "new-game": (f"{_PLACE}.researchers.new_game", "begin a game of your own with a package that plays"),
    "games": (f"{_PLACE}.players.games", "list the games that are installed"),
    "options": (f"{_PLACE}.players.options", "show what may be chosen before a game"),
}
_RUN_ELSEWHERE: Final = {  # the terminal knows nothing of these
    "serve": "stammtisch.web.serve",
    "mcp": "stammtisch.adapters.language_models.mcp_server",
    "text-arena": "stammtisch.adapters.language_models.text_arena",
}
_EXAMPLES: Final = """\
examples:
  stammtisch serve                             play in the browser
  stammtisch play                              sit down; the table asks what it needs to know
  stammtisch play duel --bots 1 --save mine.txt
  stammtisch play --resume mine.txt            go on another evening
  stammtisch rules duel --lang de
  stammtisch arena duel strong easy            let bots play each other
  stammtisch study gang -o rounds=1            is it fair, how long, how much luck
  stammtisch solve duel --royal                perfect play, with the proof of it
  stammtisch backup house-of-today.db          while the server runs
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 for fine, 2 for bad use."""
    sys.stdout, sys.stderr = sys.stdout or StringIO(), sys.stderr or StringIO()  # None if they were closed
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a letter that the terminal lacks is no reason to stop
    parser = _parser()
    try:
        args = parser.parse_args(arguments)
        if args.part is None:
            parser.print_help()
            return 0
        with extra("web"):  # only the server is not imported yet
            part = import_module(args.part)
        code: int = part.run(args)
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


class _CommandParser(argparse.ArgumentParser):
    """The parser of a subcommand, which knows its arguments from the moment on in which it is asked to parse."""

    module = ""  # to be imported; none for what a command itself divides into

    def parse_known_args(self, *args: Any, **named: Any) -> Any:
        """Import the command and parse what it is given."""
        if self.module:
            command, self.module = import_module(self.module), ""
            self.epilog = getattr(command, "EXAMPLES", "")
            command.add_arguments(self)
        return super().parse_known_args(*args, **named)


def _parser() -> argparse.ArgumentParser:
    about = "Tabletop games in the browser and at your terminal."
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("stammtisch", description=about, epilog=_EXAMPLES, formatter_class=form)
    parser.add_argument("--version", action="version", version=f"stammtisch {version('stammtisch')}")
    parser.set_defaults(part=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_CommandParser)
    for name, (module, about) in _COMMANDS.items():
        description = f"{about[0].upper()}{about[1:]}."
        command = commands.add_parser(name, help=about, description=description, formatter_class=form)
        command.module = module
        command.set_defaults(part=_RUN_ELSEWHERE.get(name, module))
    return parser
