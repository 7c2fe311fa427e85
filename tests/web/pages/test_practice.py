"""Practice: whoever plays with bots alone takes a decision back at another table, with the same cards."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, RUNNING
from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.houses.two_servers import Two, channel_at

OFFERED = "/take-back"


def _steps(room: LiveTable) -> list[tuple[int, int]]:
    return [(step.seat, step.action) for step in room.game_table().steps]


def _alone(server: TestClient) -> tuple[Visitor, str]:
    """Return somebody at a duel with a bot, who has decided twice and is asked again."""
    anna = visitor(server, "Anna")
    table = anna.open("duel", **{"bots": "1", "o-spaces": "4", "o-first_bluffer": "0"})
    assert OFFERED not in anna.look(table), "there is nothing to take back yet"
    for _ in range(2):
        eventually(lambda: anna.look(table) and anna.offered(), "one's turn")
        anna.decide(table)
    eventually(lambda: anna.look(table) and anna.offered(), "one's turn")
    return anna, table


def _take_back(anna: Visitor, table: str) -> str:
    assert f'formaction="{table}{OFFERED}"' in anna.look(table)
    assert anna.send(f"{table}/take-back").status_code == 200
    return anna.at


def test_practice_begins_before_the_last_decision_and_the_old_game_stays_as_it_was(server: TestClient) -> None:
    anna, table = _alone(server)
    old, before = room_of(server, table), _steps(room_of(server, table))
    practice = _take_back(anna, table)
    new = room_of(server, practice)

    last = max(number for number, (seat, _) in enumerate(before) if seat == 0)
    assert _steps(new) == before[:last]
    assert _steps(old) == before
    assert (old.stage, new.stage, new.record.practice, new.terms.seconds) == (RUNNING, RUNNING, old.id, 0)
    assert (new.nature, new.names, new.saved.choices) == (old.nature, old.names, old.saved.choices)
    assert [(one.costume, one.colour) for one in new.places] == [(one.costume, one.colour) for one in old.places]
    assert new.record.deal.house_alone
    assert "Practice, with the same cards as before. It counts nowhere." in anna.look(practice)
    assert f'href="{table}"' in anna.page
    assert anna.offered()


def test_practice_is_taken_back_again_and_again_without_filling_the_house(server: TestClient) -> None:
    anna, table = _alone(server)
    practice = _take_back(anna, table)
    anna.decide(practice)
    eventually(lambda: OFFERED in anna.look(practice), "something to take back")
    again = _take_back(anna, practice)

    assert room_of(server, again).record.practice == room_of(server, table).id
    assert (room_of(server, practice).stage, room_of(server, table).stage) == (OVER, RUNNING)
    assert "another table" in anna.look(practice)


def test_practice_is_fair_and_counts_nowhere(server: TestClient) -> None:
    anna, table = _alone(server)
    practice = _take_back(anna, table)
    anna.play_to_the_end(practice)

    assert "The deal was fair" in anna.look(f"{practice}/replay")
    assert f"# table {table.removeprefix('/t/')}\n" in anna.look(f"{practice}/transcript")
    assert practice not in anna.look("/")
    anna.look(practice)
    anna.send(f"{practice}/again")
    assert room_of(server, anna.at).record.evening.games == 0


def test_nobody_takes_anything_back_where_two_people_sit_or_for_somebody_else(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    host.decide(table)

    assert OFFERED not in host.look(table)
    assert [one.send(f"{table}/take-back").status_code for one in (host, guest, visitor(still))] == [403, 403, 403]


def _known(server: TestClient, practice: str, first: int) -> tuple[object, ...]:
    """Return what a server knows of a table of practice and the steps with which it began."""
    room = channel_at(server, practice).room
    return _steps(room)[:first], room.nature, room.record.practice, room.record.deal.house_alone


def test_practice_is_read_again_from_the_file(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        practice = _take_back(*_alone(server))
        first = len(_steps(room_of(server, practice)))
        told = _known(server, practice, first)
    with house(tmp_path) as server:
        assert _known(server, practice, first) == told


def test_practice_at_one_server_is_practice_at_the_other(two: Two) -> None:
    practice = _take_back(*_alone(two[0]))
    first = len(_steps(room_of(two[0], practice)))

    assert first > 0
    assert _known(two[1], practice, first) == _known(two[0], practice, first)
