"""Decisions over the socket: what a form would do, and what it would be answered; nothing else, and nothing strange."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from stammtisch.web.event_log import LOG, open_journal
from stammtisch.web.http.body_limit import LARGEST_MESSAGE
from stammtisch.web.http.rate_limit import RATES, Rate, RateLimit, RateLimiter
from tests.waiting import eventually
from tests.web.drivers.host import landlord, person_of, room_of, steps
from tests.web.drivers.page import Visitor, decided_on, house, opened, picks_on, two_at_a_duel, visitor
from tests.web.drivers.program import registry_of, running
from tests.web.drivers.raw_bytes import frame, talk
from tests.web.drivers.raw_person import Somebody
from tests.web.drivers.sockets import Form, act, act_message, closed_at_once, hear, hear_end, hear_first

UNREADABLE, TOO_MUCH, TOO_FAST = 1003, 1009, 1008
NO_ACTS = ("", "hello", "[", "[]", "{}", "null", "7", '"act"', "NaN", "[" * 3000, '{"a":' * 800, "9" * 4000)
NO_FORMS = ("", ', "form": []', ', "form": null', ', "form": 1', ', "form": "' + "a=b&" * 101 + '"', ', "from": ""')
NO_NUMBERS = ("-1", "1000000000", "1.5", "null", '"1"', "[1]", "{}")
STRANGE = [
    *NO_ACTS,
    *(f'{{"act": 1{form}}}' for form in NO_FORMS),
    *(f'{{"act": {number}, "form": ""}}' for number in NO_NUMBERS),
    '{"form": "mark=a"}',
]


@contextmanager
def _watching(person: Visitor, table: str, **asked: str) -> Iterator[WebSocketTestSession]:
    query = "".join(f"?{name}={value}" for name, value in asked.items())
    with person.client.websocket_connect(f"{table}/live{query}") as socket:
        hear_first(socket)
        yield socket


def _form(person: Visitor, table: str, **fields: str | list[str]) -> Form:
    """Return the form of the page with the first that is on offer, or with other fields."""
    person.look(table)
    offered = {"do": person.offered()[0]} if person.offered() else {}
    return {"mark": person.csrf_token, "decided": person.decided(), **offered, **fields}


def _answered(person: Visitor, table: str, form: Form) -> tuple[int, str, str]:
    """Return what the form of the page's script is answered."""
    answer = person.client.post(f"{table}/do", data=form, headers={"x-client": "1"}, follow_redirects=False)
    return answer.status_code, answer.headers.get("content-type", ""), answer.text


def test_a_decision_over_the_socket_is_taken_and_everybody_sees_it(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    with _watching(host, table) as mine, _watching(guest, table) as theirs:
        taken = act(mine, _form(host, table), 7)
        assert "data-in-parts" not in host.page

        assert taken == (204, "", "")
        assert "data-turn" in hear(theirs, "the next question")["regions"]["ask"]
    assert steps(still, table) == 1


def test_several_choices_come_in_one_message(server: TestClient) -> None:
    host, table = opened(server, "gang", **{"o-seats": "3", "bots": "2"})
    host.look(table)
    host.send(f"{table}/begin")
    host.look(table)
    with _watching(host, table) as socket:
        assert act(socket, _form(host, table, pick=picks_on(host.page)[:2]))[0] == 422
        assert act(socket, _form(host, table, pick=picks_on(host.page)[:3]))[0] == 204


def _stale(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    form = _form(host, table)
    host.decide(table)
    return host, form


def _forbidden(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    return host, _form(host, table, do="turn 2")


def _nothing_chosen(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    return host, _form(host, table, do="")


def _not_asked(_: Visitor, guest: Visitor, table: str) -> tuple[Visitor, Form]:
    return guest, _form(guest, table, do="")


def _no_number(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    return host, _form(host, table, decided="x" * 20)


def _no_mark(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    return host, _form(host, table, mark="")


def _mark_of_another(host: Visitor, guest: Visitor, table: str) -> tuple[Visitor, Form]:
    return host, _form(host, table, mark=guest.csrf_token)


def _strange_signs(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    return host, _form(host, table, do="\0\x1b[31m%ff,ü,,😀")


def _paused(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    form = _form(host, table)
    landlord(host.client).tell(f"/host{table.replace('/t/', '/tables/')}/pause")
    return host, form


def _left(host: Visitor, _: Visitor, table: str) -> tuple[Visitor, Form]:
    form = _form(host, table)
    host.send(f"{table}/leave")
    return host, form


REFUSED = [_stale, _forbidden, _nothing_chosen, _not_asked, _no_number, _no_mark, _mark_of_another, _strange_signs]
REFUSED += [_paused, _left]


@pytest.mark.parametrize("prepare", REFUSED)
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_refused_is_answered_as_the_form_is(
    prepare: Callable[[Visitor, Visitor, str], tuple[Visitor, Form]],
    language: str,
    still: TestClient,
) -> None:
    host, guest, table = two_at_a_duel(still)
    for person in (host, guest):
        person.client.cookies["lang"] = language
    person, form = prepare(host, guest, table)
    before = steps(still, table)
    with _watching(person, table, lang=language) as socket:
        over_the_socket = act(socket, form)

    assert over_the_socket == _answered(person, table, form)
    assert over_the_socket[0] in (403, 409, 422)
    assert steps(still, table) == before


def test_whoever_only_watches_decides_nothing(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    watcher = visitor(still)
    watcher.look(table)
    with _watching(watcher, table) as socket:
        assert act(socket, _form(host, table, mark=watcher.csrf_token))[0] == 403
    assert steps(still, table) == 0


def test_a_socket_decides_at_its_own_table_alone(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    _, _, other = two_at_a_duel(still)
    with _watching(host, other) as socket:
        assert act(socket, _form(host, table))[0] == 403
    assert steps(still, table) == steps(still, other) == 0


def test_no_other_site_opens_a_socket_that_decides(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)

    assert closed_at_once(host.client, f"{table}/live", origin="http://evil.example") in (403, 4400)


def test_whoever_is_banned_or_forgotten_decides_nothing_over_a_socket_that_was_open_before(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    form = _form(host, table)
    registry, portal = registry_of(still), still.portal
    assert portal
    with _watching(host, table) as socket:
        portal.call(registry.bans.ban, person_of(host))  # without closing the socket, as another server would
        assert act(socket, form)[0] == 403
        portal.call(registry.bans.unban, person_of(host))
        portal.call(registry.store.forget, person_of(host), "gone", "Guest", registry.clock.now())
        portal.call(registry.forgotten.look)
        assert act(socket, form)[0] == 403
    assert steps(still, table) == 0


def test_decisions_count_as_forms_do_wherever_they_come_in(tmp_path: Path) -> None:
    rates = {**RATES, "request": RateLimit(Rate(40, 3600.0), None)}
    with house(tmp_path, limits=RateLimiter(rates)) as client:
        host, _, table = two_at_a_duel(client)
        host.client.cookies["lang"] = "de"
        form = _form(host, table, do="hide 9")
        with _watching(host, table, lang="de") as socket:
            answers = [act(socket, form, number) for number in range(1, 41)]
            over_the_socket, as_a_form = act(socket, form, 41), _answered(host, table, form)

    assert [status for status, _, _ in answers][:3] == [422, 422, 422]
    assert over_the_socket == as_a_form
    assert over_the_socket[0] == 429
    assert "Das war ein bisschen schnell." in over_the_socket[2]


@pytest.mark.parametrize("message", STRANGE)
def test_a_socket_that_says_what_no_page_says_is_closed(still: TestClient, message: str) -> None:
    host, _, table = two_at_a_duel(still)
    with _watching(host, table) as socket:
        socket.send_text(message)

        assert hear_end(socket) == UNREADABLE


def test_a_socket_that_sends_bytes_is_closed(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    with _watching(host, table) as socket:
        socket.send_bytes(act_message(_form(host, table)).encode())

        assert hear_end(socket) == UNREADABLE
    assert steps(still, table) == 0


def test_a_decision_that_is_too_long_or_one_of_too_many_closes_the_socket(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    with _watching(host, table) as socket:
        socket.send_text(act_message(_form(host, table, more="x" * LARGEST_MESSAGE)))
        assert hear_end(socket) == TOO_MUCH
    with _watching(host, table) as socket:
        for number in range(1, 62):
            socket.send_text(act_message({"mark": "none"}, number))
        assert hear_end(socket) == TOO_FAST
    assert steps(still, table) == 0


def test_a_decision_that_has_come_is_taken_though_its_socket_is_closed(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        anna = Somebody.at(int(address.rpartition(":")[2]), "Anna")
        table = anna.open("duel", **{"o-first_bluffer": "0", "bots": "1"})
        form = anna.do(table)
        assert form
        message = json.dumps({"act": 1, "form": form.body.decode()})
        talk(anna.port, anna.watch(table).raw(), [frame(0x81, message.encode())])

        eventually(lambda: decided_on(anna.look(f"/t/{table}").text) == "1", "the decision")


def test_a_fault_is_noted_and_closes_the_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path) as client:
        host, _, table = two_at_a_duel(client)
        monkeypatch.setattr(room_of(client, table), "acted", None)
        with pytest.raises(TypeError), _watching(host, table) as socket:
            act(socket, _form(host, table))


def test_a_decision_is_a_line_of_the_journal_and_counted_as_the_form_is(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    name = 'stammtisch_request_seconds_count{route="/t/{table}/do",status="422"}'
    form, written, counted = _form(host, table, do="turn 2"), StringIO(), [_figure(still, name)]
    handler = open_journal(written)
    try:
        _answered(host, table, form)
        counted.append(_figure(still, name))
        with _watching(host, table) as socket:
            act(socket, form)
        counted.append(_figure(still, name))
    finally:
        for log in (LOG, logging.getLogger("uvicorn")):
            log.removeHandler(handler)
        LOG.setLevel(logging.NOTSET)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    told = [{name: line[name] for name in line if name not in ("time", "ms")} for line in lines if "/do" in str(line)]

    assert len(told) == 2
    assert told[0] == told[1]
    assert [event["event"] for event in lines].count("refused") == 2
    assert counted[1] - counted[0] == counted[2] - counted[1] == 1


def _figure(client: TestClient, name: str) -> float:
    lines = client.get("/metrics").text.splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(name)), 0.0)
