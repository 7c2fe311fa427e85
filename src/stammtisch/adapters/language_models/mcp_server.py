"""`stammtisch mcp`: the tools of a seat over the Model Context Protocol, for any client that speaks it."""

from __future__ import annotations

from argparse import Namespace
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from stammtisch.errors import extra

with extra("environments"):
    from mcp.server import MCPServer

from stammtisch.adapters.language_models.tools import SeatTools

if TYPE_CHECKING:
    from collections.abc import Callable

INSTRUCTIONS: Final = """\
You take a seat at a tabletop game and play it like anybody else: you see what your seat may see, and nothing more.
list_games says what there is; open_table opens a table against bots, join_table takes a seat at a live one by its link.
Then, until the game is over: read what look or act shows, choose among the actions listed, and act. Where a rule is not
clear, read_rules tells it; why_not says what forbids an action, and costs nothing."""


def make_server(tools: SeatTools) -> MCPServer:
    """Return a server that offers the tools of one seat."""
    server = MCPServer("stammtisch", instructions=INSTRUCTIONS, version=version("stammtisch"), log_level="WARNING")
    offered: tuple[Callable[..., str], ...] = (
        tools.list_games,
        tools.open_table,
        tools.join_table,
        tools.look,
        tools.legal_actions,
        tools.why_not,
        tools.act,
        tools.read_rules,
        tools.leave_table,
    )
    for tool in offered:
        server.add_tool(tool, structured_output=False)
    return server


def run(args: Namespace) -> int:
    """Serve over standard input and output until the client is gone."""
    make_server(SeatTools(args.lang)).run("stdio")
    return 0
