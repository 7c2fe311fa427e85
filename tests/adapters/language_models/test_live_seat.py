"""A language model at a live table of a real server, among people's programs and bots."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from stammtisch.adapters.language_models.tools import SeatTools
from stammtisch.cli import main
from stammtisch.store.keys import host_key
from tests.adapters.language_models.conversation import Call, converse
from tests.adapters.language_models.test_tools import listed
from tests.store.opened_stores import using
from tests.waiting import eventually
from tests.web.drivers.live_host import Host
from tests.web.drivers.program import call as call_server
from tests.web.drivers.program import running

LONG = 120  # seconds for a whole game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    with running(folder) as address:
        yield address


async def play_live(call: Call, shown: str, random: Random, most: int = 2000) -> list[str]:
    """Take any action whenever there is one, until the game is over; return all that was told."""
    told = [shown]
    for _ in range(most):
        actions = listed(told[-1])
        if actions:
            told.append(await call("act", actions=[random.choice(actions)]))
        elif "Du bist gerade nicht gefragt." in told[-1] or "noch nicht begonnen" in told[-1]:
            told.append(await call("look", wait=1))
        else:
            return told
    raise AssertionError(f"no end after {most} answers")


def test_a_whole_game_is_played_at_a_live_table_by_link(server: str) -> None:
    host = Host(server, game="gang", options={"seats": 3, "rounds": 1})
    host.tell(f"/tables/{host.id}/stand")
    tools = SeatTools("de")

    async def conversation(call: Call) -> list[str]:
        joined = await call("join_table", link=host.link, name="Robi", seat=1)
        return await play_live(call, joined, Random(1))

    with ThreadPoolExecutor(3) as guests:
        bots = [guests.submit(main, ["join", host.link, "--seat", seat, "--bot", "random"]) for seat in ("0", "2")]
        told = guests.submit(converse, tools, conversation)
        host.wait_for_guests()
        said = told.result(LONG)
        assert [bot.result(LONG) for bot in bots] == [0, 0]

    assert said[0] == "Du sitzt auf Platz 1. Das Spiel hat noch nicht begonnen; ruf look mit wait auf."
    assert host.view()["outcome"]
    assert tools.seat
    assert tools.seat.teller.ending(tools.seat.view) in said[-1]
    assert any("Du bist Robi." in one for one in said)
    story = "\n".join(said)
    dealt = host.view(after=0, told=1, lang="de")["told"]  # what somebody is told who watches
    assert story.count(dealt[-1]) >= 1


def test_a_refusal_is_said_before_the_house_is_asked_and_a_late_answer_is_no_fault(server: str) -> None:
    host = Host(server, game="duel", options={"first_bluffer": 1}, bots=0)
    tools = SeatTools("en")

    async def conversation(call: Call) -> list[str]:
        await call("join_table", link=host.link, name="Robi")
        host.wait_for_guests()
        shown = [
            await call("look", wait=25),
            await call("act", actions=["turn 1"]),
            await call("why_not", actions=["2"]),
        ]
        assert tools.seat
        tools.seat._decided = 7  # type: ignore[attr-defined]  # as if another program had been faster
        shown.append(await call("act", actions=["hide 2"]))
        return [*shown, await call("act", actions=["hide 2"]), await call("leave_table"), await call("look")]

    shown, refused, allowed, late, done, left, nowhere = converse(tools, conversation)

    assert listed(shown) == ["hide 1", "hide 2", "hide 3", "hide 4"]
    assert refused.startswith("You are the bluffer in this round")
    assert "read_rules with rule" in refused
    assert allowed == "The rules allow this."
    assert late.startswith("The table has gone on meanwhile; look before you decide.")
    assert listed(late) == listed(shown)
    assert "Robi lays the tiles, the red one in lane 2." in done
    assert done.endswith("You are not asked now.")
    assert left == "You have left the table."
    assert nowhere.startswith("You sit at no table")
    eventually(lambda: host.tell(f"/tables/{host.id}/stand"), "the host to get up")


def test_what_cannot_be_had_at_a_live_table_is_said_in_words(server: str) -> None:
    host = Host(server, game="duel")

    async def conversation(call: Call) -> list[str]:
        return [
            await call("join_table", link=host.link, name="Robi", seat=0),
            await call("join_table", link=f"{server}/t/none", name="Robi"),
            await call("join_table", link="http://127.0.0.1:1/t/x", name="Robi"),
            await call("look"),
        ]

    taken, nowhere, unreachable, none = converse(SeatTools(), conversation)

    assert taken.startswith("seat 0 cannot be had")
    assert nowhere.startswith("there is no table of this name")
    assert unreachable.startswith("cannot reach http://127.0.0.1:1")
    assert none.startswith("You sit at no table")


@pytest.mark.parametrize("begun", [True, False], ids=["in the middle", "before it has begun"])
def test_a_game_that_the_house_has_ended_is_over(server: str, folder: Path, *, begun: bool) -> None:
    host = Host(server, game="duel", options={"first_bluffer": 1}, bots=0)
    tools, key = SeatTools("en"), using(str(folder / "house.db"), host_key, alone=False)

    async def conversation(call: Call) -> list[str]:
        await call("join_table", link=host.link, name="Robi")
        if begun:
            host.wait_for_guests()
            await call("look", wait=25)
        answered = call_server(server, f"/host/tables/{host.id}/end", key)
        assert answered["table"]["stage"] == "over", answered
        return [await call("look", wait=25), await call("open_table", game="duel")]

    ended, other = converse(tools, conversation)

    assert "The house has ended this game. There is no result." in ended
    assert other.startswith("This is Cockroach Duel. You are Ada.")
