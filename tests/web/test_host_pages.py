"""The pages of the host of the house: who gets in, what they show, what they do, and for whom they do nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from stammtisch.web import host_key
from stammtisch.web.host_key import HostKey
from stammtisch.web.limits import kinds_of
from tests.web.landlord import key_of, landlady, landlord, room_of
from tests.web.program import Program, program, seated
from tests.web.visitor import Visitor, house, two_at_a_duel, visitor

FORMS = [
    ("/host/leave", {}),
    ("/host/people", {"person": "abcdefghijkl"}),
    ("/host/reports", {"number": "1"}),
    ("/host/t/{table}/pause", {}),
    ("/host/t/{table}/resume", {}),
    ("/host/t/{table}/end", {}),
    ("/host/t/{table}/replace", {"seat": "1", "level": "easy"}),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with house(tmp_path, bot_pause=3600) as client:
        yield client


def _reported(server: TestClient) -> tuple[Visitor, Visitor, str]:
    host, guest, table = two_at_a_duel(server)
    guest.send(f"{table}/say", said="You cheat")
    host.look(f"{table}/people")
    host.send(f"{table}/report", who="seat-1", words="Not nice")
    return host, guest, table


def test_the_key_opens_the_pages_for_an_evening(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    her = visitor(server, "Vroni")
    assert "Host key" in her.look("/host")
    shown = her.client.post("/host", data={"mark": her.mark, "key": key_of(server)}, follow_redirects=False)

    cookie = shown.headers["set-cookie"]
    assert shown.status_code == 303
    assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/host", "Max-Age=43200"))
    assert "Host key" not in her.look("/host")
    monkeypatch.setattr(host_key, "EVENING", -1)
    assert "Host key" in her.look("/host")


def test_locking_up_ends_it(server: TestClient) -> None:
    her = landlady(server)
    her.send("/host/leave")

    assert "Host key" in her.look("/host")


@pytest.mark.parametrize("key", ["", "x", "é\x00", "😀" * 100])
def test_another_key_opens_nothing(server: TestClient, key: str) -> None:
    him = visitor(server, "Tobi")
    him.look("/host")
    answer = him.send("/host", key=key)

    assert answer.status_code == 403
    assert "This is not the key of this house." in answer.text
    assert "set-cookie" not in answer.headers


def test_a_cookie_is_good_for_one_person_one_key_and_nothing_else() -> None:
    ours, theirs = HostKey("ours"), HostKey("theirs")

    assert ours.fits(ours.cookie("anna"), "anna")
    assert not ours.fits(ours.cookie("anna"), "tobi")
    assert not ours.fits(theirs.cookie("anna"), "anna")
    assert not ours.fits("", "anna")
    assert ours.opens("ours")
    assert not ours.opens("our")


def test_the_key_is_the_same_after_the_house_was_closed(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        key = key_of(client)
        her = landlady(client)
    with house(tmp_path) as client:
        assert key_of(client) == key
        again = visitor(client)
        again.client.cookies = her.client.cookies
        assert "Host key" not in again.look("/host")
    assert re.fullmatch(r"[A-Za-z0-9]{32}", key)


def test_guessing_is_counted_apart() -> None:
    assert kinds_of("POST", "/host") == ["request", "host key"]
    assert kinds_of("GET", "/api/host/tables") == ["request", "host key"]
    assert kinds_of("GET", "/host") == ["request"]
    assert kinds_of("POST", "/host/t/abc/pause") == ["request"]


def test_the_list_has_every_table_and_what_it_waits_for(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    program(server, "Vroni").tell("/tables", game="gang")
    ended, _ = seated(server, "duel", "Kuno", "Zoé")
    landlord(server).tell(f"/host/tables/{ended}/end")
    page = landlady(server).look("/host")

    assert [name in page for name in ("Anna, Tobi", "Vroni", "Kuno, Zoé")] == [True] * 3
    assert "Waiting for Anna." in page
    assert f'href="/host{table}"' in page
    assert all(f">{stage}<" in page for stage in ("running", "open", "ended by the house"))


def test_a_table_is_paused_resumed_and_ended_by_forms(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    her = landlady(server)
    her.look(f"/host{table}")
    seen = []
    for what in ("pause", "resume", "end", "end"):
        assert her.send(f"/host{table}/{what}").status_code == 200
        seen.append((room_of(server, table).paused, room_of(server, table).stage))

    assert seen == [(True, "running"), (False, "running"), (False, "over"), (False, "over")]
    assert her.at == f"/host{table}"
    assert her.send(f"/host{table}/pause").status_code == 409
    assert "That cannot be done at this table any more." in her.page


def test_a_seat_is_given_to_a_bot_by_a_form(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    her = landlady(server)
    her.look(f"/host{table}")
    her.send(f"/host{table}/replace", seat="1", level="easy")

    assert "Resi" in her.page
    assert room_of(server, table).places[1].bot
    for seat, level in (("7", "easy"), ("²", "easy"), ("1", "divine")):
        assert her.send(f"/host{table}/replace", seat=seat, level=level).status_code == 409
        her.look(f"/host{table}")


def test_a_report_is_read_settled_and_its_culprit_barred(server: TestClient) -> None:
    host, guest, table = _reported(server)
    her = landlady(server)
    page = her.look("/host")
    assert all(words in page for words in ("Tobi", "reported by Anna", "Not nice", "You cheat"))
    number = re.search(r'name="number" value="(\d+)"', page)
    assert number
    her.send("/host/reports", number=number[1])
    assert "settled" in her.page
    tobi = room_of(server, table).places[1].person
    with guest.client.websocket_connect(f"{table}/live") as socket:
        assert socket.receive_json()["first"]
        her.send("/host/people", person=tobi)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert closed.value.code == 4403
    assert "Let Tobi in again" in her.page
    assert host.look(table)


def test_whoever_is_barred_gets_one_sentence_and_nothing_else(server: TestClient) -> None:
    _, guest, table = two_at_a_duel(server)
    tobi = room_of(server, table).places[1].person
    token = server.app.state.passport.token(tobi)  # type: ignore[attr-defined]
    landlord(server).tell(f"/host/people/{tobi}/bar")
    guest.client.headers["accept-language"] = "it"
    pages = [guest.client.get(page) for page in ("/", table, "/me", "/host", "/nowhere")]
    pages.append(guest.client.post(f"{table}/say", data={"mark": guest.mark, "said": "Hello"}))

    assert {(page.status_code, page.text) for page in pages} == {(403, "L’oste non ti lascia più entrare.")}
    assert guest.client.get("/", headers={"authorization": "Bearer x"}).status_code == 403, "behind a token, too"
    refused = Program(server, "Tobi", token).ask("/me")
    assert (refused.status_code, refused.headers["content-type"]) == (403, "application/problem+json")
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        guest.client.websocket_connect(f"{table}/live") as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4403
    assert room_of(server, table).chat == []
    assert guest.client.get("/static/house.css").status_code == 200


def test_whoever_is_let_in_again_sits_where_they_sat(server: TestClient) -> None:
    _, guest, table = two_at_a_duel(server)
    tobi = room_of(server, table).places[1].person
    landlord(server).tell(f"/host/people/{tobi}/bar")
    assert [one["name"] for one in landlord(server).ask("/host/barred").json()["people"]] == ["Tobi"]
    assert landlord(server).tell(f"/host/people/{tobi}/unbar").json() == {"people": []}

    assert "Anna" in guest.look(table)
    assert room_of(server, table).seat_of(tobi) == 1


def test_somebody_without_a_name_who_only_speaks_can_be_barred(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    stranger = visitor(server)
    stranger.look(table)
    stranger.send(f"{table}/say", said="Spam")
    her = landlady(server)
    page = her.look(f"/host{table}")
    person = room_of(server, table).chat[0][0]
    assert f'value="{person}"' in page
    her.send("/host/people", person=person, back=table.removeprefix("/t/"))

    assert her.at == f"/host{table}"
    assert stranger.client.get(table).status_code == 403


@pytest.mark.parametrize("person", ["", "../../etc", "é" * 12, "a" * 33])
def test_nobody_is_barred_by_nonsense(server: TestClient, person: str) -> None:
    her = landlady(server)

    assert her.send("/host/people", person=person).status_code == 404
    assert landlord(server).tell(f"/host/people/{person or '%20'}/bar").status_code == 404
    assert landlord(server).ask("/host/barred").json() == {"people": []}


@pytest.mark.parametrize(("address", "fields"), FORMS)
def test_forms_of_somebody_else_do_nothing(server: TestClient, address: str, fields: dict[str, str]) -> None:
    host, guest, table = _reported(server)
    her = landlady(server)
    address = address.replace("/t/{table}", table)
    before = landlord(server).ask("/host/reports").json(), room_of(server, table).saved.revision
    guest.look(table)
    attempts = [
        guest.send(address, **fields),
        her.client.post(address, data=fields),
        her.client.post(address, data={"mark": guest.mark, **fields}),
        her.client.post(address, data={"mark": her.mark, **fields}, headers={"origin": "https://evil.example"}),
    ]
    thief = visitor(server, "Thief")
    thief.client.cookies.set("stammtisch-host", her.client.cookies["stammtisch-host"], path="/host")
    attempts.append(thief.send(address, **fields))

    assert [answer.status_code for answer in attempts] == [403] * 5
    after = landlord(server).ask("/host/reports").json(), room_of(server, table).saved.revision
    assert after == before
    assert landlord(server).ask("/host/barred").json() == {"people": []}
    assert host.look(table)


def test_a_page_of_the_host_is_for_the_host(server: TestClient) -> None:
    host, _, table = two_at_a_duel(server)
    host.look(f"/host{table}")

    assert host.at == "/host"
    assert "Host key" in host.page
    assert landlady(server).client.get("/host/t/nowhere").status_code == 404


@pytest.mark.parametrize("who", ["nobody", "somebody", "Anna"])
def test_programs_of_others_do_nothing(server: TestClient, who: str) -> None:
    table, (anna, _) = seated(server, "duel", "Anna", "Tobi")
    other = {"nobody": Program(server), "somebody": Program(server, "Eve", "a-guess"), "Anna": anna}[who]
    attempts = [
        other.ask("/host/tables"),
        other.ask(f"/host/tables/{table}"),
        other.ask("/host/reports"),
        other.ask("/host/barred"),
        *(other.tell(f"/host/tables/{table}/{what}") for what in ("pause", "resume", "end")),
        other.tell(f"/host/tables/{table}/replace", seat=0),
        other.tell("/host/reports/1/settle"),
        other.tell("/host/people/abcdefghijkl/bar"),
    ]

    assert {answer.status_code for answer in attempts} == {401}
    assert {answer.headers["www-authenticate"] for answer in attempts} == {"Bearer"}
    assert landlord(server).ask(f"/host/tables/{table}").json()["table"]["stage"] == "running"


def test_the_host_key_is_nobodys_token_and_opens_nothing_else(server: TestClient) -> None:
    assert landlord(server).ask("/me").status_code == 401


def test_what_is_not_there_is_said_so(server: TestClient) -> None:
    assert landlord(server).ask("/host/tables/nowhere").status_code == 404
    assert landlord(server).tell("/host/tables/nowhere/end").status_code == 404
    assert landlord(server).tell("/host/reports/7/settle").status_code == 404


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
def test_the_host_is_spoken_to_in_the_readers_language(server: TestClient, lang: str) -> None:
    _, _, table = _reported(server)
    her = landlady(server)
    her.client.cookies.set("lang", lang)
    words = {"de": "Meldungen", "en": "Reports", "fr": "Signalements", "it": "Segnalazioni"}

    assert words[lang] in her.look("/host")
    assert her.look(f"/host{table}")
