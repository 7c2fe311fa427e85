"""What goes wrong stays small: a stale socket, a locked file, a damaged table, strange input."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from stammtisch.store.kept import Saved, Unavailable
from stammtisch.store.sqlite import SqliteStore
from tests.web.program import house_of
from tests.web.visitor import Visitor, house, two_at_a_duel, visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with house(tmp_path) as client:
        yield client


def _lobby(server: TestClient, **fields: str) -> tuple[Visitor, str]:
    host = visitor(server, "Anna")
    host.look("/new/gang")
    host.send("/tables", **{"game": "gang", "o-seats": "3", **fields})
    return host, host.at


def _wait(condition: Any, seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.02)


def test_whoever_changed_seats_before_the_deal_sees_with_the_eyes_of_the_new_seat(server: TestClient) -> None:
    host, table = _lobby(server)
    mal, bob = visitor(server, "Mal"), visitor(server, "Bob")
    mal.look(table)
    mal.send(f"{table}/sit", seat="1")
    with mal.client.websocket_connect(f"{table}/live") as socket:
        mal.send(f"{table}/sit", seat="2")
        bob.look(table)
        bob.send(f"{table}/sit", seat="1")
        for person in (mal, bob):
            person.send(f"{table}/ready")
        host.look(table)
        host.send(f"{table}/begin")
        picks = host.page.split('name="pick" value="')[1:4]
        assert host.send(f"{table}/do", pick=[pick.split('"')[0] for pick in picks], decided=host.decided()).is_success
        hand = ""
        while 'name="pick"' not in hand:
            message = json.loads(socket.receive_text())
            hand = message.get("regions", {}).get("hand", hand)
    bob.look(table)
    theirs = {part.split('"')[0] for part in bob.page.split('name="pick" value="')[1:]}
    shown = {part.split('"')[0] for part in hand.split('name="pick" value="')[1:]}

    assert len(theirs) == len(shown) == 16
    assert not theirs & shown


def test_a_file_that_is_locked_for_a_while_fails_one_wish_and_not_the_house(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    saved = Saved("a", "duel", 1, {"seats": 2}, b"s" * 32, "open", 1.0, {"places": []})
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(Unavailable, match="locked"):
            asyncio.run(store.save_table(saved))
        other.execute("ROLLBACK")
        asyncio.run(store.save_table(saved))
        assert asyncio.run(store.table("a")) is not None
    finally:
        other.close()
        asyncio.run(store.close())


def test_a_table_goes_on_after_a_step_could_not_be_written(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    store, failures = house_of(server).store, list[object]()
    append = store.append

    async def fails_once(table: str, first: int, steps: list[tuple[int, int]], revision: int) -> None:
        if not failures and any(seat == 1 for seat, _ in steps):  # the bot's
            failures.append(steps)
            raise sqlite3.OperationalError("disk full")
        await append(table, first, steps, revision)

    monkeypatch.setattr(store, "append", fails_once)
    monkeypatch.setattr("stammtisch.web.attending._BREATHER", 0.01)
    anna = visitor(server, "Anna")
    anna.look("/new/duel")
    anna.send("/tables", **{"game": "duel", "bots": "1", "o-first_bluffer": "1"})
    _wait(lambda: "data-turn" in anna.look(anna.at))

    assert failures
    assert anna.offered()


def test_a_table_that_breaks_the_rules_is_not_there_and_all_others_are(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        tables = []
        for _ in range(2):
            anna = visitor(server, "Anna")
            anna.look("/new/duel")
            anna.send("/tables", **{"game": "duel", "bots": "1", "o-first_bluffer": "0", "listed": "on"})
            tables.append(anna.at)
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("INSERT INTO steps VALUES (?, 0, 1, 3, 0)", (tables[0].removeprefix("/t/"),))
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")
        assert tobi.client.get(tables[0]).status_code == 404
        assert tobi.client.get(tables[1]).status_code == 200
        assert tables[1] in tobi.look("/")


def test_leaving_a_table_that_has_not_begun_tells_the_others(server: TestClient) -> None:
    host, table = _lobby(server)
    with host.client.websocket_connect(f"{table}/live") as socket:
        assert json.loads(socket.receive_text()) == {"reload": True}, "as whoever comes is told"
        assert host.send(f"{table}/leave").status_code == 200
        assert json.loads(socket.receive_text()) == {"reload": True}


def test_whoever_left_is_not_waited_for_in_the_next_game(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "1"})
    guest.send(f"{table}/leave")
    for _ in range(400):
        if "data-over" in host.look(table):
            break
        if offered := host.offered():
            host.send(f"{table}/do", do=offered[0], decided=host.decided())
    host.send(f"{table}/again")

    assert host.at != table
    assert "Tobi" not in host.page
    assert "Free seat" in host.page


def test_strange_input_gets_an_answer(server: TestClient) -> None:
    host, table = _lobby(server)
    strange = f"/t/{table.removeprefix('/t/')}/say"
    body = f'--x\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{host.mark}\r\n'
    body += '--x\r\nContent-Disposition: form-data; name="said"\r\nContent-Type: text/plain; charset=unicode_escape'
    body += "\r\n\r\n\\ud800\r\n--x--\r\n"
    headers = {"content-type": "multipart/form-data; boundary=x; charset=unicode_escape"}

    assert host.client.get("/me", headers={"host": "a" * 4000}).status_code == 200
    assert host.client.post(strange, content=body, headers=headers).status_code < 500
    assert host.client.get("/healthz/x").status_code == 404
    with host.client.websocket_connect(f"{table}/live") as socket:
        assert json.loads(socket.receive_text()) == {"reload": True}, "as whoever comes is told"
        socket.send_bytes(b"\x00\x01")
        host.send(f"{table}/mix")
        assert json.loads(socket.receive_text()) == {"reload": True}


def test_an_empty_form_of_a_seat_that_is_not_asked_says_so(server: TestClient) -> None:
    _, guest, table = two_at_a_duel(server)
    answer = guest.send(f"{table}/do", do="", decided=guest.decided())

    assert answer.status_code == 422
    assert "It is not your turn." in guest.page
