"""What forms are answered, and what is kept afterwards: everything that people can do on pages, allowed and refused."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from recording.folder import Folder, as_lines
from recording.house import PEOPLE, House, Table
from recording.normal import shown, steady
from recording.pages import LANGUAGES, browser_of, host_browser
from recording.server import Browser, Server, serving

Form = tuple[str, str, str, dict[str, object]]  # what it is called, who sends it, where to, and what


def record_forms(house: House, out: Folder) -> None:
    """Send every form, and record the answers, the pages after them, and what is kept."""
    with serving(house.data) as server:
        browsers = {name: browser_of(server, name) for name in (*PEOPLE, "Emil", "Frieda", "Banned <b>", "")}
        for label, name, path, fields in (*_refused(house), *_strange(), *_allowed(house)):
            _send(out, browsers[name], f"{label}/{name or 'nobody'}", path, fields)
        _other_sites(out, server)
        for table in house.tables:
            out.write(f"forms/after/{table}", shown(browsers["Anna"].get(f"/t/{table}"), server))
        for label, path, fields in _host_forms():
            _send(out, host_browser(server)[0], f"host/{label}", path, fields)
            _send(out, browsers["Ben"], f"host/{label}/refused", path, fields)
        out.write("forms/host/after", shown(host_browser(server)[0].get("/host"), server, *_opened(house, server)))
    _record_journal(out, server.journal)
    record_kept(out, "forms", house, server)


def _send(out: Folder, browser: Browser, label: str, path: str, fields: dict[str, object]) -> None:
    answer = browser.post(path, fields)
    drawn = [place.rpartition("/")[2] for place in answer.header("location") if place.startswith("/t/")]
    given = [header.partition("=")[2].partition(";")[0] for header in answer.header("set-cookie")]
    secrets = [one for one in (*drawn, *given) if one and one not in path and len(one) >= 12]  # noqa: PLR2004  # ids
    out.write(f"forms/{label}", shown(answer, browser.server, *secrets))


def _refused(house: House) -> Iterator[Form]:
    """Yield decisions that are not taken: for each table one for each rule that forbids it, and stale ones."""
    for table in house.tables.values():
        path = f"/t/{table.id}/do"
        if not table.live:
            yield f"{table.id}/not-played", "Anna", path, {"do": "pass", "decided": 0}
            continue
        for seat in sorted({0, 1, table.waiting[0]}):
            asked = {"decided": table.decided(seat)}
            for number, (rule, action) in enumerate(table.refused(seat).items()):
                language = LANGUAGES[(number + seat) % len(LANGUAGES)]
                label = f"{table.id}/{rule}-{seat}-{language}"
                yield label, table.sitter(seat), f"{path}?lang={language}", {"do": action, **asked}
        name, legal = table.sitter(table.waiting[0]), table.legal(table.waiting[0])
        yield f"{table.id}/stale", name, path, {"do": legal[0], "decided": 999}
        yield f"{table.id}/no-number", name, path, {"do": legal[0], "decided": "x"}
        yield f"{table.id}/no-action", name, path, {"do": "castle", "decided": 0}
        yield f"{table.id}/nothing", name, path, {"decided": table.decided(table.waiting[0])}
        yield f"{table.id}/too-many", name, path, {"do": legal[:1] * 5, "decided": table.decided(table.waiting[0])}
        yield f"{table.id}/spectator", "Emil" if table.seats < 5 else "", path, {"do": legal[0]}  # noqa: PLR2004
        yield f"{table.id}/hint", name, f"/t/{table.id}/hint", {}


def _strange() -> Iterator[Form]:
    """Yield forms that are answered with a page that says why not."""
    for language in LANGUAGES:
        asked = f"?lang={language}"
        yield f"strange/name-{language}", "Anna", f"/me{asked}", {"name": "x" * 25}
        yield f"strange/play-{language}", "Anna", f"/play{asked}", {"game": "duel", "name": "\u202e"}
        yield f"strange/open-{language}", "Anna", f"/tables{asked}", {"game": "gang", "o-seats": 9, "name": "A"}
        yield f"strange/board-{language}", "Anna", f"/tables{asked}", {"game": "combo", "o-board": "[1]"}
        yield f"strange/seat-{language}", "Emil", f"/t/lobbyParty01/sit{asked}", {"seat": 0}
        yield f"strange/blocked-{language}", "Cleo", f"/t/lobbyDuel001/sit{asked}", {"seat": 1}
        yield f"strange/begin-{language}", "Ben", f"/t/lobbyParty01/begin{asked}", {}
        yield f"strange/key-{language}", "Frieda", f"/host{asked}", {"key": "wrong"}
        yield f"strange/paused-{language}", "Anna", f"/t/paused000001/do{asked}", {"do": "pass", "decided": 0}
        yield f"strange/nobody-{language}", "Anna", f"/t/duelBluff001/report{asked}", {"who": "seat-9"}
    yield "strange/chess", "Anna", "/play", {"game": "chess"}
    yield "strange/again", "Anna", "/t/duelBluff001/again", {}
    yield "strange/level", "Ben", "/t/lobbyGang001/level", {"seat": 3, "level": "easy"}
    yield "strange/gone", "Anna", "/t/nothinghere1/say", {"said": "hello"}
    yield "strange/barred", "Banned <b>", "/t/duelBluff001/say", {"said": "hello"}
    yield "strange/large", "Anna", "/me", {"name": "x" * 70_000}


def _allowed(house: House) -> Iterator[Form]:
    """Yield what changes something, one after another."""
    for table in house.tables.values():
        if table.live:
            seat = table.waiting[0]
            action = table.legal(seat)[-1]
            fields: dict[str, object] = {"do": action, "decided": table.decided(seat)}
            yield f"{table.id}/allowed", table.sitter(seat), f"/t/{table.id}/do", fields
    yield "allowed/say", "Anna", "/t/duelBluff001/say", {"said": "  good \n game <i>  "}
    yield "allowed/say-guest", "", "/t/duelGuess001/say?lang=de", {"said": "hi"}
    yield "allowed/rename", "Frieda", "/me", {"name": " Frieda   die Erste "}
    yield "allowed/settings", "Anna", "/settings", {"lang": "fr", "theme": "dark", "back": "/t/duelBluff001"}
    yield "allowed/settings-odd", "Anna", "/settings", {"lang": "xx", "theme": "odd", "back": "//elsewhere"}
    yield "allowed/sit", "Emil", "/t/lobbyDuel001/sit", {"seat": 1, "name": "Emil der Zweite"}
    yield "allowed/stand", "Emil", "/t/lobbyDuel001/stand", {}
    yield "allowed/bot-away", "Anna", "/t/lobbyDuel001/bot", {"seat": 1}
    yield "allowed/bot", "Anna", "/t/lobbyCombo01/bot", {"seat": 1}
    yield "allowed/level", "Anna", "/t/lobbyGang001/level", {"seat": 3, "level": "normal"}
    yield "allowed/ready", "Ben", "/t/lobbyGang001/ready", {}
    yield "allowed/early", "Anna", "/t/lobbyGang001/begin", {}
    yield "allowed/block", "Ben", "/t/gangPlay0001/block", {"who": "seat-0"}
    yield "allowed/unblock", "Ben", "/me/blocked/undo", {"person": PEOPLE["Anna"], "back": "gangPlay0001"}
    yield "allowed/report", "Ben", "/t/gangPlay0001/report", {"who": "line-3", "words": " very  rude "}
    yield "allowed/leave", "Ben", "/t/gangPlay0003/leave", {}
    yield "allowed/again", "Anna", "/t/duelOver0001/again", {}
    yield "allowed/again-there", "Ben", "/t/next00000001/again", {}
    yield "allowed/play", "Dora", "/play", {"game": "party", "name": "Dora"}
    yield "allowed/open", "Dora", "/tables", {"game": "gang", "o-seats": 3, "o-rounds": 1, "listed": "on", "bots": 1}
    yield "allowed/open-combo", "", "/tables", {"game": "combo", "pace": "slow", "hints": "on", "level": "perfect"}


def _other_sites(out: Folder, server: Server) -> None:
    """Record forms that no page of ours has sent, and sockets."""
    anna, fields = browser_of(server, "Anna"), {"said": "hello"}
    path = "/t/duelRoyal001/say"
    out.write("forms/sites/no-mark", shown(anna.post(path, fields, token=False), server))
    out.write("forms/sites/wrong-mark", shown(anna.post(path, {**fields, "mark": "x"}), server))
    elsewhere = {"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}
    out.write("forms/sites/elsewhere", shown(anna.post(path, fields, token=True, **elsewhere), server))
    client = {"x-client": "1"}
    out.write("forms/sites/client", shown(anna.post(path, fields, token=True, **client), server))
    wrong = anna.post("/t/duelRoyal001/do?lang=de", {"do": "castle", "decided": 0}, token=True, **client)
    out.write("forms/sites/client-refused", shown(wrong, server))


def _host_forms() -> Iterator[tuple[str, str, dict[str, object]]]:
    table = "/host/t/comboTurn001"
    yield "pause", f"{table}/pause", {}
    yield "resume", f"{table}/resume", {}
    yield "replace-wrong", f"{table}/replace", {"seat": 9, "level": "easy"}
    yield "replace", f"{table}/replace", {"seat": 2, "level": "easy"}
    yield "end", f"{table}/end", {}
    yield "too-late", "/host/t/duelOver0001/pause", {}
    yield "close", "/host/t/lobbyParty01/end", {}
    yield "bar", "/host/people", {"person": PEOPLE["Cleo"]}
    yield "bar-nobody", "/host/people", {"person": "x"}
    yield "settle", "/host/reports", {"number": 1}
    yield "settle-none", "/host/reports", {"number": 99}
    yield "leave", "/host/leave", {}


def _record_journal(out: Folder, journal: Path) -> None:
    """Record the names of events, and which fields each has."""
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    found = {f"{line.get('event')}: {' '.join(sorted(line))}" for line in lines}
    out.write("names/journal", "\n".join(sorted(found)))


def record_kept(out: Folder, label: str, house: House, server: Server) -> None:
    """Record what a file holds now; of tables that were opened meanwhile, only how many and of which kind."""
    db = sqlite3.connect(server.data)
    for table in house.tables:
        row = db.execute("SELECT game, version, choices, stage, facts FROM tables WHERE id = ?", (table,)).fetchone()
        facts = {key: _undrawn(key, value, house) for key, value in json.loads(row[4]).items()}
        parts = {"table": [*row[:2], json.loads(row[2]), row[3]], "facts": facts}
        for part in ("seat, action FROM steps", "person, name, said FROM chat"):
            asked = f"SELECT {part} WHERE table_id = ? ORDER BY number"
            parts[part] = [" ".join(map(str, line)) for line in db.execute(asked, (table,))]
        out.write(f"stored/{label}/{table}", _timeless(as_lines(parts), server))
    fresh = "SELECT game, version, stage, choices FROM tables ORDER BY 1, 2, 3, 4"
    others = "SELECT table_id, teller, about, words, said, settled FROM reports ORDER BY number"
    known = sorted(map(str, db.execute("SELECT name FROM people ORDER BY name")))
    rest = {
        "tables": [list(row) for row in db.execute(fresh)],
        "reports": [list(row) for row in db.execute(others)],
        "blocks": [list(row) for row in db.execute("SELECT * FROM blocks ORDER BY 1, 2")],
        "bars": [list(row) for row in db.execute("SELECT * FROM bars ORDER BY 1")],
        "people": known,
    }
    out.write(f"stored/{label}/rest", _timeless(as_lines(rest), server))
    db.close()


def _opened(house: House, server: Server) -> list[str]:
    """Return the tables that were opened meanwhile."""
    db = sqlite3.connect(server.data)
    found = [row[0] for row in db.execute("SELECT id FROM tables") if row[0] not in house.tables]
    db.close()
    return found


def _undrawn(key: str, value: object, house: House) -> object:
    return "<drawn>" if key == "next" and value and value not in house.tables else value


def _timeless(text: str, server: Server) -> str:
    return steady(re.sub(r"\b\d+\.\d{3,}\b", "<seconds>", text), server)


def tables_of(house: House) -> list[Table]:
    """Return the tables at which people play."""
    return [table for table in house.tables.values() if table.live]
