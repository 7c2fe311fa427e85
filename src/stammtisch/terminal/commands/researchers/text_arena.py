"""`stammtisch text-arena`: what it may be given; `stammtisch.adapters.language_models.text_arena` runs it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Final

from stammtisch.terminal.commands.arguments import between
from stammtisch.terminal.commands.researchers.arena import add_match_arguments

EXAMPLES: Final = """\
examples:
  stammtisch text-arena duel text:scripted easy --games 20
  stammtisch text-arena gang text:scripted:4 easy -o rounds=1      every fourth answer is none that can be taken
  stammtisch text-arena party text:my_models:small text:my_models:large --lang de --json party.json

A text player is told in sentences what its seat sees, and answers a sentence: text:scripted, text:MODULE:FUNCTION, or
one that a package brings. All others are bots, as in the arena. docs/language-models.md says how to write one.
"""
_MOST_TRIES: Final = 100


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_match_arguments(parser)
    parser.add_argument(
        "--tries",
        type=between("tries", 1, _MOST_TRIES),
        default=3,
        metavar="N",
        help="answers to a question, before a rule of thumb decides (3)",
    )
    parser.add_argument("--rules", action="store_true", help="tell the rules of the game in the first message")
