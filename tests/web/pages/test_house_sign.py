"""The host names the house and posts a notice: by a form, a program or a command; and everybody reads it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from stammtisch.core.language import LANGUAGES
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import landlady, landlord
from tests.web.drivers.page import Visitor, two_at_a_duel, visitor
from tests.web.drivers.program import Program
from tests.web.houses.two_servers import Two

NOTICE = "Friday: gang at eight\n<b>bring</b> https://example.org"


def _titles(anna: Visitor, *addresses: str) -> set[str]:
    pages = [anna.look(address) for address in addresses]
    return {unescape(found[1]) for page in pages for found in re.finditer(r"<title>(.*?)</title>", page)}


def _bar(page: str) -> str:
    found = re.search(r'<a class="home".*?<span class="\w*">(.*?)</span></a>', page, re.DOTALL)
    assert found
    return unescape(found[1])


def _slip(page: str) -> str:
    found = re.search(r'<section class="slip".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def test_a_house_that_nobody_has_named_is_called_as_ever_and_shows_no_notice(still: TestClient) -> None:
    anna = visitor(still)

    assert _titles(anna, "/") == {"Stammtisch"}
    assert _titles(anna, "/rules/duel") == {"Rules of Cockroach Duel · Stammtisch"}
    assert _bar(anna.look("/")) == "Stammtisch"
    assert _slip(anna.page) == ""


def test_the_name_stands_in_the_bar_in_titles_and_in_what_links_say(still: TestClient) -> None:
    her = landlady(still)
    her.send("/host/name", name="  Zum <i>  „Krummen Hut“ ")
    anna, _, table = two_at_a_duel(still)
    name = "Zum <i> „Krummen Hut“"

    assert _titles(anna, "/") == {name}
    assert _titles(anna, "/today", "/me/games", "/me/forget", "/ratings/duel", "/board") == {
        *(f"{page} · {name}" for page in ("Deal of the day", "Your games", "Be forgotten here", "The board")),
        f"Ratings · Cockroach Duel · {name}",
    }
    assert _titles(anna, table, "/rules/duel", "/new/duel") == {
        f"{what} · {name}" for what in ("Cockroach Duel", "Rules of Cockroach Duel", "A table for Cockroach Duel")
    }
    assert _titles(her, "/host") == {f"The host of the house · {name}"}
    assert {_bar(anna.look(address)) for address in ("/", "/me", table)} == {name}
    assert '<meta property="og:site_name" content="Zum &lt;i&gt; „Krummen Hut“">' in anna.page
    assert _bar(anna.look("/nowhere")) == name
    her.send("/host/name", name=" ")
    assert _titles(anna, "/") == {"Stammtisch"}


@pytest.mark.parametrize("name", ["x" * 33, "\u3164", "a\u0300\u0301\u0302\u0303\u0304"])
def test_a_name_that_cannot_be_shown_is_refused_and_what_was_typed_stays_in_the_form(
    still: TestClient, name: str
) -> None:
    her = landlady(still)
    her.send("/host/name", name="The Crooked Hat")
    her.look("/host")

    assert her.send("/host/name", name=name).status_code == 422
    assert "A name has up to 32 letters, and all of them can be seen." in her.page
    assert f'value="{name}"' in her.page
    assert _titles(her, "/") == {"The Crooked Hat"}


@pytest.mark.parametrize(
    ("language", "day"),
    [("de", "14. November 2023"), ("en", "November 14, 2023"), ("fr", "14 novembre 2023"), ("it", "14 novembre 2023")],
)
def test_a_notice_is_read_as_it_was_typed_with_its_day_and_nothing_in_it_is_a_link(
    still: TestClient, language: str, day: str
) -> None:
    landlady(still).send("/host/notice", notice=NOTICE.replace("\n", "\r\n"))
    anna = visitor(still)
    anna.client.headers["accept-language"] = language
    slip = _slip(anna.look("/"))

    assert language in LANGUAGES
    assert "<p>Friday: gang at eight\n&lt;b&gt;bring&lt;/b&gt; https://example.org</p>" in slip
    assert f"<small>{day}</small>" in slip
    assert "<a" not in slip


def test_a_notice_can_be_taken_down(still: TestClient) -> None:
    her = landlady(still)
    assert "Take it down" not in her.look("/host")
    her.send("/host/notice", notice=NOTICE)
    assert "Take it down" in her.page
    her.send("/host/notice")

    assert _slip(her.look("/")) == ""


def test_a_notice_that_is_too_long_is_refused_and_stays_in_the_form(still: TestClient) -> None:
    her = landlady(still)
    her.send("/host/notice", notice=NOTICE)

    assert her.send("/host/notice", notice="y" * 601).status_code == 422
    assert "A notice has up to 600 letters, in a dozen lines." in her.page
    assert f">{'y' * 601}</textarea>" in her.page
    assert "Friday" in _slip(her.look("/"))


def test_programs_of_the_host_put_up_the_same(still: TestClient, clock: TurnedClock) -> None:
    him = landlord(still)
    assert him.ask("/host/sign").json() == {"name": "", "notice": "", "at": None}
    him.tell("/host/name", name=" The  Crooked Hat")
    told = him.tell("/host/notice", notice=NOTICE).json()

    assert told == him.ask("/host/sign").json()
    assert told == {"name": "The Crooked Hat", "notice": NOTICE, "at": int(clock.now())}
    assert _titles(visitor(still), "/") == {"The Crooked Hat"}
    assert him.tell("/host/name", name="").json()["name"] == ""
    assert him.tell("/host/notice", notice="").json() == {"name": "", "notice": "", "at": None}
    assert [act["what"] for act in him.ask("/host/audit").json()["acts"]] == ["notice", "name", "notice", "name"]


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        ("/host/name", {"name": "x" * 33}, "a name has 33 letters; it may have 1 to 32"),
        ("/host/notice", {"notice": "x" * 601}, "the notice has 601 letters; it may have up to 600"),
        ("/host/notice", {}, "notice"),
    ],
)
def test_programs_are_told_what_is_wrong(still: TestClient, path: str, body: dict[str, str], problem: str) -> None:
    answer = landlord(still).tell(path, **body)

    assert answer.status_code == 422
    assert problem in answer.json()["detail"]


def test_nobody_but_the_host_puts_anything_up(still: TestClient) -> None:
    stranger = Program(still, "Tobi", "x")

    assert {stranger.tell(path, name="Mine", notice="Mine").status_code for path in ("/host/name", "/host/notice")} == {
        401
    }
    assert stranger.ask("/host/sign").status_code == 401
    assert _titles(visitor(still), "/") == {"Stammtisch"}


def test_what_is_put_up_at_one_server_is_read_at_the_other(two: Two) -> None:
    landlord(two[0]).tell("/host/name", name="The Crooked Hat")
    landlord(two[0]).tell("/host/notice", notice=NOTICE)

    assert _bar(visitor(two[1]).look("/")) == "The Crooked Hat"
    assert "Friday" in _slip(visitor(two[1]).look("/"))


def test_a_picture_that_is_shared_carries_the_name(still: TestClient) -> None:
    before = still.get("/rules/duel/picture.png").content
    landlady(still).send("/host/name", name="The Crooked Hat")

    assert still.get("/rules/duel/picture.png").content != before
