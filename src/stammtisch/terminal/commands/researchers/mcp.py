"""`stammtisch mcp`: what it may be given; `stammtisch.adapters.language_models.mcp_server` runs it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Final

from stammtisch.terminal.commands.arguments import add_language

EXAMPLES: Final = """\
examples:
  stammtisch mcp --lang de

A client for language models starts it and speaks to it over standard input and output, by the Model Context Protocol.
docs/language-models.md says how to connect one, and which tools there are.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
