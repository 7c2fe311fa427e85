"""`stammtisch rules`: read the rules of a game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from stammtisch.core.language import voice
from stammtisch.terminal.commands.arguments import add_installed_game, add_language
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.keyboard import somebody_can_type
from stammtisch.terminal.play.screen import Screen, has_page, make_console
from stammtisch.terminal.rules_text import rules_text

EXAMPLES: Final = """\
examples:
  stammtisch rules duel
  stammtisch rules duel --rule TILE_ALREADY_TURNED --lang fr
"""
_LINE: Final = 88  # longer lines are hard to read


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    add_installed_game(parser)
    parser.add_argument("--rule", default="", metavar="RULE", help="only this rule, by the name that refusals give")


def run(args: Namespace) -> int:
    """Show the page, or one rule of it."""
    console = make_console()
    console.width = min(console.width, _LINE)
    screen = Screen(console, redraws=has_page(console) and somebody_can_type(), pause=0)
    say = voice("stammtisch.terminal", args.lang)
    screen.read(rules_text(pick_game(args.game, screen, say), say, args.rule))
    return 0
