"""Ways to see the cards of the day twice, before their time or at somebody else's table: none of them gains a thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.turned_clock import TurnedClock
from tests.web.drivers.host import person_of, room_of
from tests.web.drivers.page import Visitor, visitor
from tests.web.drivers.program import Program, program, registry_of
from tests.web.drivers.sockets import closed_at_once
from tests.web.houses.daily import (
    DAY,
    NOON,
    TODAY,
    ask,
    daily_house,
    deal_at,
    old_friend,
    play_out,
    sit_down,
    steps_of,
    wait_for_turn,
)
from tests.web.houses.two_servers import elsewhere


@pytest.fixture
def clock() -> TurnedClock:
    """Return a clock that stands at noon, eight days before the day of the tests."""
    return TurnedClock(NOON - 8 * DAY)


def _tries(house: TestClient) -> list[tuple[str, bool]]:
    """Return whose tries at the duel there are, and whether each is in the list."""
    registry = registry_of(house)
    duel = next(game for game in registry.daily.games() if game.NAME == "duel")
    return [(one.name, one.known) for one in ask(house, registry.daily.entries, duel, TODAY, "")]


def test_a_second_device_has_no_second_try_whether_it_comes_before_the_first_or_after(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        phone = visitor(house, "Ännchen")
        looked = sit_down(phone, "duel")
        play_out(house, clock, looked)
        anna.look("/me")
        anna.send("/me/link")
        link = re.search(r'value="http://testserver(/me/link/\w+)"', anna.page)
        assert link
        phone.look(link[1])
        phone.send(link[1])
        assert person_of(phone) == person_of(anna)

        table = sit_down(phone, "duel")
        assert sit_down(anna, "duel") == table != looked
        play_out(house, clock, table)
        assert sit_down(phone, "duel") == sit_down(anna, "duel") == table
        assert sorted(_tries(house)) == [("Anna", True), ("Ännchen", False)], "what was looked at first stands apart"


def test_whoever_is_forgotten_and_comes_back_is_somebody_new_who_stands_apart(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        table = sit_down(anna, "duel")
        play_out(house, clock, table)
        assert anna.send("/me/forget", sure="yes").status_code == 200
        anna.look("/me")
        anna.send("/me", name="Anna")

        assert f"/t/{table}" not in anna.look("/today")
        assert anna.client.get(table).status_code == 404, "the try is a stranger's now"
        play_out(house, clock, sit_down(anna, "duel"))
        assert sorted(_tries(house)) == [("", False), ("Anna", False)]
        assert "Nobody is in it yet." in anna.look(f"/today/duel/{TODAY}")


def test_at_a_try_there_is_no_hint_and_no_practice_before_its_end(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        table = sit_down(anna, "duel")
        wait_for_turn(house, clock, table)
        anna.look(table)

        assert anna.send(f"{table}/hint").status_code == 422
        assert "There are no hints at this table." in anna.page
        assert anna.send(f"{table}/take-back").status_code == 403
        assert anna.send(f"/today/duel/{TODAY}").status_code == 409
        assert not any(place.hints for place in room_of(house, table).places)
        assert f"{table}/hint" not in anna.look(table)


def test_nobody_watches_the_try_or_the_practice_of_another_by_page_socket_or_program(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna, tobi, robi = old_friend(house, clock), visitor(house, "Tobi"), program(house, "Robi")
        played = sit_down(anna, "duel")
        assert closed_at_once(tobi.client, f"{played}/live") == 4404
        play_out(house, clock, played)
        anna.look("/today")
        anna.send(f"/today/duel/{TODAY}")
        practised = anna.at
        assert practised != played
        for table in (played, practised):
            assert closed_at_once(tobi.client, f"{table}/live") == 4404
            for page in ("", "/replay", "/review", "/transcript", "/profile/0", "/people"):
                assert tobi.client.get(f"{table}{page}").status_code == 404, page
            for path in ("", "/view"):
                assert robi.ask(f"/tables{table[2:]}{path}").status_code == 404, path
            assert robi.tell(f"/tables{table[2:]}/sit").status_code in {403, 404, 409}
        assert played[3:] not in tobi.look("/")
        assert played[3:] not in tobi.look("/board")


def test_practice_tells_nothing_of_the_seed_before_the_day_is_over(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        seed = deal_at(house, "duel").seed.hex()
        play_out(house, clock, sit_down(anna, "duel"))
        anna.look("/today")
        anna.send(f"/today/duel/{TODAY}")
        table = anna.at
        play_out(house, clock, table)
        pages = (table, f"{table}/replay", f"{table}/transcript")

        assert not any(seed in anna.look(page) for page in pages)
        clock.jump(DAY)
        assert seed in anna.look(f"{table}/transcript")


def test_two_tabs_and_two_servers_take_one_decision_once(postgresql: str, clock: TurnedClock) -> None:
    with daily_house(postgresql, clock) as one, daily_house(postgresql, clock) as other:
        anna = old_friend(one, clock)
        table = sit_down(anna, "duel")
        wait_for_turn(one, clock, table)
        tab, there = Visitor(anna.client), elsewhere(anna, other)
        anna.look(table)
        assert tab.look(table)
        assert there.look(table)
        decision = {"do": anna.offered()[0], "decided": anna.decided()}
        room = room_of(one, table)
        seat = room.seat_of(room.host)
        answers = [person.send(f"{table}/do", **decision).status_code for person in (anna, tab, there)]

        assert answers[1:] == [409, 409]
        assert answers[0] in {200, 204}
        assert len([step for step in steps_of(room) if step[0] == seat]) == 1


def test_a_program_practises_when_it_has_played_and_no_deal_to_come(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        robi = program(house, "Robi")
        clock.jump(8 * DAY)
        here = f"/daily/duel/{TODAY}"
        assert Program(house).tell(here).status_code == 401
        assert robi.tell(here).status_code == 409
        played = robi.tell("/daily/duel").json()
        assert robi.tell(here).status_code == 409, "it goes on"
        play_out(house, clock, played["path"])
        practised = robi.tell(here)

        assert practised.status_code == 201
        assert practised.json()["id"] != played["id"]
        assert robi.ask("/daily").json()["streak"] == 1
        assert robi.tell("/daily/duel/2026-11-19").status_code == 404
        assert robi.tell("/daily/duel/yesterday").status_code == 404
        assert program(house, "Late").tell("/daily/duel/2026-11-17").status_code == 201
        assert _tries(house) == [("Robi", True)]


def test_whoever_has_blocked_somebody_reads_neither_their_name_nor_their_game_in_the_list_and_the_other_way_round(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna, ben = visitor(house, "Anna"), visitor(house, "Ben")
        clock.jump(8 * DAY)
        tables = [sit_down(person, "duel") for person in (anna, ben)]
        for table in tables:
            play_out(house, clock, table)
        assert "Ben" in anna.look(f"/today/duel/{TODAY}").partition("The list")[2]
        ask(house, registry_of(house).store.block, person_of(anna), person_of(ben))
        clock.jump(DAY)
        for reader, other, table in ((anna, "Ben", tables[1]), (ben, "Anna", tables[0])):
            listed = reader.look(f"/today/duel/{TODAY}").partition("The list")[2]
            assert other not in listed
            assert table not in listed
            assert "Guest" in listed
            assert other not in reader.look("/today")
        stranger = visitor(house).look(f"/today/duel/{TODAY}").partition("The list")[2]
        assert all(shown in stranger for shown in ("Anna", "Ben", *tables))
        anonymous = house.get(f"/api/daily/duel/{TODAY}").json()["list"]
        assert {(one["name"], one["table"]) for one in anonymous} == {("Anna", tables[0][3:]), ("Ben", tables[1][3:])}


def test_who_was_forgotten_is_called_a_guest_in_the_language_of_the_reader(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna, ben = old_friend(house, clock), visitor(house, "Ben")
        for person in (anna, ben):
            play_out(house, clock, sit_down(person, "duel"))
        ben.send("/me/forget", sure="yes")
        for language, named in (("de", "Gast"), ("fr", "Invité"), ("it", "Ospite"), ("en", "Guest")):
            anna.client.cookies.set("lang", language)

            assert f'<span class="name">{named}</span>' in anna.look(f"/today/duel/{TODAY}")
