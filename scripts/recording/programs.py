"""What programs are answered: every endpoint of `/api`, allowed, refused and malformed."""

from __future__ import annotations

import json
from collections.abc import Iterator

from recording.folder import Folder
from recording.forms import record_kept, tables_of
from recording.house import HOST_KEY, OTHERS, PEOPLE, House, cookie, token
from recording.normal import shown
from recording.pages import LANGUAGES
from recording.server import Answer, Server, serving
from recording.sockets import first_messages
from stammtisch.core.game import game_names

_HOST = "host"
_SEVERAL = (
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
)  # who ask by turns: of tables and of being forgotten, one may not ask as often
_BODIES = (b"", b"{", b"[]", b"null", b'"x"', b'{"unknown": 1}', b'{"seat": "x"}', b'{"seat": 99}', b"\xff", b"NaN")
Call = tuple[str, str, str, str, object]  # what it is called, who calls, the method, the path, and the body


def record_programs(house: House, out: Folder) -> None:
    """Call every endpoint."""
    with serving(house.data) as server:
        for path in _paths(server):
            for method in ("GET", "PUT", "DELETE", "HEAD", "OPTIONS"):
                answer = call(server, "" if "/host/" in path else "Ben", method, path, None)
                out.write(f"api/methods{path}-{method}", shown(answer, server))
        for label, name, method, path, body in (*_looks(house), *_refused(house), *_allowed(house), *_hosting()):
            answer = call(server, name, method, path, body)
            out.write(f"api/{label}/{name or 'nobody'}", shown(answer, server, *_drawn(answer, house)))
        for path in _paths(server):
            for number, body in enumerate(_BODIES):
                other = _HOST if "/host/" in path else _SEVERAL[number % len(_SEVERAL)]
                for name in ("Frieda", _HOST) if number == 0 else (other,):
                    answer = call(server, name, "POST", path, body)
                    out.write(f"api/malformed{path}-{number}-{name}", shown(answer, server, *_drawn(answer, house)))
        _sockets(out, server)
    record_kept(out, "programs", house, server)


def call(server: Server, name: str, method: str, path: str, body: object = None) -> Answer:
    """Ask for something as somebody's program."""
    shows = HOST_KEY if name == _HOST else token({**PEOPLE, **OTHERS}[name]) if name in {**PEOPLE, **OTHERS} else name
    headers = {"Authorization": f"Bearer {shows}"} if shows else {}
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    return server.ask(method, path, {**headers, "Content-Type": "application/json"}, sent)


def _drawn(answer: Answer, house: House) -> list[str]:
    """Return what was drawn by chance for a new table: its name, its seed and the hash of that."""
    try:
        found = json.loads(answer.body)
    except ValueError:
        return []
    if not isinstance(found, dict) or "fingerprint" not in found or found.get("id") in house.tables:
        return []
    return [found["id"], found["fingerprint"]]


def _looks(house: House) -> Iterator[Call]:
    yield "openapi", "", "GET", "/api/openapi.json", None
    for language in LANGUAGES:
        yield f"games-{language}", "", "GET", f"/api/games?lang={language}", None
        for game in game_names():
            yield f"games/{game}-{language}", "", "GET", f"/api/games/{game}?lang={language}", None
    for name in ("Anna", "Ben", "Frieda", "", "forged", "Banned <b>", _HOST):
        yield "me", name, "GET", "/api/me", None
        yield "tables", name, "GET", "/api/tables", None
        yield "host/tables", name, "GET", "/api/host/tables", None
        yield "host/reports", name, "GET", "/api/host/reports", None
        yield "host/barred", name, "GET", "/api/host/barred", None
    yield from _tables(house)
    for number, query in enumerate(("after=x", "after=-2", "wait=99", "lang=xx", "after=0&wait=x", "odd=1")):
        yield f"query/{number}", "Anna", "GET", f"/api/tables/duelBluff001/view?{query}", None
    nowhere = ("/api", "/api/", "/api/nothing", "/api/games/chess", "/api/tables/nothinghere1", "/api/tables/x/view")
    for number, path in enumerate(nowhere):
        yield f"nowhere/{number}", "Anna", "GET", path, None


def _tables(house: House) -> Iterator[Call]:
    for table in house.tables:
        for name in ("Anna", "Ben", "Emil", ""):
            yield f"tables/{table}/table", name, "GET", f"/api/tables/{table}", None
            for language in ("de", "en"):
                yield f"tables/{table}/view-{language}", name, "GET", f"/api/tables/{table}/view?lang={language}", None
        yield f"tables/{table}/after", "Ben", "GET", f"/api/tables/{table}/view?after=5", None
        yield f"tables/{table}/host", _HOST, "GET", f"/api/host/tables/{table}?lang=it", None


def _refused(house: House) -> Iterator[Call]:
    for table in tables_of(house):
        path = f"/api/tables/{table.id}/act"
        for seat in sorted({0, 1, table.waiting[0]}):
            for number, (rule, action) in enumerate(table.refused(seat).items()):
                language = LANGUAGES[(number + seat + 1) % len(LANGUAGES)]
                body = {"decided": table.decided(seat), "actions": [action]}
                label = f"tables/{table.id}/{rule}-{seat}-{language}"
                yield label, table.sitter(seat), "POST", f"{path}?lang={language}", body
        name, legal = table.sitter(table.waiting[0]), table.legal(table.waiting[0])
        yield f"tables/{table.id}/stale", name, "POST", path, {"decided": 999, "actions": legal[:1]}
        yield f"tables/{table.id}/no-action", name, "POST", path, {"decided": 0, "actions": ["castle"]}
        yield f"tables/{table.id}/no-seat", "Frieda", "POST", path, {"decided": 0, "actions": legal[:1]}
    for other in ("paused000001", "ended0000001", "closed000001", "outdated0001", "duelOver0001", "lobbyDuel001"):
        path = f"/api/tables/{other}"
        yield f"tables/{other}/act", "Anna", "POST", f"{path}/act", {"decided": 0, "actions": ["turn 1"]}
        yield f"tables/{other}/sit", "Emil", "POST", f"{path}/sit", {"seat": 0}
        yield f"tables/{other}/start", "Ben", "POST", f"{path}/start", {}
        yield f"tables/{other}/start", "Anna", "POST", f"{path}/start", {}
    yield from _wrong_bodies()


def _wrong_bodies() -> Iterator[Call]:
    bodies: tuple[dict[str, object], ...] = (
        {},
        {"game": "chess"},
        {"game": "gang", "options": {"seats": 99}},
        {"game": "gang", "options": {"odd": 1}},
        {"game": "gang", "level": "perfect"},
        {"game": "duel", "pace": "fast"},
        {"game": "duel", "bots": -1},
        {"game": "duel", "listed": 1},
        {"game": "duel", "options": []},
        {"game": "combo", "options": {"board": {}}},
        {"game": "party", "options": {"seats": 3, "youngest": [0, 0]}},
    )
    for number, body in enumerate(bodies):
        yield f"open/{number}", "Anna", "POST", "/api/tables", body
    names: tuple[object, ...] = ("", " ", "x" * 25, "a\u200bb", 5)
    for number, given in enumerate(names):
        yield f"people/{number}", "", "POST", "/api/people", {"name": given}
    yield "people/large", "", "POST", "/api/people", b'{"name": "' + b"x" * 70_000 + b'"}'


def _allowed(house: House) -> Iterator[Call]:
    for table in tables_of(house):
        seat = table.waiting[0]
        body: dict[str, object] = {"decided": table.decided(seat), "actions": table.legal(seat)[:1]}
        yield f"tables/{table.id}/allowed", table.sitter(seat), "POST", f"/api/tables/{table.id}/act", body
    yield "people/allowed", "", "POST", "/api/people", {"name": " Robi  der Erste "}
    for game in game_names():
        yield f"open/{game}", "Dora", "POST", "/api/tables", {"game": game, "pace": "slow", "listed": True}
    yield "sit", "Emil", "POST", "/api/tables/lobbyGang001/sit", {"ready": False}
    yield "sit/seat", "Frieda", "POST", "/api/tables/lobbyCombo01/sit", {"seat": 1}
    yield "sit/blocked", "Cleo", "POST", "/api/tables/lobbyGang001/sit", {}
    yield "sit/ready", "Ben", "POST", "/api/tables/lobbyParty01/sit", {"ready": True}
    yield "stand", "Emil", "POST", "/api/tables/lobbyGang001/stand", {}
    yield "stand/running", "Ben", "POST", "/api/tables/gangPlay0003/stand", {}
    yield "start", "Anna", "POST", "/api/tables/lobbyParty01/start", {}


def _hosting() -> Iterator[Call]:
    table = "/api/host/tables/comboTurn001"
    for name in (_HOST, "Anna", ""):
        yield "host/pause", name, "POST", f"{table}/pause", {}
        yield "host/resume", name, "POST", f"{table}/resume?lang=de", {}
        yield "host/replace-wrong", name, "POST", f"{table}/replace", {"seat": 7}
        yield "host/replace-level", name, "POST", f"{table}/replace", {"seat": 0, "level": "perfect"}
        yield "host/replace", name, "POST", f"{table}/replace", {"seat": 2, "level": "easy"}
        yield "host/end", name, "POST", f"{table}/end", {}
        yield "host/too-late", name, "POST", "/api/host/tables/duelOver0001/pause", {}
        yield "host/settle", name, "POST", "/api/host/reports/1/settle", {}
        yield "host/settle-none", name, "POST", "/api/host/reports/99/settle", {}
        yield "host/bar", name, "POST", f"/api/host/people/{PEOPLE['Cleo']}/bar", {}
        yield "host/bar-nobody", name, "POST", "/api/host/people/x/bar", {}
        yield "host/unbar", name, "POST", f"/api/host/people/{PEOPLE['Cleo']}/unbar", {}


def _paths(server: Server) -> list[str]:
    """Return an address for each path that the interface describes."""
    found = json.loads(server.ask("GET", "/api/openapi.json").body)
    filled = {"{game}": "duel", "{table}": "comboStart01", "{person}": "personNobody", "{number}": "1"}
    paths = []
    for path in sorted(found["paths"]):
        for part, value in filled.items():
            path = path.replace(part, value)  # noqa: PLW2901
        paths.append(path)
    return paths


def _sockets(out: Folder, server: Server) -> None:
    """Record sockets that are not let in."""
    refused = {
        "elsewhere": ("/t/duelBluff001/live", f"stammtisch={cookie(PEOPLE['Anna'])}", "https://example.org"),
        "gone": ("/t/nothinghere1/live", "", ""),
        "barred": ("/t/duelBluff001/live", f"stammtisch={cookie(OTHERS['Banned <b>'])}", ""),
    }
    for label, asked in refused.items():
        out.write(f"sockets/refused/{label}", "\n".join(first_messages(server, *asked)))
