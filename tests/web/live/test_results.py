"""The result of a game is written when it ends, once, on whichever server; what was missed is caught up."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.store.contract import Store, Unavailable
from stammtisch.store.result_contract import GameResult
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, RUNNING
from tests.store.opened_stores import using
from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.drivers.program import registry_of
from tests.web.fixtures.finished_game import finished_game, keep_finished_game

SHORT = {"spaces": 1, "first_bluffer": 0}


def result_at(server: TestClient, table: str) -> GameResult | None:
    """Return the result of a table at its address."""
    store = registry_of(server).store
    return server.portal.call(store.result, table.removeprefix("/t/")) if server.portal else None


def play_to_the_end(anna: Visitor, table: str) -> None:
    """Decide until the game is over."""
    room = room_of(anna.client, table)
    while room.stage != OVER:
        eventually(lambda: room.stage == OVER or (anna.look(table) and anna.offered()), "one's turn or the end")
        if room.stage != OVER:
            anna.decide(table)


def test_a_game_that_ends_has_a_result_at_once(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    table = anna.open("duel", **{"bots": "1", "o-spaces": "1", "o-first_bluffer": "0", "level": "easy"})
    play_to_the_end(anna, table)
    found, room = result_at(server, table), room_of(server, table)
    outcome = room.game_table().outcome()

    assert found
    assert outcome
    assert (found.number, found.game, found.kind, found.rated, found.evening) == (1, "duel", "usual", True, room.id)
    assert found.choices["spaces"] == 1
    assert [(one.person, one.name, one.level) for one in found.seats] == [
        (room.places[0].person, "Anna", ""),
        ("", room.places[1].name, "easy"),
    ]
    assert tuple(one.place for one in found.seats) == outcome.places == room.record.finished
    assert [one.share for one in found.seats] == [float(place == 1) for place in outcome.places]
    assert found.steps == len(room.game_table().steps)
    assert found.finished == room.saved.changed


def test_practice_is_no_result_and_makes_the_game_unrated_that_was_practised(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    table = anna.open("duel", **{"bots": "1", "o-spaces": "1", "o-first_bluffer": "0"})
    eventually(lambda: anna.look(table) and anna.offered(), "one's turn")
    anna.decide(table)
    anna.send(f"{table}/take-back")
    practice = anna.at
    play_to_the_end(anna, practice)
    play_to_the_end(anna, table)
    found = result_at(server, table)

    assert practice != table
    assert result_at(server, practice) is None
    assert found
    assert (found.number, found.rated) == (1, False)


def test_a_game_just_for_fun_is_not_rated(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    table = anna.open("duel", **{"bots": "1", "o-spaces": "1", "o-first_bluffer": "0", "unrated": "on"})

    assert "just for fun" in anna.look(table) or not room_of(server, table).terms.rated
    play_to_the_end(anna, table)
    found = result_at(server, table)
    assert found
    assert not found.rated


def test_what_a_bot_decides_for_somebody_who_has_left_is_counted(server: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(server, **{"o-spaces": "1"})
    tobi.send(f"{table}/leave")
    play_to_the_end(anna, table)
    found, room = result_at(server, table), room_of(server, table)

    assert found
    assert (found.seats[0].left, found.seats[0].stood_in) == (False, 0)
    decided = int(room.game_table().position.decided[1])
    assert decided > 0
    assert (found.seats[1].name, found.seats[1].left, found.seats[1].stood_in) == ("Tobi", True, decided)
    assert found.seats[1].person


def test_a_game_whose_last_step_cannot_be_written_is_not_over_and_has_no_result(tmp_path: Path) -> None:
    """The last step, the end and the result are one transaction: whoever looks afterwards goes on from before it."""

    async def play(store: Store) -> tuple[Any, ...]:
        whole = finished_game("duel", dict(SHORT), store=store)
        steps = [(step.seat, step.action) for step in whole.game_table().steps]
        whole.saved.stage = RUNNING
        await whole.save()
        await store.append(whole.id, 0, steps[:-1], whole.saved.revision)

        async def fail(*_given: object) -> None:
            raise Unavailable("the disk is full")

        vars(store)["finish"] = fail
        whole.table, whole.unsure = None, True
        outcome = await asyncio.gather(whole.load(), return_exceptions=True)
        between = (await store.steps(whole.id), await store.result(whole.id), whole.stage)
        del vars(store)["finish"]
        found = await store.table(whole.id)
        assert found
        room = LiveTable(store, found, SYSTEM_CLOCK)
        await room.load()
        if room.stage != OVER:
            seat, action = steps[-1]
            room.game_table().play(seat, action)
            await room.keep(len(steps) - 1)
        return outcome, between, steps, await store.steps(whole.id), await store.result(whole.id), room.stage

    _, between, steps, after, result, stage = using(str(tmp_path / "house.db"), play)

    assert between == (steps[:-1], None, RUNNING)
    assert after == steps
    assert isinstance(result, GameResult)
    assert (result.number, stage) == (1, OVER)


def test_nobody_sees_a_game_over_before_that_is_written(tmp_path: Path) -> None:
    async def play(store: Store) -> tuple[str, str]:
        room = finished_game("duel", dict(SHORT), store=store)
        steps = [(step.seat, step.action) for step in room.game_table().steps]
        room.saved.stage = RUNNING
        await room.save()
        await store.append(room.id, 0, steps[:-1], room.saved.revision)
        seen, finish = list[str](), store.finish

        async def look_meanwhile(*given: Any) -> None:
            seen.append(room.stage)
            await finish(*given)

        vars(store)["finish"] = look_meanwhile
        await room.keep(len(steps) - 1)
        return seen[0], room.stage

    assert using(str(tmp_path / "house.db"), play) == (RUNNING, OVER)


def test_a_game_that_an_older_server_left_over_gets_its_result_from_whoever_opens_it(place: str) -> None:
    table = keep_finished_game(place, "duel", dict(SHORT))

    async def look(store: Store) -> tuple[object, ...]:
        before = await store.result(table)
        registry = TableRegistry(store)
        await registry.find(table)
        await registry.close()
        return before, await store.result(table)

    before, after = using(place, look)

    assert before is None
    assert isinstance(after, GameResult)
    assert [one.name for one in after.seats] == ["Ada", "Bo"]


def test_results_that_are_missing_are_caught_up_in_the_background(tmp_path: Path) -> None:
    place = str(tmp_path / "house.db")
    tables = [keep_finished_game(place, "duel", {**SHORT, "royal": royal}) for royal in (False, True)]
    with house(tmp_path) as server:
        eventually(lambda: all(result_at(server, table) for table in tables), "results of both games")


def test_a_table_that_is_damaged_keeps_no_other_from_its_result(tmp_path: Path) -> None:
    place = str(tmp_path / "house.db")
    damaged, whole = (keep_finished_game(place, "duel", dict(SHORT)) for _ in range(2))
    with closing(sqlite3.connect(place)) as file:
        file.execute("UPDATE tables SET choices = '{\"spaces\": 99}', changed = 0 WHERE id = ?", (damaged,))
        file.commit()
    with house(tmp_path) as server:
        eventually(lambda: bool(result_at(server, whole)), "the result of the other game")
        assert result_at(server, damaged) is None
