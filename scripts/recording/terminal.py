"""What commands say."""

from __future__ import annotations

import os
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path

from recording.folder import Folder
from recording.house import HOST_KEY, House
from recording.normal import steady
from recording.pages import browser_of
from recording.rules import source
from recording.server import Server, environment, serving
from stammtisch.core.game import game_names

_OVER = ("duelOver0001", "duelOver0002", "gangOver0001", "partyOver001", "comboOver001", "outdated0001")


def record_terminal(house: House, out: Folder) -> None:
    """Record what every command says that ends by itself."""
    folder = house.data.parent
    with serving(house.data) as server:
        for table in _OVER:
            answer = browser_of(server, "Anna").get(f"/t/{table}/transcript")
            (folder / f"{table}.txt").write_bytes(answer.body)
        commands = {**_help(server), **_plain(), **_transcripts(folder), **_host(server)}
        for label, command in commands.items():
            out.write(f"terminal/{label}", _said(command, server, folder))


def _said(command: tuple[str, ...], server: Server, folder: Path) -> str:
    said, complained = folder / "stdout", folder / "stderr"
    code = _run(command, said, complained)
    text = f"{code}\n{said.read_text(encoding='utf-8')}\n--\n{complained.read_text(encoding='utf-8')}"
    text = steady(text, server).replace(str(server.data), "<data>").replace(str(folder), "<folder>")
    return "\n".join(line.rstrip() for line in text.splitlines())


def _run(command: tuple[str, ...], said: Path, complained: Path) -> int:
    """Run the installed command in a child of this process, which has loaded all that takes long to load."""
    (point,) = entry_points(group="console_scripts", name="stammtisch")
    main = point.load()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code: object = 70  # it came to an end that no command has
    try:
        os.environ.clear()
        os.environ.update(environment())
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for path, number in ((said, 1), (complained, 2)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115  # until the end
        sys.argv = ["stammtisch", *command]
        code = main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _help(server: Server) -> dict[str, tuple[str, ...]]:
    """Return how each command is asked for help; which there are is read from the first one."""
    found: dict[str, tuple[str, ...]] = {"help/all": ("--help",), "help/none": (), "help/version": ("--version",)}
    folder = server.data.parent
    listed = re.findall(r"^    (\w[\w-]*)  ", _said(("--help",), server, folder), re.MULTILINE)
    actions = re.findall(r"^    (\w[\w-]*)  ", _said(("admin", "--help"), server, folder), re.MULTILINE)
    found |= {f"help/{name}": (name, "--help") for name in listed}
    return found | {f"help/admin-{name}": ("admin", name, "--help") for name in actions}


def _plain() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {"games": ("games",), "games-fr": ("games", "--lang", "fr")}
    for game in game_names():
        for language in ("de", "en"):
            found[f"options/{game}.{language}"] = ("options", game, "--lang", language)
            found[f"rules/{game}.{language}"] = ("rules", game, "--lang", language)
    found["solve"] = ("solve", "duel", "--spaces", "1")
    found["solve-json"] = ("solve", "duel", "--royal", "--spaces", "1", "--json")
    wrong = {"game": ("options", "chess"), "command": ("fly",), "rule": ("rules", "duel", "--rule", "ODD")}
    wrong |= {"file": ("replay", "nothing.txt"), "option": ("play", "duel", "-o", "spaces=9", "--bots", "1")}
    wrong |= {"port": ("serve", "--port", "x"), "bots": ("serve", "--bots", "-1"), "bot": ("arena", "duel", "odd")}
    return found | {f"wrong/{name}": command for name, command in wrong.items()}


def _transcripts(folder: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for table in _OVER:
        found[f"fair/{table}"] = ("fair", str(folder / f"{table}.txt"))
    for table, seat, language in zip(_OVER, ("all", "0", "spectator", "1", "2", "0"), ("en", "de") * 3, strict=True):
        found[f"replay/{table}"] = (
            "replay",
            str(folder / f"{table}.txt"),
            "--no-step",
            "--seat",
            seat,
            "--lang",
            language,
        )
    for path in sorted((source().parents[1] / "tests" / "games").glob("*/transcripts/*.txt"))[::20]:
        found[f"replay/{path.stem}"] = ("replay", str(path), "--no-step", "--seat", "0", "--lang", "it")
    return found


def _host(server: Server) -> dict[str, tuple[str, ...]]:
    known = ("--server", f"http://{server.host}", "--key", HOST_KEY)
    found: dict[str, tuple[str, ...]] = {}
    for language in ("de", "en"):
        for what in ("list", "reports", "barred"):
            found[f"admin/{what}.{language}"] = ("admin", what, *known, "--lang", language)
        found[f"admin/show.{language}"] = ("admin", "show", "gangPlay0001", *known, "--lang", language)
    found["admin/json"] = ("admin", "list", *known, "--json")
    found["admin/key"] = ("admin", "key", "--data", str(server.data))
    found["admin/wrong"] = ("admin", "list", *known[:3], "wrong")
    found["admin/gone"] = ("admin", "show", "nothinghere1", *known)
    found["doctor"] = ("doctor", "--data", str(server.data))
    found["doctor-json"] = ("doctor", "--data", str(server.data), "--json")
    return found
