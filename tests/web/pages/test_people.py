"""Whoever is a nuisance is not heard any more by those who do not want to, and the host of the house learns of it."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.drivers.host import landlord, room_of
from tests.web.drivers.page import Visitor, house, opened, two_at_a_duel, visitor
from tests.web.drivers.program import UNLIMITED, Program
from tests.web.drivers.sockets import hear_chat_until


def _block(person: Visitor, table: str, who: str) -> None:
    person.look(f"{table}/people")
    assert person.send(f"{table}/block", who=who).status_code == 200


def test_the_page_about_the_people_of_a_table_has_everybody_else_once(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    watcher = visitor(still, "Zoé")
    watcher.look(table)
    for words in ("Hello", "Again"):
        watcher.send(f"{table}/say", said=words)
    guest.send(f"{table}/say", said="Welcome")

    names = re.findall(r"<h2>.*?</span>([^<]+)</h2>", host.look(f"{table}/people"))
    assert names == ["Tobi", "Zoé"]
    assert "Again" in host.page
    assert f'href="{table}/people#about-seat-1"' in host.look(table)
    assert re.findall(r"<h2>.*?</span>([^<]+)</h2>", watcher.look(f"{table}/people")) == ["Anna", "Tobi"]


def test_bots_are_nobodys_nuisance(still: TestClient) -> None:
    anna = visitor(still, "Anna")
    anna.play_now("duel")

    assert f"{anna.at}/people#about-seat-1" not in anna.page
    assert "apart from bots" in anna.look(f"{anna.at}/people")


def test_whoever_is_blocked_is_not_heard_on_the_page_nor_on_the_socket(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    guest.send(f"{table}/say", said="Before")
    _block(host, table, "seat-1")
    with (
        host.client.websocket_connect(f"{table}/live?heard=0") as hers,
        guest.client.websocket_connect(f"{table}/live?heard=0") as his,
    ):
        guest.send(f"{table}/say", said="After")
        host.send(f"{table}/say", said="Done")
        assert hear_chat_until(hers, "Done") == ["Done"]
        assert hear_chat_until(his, "Done") == ["Before", "After", "Done"]

    assert "</b> Before" not in host.look(table)
    assert "</b> After" not in host.page
    assert 'data-heard="3"' in host.page
    assert "</b> After" in guest.look(table)


def test_a_socket_that_is_open_already_hears_no_more_either(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    with host.client.websocket_connect(f"{table}/live") as socket:
        guest.send(f"{table}/say", said="Before")
        assert hear_chat_until(socket, "Before") == ["Before"]
        _block(host, table, "seat-1")
        guest.send(f"{table}/say", said="After")
        host.send(f"{table}/say", said="Done")
        assert hear_chat_until(socket, "Done") == ["Done"]


def test_a_game_goes_on_between_people_who_do_not_hear_each_other(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    _block(host, table, "seat-1")
    host.look(table)

    assert host.send(f"{table}/do", do="hide 2", decided=host.decided()).status_code == 200
    assert guest.decide(table, "turn 1").status_code == 200
    assert [place.name for place in room_of(still, table).places] == ["Anna", "Tobi"]


def test_nobody_is_told_of_a_block(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    pages = (table, f"{table}/people", "/me", "/")
    before = [_timeless(guest.look(page)) for page in pages]
    _block(host, table, "seat-1")

    assert [_timeless(guest.look(page)) for page in pages] == before


def test_whoever_is_blocked_finds_no_seat_at_tables_of_the_other(still: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(still)
    _block(anna, table, "seat-1")
    other = anna.open("gang", listed="on")
    vroni = visitor(still, "Vroni")
    vroni.sit(other)
    tobi.look(other)
    free, taken = tobi.send(f"{other}/sit", seat="2"), tobi.send(f"{other}/sit", seat="1")

    assert free.status_code == taken.status_code == 409
    assert free.text == taken.text, "as if the seat were taken"
    assert "This seat cannot be had." in free.text
    assert room_of(still, other).places[2].free


def test_a_program_that_is_blocked_is_answered_as_if_the_seat_were_taken(still: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(still)
    _block(anna, table, "seat-1")
    anna.open("duel")
    person = room_of(still, table).places[1].person
    client = Program(still, "Tobi", still.app.state.signer.token(person))  # type: ignore[attr-defined]
    refused = client.tell(f"/tables/{anna.at.removeprefix('/t/')}/sit", seat=1)

    assert refused.status_code == 409
    assert refused.json()["detail"] == "seat 1 cannot be had; it may be a free one of an open table"
    assert tobi.look(anna.at)


def test_open_tables_of_whom_one_blocks_are_not_listed(still: TestClient) -> None:
    tobi, table = opened(still, "duel", "Tobi", listed="on")
    anna = visitor(still, "Anna")
    assert table in anna.look("/")
    _block(anna, table, "seat-0")

    assert table not in anna.look("/")
    assert table in visitor(still, "Vroni").look("/")
    assert "Tobi" in tobi.look(table)


def test_blocking_somebody_at_ones_own_open_table_frees_the_seat(still: TestClient) -> None:
    anna, table = opened(still, "duel", listed="on")
    tobi = visitor(still, "Tobi")
    tobi.sit(table)
    _block(anna, table, "seat-1")

    assert room_of(still, table).places[1].free
    assert tobi.send(f"{table}/sit", seat="1").status_code == 409


def test_a_guest_who_blocks_the_host_takes_nobodys_seat(still: TestClient) -> None:
    _, table = opened(still, "duel", listed="on")
    tobi = visitor(still, "Tobi")
    _block(tobi, table, "seat-0")

    assert room_of(still, table).places[0].name == "Anna"


def test_another_game_is_not_played_with_somebody_who_was_blocked(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    _block(host, table, "seat-1")
    landlord(still).tell(f"/host{table.replace('/t/', '/tables/')}/end")
    host.look(table)
    host.send(f"{table}/again")

    assert [place.name for place in room_of(still, host.at).places] == ["", "Anna"]
    guest.look(host.at)
    assert guest.send(f"{host.at}/sit", seat="0").status_code == 409


def test_a_block_can_be_undone_on_ones_own_page(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    guest.send(f"{table}/say", said="Sorry")
    _block(host, table, "seat-1")
    page = host.look("/me")
    person = re.search(r'name="person" value="([^"]+)"', page)
    assert person
    assert "Tobi" in page
    host.send("/me/blocked/undo", person=person[1])

    assert host.at == "/me"
    assert "Tobi" not in host.page
    assert "</b> Sorry" in host.look(table)


def test_a_report_has_its_words_and_what_the_other_said_last(tmp_path: Path) -> None:
    with house(tmp_path, limits=UNLIMITED) as server:
        host, guest, table = two_at_a_duel(server)
        for number in range(12):
            guest.send(f"{table}/say", said=f"Rude {number}")
        host.send(f"{table}/say", said="Please stop")
        host.look(f"{table}/people")
        host.send(f"{table}/report", who="seat-1", words="  He   shouts\n" + "x" * 600)
        (report,) = landlord(server).ask("/host/reports").json()["reports"]

    assert "Thank you." in host.page
    assert (report["by"]["name"], report["about"]["name"], report["settled"]) == ("Anna", "Tobi", False)
    assert report["said"] == [f"Rude {number}" for number in range(2, 12)]
    assert report["words"].startswith("He shouts x")
    assert len(report["words"]) == 500


def test_somebody_who_only_watches_can_be_reported_and_blocked_by_a_line(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    watcher = visitor(still)
    watcher.look(table)
    watcher.send(f"{table}/say", said="I know your cards")
    host.look(f"{table}/people")
    host.send(f"{table}/report", who="line-0")
    _block(host, table, "line-0")

    assert "</b> I know your cards" not in host.look(table)
    assert "</b> I know your cards" in guest.look(table)
    assert landlord(still).ask("/host/reports").json()["reports"][0]["said"] == ["I know your cards"]


@pytest.mark.parametrize(
    "who", ["", "seat", "seat-", "seat-0", "seat-2", "seat--1", "seat-99999999999", "line-0", "line-²", "person-1"]
)
@pytest.mark.parametrize("what", ["report", "block"])
def test_forms_about_nobody_or_about_oneself_change_nothing(still: TestClient, what: str, who: str) -> None:
    host, _, table = two_at_a_duel(still)

    assert host.send(f"{table}/{what}", who=who).status_code == 404
    assert landlord(still).ask("/host/reports").json()["reports"] == []
    assert "blocked" not in host.look("/me")


@pytest.mark.parametrize("what", ["report", "block"])
def test_forms_of_others_change_nothing(still: TestClient, what: str) -> None:
    host, guest, table = two_at_a_duel(still)
    sent = host.client.post(f"{table}/{what}", data={"mark": guest.csrf_token, "who": "seat-1"})
    none = host.client.post(f"{table}/{what}", data={"who": "seat-1"})

    assert [sent.status_code, none.status_code] == [403, 403]
    assert landlord(still).ask("/host/reports").json()["reports"] == []
    assert "blocked" not in host.look("/me")


def test_nobody_undoes_the_block_of_somebody_else(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    _block(host, table, "seat-1")
    guest.look("/me")
    guest.send("/me/blocked/undo", person=room_of(still, table).places[1].person)
    guest.send("/me/blocked/undo", person=room_of(still, table).places[0].person, back="//evil.example")

    assert guest.at == "/me"
    assert "Tobi" in unescape(host.look("/me"))


def test_reports_are_counted_apart_so_that_nobody_floods_the_host(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    sent = [host.client.post(f"{table}/report", data={"mark": host.csrf_token, "who": "seat-1"}) for _ in range(7)]

    assert [answer.status_code for answer in sent] == [200] * 5 + [429] * 2


def _timeless(page: str) -> str:
    """Return a page without the second in which it was made."""
    return re.sub(r'data-now="\d+"', "", page)
