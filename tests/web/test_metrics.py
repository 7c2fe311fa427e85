"""Figures and journal: what the host of a server sees, and what not even the host sees."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.event_log import LOG, open_journal
from stammtisch.web.metrics import EVENTS, REQUESTS, exposition
from tests.web.drivers.host import key_of
from tests.web.drivers.page import house, visitor
from tests.web.drivers.program import seated
from tests.web.drivers.sockets import hear_first

LINE = re.compile(r'[a-z_]+(\{([a-z]+="([^"\\\n]|\\.)*",?)+\})? -?[0-9.]+(e[+-]?\d+)?')


@pytest.fixture
def journal() -> Iterator[StringIO]:
    written = StringIO()
    handler = open_journal(written)
    yield written
    for log in (LOG, logging.getLogger("uvicorn")):
        log.removeHandler(handler)
    LOG.setLevel(logging.NOTSET)


def _figures(server: TestClient) -> dict[str, float]:
    lines = server.get("/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def _lines(journal: StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in journal.getvalue().splitlines()]


def test_every_figure_is_in_the_form_that_prometheus_reads(server: TestClient) -> None:
    seated(server, "duel", "Anna", "Tobi")
    answer = server.get("/metrics")
    lines = answer.text.splitlines()

    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert [line for line in lines if line[0] != "#" and not LINE.fullmatch(line)] == []
    assert [line for line in lines if line.startswith("# TYPE stammtisch_tables ")] == [
        "# TYPE stammtisch_tables gauge"
    ]


def test_figures_are_for_this_machine_and_for_whoever_has_the_host_key(server: TestClient) -> None:
    far = TestClient(server.app, client=("203.0.113.9", 5000))
    key = {"authorization": f"Bearer {key_of(server)}"}
    headers: list[dict[str, str]] = [{}, {"authorization": "Bearer guess"}, key]

    assert [far.get("/metrics", headers=one).status_code for one in headers] == [401, 401, 200]
    assert far.get("/metrics").headers["www-authenticate"] == "Bearer"
    for proxied in ({"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=x"}, {"via": "1.1 x"}, {"x-real-ip": "::1"}):
        assert server.get("/metrics", headers=proxied).status_code == 401
        assert server.get("/metrics", headers=proxied | key).status_code == 200
    assert server.get("/metrics").status_code == 200


def test_what_happens_at_tables_is_counted(server: TestClient) -> None:
    before = _figures(server)
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", first_bluffer=0)
    anna.act(table, "hide 1")
    anna.act(table, "hide 2")
    tobi.act(table, "turn 2")
    after = _figures(server)
    more = {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}

    assert more["stammtisch_steps_total"] == 2
    assert more['stammtisch_tables{stage="running"}'] == 1
    for event, number in (("opened", 1), ("started", 1), ("decided", 2), ("refused", 1)):
        assert more[f'stammtisch_events_total{{event="{event}",game="duel"}}'] == number
    assert more['stammtisch_request_seconds_count{route="/api/tables/{table}/act",status="422"}'] == 1


def test_sockets_are_counted(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    anna.play_now("duel")
    with anna.client.websocket_connect(f"{anna.at}/live") as socket:
        hear_first(socket)
        assert _figures(server)["stammtisch_sockets"] == 1
    assert _figures(server)["stammtisch_store_queue"] == 0


def test_durations_lie_in_buckets_that_hold_all_shorter_ones() -> None:
    for seconds in (0.0005, 0.004, 0.004, 3.0, 60.0):
        REQUESTS.labels("/in/buckets", 200).observe(seconds)
    lines = dict(line.rsplit(" ", 1) for line in exposition({}, 0, 0, 0).decode().splitlines())
    labels = 'route="/in/buckets",status="200"'

    for edge, number in (("0.001", 1.0), ("0.005", 3.0), ("+Inf", 5.0)):
        assert float(lines[f'stammtisch_request_seconds_bucket{{le="{edge}",{labels}}}']) == number
    assert float(lines[f"stammtisch_request_seconds_sum{{{labels}}}"]) == pytest.approx(63.0085)


def test_labels_are_escaped() -> None:
    EVENTS.labels('a"b\\c\nd', "duel").inc()

    assert 'stammtisch_events_total{event="a\\"b\\\\c\\nd",game="duel"} 1.0' in exposition({}, 0, 0, 0).decode()


def test_two_servers_in_one_process_have_their_own_gauges(server: TestClient, tmp_path: Path) -> None:
    seated(server, "duel", "Anna", "Tobi")
    (tmp_path / "other").mkdir()
    with house(tmp_path / "other") as other:
        assert _figures(other)["stammtisch_tables_in_memory"] == 0
    assert _figures(server)["stammtisch_tables_in_memory"] == 1


def test_every_request_and_every_event_is_a_line_of_json(server: TestClient, journal: StringIO) -> None:
    table, (anna, _) = seated(server, "duel", "Anna", "Tobi", first_bluffer=0)
    anna.act(table, "hide 1")
    lines = _lines(journal)

    events = [line["event"] for line in lines if line["event"] != "request"]
    assert events == ["opened", "started", "decided"]
    assert lines[-1].keys() == {"time", "level", "event", "method", "route", "status", "ms", "table"}
    assert (lines[-1]["route"], lines[-1]["status"]) == ("/api/tables/{table}/act", 200)


def test_the_journal_holds_no_secrets(server: TestClient, journal: StringIO) -> None:
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", first_bluffer=0)
    person = visitor(server, "Vroni")
    cookie = person.client.cookies["stammtisch"]
    person.look(f"/me/{cookie}")
    person.look("/me")
    person.send("/me/link")
    link = re.findall(r"/me/link/(\w+)", person.page)[0]
    person.look(f"/me/link/{link}")
    anna.act(table, "hide 1")
    tobi.act(table, "turn 9")
    tobi.act(table, "hide 1")
    written = journal.getvalue()

    for secret in (table, anna.token, tobi.token, cookie, cookie[:20], link, "Anna", "hide", "NOT_AN_ACTION"):
        assert secret not in written
    assert table[:6] in written


def test_two_worlds_that_look_the_same_leave_the_same_journal(server: TestClient, journal: StringIO) -> None:
    written: list[list[dict[str, object]]] = []
    for lane in (1, 4):
        table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", first_bluffer=0)
        anna.act(table, f"hide {lane}")
        tobi.act(table, "turn 2")
        kept = [
            {key: value for key, value in line.items() if key not in ("time", "ms", "table")}
            for line in _lines(journal)
        ]
        written.append(kept[sum(len(lines) for lines in written) :])

    assert written[0] == written[1]
