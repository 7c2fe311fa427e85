"""Whoever has played finds their games, what they come to, and with whom; others see what they are let see."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.review.decisions import Judged
from stammtisch.club.calendar import Calendar
from stammtisch.club.statistics import moments_of, summary_text
from stammtisch.store.result_contract import DAILY, USUAL
from tests.web.drivers.host import person_of
from tests.web.drivers.page import Visitor, house, visitor
from tests.web.drivers.program import Program, registry_of
from tests.web.fixtures.results import add_result


def _text(page: str) -> str:
    """Return the words of a page's main part."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def _keep(visitor: Visitor, table: str, *seats: tuple[str, str, int], **more: Any) -> None:
    assert visitor.client.portal
    visitor.client.portal.call(partial(add_result, registry_of(visitor.client).store, table, *seats, **more))


def test_whoever_has_played_nothing_is_told_so(server: TestClient) -> None:
    anna = visitor(server, "Anna")

    assert "No game is finished yet." in _text(anna.look("/me/games"))


def test_games_are_listed_with_what_came_of_them_and_with_whom(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    me = person_of(anna)
    _keep(anna, "tableaaaaaaa", (me, "Anna", 1), ("benbenbenben", "Ben", 2))
    _keep(anna, "tablebbbbbbb", ("benbenbenben", "Ben", 1), (me, "Anna", 1), ("", "Resi", 3), game="gang")
    _keep(anna, "tablecccccccc", ("benbenbenben", "Ben", 1), ("cleocleocleo", "Cleo", 2))
    shown = _text(anna.look("/me/games"))

    assert "2 games" in shown
    assert "won; luck alone would give 0.8" in shown  # a half and a third
    assert "1.5 won" in shown
    assert "you won Anna (1), Ben (2)" in shown
    assert "you shared the win Ben (1), Anna (1), Resi (3)" in shown
    assert "Ben 2 1.5 0.5" in shown
    assert "Cleo" not in shown
    assert 'href="/t/tableaaaaaaa/replay"' in anna.page


def test_the_list_goes_by_game_and_by_pages(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    me = person_of(anna)
    for number in range(23):
        _keep(anna, f"table{number:07}", (me, f"A{number}", 1), ("", "Resi", 2), game="gang" if number == 4 else "duel")
    first = anna.look("/me/games?game=duel")
    older = re.search(r'href="(\?game=duel[^"]*before=\d+)"', first)
    assert older
    second = anna.look(f"/me/games{unescape(older[1])}")

    assert [f"A{number} " in _text(first) for number in (22, 3, 2, 1, 4)] == [True, True, True, False, False]
    assert [f"A{number} " in _text(second) for number in (22, 2, 1, 0, 4)] == [False, False, True, True, False]
    assert "Older games" not in second
    assert "A4 (1)" in _text(anna.look("/me/games?game=gang"))
    assert "A22 (1)" in _text(anna.look("/me/games?game=nonsense&before=x")), "what cannot be read is left out"


@pytest.mark.parametrize(("kind", "told"), [(USUAL, "just for fun"), (DAILY, "deal of the day")])
def test_it_is_said_why_a_game_counts_for_no_rating(kind: str, told: str, server: TestClient) -> None:
    anna = visitor(server, "Anna")
    _keep(anna, "tableaaaaaaa", (person_of(anna), "Anna", 1), ("", "Resi", 2), rated=False, kind=kind)

    assert f"· {told} Replay" in _text(anna.look("/me/games"))


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Pacific/Kiritimati", "Nov 15, 2023"), ("Etc/UTC", "Nov 14, 2023"), ("Pacific/Pago_Pago", "Nov 13, 2023")],
)
def test_games_stand_with_their_days_as_the_house_counts_them(zone: str, day: str, tmp_path: Path) -> None:
    with house(tmp_path, calendar=Calendar(ZoneInfo(zone))) as server:
        anna = visitor(server, "Anna")
        half_past_ten = datetime(2023, 11, 14, 10, 30, tzinfo=UTC).timestamp()
        _keep(anna, "tableaaaaaaa", (person_of(anna), "Anna", 1), ("", "Resi", 2), finished=half_past_ten)

        assert day in _text(anna.look("/me/games"))


def test_games_of_one_evening_stand_together_with_its_tally(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    me = person_of(anna)
    for number, (mine, theirs) in enumerate([(1, 2), (2, 1), (1, 2)]):
        seats = ((me, "Anna", mine), ("benbenbenben", "Ben", theirs))
        _keep(anna, f"table{number:07}", *seats, evening="table0000000")

    assert "One evening, 3 games; wins: Anna 2, Ben 1" in _text(anna.look("/me/games"))


def test_what_reviews_have_found_is_there_for_as_many_games_as_it_is_known(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    me, store = person_of(anna), registry_of(server).store
    assert "Look at the review of a game" not in anna.look("/me/games")
    for number in range(2):
        _keep(anna, f"table{number:07}", (me, "Anna", 1), ("", "Resi", 2))
    assert "Reviews tell luck from play." in _text(anna.look("/me/games"))
    told = summary_text({"best": (7, 0.2, 0.65), "worst": (3, 0.5, 0.41)}, (0.5, 0.3))
    assert server.portal
    server.portal.call(store.save_review, "table0000001", "summary 0", told)
    server.portal.call(store.save_review, "table0000001", "summary 1", summary_text({"best": (1, 0.0, 1.0)}))
    shown = _text(anna.look("/me/games"))

    assert "Known for 1 game, whose review was looked at." in shown
    assert "Your chances went from 20 to 65 of 100." in shown
    assert 'href="/t/table0000001/replay?step=7&amp;as=0"' in anna.page
    assert "Your chances went from 50 to 41 of 100." in shown
    assert "+50 games of 100 +30 games of 100 +20 games of 100" in shown


def test_moments_are_those_that_can_be_seen() -> None:
    def judged(step: int, chance: float, left: float, lost: float) -> Judged:
        return Judged(step, (1,), (2,), chance, left, lost, 0.01)

    game = [judged(1, 0.5, 0.4, 0.3), judged(5, 0.7, 0.6, 0.2), judged(9, 0.65, 0.65, 0.0)]

    assert moments_of(game) == {"best": (5, 0.4, 0.7), "worst": (1, 0.5, 0.4)}
    assert moments_of(game[2:]) == {}


@pytest.mark.parametrize(
    ("shown_to", "met", "stranger"),
    [("", False, False), ("met", True, False), ("all", True, True), ("x", False, False)],
)
def test_others_see_what_somebody_lets_them_see(
    server: TestClient,
    shown_to: str,
    met: bool,  # noqa: FBT001  # of a parametrized test
    stranger: bool,  # noqa: FBT001  # as above
) -> None:
    anna, ben, cleo = (visitor(server, name) for name in ("Anna", "Ben", "Cleo"))
    table = anna.open("duel")
    _keep(anna, "tableaaaaaaa", (person_of(anna), "Anna", 1), (person_of(ben), "Ben", 2))
    anna.look("/me")
    anna.send("/me", name="Anna", shown_to=shown_to)
    profile = f"{table}/profile/0"
    statuses = []
    for one in (anna, ben, cleo):
        answer = one.client.get(profile)
        statuses.append(answer.status_code)
        assert "tableaaaaaaa" not in answer.text, "which games they were nobody is told"
        assert "Ben" not in _text(answer.text)

    assert statuses == [200, 200 if met else 404, 200 if stranger else 404]
    assert (f'href="{profile}"' in ben.look(f"{table}/people")) == met
    assert (f'href="{profile}"' in cleo.look(f"{table}/people")) == stranger


def test_whom_somebody_has_blocked_sees_nothing_of_them(server: TestClient) -> None:
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    table = anna.open("duel")
    anna.look("/me")
    anna.send("/me", name="Anna", shown_to="all")
    assert ben.client.get(f"{table}/profile/0").status_code == 200
    assert server.portal
    server.portal.call(registry_of(server).store.block, person_of(anna), person_of(ben))

    assert ben.client.get(f"{table}/profile/0").status_code == 404


@pytest.mark.parametrize("barred", [False, True])
def test_nobody_sees_whom_they_have_blocked_or_whom_the_host_has_barred(server: TestClient, barred: bool) -> None:  # noqa: FBT001
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    table = anna.open("duel")
    anna.look("/me")
    anna.send("/me", name="Anna", shown_to="all")
    profile, store = f"{table}/profile/0", registry_of(server).store
    before = ben.client.get(profile).status_code, profile in ben.look(f"{table}/people")
    assert server.portal
    if barred:
        server.portal.call(store.ban, person_of(anna))
    else:
        server.portal.call(store.block, person_of(ben), person_of(anna))
    program = Program(server, "Ben", server.app.state.signer.token(person_of(ben)))  # type: ignore[attr-defined]

    assert before == (200, True)
    assert (ben.client.get(profile).status_code, profile in ben.look(f"{table}/people")) == (404, False)
    assert program.ask(f"/tables/{table.removeprefix('/t/')}/profile/0").status_code == 404


@pytest.mark.parametrize("seat", ["1", "7", "x", "-1", "99999999999"])
def test_nobody_sits_at_a_seat_that_is_free_or_not_there(server: TestClient, seat: str) -> None:
    anna = visitor(server, "Anna")
    table = anna.open("duel")

    assert anna.client.get(f"{table}/profile/{seat}").status_code == 404


def test_everything_that_is_kept_about_somebody_can_be_downloaded(server: TestClient) -> None:
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    _keep(anna, "tableaaaaaaa", (person_of(anna), "Anna", 1), (person_of(ben), "Ben", 2))
    table = anna.open("duel")
    anna.send(f"{table}/say", said="hello")
    answer = anna.client.get("/me/export")
    told = json.loads(answer.text)

    assert answer.headers["content-disposition"] == 'attachment; filename="stammtisch.json"'
    assert (told["name"], told["id"]) == ("Anna", person_of(anna))
    assert [one["said"] for one in told["said"]] == ["hello"]
    assert [one["table"] for one in told["results"]] == ["tableaaaaaaa"]
    assert told["results"][0]["you"] == 0
    assert person_of(ben) not in answer.text, "others are in it by their names"
