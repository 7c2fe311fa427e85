"""A chat model at a table: the loop between any model that calls tools and the tools of `stammtisch mcp`.

    python -m examples.chat_player gang
    python -m examples.chat_player --link http://localhost:8000/t/vUgWgQmkZ1EG --name Robi

It plays with a scripted model, without a network. `--endpoint` and `--model` plug in a real one that takes chat
completions with tools; for any other, write a class with `complete` as in chat_endpoint.py.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any, Final

import anyio
from mcp import Client, StdioServerParameters
from mcp.server import MCPServer

from examples.chat_endpoint import EndpointModel
from examples.chat_messages import ChatModel, Message, ToolCall

MOST_TURNS: Final = 2000  # of the model, in one game


class ScriptedModel:
    """Sits down where it was told to, and always takes the first action that it reads; it knows nothing of any game."""

    def complete(self, messages: list[Message], tools: list[dict[str, Any]]) -> Message:
        """Return the next call, or a last word when there is nothing more to do."""
        last = messages[-1]
        link, game = (re.search(pattern, messages[0].text) for pattern in (r"link (\S+) as (\w+)", r"table of (\w+)"))
        if last.role == "user" and link:
            return self._call(messages, tools, "join_table", link=link[1], name=link[2])
        if last.role == "user" and game:
            return self._call(messages, tools, "open_table", game=game[1])
        if listed := re.search(r"^- ([^:\n]+): ", last.text, re.MULTILINE):
            return self._call(messages, tools, "act", actions=[listed[1]])
        if "You are not asked now." in last.text or "has not begun" in last.text:
            return self._call(messages, tools, "look", wait=25)
        return Message("assistant", "That was a good game.")

    def _call(
        self, messages: list[Message], tools: list[dict[str, Any]], wanted: str, /, **arguments: object
    ) -> Message:
        assert any(tool["name"] == wanted for tool in tools), f"the tool {wanted} is there"
        return Message("assistant", "", [ToolCall(f"call-{len(messages)}", wanted, arguments)])


async def play(model: ChatModel, task: str, server: MCPServer | StdioServerParameters) -> list[Message]:
    """Let a model do its task with the tools of a server, and return all that was said."""
    messages = [Message("user", task)]
    async with Client(server) as client:
        tools = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            for tool in (await client.list_tools()).tools
        ]
        for _ in range(MOST_TURNS):
            said = model.complete(messages, tools)
            messages.append(said)
            if not said.calls:
                break
            for call in said.calls:
                result = await client.call_tool(call.name, call.arguments)
                text = "\n".join(part.text for part in result.content if part.type == "text")
                messages.append(Message("tool", text, answers=call.id))
    return messages


def main() -> None:
    """Play one game, and print how it went."""
    parser = argparse.ArgumentParser(description="A chat model at a table.")
    parser.add_argument("game", nargs="?", default="duel", help="opened at a table of its own, against bots (duel)")
    parser.add_argument("--link", help="of a live table, instead")
    parser.add_argument("--name", default="Robi", help="what it is called there")
    parser.add_argument("--endpoint", help="where a model answers chat completions (a scripted model plays)")
    parser.add_argument("--model", default="", help="its name there")
    args = parser.parse_args()
    model: ChatModel = EndpointModel(args.endpoint, args.model) if args.endpoint else ScriptedModel()
    task = f"Join the table with the link {args.link} as {args.name}" if args.link else f"Open a table of {args.game}"
    command = str(Path(sys.executable).with_name("stammtisch"))
    server = StdioServerParameters(command=command, args=["mcp", "--lang", "en"])
    for message in anyio.run(play, model, f"{task}, and play to the end.", server):
        calls = "".join(f"\n  {call.name} {call.arguments}" for call in message.calls)
        print(f"[{message.role}] {message.text}{calls}\n")


if __name__ == "__main__":
    main()
