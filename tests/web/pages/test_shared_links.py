"""Links that are shared: what they say before they are opened, and the picture of a result."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from httpx2 import Response
from starlette.testclient import TestClient

from stammtisch.core.language import LANGUAGES
from tests.turned_clock import TurnedClock
from tests.web.drivers.page import house, opened, two_at_a_duel, visitor
from tests.web.fixtures.finished_game import keep_finished_game
from tests.web.houses.daily import DAY, NOON, TODAY, daily_house, play_out, sit_down

LONG = ("Wanda die Unerschrockene", "M" * 24, "<svg onload=alert(1)>", "Łódź & “Söhne”", "木村さん", "Ottokar")


def _size(picture: Response) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert picture.status_code == 200, picture.text
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture.content[16:24])
    return width, height


def _tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page))


def test_a_result_is_a_picture_in_the_readers_language(tmp_path: Path) -> None:
    table = keep_finished_game(str(tmp_path / "house.db"), "gang", {"seats": 6, "rounds": 1}, LONG)
    with house(tmp_path) as client:
        pictures = {lang: client.get(f"/t/{table}/result.png?lang={lang}") for lang in ("de", "it")}
        again = client.get(f"/t/{table}/result.png", headers={"accept-language": "de"})

    assert [_size(picture) for picture in pictures.values()] == [(1200, 630)] * 2
    assert pictures["de"].content != pictures["it"].content
    assert again.content == pictures["de"].content
    assert len(again.content) < 300_000


def test_there_is_no_picture_of_a_game_that_is_still_played_or_was_ended(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)

    assert host.client.get(f"{table}/result.png").status_code == 404
    assert host.client.get("/t/nothinghere0/result.png").status_code == 404


def test_an_invitation_has_a_picture_of_the_game(server: TestClient) -> None:
    assert _size(server.get("/rules/gang/picture.png?lang=fr")) == (1200, 630)
    assert server.get("/rules/nothing/picture.png").status_code == 404


def test_an_invitation_says_who_invites_to_what(still: TestClient) -> None:
    _, table = opened(still, "duel", "Anna")
    tags = _tags(visitor(still).look(table))

    assert tags["og:title"] == "Anna invites you to play Cockroach Duel"
    assert tags["og:description"].startswith("1 seat is free.")
    assert tags["og:url"] == f"http://testserver{table}"
    assert tags["og:image"] == "http://testserver/rules/duel/picture.png?lang=en"
    assert tags["twitter:card"] == "summary_large_image"


def test_a_link_to_a_running_game_says_who_plays_and_nothing_of_the_game(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    before = _tags(visitor(still).look(table))
    host.decide(table, "hide 2")

    assert before["og:description"] == "At the table: Anna and Tobi."
    assert _tags(host.look(table)) == _tags(visitor(still).look(table)) == before


def test_a_link_to_a_finished_game_says_the_result_in_the_language_of_whoever_asks(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "1"})
    host.play_to_the_end(table, guest)
    told = {lang: _tags(server.get(table, headers={"accept-language": lang}).text) for lang in LANGUAGES}
    bare = _tags(server.get(table, headers={"accept-language": "xx"}).text)

    assert len({tags["og:title"] for tags in told.values()}) == len(LANGUAGES)
    assert bare == told["en"]
    assert re.fullmatch("Cockroach Duel: (Anna|Tobi) wins", bare["og:title"])
    assert bare["og:image"] == f"http://testserver{table}/result.png?lang=en"
    assert _tags(server.get(f"{table}/replay?step=2").text)["og:image"] == bare["og:image"]
    assert re.search(r'data-share="[^"]+"\s+data-text="Cockroach Duel: (Anna|Tobi) wins', host.look(table))


def test_a_link_to_a_deal_of_the_day_says_what_it_is_and_never_how_it_went(tmp_path: Path) -> None:
    clock, page = TurnedClock(NOON), f"/today/duel/{TODAY}"
    with daily_house(str(tmp_path / "house.db"), clock) as server:
        anna = visitor(server, "Anna")
        before = {lang: _tags(server.get(page, headers={"accept-language": lang}).text) for lang in LANGUAGES}
        play_out(server, clock, sit_down(anna, "duel"))
        shown = anna.look(page)
        after = _tags(shown)
        picture = server.get(before["it"]["og:image"])
        clock.jump(DAY)
        next_day = _tags(server.get(page, headers={"accept-language": "en"}).text)

    assert "own-result" in shown
    assert before["en"] == after == next_day
    assert after["og:title"] == "Cockroach Duel, November\N{NO-BREAK SPACE}18,\N{NO-BREAK SPACE}2026"
    assert after["og:description"].endswith("You have one try that counts.")
    assert after["og:url"] == f"http://testserver{page}"
    assert (after["og:image"], _size(picture)) == ("http://testserver/rules/duel/picture.png?lang=en", (1200, 630))
    assert len({tags["og:title"] for tags in before.values()}) == len(LANGUAGES)
    assert len({tags["og:description"] for tags in before.values()}) == len(LANGUAGES)
