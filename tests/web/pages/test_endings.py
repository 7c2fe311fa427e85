"""The page of a game that is over, for everybody who sat there and for those who watch."""

from __future__ import annotations

import re
from collections import Counter

from starlette.testclient import TestClient

from tests.web.drivers.page import Visitor, two_at_a_duel, visitor


def _wins(page: str) -> list[str]:
    """Return the last column of the table of numbers, by line."""
    lines = re.findall(r'<tr class="(?:end-won)?(?: end-mine)?">(.*?)</tr>', page, re.DOTALL)
    return [re.findall(r'<td class="end-number">(.*?)</td>', line)[-1] for line in lines]


def _played(host: Visitor, guest: Visitor, table: str) -> str:
    host.play_to_the_end(table, guest)
    guest.look(table)
    return host.look(table)


def test_the_evening_is_counted_from_table_to_table(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "1"})
    first = _played(host, guest, table)
    assert "this evening" not in first
    won = Counter({"Anna": "You win" in first, "Tobi": "You win" in guest.page})
    for games in (2, 3):
        host.send(f"{table}/again")
        assert f'<a class="button main" href="{host.at}">Come along</a>' in guest.look(table)
        table = host.at
        guest.look(table)
        guest.send(f"{table}/ready")
        host.look(table)
        host.send(f"{table}/begin")
        page = _played(host, guest, table)
        won.update({"Anna": "You win" in page, "Tobi": "You win" in guest.page})

        assert f"{games} games this evening." in page
        assert sorted(_wins(page)) == sorted(str(number) for number in won.values())
    assert sum(won.values()) == 3


def test_a_finished_page_holds_no_name_twice_and_works_without_script(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "1"})
    _played(host, guest, table)
    for person in (host, guest, visitor(server, "Vroni")):
        page = person.look(table)
        ids = Counter(re.findall(r' id="([^"]+)"', page))

        assert [name for name, number in ids.items() if number > 1] == []
        assert "What decided it" in page
        step = re.search(r'/replay\?step=(\d+)"', page)
        assert step
        assert f"Step {step[1]} of" in person.look(f"{table}/replay?step={step[1]}")
    assert "Play again" in host.look(table)
    assert "Play again" not in person.look(table)
