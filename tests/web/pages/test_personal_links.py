"""Personal links: good once and for a quarter of an hour, and nobody becomes somebody else without being asked."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from tests.turned_clock import TurnedClock
from tests.web.drivers.page import Visitor, opened, two_at_a_duel, visitor
from tests.web.drivers.program import UNLIMITED

MINUTES = 15


def _link_of(person: Visitor) -> str:
    """Let somebody make a personal link, and return its path."""
    person.look("/me")
    person.send("/me/link")
    found = re.search(r'value="http://testserver(/me/link/\w+)"', person.page)
    assert found, "a link"
    return found[1]


def _name_of(person: Visitor) -> str:
    """Return who somebody is, by their own page."""
    found = re.search(r'<input name="name" value="([^"]*)"', person.look("/me"))
    assert found
    return found[1]


def test_a_personal_link_makes_another_device_ones_own(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    link = _link_of(host)
    phone = visitor(still)
    assert "Shall this device become Anna?" in phone.look(link)
    phone.send(link)

    assert _name_of(phone) == "Anna"
    phone.look(table)
    assert set(phone.offered()) == {"hide 1", "hide 2", "hide 3", "hide 4"}


def test_no_page_shows_a_link_before_it_is_asked_for(still: TestClient) -> None:
    anna = visitor(still, "Anna")
    cookie = anna.client.cookies["stammtisch"]

    assert "/me/link/" not in anna.look("/me")
    assert cookie not in anna.page
    _link_of(anna)
    assert cookie not in anna.page


def test_a_link_is_good_once_and_for_a_quarter_of_an_hour(place: str, clock: TurnedClock) -> None:
    with TestClient(make_app(place, UNLIMITED, clock=clock), base_url="http://testserver") as server:
        anna, phone, thief = visitor(server, "Anna"), visitor(server), visitor(server, "Thea")
        link = _link_of(anna)
        clock.advance(60 * MINUTES - 1)
        phone.look(link)
        assert phone.send(link).status_code == 200
        thief.look("/me")
        assert thief.send(link).status_code == 410
        assert thief.client.get(link).status_code == 410
        assert _name_of(thief) == "Thea"

        link = _link_of(anna)
        clock.advance(60 * MINUTES)
        thief.look("/me")
        assert thief.send(link).status_code == 410
        assert "This link is out of date." in thief.page


def test_a_newer_link_ends_the_older_one(still: TestClient) -> None:
    anna, phone = visitor(still, "Anna"), visitor(still)
    older, newer = _link_of(anna), _link_of(anna)

    assert phone.client.get(older).status_code == 410
    assert phone.client.get(newer).status_code == 200


def test_whoever_follows_a_link_is_asked_and_told_what_they_would_lose(still: TestClient) -> None:
    mallory = visitor(still, "Mallory")
    victim, table = opened(still, "duel", name="Tobi")
    link = _link_of(mallory)
    page = victim.look(link)

    assert "Shall this device become Mallory?" in page
    assert "Now it is Tobi." in page
    assert f'href="{table}"' in page
    assert "Go on only if you made this link yourself" in page
    assert _name_of(victim) == "Tobi"  # looking has changed nothing
    assert "Shall this device" in victim.look(link)  # nor used the link up


def test_a_form_that_somebody_else_made_changes_nobody(still: TestClient) -> None:
    mallory, victim = visitor(still, "Mallory"), visitor(still, "Tobi")
    link = _link_of(mallory)
    sent: list[dict[str, str]] = [{}, {"mark": ""}, {"mark": mallory.csrf_token}]

    assert [victim.client.post(link, data=fields).status_code for fields in sent] == [403] * 3
    foreign = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    assert victim.client.post(link, data={"mark": victim.csrf_token}, headers=foreign).status_code == 403
    assert _name_of(victim) == "Tobi"
    victim.look(link)
    assert victim.send(link).status_code == 200  # it was not used up either
    assert _name_of(victim) == "Mallory"


def test_old_links_that_were_good_for_ever_say_how_to_get_a_new_one(still: TestClient) -> None:
    anna, phone = visitor(still, "Anna"), visitor(still, "Tobi")
    old = f"/me/{anna.client.cookies['stammtisch']}"
    answer = phone.client.get(old)

    assert answer.status_code == 410
    assert "This link is out of date." in answer.text
    assert phone.client.post(old, data={"mark": phone.csrf_token}).status_code == 405
    assert _name_of(phone) == "Tobi"


def test_what_was_never_a_link_is_out_of_date_over_both_stores(place: str, clock: TurnedClock) -> None:
    with TestClient(make_app(place, UNLIMITED, clock=clock), base_url="http://testserver") as server:
        anna = visitor(server, "Anna")
        link = _link_of(anna)
        assert anna.client.get(f"{link}%00").status_code == 400  # as every path with control characters
        for strange in (f"{link}x", link[:-1], f"{link[:-1]}%C3%A9", f"{link}'"):
            assert anna.client.get(strange).status_code == 410
            assert anna.client.post(strange, data={"mark": anna.csrf_token}).status_code == 410


def test_ones_own_link_says_that_nothing_changes(still: TestClient) -> None:
    anna = visitor(still, "Anna")

    assert "This device is yours already, Anna." in anna.look(_link_of(anna))
