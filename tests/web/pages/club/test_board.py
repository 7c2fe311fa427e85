"""The board of the house: what its page and its endpoint tell, to whom, in every language, and when it is bare."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from stammtisch.club.audience import MET
from tests.store.test_result_contract import finish, result
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import landlady, landlord, person_of
from tests.web.drivers.page import Visitor, visitor
from tests.web.drivers.program import Program, registry_of
from tests.web.houses.daily import DAY, NOON, daily_house, play_out, sit_down
from tests.web.houses.two_servers import Two, duel


def _paper(page: str, kind: str) -> str:
    """Return the words of a paper on the board; empty if it does not hang there."""
    found = re.search(rf'<section class="paper {kind}".*?</section>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found[0])).split()) if found else ""


def _played_together(still: TestClient) -> tuple[Visitor, Visitor]:
    """Return two of whom the first has won a duel just now."""
    anna, tobi = visitor(still, "Anna"), visitor(still, "Tobi")
    registry = registry_of(still)
    told = result("a duel", person_of(anna), person_of(tobi), finished=registry.clock.now())
    named = tuple(replace(seat, name=name) for seat, name in zip(told.seats, ("Anna", "Tobi"), strict=True))
    assert still.portal
    still.portal.call(finish, registry.store, replace(told, seats=named))
    for person in (anna, tobi):
        still.portal.call(registry.store.save_shown_to, person_of(person), MET)
    return anna, tobi


def test_a_bare_board_invites_to_sit_down(still: TestClient) -> None:
    page = visitor(still).look("/board")

    assert "The lamp is lit, and the board is bare." in _paper(page, "bare")
    assert [_paper(page, kind) for kind in ("played", "won", "streaks", "new", "tables")] == [""] * 5


def test_the_deal_of_the_day_hangs_there(still: TestClient) -> None:
    assert 'class="paper deal" href="/today"' in visitor(still).look("/board")


def test_it_says_how_many_have_played_todays_deal_and_how_much_of_it_the_reader_has(tmp_path: Path) -> None:
    clock = TurnedClock(NOON)
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna, ben = visitor(house, "Anna"), visitor(house, "Ben")
        assert "has played today" not in anna.look("/board")
        for person in (anna, ben):
            play_out(house, clock, sit_down(person, "duel"))
        begun = sit_down(visitor(house, "Cleo"), "duel")
        told = " ".join(re.sub(r"<[^>]*>", " ", anna.look("/board")).split())

        assert "2 people have played today. You have played 1 of 4." in told, "a try that goes on does not count"
        assert begun not in anna.page
        assert "You have played" not in visitor(house).look("/board")
        assert house.get("/api/board").json()["deal_players"] == 2
        clock.jump(DAY)
        assert house.get("/api/board").json()["deal_players"] == 0


def test_the_start_page_leads_to_the_board(still: TestClient) -> None:
    assert 'href="/board"' in visitor(still).look("/")


def test_what_was_played_is_counted_and_told_to_those_who_were_there(still: TestClient) -> None:
    anna, _ = _played_together(still)
    page = anna.look("/board")

    assert "1 game was finished" in _paper(page, "played")
    assert "Cockroach Duel 1" in _paper(page, "played")
    assert "Anna won against Tobi" in _paper(page, "won")
    assert {name in _paper(page, "new") for name in ("Anna", "Tobi")} == {True}
    assert "Luck is well spread" in _paper(page, "streaks")
    assert _paper(page, "bare") == ""


def test_strangers_read_how_much_was_played_and_by_nobody_whom_they_do_not_know(still: TestClient) -> None:
    _played_together(still)
    zoe = visitor(still, "Zoe")
    page = zoe.look("/board")

    assert "1 game was finished" in _paper(page, "played")
    assert "2 newcomers keep to themselves." in _paper(page, "new")
    assert "Anna" not in page
    assert "Tobi" not in page
    assert _facts(still)["newcomers"] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", ("Schwarzes Brett", "1 Partie wurde beendet", "Anna hat gegen Tobi gewonnen")),
        ("fr", ("Le tableau", "1 partie terminée", "Anna l’emporte contre Tobi")),
        ("it", ("La bacheca", "1 partita finita", "Anna ha vinto")),
    ],
)
def test_the_board_speaks_the_language_of_its_reader(language: str, told: tuple[str, ...], still: TestClient) -> None:
    anna, _ = _played_together(still)
    anna.client.headers["accept-language"] = language
    page = unescape(anna.look("/board"))

    assert [words in page for words in told] == [True] * 3


def test_a_name_on_the_board_is_what_they_are_called_now_and_cannot_break_the_page(still: TestClient) -> None:
    anna, tobi = _played_together(still)
    tobi.look("/me")
    tobi.send("/me", name="<b>Theo</b>")

    assert "&lt;b&gt;Theo&lt;/b&gt;" in anna.look("/board")
    assert "Tobi" not in anna.page


def test_whoever_shows_themselves_to_nobody_is_called_what_they_were_called_at_the_table(still: TestClient) -> None:
    anna, tobi = _played_together(still)
    tobi.look("/me")
    tobi.send("/me", name="Theo", shown_to="")
    told = _facts(still, still.app.state.signer.token(person_of(anna)))  # type: ignore[attr-defined]

    assert "Anna won against Tobi" in _paper(anna.look("/board"), "won")
    assert told["finished"][0]["others"] == ["Tobi"]
    assert "Theo" not in anna.page


def test_public_tables_hang_on_the_board_but_not_those_of_whom_one_has_blocked(still: TestClient) -> None:
    anna, tobi = visitor(still, "Anna"), visitor(still, "Tobi")
    table = anna.open("gang", listed="yes")
    anna.open("duel")
    listed = _paper(tobi.look("/board"), "tables")
    assert "Gang of Crooks" in listed
    assert "Cockroach Duel" not in listed
    assert f'href="{table}"' in tobi.page
    tobi.look(table)
    tobi.send(f"{table}/sit", seat="1")
    tobi.look(f"{table}/people")
    tobi.send(f"{table}/block", who="seat-0")

    assert _paper(tobi.look("/board"), "tables") == ""


def test_the_notice_hangs_on_the_board_too(still: TestClient) -> None:
    landlady(still).send("/host/notice", notice="Friday\nat eight")

    assert "<p>Friday\nat eight</p>" in visitor(still).look("/board")


def test_a_week_later_nothing_of_it_is_left(still: TestClient, clock: TurnedClock) -> None:
    anna, _ = _played_together(still)
    assert "1 game was finished" in _paper(anna.look("/board"), "played")
    clock.advance(7 * 86_400)

    assert "the board is bare" in _paper(anna.look("/board"), "bare")


def _facts(house: TestClient, token: str = "") -> Any:
    return Program(house, "", token).ask("/board").json()


def test_programs_read_the_same(still: TestClient, clock: TurnedClock) -> None:
    landlord(still).tell("/host/name", name="The Crooked Hat")
    anna, _ = _played_together(still)
    told = _facts(still, still.app.state.signer.token(person_of(anna)))  # type: ignore[attr-defined]

    assert told["sign"] == {"name": "The Crooked Hat", "notice": "", "at": None}
    assert [day["games"] for day in told["days"]] == [{}] * 6 + [{"duel": 1}]
    assert {*told["newcomers"]} == {"Anna", "Tobi"}
    assert (told["streaks"], told["unseen"]) == ([], 0)
    assert told["finished"] == [{"game": "duel", "finished": int(clock.now()), "winners": ["Anna"], "others": ["Tobi"]}]
    assert told["tables"] == []
    assert _facts(still)["finished"] == []


def test_a_game_that_ends_at_one_server_is_told_of_at_the_other(two: Two) -> None:
    anna, tobi, table = duel(two, **{"o-spaces": "1"})
    anna.play_to_the_end(table, tobi)

    played = [[day["games"] for day in _facts(server)["days"] if day["games"]] for server in two]
    assert played == [[{"duel": 1}]] * 2, "today, or yesterday if midnight has just been"
    assert "won against" in _paper(tobi.look("/board"), "won")
