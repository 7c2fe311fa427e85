"""All that was found and can be tried on a server in two minutes, one after another.

Not tried are S5, a matter of statistics (`tests/web/live/test_tells.py`), what of S10 takes days of a clock, full disks
and long games, and of S9 the keys.
"""

from __future__ import annotations

from pathlib import Path

from tests.web.attacks.findings import network, people
from tests.web.attacks.findings.house import Seen, opened_house


def tried(python: str, folder: str) -> list[Seen]:
    """Serve with an interpreter from a folder, and return what came of each finding."""
    with opened_house(python, str(Path(folder) / "house.db")) as house:
        silence = network.silence(house)
        next(silence)  # it is looked at again when all others were tried
        found = [network.newline(house), network.boards_in_the_loop(house), network.large_cookie(house)]
        found += [network.pings(house), network.leftmost_address(house), people.deal_of_the_house(house)]
        found += [people.open_file(house), people.waiting_for_ever(house)]
        found += [people.invisible_names(house), people.equal_names(house), people.any_host(house)]
        found += [people.cookie_as_link(house), network.crowded_table(house), people.standing_up(house)]
        found += [people.open_figures(house), people.no_hsts(house), people.damaged_file(house)]
        found += [people.falling_limit(house), people.board_without_room(house), people.version_of_party(house)]
        found[3:3] = silence
        return found
