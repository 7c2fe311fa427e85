"""`stammtisch options`: show what may be chosen before a game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from stammtisch.core.language import voice
from stammtisch.core.options import as_text, form, make_options, read_text
from stammtisch.core.rules_page import voice_of
from stammtisch.terminal.commands.arguments import add_installed_game, add_language
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.screen import Screen, make_console


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    add_installed_game(parser)


def run(args: Namespace) -> int:
    """Show a table of the options: name, what each may be, what it is unless chosen, and what it is for."""
    console = make_console()
    say = voice("stammtisch.terminal", args.lang)
    game = pick_game(args.game, Screen(console, redraws=False, pause=0), say)
    usual = read_text(as_text(game.rules, make_options(game.rules, {})))
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for heading in (say("option"), say("may be"), say("usually"), say("meaning")):
        grid.add_column(heading)
    for field in form(game, voice_of(game, args.lang)):
        meaning = Text.assemble(field.label, "\n", (field.help, "dim"))
        grid.add_row(Text(field.name, "bold"), field.choice.accepts(), Text(str(usual[field.name])), meaning)
    console.print(grid)
    return 0
