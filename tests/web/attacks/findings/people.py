"""Findings about people, deals, rules and what is kept of them."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from tests.waiting import PATIENCE, eventually
from tests.web.attacks.findings.house import House, Seen, is_refused, opened_house
from tests.web.drivers.raw_person import Somebody

FALLING = {
    "stones": [1, 1, 2, 3],
    "full_house": [1, 2, 3, 4, 5],
    "flush": [1, 2, 3, 4, 4],
    "three": [1, 2, 3, 4, 5],
    "straight": [5, 8, 8, 8, 5],  # the hand limit, by level
    "columns": 4,
}
SHORT = {combination: [1, 2, 3] for combination in ("full_house", "flush", "three")}
SMALL = FALLING | {"stones": [1, 1], "straight": [5, 6, 7], "columns": 0, **SHORT}
GAMES, PAGE = 30, 4096  # of SQLite, in bytes
HOSTED = 30  # tables that one person may have open, in every version
INVISIBLE = ("\u3164", "\u2800")


def deal_of_the_house(house: House) -> Seen:
    """Send the hash of words of one's own before a game begins."""
    (token, _), table = house.two_at_a_duel("Anna", "Tobi")
    status, _ = house.call(token, f"/tables/{table['id']}/commit", hash="ab" * 32)
    return Seen("S6", "the hash of one's own words for the deal", status == 404, f"answered with {status}")


def open_file(house: House) -> Seen:
    """Look at who may read the file."""
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in Path(house.data).parent.glob("house.db*")}
    told = ", ".join(sorted({f"{mode:04o}" for mode in modes.values()}))
    return Seen("S7", "modes of the file and its log, umask 022", any(mode & 0o077 for mode in modes.values()), told)


def waiting_for_ever(house: House) -> Seen:
    """Begin a game of two people with what is usual, and ask for a bot in place of one who only looks."""
    (token, _), table = house.two_at_a_duel("Anna", "Tobi")
    pace = house.call(token, f"/tables/{table['id']}/start")[1].get("pace")
    status, _ = house.call(token, f"/tables/{table['id']}/stand-in", seat=1)
    told = f"pace {pace}; asking for a bot is answered with {status}"
    return Seen("S8", "two people, one of whom only looks", pace == "none" and status == 404, told)


def invisible_names(house: House) -> Seen:
    """Call oneself by what nobody sees."""
    answers = [house.call("", "/people", name=name)[0] for name in INVISIBLE]
    return Seen("S9", "names of U+3164 and U+2800", answers == [201, 201], f"answered with {answers}")


def equal_names(house: House) -> Seen:
    """Sit down beside somebody of the same name."""
    _, table = house.two_at_a_duel("Anna", "Anna")
    names = [seat["name"] for seat in table["seats"]]
    return Seen("S9", "two of one name at a table", names[0] == names[1], f"called {' and '.join(names)}")


def cookie_as_link(house: House) -> Seen:
    """Follow the address that shows somebody else's cookie, and click where one is asked."""
    mallory, victim = (Somebody.at(house.server.port, name) for name in ("Mallory", "Tobi"))
    link = f"/me/{mallory.cookie.partition('=')[2]}"
    looked, clicked = victim.look(link).status, victim.send(link)
    became = clicked.headers.get("set-cookie", "").partition(";")[0] == mallory.cookie
    told = f"{looked}, and after a click {'Mallory' if became else 'Tobi'}"
    return Seen("S9", "another person's cookie as a personal link", became, told)


def standing_up(house: House) -> Seen:
    """Open a table and get up, as often as one may; for the last of them one waits some ten seconds each."""
    token, opened = house.newcomer("Mallory"), list[str]()

    def are_enough() -> bool:
        _, table = house.call(token, "/tables", game="duel")
        if "id" in table:
            house.call(token, f"/tables/{table['id']}/stand")
            opened.append(f"/api/tables/{table['id']}")
        return len(opened) > HOSTED

    eventually(are_enough, "one table more than anybody may have", every=1.0, seconds=2 * PATIENCE)
    stages = [json.loads(house.ask("GET", table)[2]).get("stage") for table in opened]
    many = stages.count("open")
    return Seen("S9", f"{len(opened)} tables of one who gets up at each", many > HOSTED, f"{many} are open")


def any_host(house: House) -> Seen:
    """Come by a name that somebody else has given the house."""
    status, _, _ = house.ask("GET", "/", host="evil.example")
    return Seen("S9", "Host: evil.example", status == 200, f"answered with {status}")


def open_figures(house: House) -> Seen:
    """Ask for the figures through a proxy, as anybody may."""
    status, _, _ = house.ask("GET", "/metrics", x_forwarded_for="203.0.113.9")
    return Seen("S9", "/metrics through a proxy", status == 200, f"answered with {status}")


def no_hsts(house: House) -> Seen:
    """Come over TLS, and look whether the browser is told to stay there."""
    _, headers, _ = house.ask("GET", "/", x_forwarded_proto="https")
    told = headers.get("strict-transport-security")
    return Seen("S9", "Strict-Transport-Security over TLS", told is None, told or "none")


def damaged_file(house: House) -> Seen:
    """Begin games over another file, overwrite the middle of it, and open it again."""
    path = Path(house.data).parent / "damaged.db"
    with opened_house(house.python, str(path)) as other:
        for _ in range(GAMES):
            other.call(other.newcomer("Anna"), "/tables", game="gang", bots=3)
        assert other.server.end()[0] == 0
    whole = path.read_bytes()
    middle = len(whole) // 2 // PAGE * PAGE
    path.write_bytes(whole[:middle] + bytes(PAGE) + whole[middle + PAGE :])
    refused = is_refused(house.python, str(path))
    return Seen("S10", "a file with zeros in its middle", not refused, "refused" if refused else "opened")


def falling_limit(house: House) -> Seen:
    """Open a table on a board whose hand limit falls."""
    options = {"seats": 2, "board": FALLING}
    status, answer = house.call(house.newcomer("Anna"), "/tables", game="combo", options=options)
    return Seen(
        "R1", "a board with a falling hand limit", status == 201, f"{status} {answer.get('detail', '')}".strip()
    )


def board_without_room(house: House) -> Seen:
    """Open a table on a board that nobody could ever finish."""
    options = {"seats": 2, "expert": True, "board": SMALL}
    status, answer = house.call(house.newcomer("Anna"), "/tables", game="combo", options=options)
    told = f"{status} {answer.get('detail', '')}".strip()
    return Seen("R1", "a board with room for 8 of 30 stones", status == 201, told)


def version_of_party(house: House) -> Seen:
    """Ask for the version of the rules, which was raised with what their view names."""
    version = json.loads(house.ask("GET", "/api/games/party")[2])["version"]
    return Seen("R2", "the version of `party`, raised with its view", version == 1, f"{version}")
