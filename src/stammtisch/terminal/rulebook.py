"""`stammtisch rules`: read the rules of a game."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from stammtisch.core.language import voice
from stammtisch.terminal.installed import pick_game
from stammtisch.terminal.keyboard import somebody_can_type
from stammtisch.terminal.pages import rules_text
from stammtisch.terminal.screen import Screen, has_page, make_console

_LINE: Final = 88  # longer lines are hard to read


def run(args: Namespace) -> int:
    """Show the page, or one rule of it."""
    console = make_console()
    console.width = min(console.width, _LINE)
    screen = Screen(console, redraws=has_page(console) and somebody_can_type(), pause=0)
    say = voice("stammtisch.terminal", args.lang)
    screen.read(rules_text(pick_game(args.game, screen, say), say, args.rule))
    return 0
