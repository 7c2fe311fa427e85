"""Every page, as it is shown to those who sit at a table, who watch and who host the house, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from recording.folder import Folder
from recording.house import HOST_KEY, OTHERS, PEOPLE, TALKATIVE, House, Table, cookie
from recording.normal import message_lines, shown
from recording.server import Answer, Browser, Server, serving
from recording.sockets import first_messages
from stammtisch.core.game import game_names

LANGUAGES = ("de", "en", "fr", "it")
NOBODY = ""
ERRORS = ("/nothing", "/t/nothinghere1", "/t/nothinghere1/people", "/t/x", "/new/chess", "/rules/chess", "/me/forged")
NOT_YET = ("/t/duelBluff001/replay", "/t/duelBluff001/transcript", "/t/duelBluff001/review", "/t/lobbyDuel001/replay")


def browser_of(server: Server, name: str) -> Browser:
    """Return somebody's browser; nobody's has no cookies."""
    known = {**PEOPLE, **OTHERS}
    return Browser(server, {"stammtisch": cookie(known[name])} if name else {})


def host_browser(server: Server) -> tuple[Browser, Answer]:
    """Return the browser of somebody who has shown the host key, and how that was answered."""
    browser = browser_of(server, "Dora")
    answer = browser.post("/host", {"key": HOST_KEY})
    for header in answer.header("set-cookie"):
        name, _, value = header.partition(";")[0].partition("=")
        browser.cookies[name] = value
    return browser, answer


def record_pages(house: House, out: Folder) -> None:
    """Record what can be looked at without changing anything."""
    with serving(house.data) as server:
        for path, name in dict.fromkeys(_addresses(house)):
            _look(out, server, path, name)
        _other_readers(out, server)
        _host_pages(house, out, server)
        _files(out, server)
        for table in house.tables.values():
            for name in ("Anna", NOBODY):
                _listen(out, server, table, name)
        _record_names(out, server)


def _addresses(house: House) -> Iterator[tuple[str, str]]:
    """Yield every address with everybody who looks at it."""
    for name in ("Anna", "Ben", "Frieda", NOBODY):
        yield from ((path, name) for path in ("/", "/me", "/host"))
    for game in game_names():
        yield from ((f"/{page}/{game}", "Anna") for page in ("new", "rules"))
        yield f"/new/{game}", NOBODY
    yield f"/me/{quote(cookie(PEOPLE['Ben']))}", "Anna"
    yield from ((path, "Anna") for path in (*ERRORS, *NOT_YET))
    yield "/", "Banned <b>"
    for table in house.tables.values():
        people = [*PEOPLE, *OTHERS][: table.seats]
        yield from ((f"/t/{table.id}", name) for name in (*people, NOBODY) if name != "Banned <b>")
        yield from ((f"/t/{table.id}/people", name) for name in ("Anna", "Cleo"))
        yield from ((f"/t/{table.id}/log", name) for name in ("Anna", NOBODY))
        if table.stage == "over":
            yield from _afterwards(table)


def _afterwards(table: Table) -> Iterator[tuple[str, str]]:
    last = len(table.steps)
    for step, eyes in ((0, "all"), (last // 3, "0"), (last // 2, "spectator"), (last // 2, "all"), (last, "1")):
        yield f"/t/{table.id}/replay?step={step}&as={eyes}", "Anna"
    yield f"/t/{table.id}/replay", "Emil"
    yield f"/t/{table.id}/transcript", "Anna"
    yield from ((f"/t/{table.id}/review", name) for name in ("Anna", "Emil"))
    yield f"/t/{table.id}/review?seat=1", "Anna"


def _look(out: Folder, server: Server, path: str, name: str) -> None:
    asked = path.replace(quote(cookie(PEOPLE["Ben"])), "cookie-of-Ben")
    for language in LANGUAGES if name in ("Anna", NOBODY) else sorted({"en", LANGUAGES[len(path) % 4]}):
        answer = browser_of(server, name).get(f"{path}{'&' if '?' in path else '?'}lang={language}")
        out.write(f"pages{asked}/{name or 'nobody'}.{language}", _text(answer, server, name))


def _text(answer: Answer, server: Server, name: str) -> str:
    """Return an answer without the cookie that a newcomer was given."""
    given = [header.partition("=")[2].partition(";")[0] for header in answer.header("set-cookie")]
    return shown(answer, server, *(given if name == NOBODY else ()))


def _other_readers(out: Folder, server: Server) -> None:
    """Record by what else a page is chosen: the browser's language, and cookies for language and theme."""
    anna = browser_of(server, "Anna")
    for number, wish in enumerate(("de", "fr-CH, en;q=0.5", "nl,it", "xx")):
        out.write(f"pages/readers/wish-{number}", shown(anna.get("/", **{"Accept-Language": wish}), server))
    for key, value in (("lang", "it"), ("lang", "xx"), ("theme", "dark"), ("theme", "light"), ("theme", "odd")):
        browser = browser_of(server, "Anna")
        browser.cookies[key] = value
        out.write(f"pages/readers/{key}-{value}", shown(browser.get("/me"), server))
    forged = Browser(server, {"stammtisch": "forged"})
    out.write("pages/readers/forged", _text(forged.get("/"), server, NOBODY))
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS"):
        for path in ("/", "/t/duelBluff001", "/t/duelBluff001/do"):
            out.write(f"pages/methods/{method}{path}/", _text(server.ask(method, path), server, NOBODY))


def _host_pages(house: House, out: Folder, server: Server) -> None:
    host, answer = host_browser(server)
    out.write("pages/host/opened", shown(answer, server))
    for path in ("/host", *(f"/host/t/{table}" for table in (*house.tables, "nothinghere1"))):
        for language in LANGUAGES:
            out.write(f"pages{path}/host.{language}", shown(host.get(f"{path}?lang={language}"), server))
    out.write("pages/host/not-yours", shown(browser_of(server, "Ben").get("/host/t/duelBluff001"), server))


def _files(out: Folder, server: Server) -> None:
    """Record how files are served; what is in styles and scripts may be written otherwise."""
    for path in ("/healthz", "/readyz", "/static/manifest.webmanifest", "/static/icon.svg", "/static/nothing.css"):
        out.write(f"pages{path}", shown(server.ask("GET", path), server))
    for path in ("/static/house.css", "/static/client/main.js"):
        answer = server.ask("GET", path)
        out.write(f"pages{path}", shown(Answer(answer.status, answer.headers, b""), server))


def _listen(out: Folder, server: Server, table: Table, name: str) -> None:
    cookies = f"stammtisch={cookie(PEOPLE[name])}" if name else ""
    for language in ("de", "en"):
        path, talk = f"/t/{table.id}/live?lang={language}", table.id in TALKATIVE
        found = first_messages(server, f"{path}&heard=1" if talk else path, cookies, talk=talk)
        messages = [message_lines(text, server) for text in found]
        out.write(f"sockets/{table.id}/{name or 'nobody'}.{language}", "\n".join(messages))


def _record_names(out: Folder, server: Server) -> None:
    """Record how figures are called, and with which labels."""
    names = set()
    for line in server.ask("GET", "/metrics").body.decode().splitlines():
        label = "" if line.startswith("#") else line.partition(" ")[0]
        keys = sorted(part.partition("=")[0] for part in label.partition("{")[2].rstrip("}").split(",") if "=" in part)
        words = line.split()
        names.add(" ".join(words[1:]) if line.startswith("#") else f"{label.partition('{')[0]} {' '.join(keys)}")
    out.write("names/metrics", "\n".join(sorted(names)))
