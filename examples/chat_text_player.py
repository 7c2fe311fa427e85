"""A chat model as a text player, for `stammtisch text-arena`: it remembers what was said, and calls no tools.

export CHAT_ENDPOINT=http://localhost:8080/v1/chat/completions CHAT_MODEL=my-model PYTHONPATH=.
stammtisch text-arena duel text:examples.chat_text_player:player easy --games 10 --rules
"""

from __future__ import annotations

import os

from examples.chat_endpoint import EndpointModel
from examples.chat_messages import ChatModel, Message
from stammtisch.core.game import Game


class ChatTextPlayer:
    """One seat of one game, in one conversation with a model."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._said: list[Message] = []

    def answer(self, told: str) -> str:
        """Pass on what was told, and return what the model says to it."""
        self._said.append(Message("user", told))
        self._said.append(self._model.complete(self._said, []))
        return self._said[-1].text


def player(game: Game, language: str) -> ChatTextPlayer:  # noqa: ARG001  # the model is told both in sentences
    """Return a player for the model that the environment names."""
    return ChatTextPlayer(EndpointModel(os.environ["CHAT_ENDPOINT"], os.environ.get("CHAT_MODEL", "")))
