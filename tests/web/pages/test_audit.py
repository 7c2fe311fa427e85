"""What hosts do is recorded, by whichever way they do it, shown to them, and told to their programs."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from stammtisch.store.contract import HostAct
from tests.web.drivers.host import landlady, landlord
from tests.web.drivers.page import two_at_a_duel, visitor
from tests.web.drivers.program import Program, registry_of


def recorded(house: TestClient) -> list[tuple[str, ...]]:
    """Return what is kept, the oldest first, without who and when."""
    assert house.portal
    acts: list[HostAct] = house.portal.call(registry_of(house).store.acts)
    return [(act.way, act.what, act.table, act.person, act.detail) for act in reversed(acts)]


def hosts(house: TestClient) -> set[str]:
    assert house.portal
    return {act.host for act in house.portal.call(registry_of(house).store.acts)}


def reported(house: TestClient) -> tuple[str, str]:
    """Return a table at which somebody was reported, and who."""
    host, _, table = two_at_a_duel(house)
    host.look(f"{table}/people")
    host.send(f"{table}/report", who="seat-1", words="Not nice")
    assert house.portal
    (report,) = house.portal.call(registry_of(house).store.reports)
    return table.removeprefix("/t/"), report.about


def test_what_the_host_does_at_a_browser_is_recorded(still: TestClient) -> None:
    table, tobi = reported(still)
    her = landlady(still)
    her.look("/host")
    her.send("/host/people", person=tobi)
    her.send("/host/people", person=tobi, again="yes")
    her.send("/host/reports", number="1")
    her.send("/host/name", name="  The  Crooked Hat ")
    her.send("/host/notice", notice="Friday\r\nat eight")
    her.send("/host/notice", notice="")
    her.look(f"/host/t/{table}")
    for how in ("pause", "resume"):
        her.send(f"/host/t/{table}/{how}")
    her.send(f"/host/t/{table}/replace", seat="1", level="easy")
    her.send(f"/host/t/{table}/end")

    assert recorded(still) == [
        ("browser", "unlock", "", "", ""),
        ("browser", "reports", "", "", "1"),
        ("browser", "bar", "", tobi, ""),
        ("browser", "unbar", "", tobi, ""),
        ("browser", "settle", "", "", "1"),
        ("browser", "name", "", "", "The Crooked Hat"),
        ("browser", "notice", "", "", "Friday\nat eight"),
        ("browser", "notice", "", "", ""),
        ("browser", "pause", table, "", ""),
        ("browser", "resume", table, "", ""),
        ("browser", "replace", table, tobi, "1 easy"),
        ("browser", "end", table, "", ""),
    ]
    (host,) = hosts(still)
    shown = her.look("/host").partition('id="acts"')[2]
    assert f"Vroni ({host})" in shown
    assert f"Tobi ({tobi})" in shown
    assert f'href="/host/t/{table}"' in shown
    assert shown.index("End it") < shown.index("Let it go on") < shown.index("Pause"), "the newest comes first"


def test_what_the_host_does_by_a_program_is_recorded_and_told(still: TestClient) -> None:
    table, tobi = reported(still)
    him = landlord(still)
    assert him.ask("/host/audit").json() == {"acts": []}
    for path, body in (
        (f"/host/tables/{table}/pause", {}),
        (f"/host/tables/{table}/resume", {}),
        (f"/host/tables/{table}/replace", {"seat": 1, "level": "easy"}),
        (f"/host/tables/{table}/end", {}),
        (f"/host/people/{tobi}/bar", {}),
        (f"/host/people/{tobi}/unbar", {}),
        ("/host/reports/1/settle", {}),
    ):
        assert him.tell(path, **body).is_success
    assert him.ask("/host/reports").is_success

    told = him.ask("/host/audit").json()["acts"]
    assert [(act["number"], act["what"], act["detail"]) for act in told] == [
        (8, "reports", "1"),
        (7, "settle", "1"),
        (6, "unbar", ""),
        (5, "bar", ""),
        (4, "end", ""),
        (3, "replace", "1 easy"),
        (2, "resume", ""),
        (1, "pause", ""),
    ]
    assert {act["way"] for act in told} == {"program"}
    assert {act["host"]["person"] for act in told} == {""}
    assert told[3]["person"] == {"person": tobi, "name": "Tobi", "seat": None, "barred": False}
    assert told[-1]["table"] == table
    assert [act["number"] for act in him.ask("/host/audit", before=3).json()["acts"]] == [2, 1]


def test_what_was_refused_is_not_recorded(still: TestClient) -> None:
    table, _ = reported(still)
    her, him = landlady(still), landlord(still)
    her.look(f"/host/t/{table}")
    assert her.send(f"/host/t/{table}/replace", seat="7", level="easy").status_code == 409
    assert him.tell(f"/host/tables/{table}/replace", seat=5).status_code == 409
    assert him.tell("/host/people/nobody/bar").status_code == 404
    assert him.tell("/host/reports/7/settle").status_code == 404

    assert [act[1] for act in recorded(still)] == ["unlock", "reports"]


def test_reading_the_same_reports_again_is_recorded_once(still: TestClient) -> None:
    reported(still)
    her = landlady(still)
    for _ in range(3):
        her.look("/host")

    assert [act[1] for act in recorded(still)].count("reports") == 1


@pytest.mark.parametrize("token", ["", "x"])
def test_nobody_else_reads_or_writes_what_hosts_did(still: TestClient, token: str) -> None:
    reported(still)
    stranger = Program(still, "Tobi", token)
    tobi = visitor(still, "Tobi")

    assert stranger.ask("/host/audit").status_code == 401
    assert stranger.tell("/host/audit").status_code in (401, 405)
    assert landlord(still).tell("/host/audit").status_code == 405
    assert "What hosts did" not in tobi.look("/host")
    assert recorded(still) == []
