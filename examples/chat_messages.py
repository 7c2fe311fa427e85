"""What is said between a chat model and whoever runs it, whatever interface the model has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class ToolCall:
    """A tool that the model wants to be called."""

    id: str
    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Message:
    """What was said: by the `user`, by the `assistant`, or by a `tool` in answer to a call."""

    role: str
    text: str
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    answers: str = ""  # the id of the call, where a tool speaks


class ChatModel(Protocol):
    """A model that calls tools."""

    def complete(self, messages: list[Message], tools: list[dict[str, Any]]) -> Message:
        """Return what the assistant says next; a message without calls ends the game for it.

        Each tool has a `name`, a `description`, and a JSON schema of its arguments as `input_schema`.
        """
