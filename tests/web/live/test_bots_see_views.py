"""Bots at live tables are shown what their seats may know, and so is whoever thinks of a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.processes import worker
from stammtisch.bots.processes.worker_pool import WorkerPool
from stammtisch.core.game import find_game
from stammtisch.testing.walk import view_of
from stammtisch.web.tables.record import OVER
from tests.bots.test_honesty import CHOICES, Witness, every_installed_game, hold_against, seats_of
from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import house, visitor
from tests.web.drivers.program import program, registry_of

T = TypeVar("T")


class _Here(WorkerPool):
    """A pool whose bots think where their tables are seen to."""

    async def _ask(self, task: Callable[..., T], *about: object) -> T | None:
        return task(*about)


@pytest.fixture
def witness(name: str, monkeypatch: pytest.MonkeyPatch) -> Witness:
    """Return who takes the place of all bots in the processes in which they think."""
    witness = Witness(find_game(name))
    monkeypatch.setattr(worker, "cached_bot", lambda *_: witness)
    monkeypatch.setattr(worker, "cached_evaluator", lambda _: witness)
    monkeypatch.setattr(worker, "is_ready", lambda *_: True)
    return witness


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with house(tmp_path) as client:
        registry_of(client).bot_turns.bots = _Here(processes=1)
        yield client


@every_installed_game
def test_a_live_table_shows_bots_their_views(name: str, server: TestClient, witness: Witness) -> None:
    anna, bots = program(server, "Anna"), seats_of(name) - 1
    table = anna.tell("/tables", game=name, options=CHOICES[name], bots=bots).json()["id"]
    anna.tell(f"/tables/{table}/stand")
    room = room_of(server, table)
    eventually(lambda: room.stage == OVER, "the end of the game")

    hold_against(room.game_table(), witness, range(bots + 1))


@every_installed_game
def test_a_hint_comes_from_the_view_of_the_seat(name: str, server: TestClient, witness: Witness) -> None:
    anna, bots = visitor(server, "Anna"), seats_of(name) - 1
    options = {f"o-{option}": str(value) for option, value in CHOICES[name].items()}
    anna.send("/tables", game=name, hints="on", bots=str(bots), **options)
    room = room_of(server, anna.at)
    eventually(lambda: room.game_table().waiting == (0,), "the turn of Anna")
    witness.asked.clear()
    anna.send(f"{anna.at}/hint")
    table, s = room.game_table(), room.game_table().position.copy()

    assert witness.asked
    for number, asked in enumerate(witness.asked, len(table.steps)):
        view = view_of(table.rules, s, table.options, 0)
        assert asked[:3] == (number, 0, tuple(view.words()))
        assert view != s
        table.rules.apply(s, table.options, 0, asked.action)
