"""The tools by which a language model plays, through the client of their package."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from stammtisch.adapters.language_models.mcp_server import make_server
from stammtisch.adapters.language_models.seats import LocalSeat
from stammtisch.adapters.language_models.tools import SeatTools
from stammtisch.core.game import find_game
from stammtisch.core.language import LANGUAGES, Reader
from stammtisch.core.rules_page import voice_of
from stammtisch.games import duel
from tests.adapters.language_models.conversation import Call, converse, converse_with
from tests.adapters.places import GAMES, MARKUP, every_game_in_every_language

# By game: options with which it comes to an end soon.
SHORT: dict[str, dict[str, Any]] = {
    "combo": {"quick": True, "seats": 3},
    "duel": {"royal": True},
    "gang": {"rounds": 1, "seats": 3},
    "party": {"face_down": True},
}
every_language = pytest.mark.parametrize("language", LANGUAGES)


def listed(text: str) -> list[str]:
    """Return the actions that a text lists."""
    return re.findall(r"^- ([^:\n]+): .", text, re.MULTILINE)


def sitting(tools: SeatTools) -> LocalSeat:
    assert isinstance(tools.seat, LocalSeat)
    return tools.seat


async def play_to_the_end(call: Call, shown: str, random: Random, most: int = 2000) -> str:
    """Take any action that is listed until there is none, and return what was said last."""
    for _ in range(most):
        actions = listed(shown)
        if not actions:
            return shown
        shown = await call("act", actions=[random.choice(actions)])
    raise AssertionError(f"no end after {most} actions")


@every_game_in_every_language
def test_a_whole_game_is_played_against_bots(game: str, language: str) -> None:
    tools = SeatTools(language)

    async def conversation(call: Call) -> str:
        shown = await call("open_table", game=game, options=SHORT[game], seat=1, seed=5, bots=["easy", "random"][:1])
        return await play_to_the_end(call, shown, Random(5))

    last = converse(tools, conversation)
    seat = sitting(tools)
    ending = seat.teller.ending(seat.view)

    assert (seat.over, seat.number) == (True, 1)
    assert ending
    assert f"{ending}\n\n{seat.teller.say('To be dealt the same again: seed {seed}.', seed=5)}" in last
    assert not MARKUP.search(last)


def test_the_tools_say_what_they_are_for_and_what_they_take() -> None:
    async def look_at_them() -> Any:
        async with Client(make_server(SeatTools())) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in anyio.run(look_at_them)}

    assert {name: sorted(tool.input_schema["properties"]) for name, tool in tools.items()} == {
        "list_games": ["language"],
        "open_table": ["bots", "game", "language", "options", "seat", "seed"],
        "join_table": ["language", "link", "name", "seat"],
        "look": ["everything", "wait"],
        "legal_actions": [],
        "why_not": ["actions"],
        "act": ["actions"],
        "read_rules": ["game", "language", "rule"],
        "leave_table": [],
    }
    assert all(tool.description for tool in tools.values())
    assert all(
        tool.input_schema["properties"][name].get("description")
        for tool in tools.values()
        for name in tool.input_schema["properties"]
    )


def test_the_page_for_language_models_has_every_tool() -> None:
    page = (Path(__file__).parents[3] / "docs" / "language-models.md").read_text(encoding="utf-8")

    async def look_at_them() -> Any:
        async with Client(make_server(SeatTools())) as client:
            return (await client.list_tools()).tools

    for tool in anyio.run(look_at_them):
        arguments = ", ".join(f"`{name}`" for name in tool.input_schema["properties"]) or "–"
        assert f"| `{tool.name}` | {arguments} | {tool.description} |" in page


@every_language
def test_a_refusal_is_the_sentence_of_the_game_with_the_name_of_its_rule(language: str) -> None:
    tools = SeatTools(language)

    async def conversation(call: Call) -> list[str]:
        await call("open_table", game="duel", options={"first_bluffer": 0}, seed=1)
        return [
            await call("why_not", actions=["crown 1"]),
            await call("act", actions=["crown 1"]),
            await call("why_not", actions=["hide 1"]),
            await call("read_rules", rule="no-crown-in-base"),
        ]

    asked, done, allowed, rule = converse(tools, conversation)
    seat = sitting(tools)
    reader = Reader(voice_of(duel, language), seat.teller.names)
    sentence = duel.words.explain(
        duel.rules.Rule.NO_CROWN_IN_BASE, seat.view, seat.teller.options, 0, duel.notation.read("crown 1"), reader
    )

    assert asked.startswith(f"{sentence}\n")
    assert "no-crown-in-base" in asked
    assert done.startswith(asked)
    assert listed(done) == ["hide 1", "hide 2", "hide 3", "hide 4"]
    assert allowed == seat.teller.say("The rules allow this.")
    assert rule.startswith("#")
    assert seat.view.red < 0, "nothing has happened"


def test_a_row_of_actions_is_all_or_nothing() -> None:
    tools = SeatTools()

    async def conversation(call: Call) -> list[str]:
        shown = await call("open_table", game="gang", options={"seats": 3, "rounds": 1}, seed=1)
        cards = listed(shown)
        before = sitting(tools).view
        told = [
            await call("act", actions=[cards[0], cards[0], cards[1]]),
            await call("act", actions="1, 1, 2"),
            await call("act", actions=[*cards[:3], cards[3]]),
            await call("act", actions=[]),
            await call("act", actions=["x"] * 65),
            await call("act", actions=[cards[0], "dance"]),
        ]
        assert sitting(tools).view == before
        told.append(await call("act", actions=[cards[0], "2", cards[2]]))
        return told

    *refused, taken = converse(tools, conversation)

    assert refused[0] == refused[1]
    assert refused[0].startswith("You have given green 4 ")
    assert refused[2].startswith("These are 4 actions, and your decision is complete after 3.")
    assert refused[3].startswith("You have named 0 actions; name 1 to 64.")
    assert refused[4].startswith("You have named 65 actions; name 1 to 64.")
    assert refused[5].startswith("“dance” is no action. You may choose: ")
    assert all("Nothing has happened." in told for told in refused)
    assert "Everybody has passed three cards." in taken


def test_what_was_told_is_not_told_again_unless_it_is_asked_for() -> None:
    tools = SeatTools()

    async def conversation(call: Call) -> list[str]:
        await call("open_table", game="duel", options={"first_bluffer": 0}, seed=1)
        done = await call("act", actions=["hide 2"])
        return [done, await call("look"), await call("look", everything=True)]

    done, again, everything = converse(tools, conversation)

    assert ["Ada lays the tiles, the red one in lane 2." in told for told in (done, again, everything)] == [
        *(True, False, True)
    ]


def test_without_a_table_every_tool_says_so() -> None:
    async def conversation(call: Call) -> set[str]:
        asked = {"why_not": {"actions": ["1"]}, "act": {"actions": ["1"]}}
        names = ("look", "legal_actions", "why_not", "act", "read_rules", "leave_table")
        return {await call(name, **asked.get(name, {})) for name in names}

    assert converse(SeatTools(), conversation) == {
        "You sit at no table; open_table opens one, and join_table takes a seat at a live one."
    }


def test_one_table_after_another() -> None:
    async def conversation(call: Call) -> list[str]:
        return [
            await call("open_table", game="duel"),
            await call("open_table", game="gang"),
            await call("join_table", link="http://127.0.0.1:1/t/x", name="Robi"),
            await call("leave_table"),
            await call("open_table", game="gang", language="it"),
        ]

    first, second, third, left, other = converse(SeatTools(), conversation)

    assert first.startswith("This is Cockroach Duel.")
    assert second == third == "You sit at a table whose game is not over; leave_table gets you up."
    assert left == "You have left the table."
    assert other.startswith("Si gioca a ")


@pytest.mark.parametrize(
    ("tool", "wrong", "told"),
    [
        ("open_table", {"game": "chess"}, "no game 'chess'; there are combo, duel, gang, party"),
        ("open_table", {"game": "gang", "options": {"seats": 9}}, "seats is 9; it may be 3 to 6"),
        ("open_table", {"game": "gang", "options": {"colour": 1}}, "no option 'colour'; there are seats"),
        ("open_table", {"game": "gang", "options": {"seed": 1, "names": []}}, "no option 'seed'; there are seats"),
        ("open_table", {"game": "gang", "seat": 4}, "seat is 4; it may be 0 to 3"),
        ("open_table", {"game": "gang", "seed": -1}, "seed is -1; it may be 0 to 2^63 - 1"),
        ("open_table", {"game": "duel", "bots": "genius"}, "no bot 'genius' for duel; there are random, easy"),
        ("open_table", {"game": "duel", "bots": ["easy", "easy"]}, "bots are 2; there may be 1 to 1"),
        ("join_table", {"link": "chess.example", "name": "Robi"}, "the link is 'chess.example'; it may be that"),
        ("read_rules", {"game": "duel", "rule": "x"}, "no rule 'x'; there are "),
    ],
)
def test_what_cannot_be_had_is_said_in_words(tool: str, wrong: dict[str, Any], told: str) -> None:
    async def conversation(call: Call) -> str:
        return await call(tool, **wrong)

    assert converse(SeatTools(), conversation).startswith(told)


def test_the_games_are_listed_with_their_options_and_bots() -> None:
    async def conversation(call: Call) -> str:
        return await call("list_games", language="de")

    told = converse(SeatTools(), conversation)

    assert [part.partition(":")[0] for part in told.split("\n\n")] == list(GAMES)
    assert "\n- seats = 4 (3 to 6): Wie viele mitspielen." in told
    assert "\n- bots: easy, normal, strong" in told


@every_language
def test_the_rules_are_read_in_the_language_of_the_seat(language: str) -> None:
    tools = SeatTools("en")

    async def conversation(call: Call) -> tuple[str, str]:
        await call("open_table", game="party", language=language)
        return await call("read_rules"), await call("read_rules", game="duel", language="en")

    own, other = converse(tools, conversation)

    assert own.startswith(f"# {find_game('party').words.title(voice_of(find_game('party'), language))}")
    assert "<a id=" not in own
    assert other.startswith("# Cockroach Duel")


def test_the_command_serves_over_standard_input_and_output() -> None:
    command = str(Path(sys.executable).with_name("stammtisch"))
    server = StdioServerParameters(command=command, args=["mcp", "--lang", "fr"])

    async def conversation(call: Call) -> str:
        shown = await call("open_table", game="duel", options={"spaces": 1}, seed=2)
        return await play_to_the_end(call, shown, Random(2))

    assert "Pour redistribuer la même chose" in converse_with(server, conversation, mode="legacy")
