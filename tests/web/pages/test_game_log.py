"""The log of a long game: its page shows the newest part, and what was earlier comes on request, to each their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stammtisch.core.language import LANGUAGES, voice
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.http.identity import COOKIE
from stammtisch.web.view.scene import draw_sentence
from stammtisch.web.view.story import LOG_LINES, Story
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.fixtures.finished_game import keep_finished_game
from tests.web.fixtures.long_game import keep_long_game

STEPS = 700  # of a game that is still being played


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the house is."""
    return tmp_path_factory.mktemp("log")


@pytest.fixture(scope="module")
def tables(place: Path) -> dict[str, str]:
    """Keep a game that is played, one that is over, and a short one; return their addresses."""
    data = str(place / "house.db")
    return {
        "played": f"/t/{keep_long_game(data, 12, until=STEPS)[0]}",
        "over": f"/t/{keep_long_game(data, 3)[0]}",
        "short": f"/t/{keep_finished_game(data, 'duel', {'spaces': 1})}",
    }


@pytest.fixture(scope="module")
def client(place: Path, tables: dict[str, str]) -> Iterator[TestClient]:
    """Open the house."""
    assert tables
    with house(place) as opened:
        yield opened


def _at_seat(client: TestClient, seat: int) -> Visitor:
    """Return the browser of whoever sits there in a long game; nobody's for SPECTATOR."""
    fresh = visitor(client)
    if seat != SPECTATOR:
        fresh.client.cookies.clear()
        fresh.client.cookies.set(COOKIE, cast(Starlette, client.app).state.signer.cookie(f"guest{seat}"))
    return fresh


def _lines(page: str) -> list[str]:
    """Return the lines of the log that a page shows, titles among them, as HTML."""
    log = page.partition('<div class="log"')[2].partition("</section>")[0]
    return [title or line for title, line in re.findall(r'class="title" data-said>(.*?)</span>|<li>(.*?)</li>', log)]


def _told(story: Story) -> list[str]:
    """Return all that somebody was told who was there from the first step on, as HTML."""
    lines = dict.fromkeys(line for _ in story.go_on() for line in story.log)
    return [str(draw_sentence(line.text, story.room.game, story.language)) for line in lines]


def _earlier(page: str) -> str:
    """Return where the page's link to what was earlier leads; nowhere, if there is none."""
    found = re.search(r'<p class="earlier"><a[^>]* href="([^"]*)">(.*?)</a>', page)
    return unescape(found[1]) if found else ""


def _pages(person: Visitor, address: str) -> list[str]:
    """Return a page and all that its links to what was earlier lead to, the oldest first."""
    pages = [person.look(address)]
    while address := _earlier(pages[0]):
        pages.insert(0, person.look(address))
    return pages


@pytest.mark.parametrize("seat", [0, 3, SPECTATOR])
@pytest.mark.parametrize("which", ["played", "over"])
def test_the_page_shows_the_newest_part_and_what_was_earlier_on_request(
    client: TestClient, tables: dict[str, str], which: str, seat: int
) -> None:
    pages = [_lines(page) for page in _pages(_at_seat(client, seat), tables[which])]

    assert [len(lines) for lines in pages[1:]] == [LOG_LINES] * (len(pages) - 1)
    assert [line for lines in pages for line in lines] == _told(Story(room_of(client, tables[which]), seat, "en"))


def test_a_game_that_fits_on_its_page_has_nothing_earlier(client: TestClient, tables: dict[str, str]) -> None:
    page = _at_seat(client, SPECTATOR).look(tables["short"])

    assert 0 < len(_lines(page)) <= LOG_LINES
    assert _earlier(page) == ""


def test_each_reads_what_they_were_told_and_nobody_more(client: TestClient, tables: dict[str, str]) -> None:
    passed = {}
    for seat in (0, 1, SPECTATOR):
        pages = _pages(_at_seat(client, seat), tables["played"])
        passed[seat] = [line for page in pages for line in _lines(page) if line.startswith("You pass")]

    assert len(passed[0]) == len(passed[1]) > 1
    assert not {*passed[0]} & {*passed[1]}, "the cards that others pass are their secret"
    assert passed[SPECTATOR] == []


@pytest.mark.parametrize("eyes", ["all", "0", "spectator"])
def test_nobody_reads_a_game_with_others_eyes_before_it_is_over(
    client: TestClient, tables: dict[str, str], eyes: str
) -> None:
    person = _at_seat(client, 1)

    assert person.client.get(f"{tables['played']}/log?as={eyes}").status_code == 404
    assert person.client.get(f"{tables['over']}/log?as={eyes}").status_code == 200


@pytest.mark.parametrize("eyes", ["all", "2", "spectator"])
def test_a_replay_leads_to_what_was_earlier_as_it_was_seen_there(
    client: TestClient, tables: dict[str, str], eyes: str
) -> None:
    pages = _pages(_at_seat(client, 1), f"{tables['over']}/replay?step=200&as={eyes}")
    viewer = int(eyes) if eyes.isdecimal() else SPECTATOR
    story = Story(room_of(client, tables["over"]), viewer, "en", everything=eyes == "all", you=1)
    story.until(200)
    shown = [str(draw_sentence(line.text, story.room.game, "en")) for line in story.log[-LOG_LINES:]]

    assert _lines(pages[-1]) == shown
    lines = [line for page in pages for line in _lines(page)]
    assert len(pages) > 1
    assert lines == _told(Story(story.room, viewer, "en", everything=eyes == "all", you=1))[: len(lines)]
    assert f'href="{tables["over"]}/replay"' in pages[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_earlier_is_told_in_the_language_of_its_reader(
    client: TestClient, tables: dict[str, str], language: str
) -> None:
    told = {"de": "Runde 1", "en": "Round 1", "fr": "Manche 1", "it": "Manche 1"}
    person = _at_seat(client, SPECTATOR)
    page = person.client.get(f"{tables['played']}/log?before=90&lang={language}").text

    assert _lines(page)[0] == told[language]
    newest = person.client.get(f"{tables['played']}?lang={language}").text
    assert f">{voice('stammtisch.web', language)('Earlier')}</a></p>" in newest


@pytest.mark.parametrize("before", ["", "0", "-1", "x", "999999999", "9999999999", "1e3", "%00"])
def test_any_place_may_be_asked_for(client: TestClient, tables: dict[str, str], before: str) -> None:
    answer = _at_seat(client, SPECTATOR).client.get(f"{tables['played']}/log?before={before}")

    assert answer.status_code == 200
    assert len(_lines(answer.text)) == (0 if before == "0" else LOG_LINES)


def test_a_table_without_a_game_has_no_log(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    table = anna.open("duel")

    assert anna.client.get(f"{table}/log").status_code == 404
    assert anna.client.get("/t/nothinghere1/log").status_code == 404


def test_a_sealed_choice_is_in_nobodys_log_but_that_of_the_bluffer(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server)
    host.decide(table, "hide 2")
    logs = [_lines(one.look(f"{table}/log")) for one in (host, guest, visitor(server))]

    assert any("2" in line for line in logs[0])
    assert logs[1] == logs[2] != logs[0]
    assert not any("2" in line for line in logs[1])
