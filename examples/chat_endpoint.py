"""A chat model behind an endpoint for chat completions with tools: the form that many servers of models understand."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Final
from urllib.request import Request, urlopen

from examples.chat_messages import Message, ToolCall

_PATIENCE: Final = 600  # seconds for one answer


@dataclass(frozen=True)
class EndpointModel:
    """A model by its address and name; a key is taken from the environment variable CHAT_KEY."""

    address: str
    name: str

    def complete(self, messages: list[Message], tools: list[dict[str, Any]]) -> Message:
        """Send all that was said, and return what the assistant says next."""
        body: dict[str, Any] = {"model": self.name, "messages": [_as_json(message) for message in messages]}
        if tools:  # an empty list is more than some take
            body["tools"] = [_as_function(tool) for tool in tools]
        headers = {"content-type": "application/json"}
        if key := os.environ.get("CHAT_KEY"):
            headers["authorization"] = f"Bearer {key}"
        request = Request(self.address, json.dumps(body).encode(), headers)  # noqa: S310  # whoever starts it names it
        with urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310
            said = json.load(answer)["choices"][0]["message"]
        calls = [
            ToolCall(call["id"], call["function"]["name"], json.loads(call["function"]["arguments"] or "{}"))
            for call in said.get("tool_calls") or []
        ]
        return Message("assistant", said.get("content") or "", calls)


def _as_function(tool: dict[str, Any]) -> dict[str, Any]:
    named = {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}
    return {"type": "function", "function": named}


def _as_json(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.calls:
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in message.calls
        ]
    if message.answers:
        written["tool_call_id"] = message.answers
    return written
