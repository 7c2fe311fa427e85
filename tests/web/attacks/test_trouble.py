"""What goes wrong stays small: a stale socket, a locked file, a damaged table, strange input."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.store.contract import StoredTable, Unavailable
from stammtisch.store.sqlite.store import SqliteStore
from tests.turned_clock import TurnedClock
from tests.web.drivers.page import house, opened, picks_on, two_at_a_duel, visitor
from tests.web.drivers.program import registry_of
from tests.web.drivers.sockets import hear, hear_end
from tests.web.drivers.turning import turn_until


def test_whoever_changed_seats_before_the_deal_sees_with_the_eyes_of_the_new_seat(server: TestClient) -> None:
    host, table = opened(server, "gang", **{"o-seats": "3"})
    mal, bob = visitor(server, "Mal"), visitor(server, "Bob")
    mal.sit(table)
    with mal.client.websocket_connect(f"{table}/live") as socket:
        mal.send(f"{table}/sit", seat="2")
        bob.sit(table)
        for person in (mal, bob):
            person.send(f"{table}/ready")
        host.look(table)
        host.send(f"{table}/begin")
        assert host.send(f"{table}/do", pick=picks_on(host.page)[:3], decided=host.decided()).is_success
        dealt = hear(socket, "a hand", lambda message: 'name="pick"' in message.get("regions", {}).get("hand", ""))
        hand = dealt["regions"]["hand"]
    bob.look(table)
    theirs, shown = set(picks_on(bob.page)), set(picks_on(hand))

    assert len(theirs) == len(shown) == 16
    assert not theirs & shown


def test_a_file_that_is_locked_for_a_while_fails_one_wish_and_not_the_house(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    saved = StoredTable("a", "duel", 1, {"seats": 2}, b"s" * 32, "open", 1.0, {"places": []})
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


def test_a_table_goes_on_after_a_step_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures, clock = list[object](), TurnedClock()

    async def fails_once(table: str, first: int, steps: list[tuple[int, int]], revision: int) -> None:
        if not failures and any(seat == 1 for seat, _ in steps):  # the bot's
            failures.append(steps)
            raise sqlite3.OperationalError("disk full")
        await append(table, first, steps, revision)

    with house(tmp_path, clock=clock) as server:
        append = registry_of(server).store.append
        monkeypatch.setattr(registry_of(server).store, "append", fails_once)
        anna, table = opened(server, "duel", **{"bots": "1", "o-first_bluffer": "1"})
        turn_until(clock, lambda: "data-turn" in anna.look(table), "the decision of the bot", by=0.5)

    assert failures
    assert anna.offered()


def test_a_table_that_breaks_the_rules_is_not_there_and_all_others_are(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        listed = {"bots": "1", "o-first_bluffer": "0", "listed": "on"}
        tables = [opened(server, "duel", **listed)[1] for _ in range(2)]
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("INSERT INTO steps VALUES (?, 0, 1, 3, 0)", (tables[0].removeprefix("/t/"),))
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")
        assert tobi.client.get(tables[0]).status_code == 404
        assert tobi.client.get(tables[1]).status_code == 200
        assert tables[1] in tobi.look("/")


def test_leaving_a_table_that_has_not_begun_tells_the_others(server: TestClient) -> None:
    host, table = opened(server, "gang", **{"o-seats": "3"})
    with host.client.websocket_connect(f"{table}/live") as socket:
        assert hear(socket, "what whoever comes is told") == {"reload": True}
        assert host.send(f"{table}/leave").status_code == 200
        assert hear(socket, "being told to reload") == {"reload": True}


def test_whoever_left_is_not_waited_for_in_the_next_game(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "1"})
    guest.send(f"{table}/leave")
    host.play_to_the_end(table)
    host.send(f"{table}/again")

    assert host.at != table
    assert "Tobi" not in host.page
    assert "Free seat" in host.page


def test_strange_input_gets_an_answer(server: TestClient) -> None:
    host, table = opened(server, "gang", **{"o-seats": "3"})
    strange = f"/t/{table.removeprefix('/t/')}/say"
    body = f'--x\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{host.csrf_token}\r\n'
    body += '--x\r\nContent-Disposition: form-data; name="said"\r\nContent-Type: text/plain; charset=unicode_escape'
    body += "\r\n\r\n\\ud800\r\n--x--\r\n"
    headers = {"content-type": "multipart/form-data; boundary=x; charset=unicode_escape"}

    assert host.client.get("/me", headers={"host": "a" * 4000}).status_code == 200
    assert host.client.post(strange, content=body, headers=headers).status_code < 500
    assert host.client.get("/healthz/x").status_code == 404
    with host.client.websocket_connect(f"{table}/live") as socket:
        assert hear(socket, "what whoever comes is told") == {"reload": True}
        host.send(f"{table}/mix")
        assert hear(socket, "being told to reload") == {"reload": True}
        socket.send_bytes(b"\x00\x01")
        assert hear_end(socket) == 1003


def test_an_empty_form_of_a_seat_that_is_not_asked_says_so(server: TestClient) -> None:
    _, guest, table = two_at_a_duel(server)
    answer = guest.send(f"{table}/do", do="", decided=guest.decided())

    assert answer.status_code == 422
    assert "It is not your turn." in guest.page
