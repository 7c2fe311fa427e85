"""Two tabs, or two people, at the same moment: exactly one of them is first, however many servers there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import Postgres
from tests.web.attacks.siege import House, every_table_replays
from tests.web.drivers.raw_bytes import Asked, ask_at_once
from tests.web.drivers.raw_person import Somebody
from tests.web.houses.servers import Servers

TABS = 4


@pytest.fixture(scope="module", params=["a file", "a database"])
def houses(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[House]]:
    folder = tmp_path_factory.mktemp("house")
    postgres = Postgres() if request.param == "a database" else None
    data = postgres.fresh() if postgres else str(folder / "house.db")
    servers = Servers(data, folder, 2 if postgres else 1)
    try:
        servers.wait_until_open()
        found = [
            House(port, servers.process(which), data, folder / f"journal-{which}")
            for which, port in enumerate(servers.ports)
        ]
        yield found
        assert [house.trouble() for house in found] == [[]] * len(found)
        assert every_table_replays(data)
    finally:
        servers.close()
        if postgres:
            postgres.remove()


def _statuses(houses: list[House], *asked: Asked) -> list[int]:
    """Send these at the same moment, to one server after the other."""
    ports = [houses[number % len(houses)].port for number in range(len(asked))]
    return sorted(a.status for a in ask_at_once([(port, one.raw()) for port, one in zip(ports, asked, strict=True)]))


def _two_at_a_lobby(house: House) -> tuple[Somebody, Somebody, str]:
    anna, tobi = Somebody.at(house.port, "Anna"), Somebody.at(house.port, "Tobi")
    table = anna.open("duel", **{"o-spaces": "1"})
    tobi.send(f"/t/{table}/sit", seat="1")
    tobi.send(f"/t/{table}/ready")
    return anna, tobi, table


def test_a_form_that_several_tabs_send_is_taken_once(houses: list[House]) -> None:
    anna, tobi, table = _two_at_a_lobby(houses[0])
    assert _statuses(houses, *[anna.form(f"/t/{table}/begin")] * TABS) in ([303] * TABS, [303] * (TABS - 1) + [409])
    decisions = 0
    while houses[0].kept(table)[0][0] == "running":
        for person in (anna, tobi):
            if form := person.do(table):
                first, *others = _statuses(houses, *[form] * TABS)
                assert first == 303
                assert set(others) <= {409, 403}  # 403 if the game was over by it
                decisions += 1
    journal = "".join(house.journal.read_text(encoding="utf-8") for house in houses)
    assert journal.count(f'"event": "decided", "table": "{table[:6]}"') == decisions

    again = [anna.form(f"/t/{table}/again")] * TABS
    assert set(_statuses(houses, *again)) <= {303, 409}
    assert houses[0].kept(table)[0][1]["next"]


def test_of_several_people_who_take_the_same_seat_one_gets_it(houses: list[House]) -> None:
    host = Somebody.at(houses[0].port, "Anna")
    table = host.open("gang", **{"o-seats": "3"})
    people = [Somebody.at(houses[0].port, f"P{number}") for number in range(TABS)]

    assert _statuses(houses, *[person.form(f"/t/{table}/sit", seat="1") for person in people]) == [303, 409, 409, 409]
