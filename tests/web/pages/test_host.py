"""The pages of the host of the house: who gets in, what they show, what they do, and for whom they do nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from stammtisch.web.http.host_key import EVENING, HostKey
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import key_of, landlady, landlord, room_of
from tests.web.drivers.page import HERE, Visitor, house, two_at_a_duel, visitor
from tests.web.drivers.program import Program, program, seated
from tests.web.drivers.sockets import closed_at_once, hear_end, hear_first

FORMS = [
    ("/host/leave", {}),
    ("/host/people", {"person": "abcdefghijkl"}),
    ("/host/reports", {"number": "1"}),
    ("/host/name", {"name": "Mine"}),
    ("/host/notice", {"notice": "Mine"}),
    ("/host/t/{table}/pause", {}),
    ("/host/t/{table}/resume", {}),
    ("/host/t/{table}/end", {}),
    ("/host/t/{table}/replace", {"seat": "1", "level": "easy"}),
]


def _reported(still: TestClient) -> tuple[Visitor, Visitor, str]:
    host, guest, table = two_at_a_duel(still)
    guest.send(f"{table}/say", said="You cheat")
    host.look(f"{table}/people")
    host.send(f"{table}/report", who="seat-1", words="Not nice")
    return host, guest, table


def test_the_key_opens_the_pages_for_an_evening(still: TestClient, clock: TurnedClock) -> None:
    her = visitor(still, "Vroni")
    assert "Host key" in her.look("/host")
    shown = her.client.post("/host", data={"mark": her.csrf_token, "key": key_of(still)}, follow_redirects=False)

    cookie = shown.headers["set-cookie"]
    assert shown.status_code == 303
    assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/host", "Max-Age=43200"))
    clock.advance(EVENING)
    assert "Host key" not in her.look("/host")
    clock.advance(1.0)
    assert "Host key" in her.look("/host")


def test_locking_up_ends_it(still: TestClient) -> None:
    her = landlady(still)
    her.send("/host/leave")

    assert "Host key" in her.look("/host")


def test_over_tls_the_cookie_has_a_name_that_nobody_else_can_set(still: TestClient) -> None:
    over_tls = TestClient(still.app, base_url="https://testserver", client=HERE)
    over_tls.portal = still.portal
    her = Visitor(over_tls)
    her.look("/host")
    shown = over_tls.post("/host", data={"mark": her.csrf_token, "key": key_of(still)}, follow_redirects=False)
    cookie = shown.headers["set-cookie"].split("; ")

    assert cookie[0].startswith("__Host-stammtisch-host=")
    assert {"HttpOnly", "SameSite=strict", "Path=/", "Secure", "Max-Age=43200"} <= {*cookie}
    assert "Host key" not in her.look("/host")
    her.send("/host/leave")
    assert "Host key" in her.page


@pytest.mark.parametrize("key", ["", "x", "é\x00", "😀" * 100])
def test_another_key_opens_nothing(still: TestClient, key: str) -> None:
    him = visitor(still, "Tobi")
    him.look("/host")
    answer = him.send("/host", key=key)

    assert answer.status_code == 403
    assert "This is not the key of this house." in answer.text
    assert "set-cookie" not in answer.headers


def test_a_cookie_is_good_for_one_person_one_key_and_nothing_else() -> None:
    ours, theirs = (HostKey(key, TurnedClock()) for key in ("ours", "theirs"))

    assert ours.is_cookie_of(ours.cookie("anna"), "anna")
    assert not ours.is_cookie_of(ours.cookie("anna"), "tobi")
    assert not ours.is_cookie_of(theirs.cookie("anna"), "anna")
    assert not ours.is_cookie_of("", "anna")
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


def test_guessing_is_counted_apart(tmp_path: Path) -> None:
    guess = {"authorization": "Bearer guess"}
    with TestClient(make_app(tmp_path / "house.db"), client=("203.0.113.9", 5000)) as far:
        guesses = [far.get("/api/host/tables", headers=guess).status_code for _ in range(70)]
        form, others = far.post("/host", data={"key": "guess"}), far.get("/host")

    assert {*guesses} == {401, 429}
    assert (form.status_code, others.status_code) == (429, 200)


def test_the_list_has_every_table_and_what_it_waits_for(still: TestClient) -> None:
    _, _, table = two_at_a_duel(still)
    program(still, "Vroni").tell("/tables", game="gang")
    ended, _ = seated(still, "duel", "Kuno", "Zoé")
    landlord(still).tell(f"/host/tables/{ended}/end")
    page = landlady(still).look("/host")

    assert [name in page for name in ("Anna, Tobi", "Vroni", "Kuno, Zoé")] == [True] * 3
    assert "Waiting for Anna." in page
    assert f'href="/host{table}"' in page
    assert all(f">{stage}<" in page for stage in ("running", "open", "ended by the house"))


def test_a_table_is_paused_resumed_and_ended_by_forms(still: TestClient) -> None:
    _, _, table = two_at_a_duel(still)
    her = landlady(still)
    her.look(f"/host{table}")
    seen = []
    for what in ("pause", "resume", "end", "end"):
        assert her.send(f"/host{table}/{what}").status_code == 200
        seen.append((room_of(still, table).paused, room_of(still, table).stage))

    assert seen == [(True, "running"), (False, "running"), (False, "over"), (False, "over")]
    assert her.at == f"/host{table}"
    assert her.send(f"/host{table}/pause").status_code == 409
    assert "That cannot be done at this table any more." in her.page


def test_a_seat_is_given_to_a_bot_by_a_form(still: TestClient) -> None:
    _, _, table = two_at_a_duel(still)
    her = landlady(still)
    her.look(f"/host{table}")
    her.send(f"/host{table}/replace", seat="1", level="easy")

    assert "Resi" in her.page
    assert room_of(still, table).places[1].bot
    for seat, level in (("7", "easy"), ("²", "easy"), ("1", "divine")):
        assert her.send(f"/host{table}/replace", seat=seat, level=level).status_code == 409
        her.look(f"/host{table}")


def test_a_report_is_read_settled_and_its_culprit_barred(still: TestClient) -> None:
    host, guest, table = _reported(still)
    her = landlady(still)
    page = her.look("/host")
    assert all(words in page for words in ("Tobi", "reported by Anna", "Not nice", "You cheat"))
    number = re.search(r'name="number" value="(\d+)"', page)
    assert number
    her.send("/host/reports", number=number[1])
    assert "settled" in her.page
    tobi = room_of(still, table).places[1].person
    with guest.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        her.send("/host/people", person=tobi)
        assert hear_end(socket) == 4403

    assert "Let Tobi in again" in her.page
    assert host.look(table)


def test_whoever_is_barred_gets_one_sentence_and_nothing_else(still: TestClient) -> None:
    _, guest, table = two_at_a_duel(still)
    tobi = room_of(still, table).places[1].person
    token = still.app.state.signer.token(tobi)  # type: ignore[attr-defined]
    landlord(still).tell(f"/host/people/{tobi}/bar")
    guest.client.headers["accept-language"] = "it"
    pages = [guest.client.get(page) for page in ("/", table, "/me", "/host", "/nowhere")]
    pages.append(guest.client.post(f"{table}/say", data={"mark": guest.csrf_token, "said": "Hello"}))

    assert {(page.status_code, page.text) for page in pages} == {(403, "L’oste non ti lascia più entrare.")}
    assert guest.client.get("/", headers={"authorization": "Bearer x"}).status_code == 403, "behind a token, too"
    refused = Program(still, "Tobi", token).ask("/me")
    assert (refused.status_code, refused.headers["content-type"]) == (403, "application/problem+json")
    assert closed_at_once(guest.client, f"{table}/live") == 4403
    assert room_of(still, table).chat == []
    assert guest.client.get("/static/styles/theme.css").status_code == 200


def test_whoever_is_let_in_again_sits_where_they_sat(still: TestClient) -> None:
    _, guest, table = two_at_a_duel(still)
    tobi = room_of(still, table).places[1].person
    landlord(still).tell(f"/host/people/{tobi}/bar")
    assert [one["name"] for one in landlord(still).ask("/host/barred").json()["people"]] == ["Tobi"]
    assert landlord(still).tell(f"/host/people/{tobi}/unbar").json() == {"people": []}

    assert "Anna" in guest.look(table)
    assert room_of(still, table).seat_of(tobi) == 1


def test_somebody_without_a_name_who_only_speaks_can_be_barred(still: TestClient) -> None:
    _, _, table = two_at_a_duel(still)
    stranger = visitor(still)
    stranger.look(table)
    stranger.send(f"{table}/say", said="Spam")
    her = landlady(still)
    page = her.look(f"/host{table}")
    person = room_of(still, table).chat[0][0]
    assert f'value="{person}"' in page
    her.send("/host/people", person=person, back=table.removeprefix("/t/"))

    assert her.at == f"/host{table}"
    assert stranger.client.get(table).status_code == 403


@pytest.mark.parametrize("person", ["", "../../etc", "é" * 12, "a" * 33])
def test_nobody_is_barred_by_nonsense(still: TestClient, person: str) -> None:
    her = landlady(still)

    assert her.send("/host/people", person=person).status_code == 404
    assert landlord(still).tell(f"/host/people/{person or '%20'}/bar").status_code == 404
    assert landlord(still).ask("/host/barred").json() == {"people": []}


@pytest.mark.parametrize(("address", "fields"), FORMS)
def test_forms_of_somebody_else_do_nothing(still: TestClient, address: str, fields: dict[str, str]) -> None:
    host, guest, table = _reported(still)
    her = landlady(still)
    address = address.replace("/t/{table}", table)
    before = landlord(still).ask("/host/reports").json(), room_of(still, table).saved.revision
    guest.look(table)
    attempts = [
        guest.send(address, **fields),
        her.client.post(address, data=fields),
        her.client.post(address, data={"mark": guest.csrf_token, **fields}),
        her.client.post(address, data={"mark": her.csrf_token, **fields}, headers={"origin": "https://evil.example"}),
    ]
    thief = visitor(still, "Thief")
    thief.client.cookies.set("stammtisch-host", her.client.cookies["stammtisch-host"], path="/host")
    attempts.append(thief.send(address, **fields))

    assert [answer.status_code for answer in attempts] == [403] * 5
    after = landlord(still).ask("/host/reports").json(), room_of(still, table).saved.revision
    assert after == before
    assert landlord(still).ask("/host/barred").json() == {"people": []}
    assert host.look(table)


def test_a_page_of_the_host_is_for_the_host(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    host.look(f"/host{table}")

    assert host.at == "/host"
    assert "Host key" in host.page
    assert landlady(still).client.get("/host/t/nowhere").status_code == 404


@pytest.mark.parametrize("who", ["nobody", "somebody", "Anna"])
def test_programs_of_others_do_nothing(still: TestClient, who: str) -> None:
    table, (anna, _) = seated(still, "duel", "Anna", "Tobi")
    other = {"nobody": Program(still), "somebody": Program(still, "Eve", "a-guess"), "Anna": anna}[who]
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
    assert landlord(still).ask(f"/host/tables/{table}").json()["table"]["stage"] == "running"


def test_the_host_key_is_nobodys_token_and_opens_nothing_else(still: TestClient) -> None:
    assert landlord(still).ask("/me").status_code == 401


def test_what_is_not_there_is_said_so(still: TestClient) -> None:
    assert landlord(still).ask("/host/tables/nowhere").status_code == 404
    assert landlord(still).tell("/host/tables/nowhere/end").status_code == 404
    assert landlord(still).tell("/host/reports/7/settle").status_code == 404


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
def test_the_host_is_spoken_to_in_the_readers_language(still: TestClient, lang: str) -> None:
    _, _, table = _reported(still)
    her = landlady(still)
    her.client.cookies.set("lang", lang)
    words = {"de": "Meldungen", "en": "Reports", "fr": "Signalements", "it": "Segnalazioni"}

    assert words[lang] in her.look("/host")
    assert her.look(f"/host{table}")
