"""The loop between a chat model and the tools, with the scripted model."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from wsgiref.simple_server import make_server as serve
from wsgiref.types import StartResponse, WSGIEnvironment

import anyio
import pytest
from examples import chat_player
from examples.chat_endpoint import EndpointModel
from examples.chat_messages import Message, ToolCall
from examples.chat_player import ScriptedModel, play

from stammtisch.adapters.language_models.mcp_server import make_server
from stammtisch.adapters.language_models.text_player import ScriptedPlayer
from stammtisch.adapters.language_models.tools import SeatTools
from stammtisch.cli import main
from tests.waiting import PATIENCE
from tests.web.drivers.live_host import Host
from tests.web.drivers.program import running


@pytest.mark.parametrize("game", ["duel", "party"])
def test_a_scripted_model_plays_to_the_end(game: str) -> None:
    said = anyio.run(play, ScriptedModel(), f"Open a table of {game}, and play to the end.", make_server(SeatTools()))

    assert [message.role for message in said[:3]] == ["user", "assistant", "tool"]
    assert said[1].calls[0].name == "open_table"
    assert {call.name for message in said[3:] for call in message.calls} == {"act"}
    assert "To be dealt the same again: seed " in said[-2].text
    assert said[-1] == Message("assistant", "That was a good game.")


def test_a_scripted_model_plays_at_a_live_table_by_its_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as server, ThreadPoolExecutor(1) as thread:
        host = Host(server, game="duel", options={"spaces": 1})
        monkeypatch.setattr(sys, "argv", ["chat_player", "--link", host.link])
        playing = thread.submit(chat_player.main)
        host.wait_for_guests()
        host.tell(f"/tables/{host.id}/stand")  # a bot plays on
        playing.result(PATIENCE)
        ending = host.view(lang="en")["outcome"]["ending"]
    said = capsys.readouterr().out

    assert "  join_table {'link': " in said
    assert "You are Robi." in said
    assert ending in said
    assert said.rstrip().endswith("[assistant] That was a good game.")


def test_every_answer_of_a_tool_goes_to_its_call() -> None:
    said = anyio.run(play, ScriptedModel(), "Open a table of duel, and play to the end.", make_server(SeatTools()))
    calls = [call.id for message in said for call in message.calls]

    assert [message.answers for message in said if message.role == "tool"] == calls


def test_the_program_plays_through_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["chat_player", "duel"])
    chat_player.main()

    assert capsys.readouterr().out.rstrip().endswith("[assistant] That was a good game.")


@contextmanager
def endpoint(reply: Callable[[Any], Any]) -> Iterator[str]:
    """Serve chat completions: `reply` is given what was asked, and returns the message."""

    def answer(wish: WSGIEnvironment, begin: StartResponse) -> list[bytes]:
        asked = json.loads(wish["wsgi.input"].read(int(wish["CONTENT_LENGTH"])))
        begin("200 OK", [("content-type", "application/json")])
        return [json.dumps({"choices": [{"message": reply(asked)}]}).encode()]

    with serve("127.0.0.1", 0, answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
        finally:
            server.shutdown()
            thread.join()


def test_a_model_behind_an_endpoint_is_asked_in_its_form() -> None:
    asked: list[Any] = []
    call = {"id": "c7", "type": "function", "function": {"name": "act", "arguments": '{"actions": ["hide 2"]}'}}
    replies: list[Any] = [{"content": None, "tool_calls": [call]}, {"content": "Well played."}]

    def reply(question: Any) -> Any:
        asked.append(question)
        return replies[len(asked) - 1]

    tools = [{"name": "act", "description": "Decide.", "input_schema": {"type": "object"}}]
    messages = [Message("user", "Play.")]
    with endpoint(reply) as address:
        model = EndpointModel(address, "mine")
        messages.append(model.complete(messages, tools))
        messages.append(Message("tool", "Done.", answers="c7"))
        last = model.complete(messages, tools)

    assert messages[1] == Message("assistant", "", [ToolCall("c7", "act", {"actions": ["hide 2"]})])
    assert last == Message("assistant", "Well played.")
    assert asked[0]["model"] == "mine"
    assert asked[0]["tools"][0]["function"] == {
        "name": "act",
        "description": "Decide.",
        "parameters": {"type": "object"},
    }
    assert asked[1]["messages"] == [
        {"role": "user", "content": "Play."},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "Done.", "tool_call_id": "c7"},
    ]


def test_a_model_behind_an_endpoint_plays_in_the_arena_and_remembers_its_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lengths, script = [], ScriptedPlayer()

    def reply(question: Any) -> Any:
        assert "tools" not in question
        lengths.append(len(question["messages"]))
        return {"content": script.answer(question["messages"][-1]["content"])}

    with endpoint(reply) as address:
        monkeypatch.setenv("CHAT_ENDPOINT", address)
        named = "text:examples.chat_text_player:player"
        code = main(["text-arena", "duel", named, "easy", "--games", "2", "--seed", "1", "--lang", "en"])

    assert code == 0
    assert f"{named}: {len(lengths)} decisions, {len(lengths)} answers, 0 of them refused" in capsys.readouterr().out
    assert lengths[:3] == [1, 3, 5]
    assert lengths.count(1) == 2, "a new conversation for each game"
