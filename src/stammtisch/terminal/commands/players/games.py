"""`stammtisch games`: list the installed games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.table import Table as Grid
from rich.text import Text

from stammtisch.core.game import find_game, game_names
from stammtisch.core.options import as_text, make_options
from stammtisch.core.rules_page import voice_of
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.play.screen import make_console


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)


def run(args: Namespace) -> int:
    """List each game with its title and its options as they are unless somebody chooses otherwise."""
    grid = Grid.grid(padding=(0, 3, 0, 0))
    for name in game_names():
        game = find_game(name)
        title = game.words.title(voice_of(game, args.lang))
        usual = as_text(game.rules, make_options(game.rules, {}))
        grid.add_row(Text(name, "bold"), Text(title), Text(usual, "dim"))
    make_console().print(grid)
    return 0
