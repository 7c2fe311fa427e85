"""A client of the tools, in memory: the package's own, with every message as it goes over the wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio
from mcp import Client, StdioServerParameters
from mcp.server import MCPServer

from stammtisch.adapters.language_models.mcp_server import make_server
from stammtisch.adapters.language_models.tools import SeatTools
from tests.waiting import PATIENCE

_Result = TypeVar("_Result")
Call = Callable[..., Awaitable[str]]


def converse(tools: SeatTools, conversation: Callable[[Call], Awaitable[_Result]]) -> _Result:
    """Return what comes of a conversation with the tools of a seat; it is given the function that calls one."""
    return converse_with(make_server(tools), conversation)


def converse_with(
    server: MCPServer | StdioServerParameters, conversation: Callable[[Call], Awaitable[_Result]], mode: str = "auto"
) -> _Result:
    """Return what comes of a conversation with a server; `legacy` begins it as clients did before 2026."""

    async def run() -> _Result:
        async with Client(server, mode=mode) as client:

            async def call(tool: str, /, **arguments: object) -> str:
                with anyio.fail_after(PATIENCE):
                    result = await client.call_tool(tool, arguments)
                assert not result.is_error, result
                (content,) = result.content
                assert content.type == "text"
                return content.text

            return await conversation(call)

    return anyio.run(run)
