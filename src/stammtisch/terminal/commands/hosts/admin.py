"""`stammtisch admin`: moderation from the command line, what the host of a house sees and does."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rich.console import Console

from stammtisch.core.language import LANGUAGES, Say, voice
from stammtisch.errors import StammtischError
from stammtisch.store.keys import host_key
from stammtisch.store.open import is_address, open_store, usual_place
from stammtisch.terminal.api_client import ApiClient
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.commands.hosts.admin_screen import (
    show_audit,
    show_barred,
    show_reports,
    show_sign,
    show_table,
    show_tables,
)
from stammtisch.terminal.play.screen import make_console

EXAMPLES: Final = """\
examples:
  stammtisch admin key --data club.db                    the host key, and the page that it opens
  stammtisch admin list                                  the tables of a house on this machine
  stammtisch admin show vUgWgQmkZ1EG
  stammtisch admin pause vUgWgQmkZ1EG
  stammtisch admin replace vUgWgQmkZ1EG 2 normal         seat 2, counted from 0, is a bot's from now on
  stammtisch admin reports --server https://example.org --key KEY
  stammtisch admin bar 6xHcZ0QyP2ab
  stammtisch admin name "The Crooked Hat"                what the house is called; "" for the usual name
  stammtisch admin notice "Tournament on Friday at eight"
  stammtisch admin audit --json                          what hosts did, for a file of your own

The key is that of --key; without it the one that is kept where --data says; without that, the one of the environment
(STAMMTISCH_HOST_KEY), or the one that is kept where STAMMTISCH_DATA says or in your folder for data.
docs/moderation.md says what each of these does.
"""
_TABLES: Final = {
    "show": "what has happened at a table, as somebody sees it who watches",
    "pause": "pause a game: nothing is decided, bots and clocks stand still",
    "resume": "let a paused game go on; clocks have what was left",
    "end": "end a game without a result, or close a table that has not begun",
}
_PEOPLE: Final = {"bar": "let somebody in no more", "unbar": "let somebody in again"}
KEY: Final = "STAMMTISCH_HOST_KEY"  # in the environment
_SERVER: Final = re.compile(r"https?://[^/?#\s]+(?:/[^?#\s]*?)?/?")
_NAME: Final = re.compile(r"(?:\S*/)?([A-Za-z0-9_-]{1,32})")

Show = Callable[[Console, Any, Say], None]
_LISTS: Final[Mapping[str, tuple[str, Show]]] = {
    "list": ("/tables", show_tables),
    "reports": ("/reports", show_reports),
    "barred": ("/barred", show_barred),
    "audit": ("/audit", show_audit),
    "sign": ("/sign", show_sign),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the host can do, each with arguments of its own."""
    add_language(parser)
    usual = argparse.ArgumentParser(add_help=False)
    usual.add_argument(
        "--server", default="http://localhost:8000", metavar="URL", help="where the house is (http://localhost:8000)"
    )
    usual.add_argument("--key", metavar="KEY", help="the host key")
    usual.add_argument("--data", metavar="PLACE", help="where the house is kept, and its key: a file or a database")
    spoken = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    usual.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, metavar="LANG", help=spoken)
    usual.add_argument("--json", action="store_true", help="write JSON, for programs")
    add = parser.add_subparsers(title="actions", metavar="ACTION", required=True, dest="what").add_parser

    def action(name: str, about: str) -> argparse.ArgumentParser:
        return add(name, help=about, description=f"{about[0].upper()}{about[1:]}.", parents=[usual])

    action("key", "show the host key, which is the host's alone, and the page that it opens")
    action("list", "list the tables of the house: running, open, lately over")
    for name, about in _TABLES.items():
        action(name, about).add_argument("table", metavar="TABLE", help="its name, or its link")
    replace = action("replace", "give a seat to a bot, for good")
    replace.add_argument("table", metavar="TABLE", help="its name, or its link")
    replace.add_argument("seat", metavar="SEAT", type=int, help="counted from 0")
    replace.add_argument(
        "level", metavar="LEVEL", help="how well the bot plays: easy, normal, strong, master or perfect"
    )
    action("reports", "list what people complain about")
    settle = action("settle", "note that a report was seen to")
    settle.add_argument("number", metavar="N", type=_number, help="the number of the report")
    action("barred", "list who may not come in")
    action("sign", "show what the house is called, and the notice that is posted")
    naming = action("name", "give the house a name")
    naming.add_argument("text", metavar="NAME", help="an empty one: the house has none of its own any more")
    notice = action("notice", "post a notice, which everybody reads on the start page")
    notice.add_argument("text", metavar="TEXT", help="in lines; an empty one takes the notice down that is there")
    audit = action("audit", "list what hosts did, a thousand acts at a time")
    audit.add_argument("--before", metavar="N", type=_number, default=0, help="only those before this number")
    for name, about in _PEOPLE.items():
        action(name, about).add_argument("person", metavar="PERSON", help="as `reports` and `show` name them")


def run(args: argparse.Namespace) -> int:
    """Ask the house for what the host wants, and show the answer.

    Raises:
        StammtischError: There is no key, or the house does not answer or will not do it.
    """
    address = _address(args.server)
    if args.what == "key":
        return _show_key(args, address)
    server = ApiClient(address, args.lang, _key(args))
    path, body, show = _wish(args)
    answer = server.ask(f"/host{path}", body, {"before": args.before} if args.what == "audit" else {})
    if args.json:
        sys.stdout.write(json.dumps(answer, indent=1) + "\n")
    else:
        show(make_console(), answer, voice("stammtisch.terminal", args.lang))
    return 0


def _wish(args: argparse.Namespace) -> tuple[str, Mapping[str, object] | None, Show]:
    """Return what is asked of the house: an address, what is sent there, and how the answer is shown."""
    match args.what:
        case "show":
            return f"/tables/{_named(args.table)}", None, show_table
        case "replace":
            return f"/tables/{_named(args.table)}/replace", {"seat": args.seat, "level": args.level}, show_table
        case "pause" | "resume" | "end":
            return f"/tables/{_named(args.table)}/{args.what}", {}, show_table
        case "settle":
            return f"/reports/{args.number}/settle", {}, show_reports
        case "name" | "notice":
            return f"/{args.what}", {args.what: args.text}, show_sign
        case "bar" | "unbar":
            return f"/people/{_named(args.person)}/{args.what}", {}, show_barred
        case _:
            path, show = _LISTS[args.what]
            return path, None, show


def _show_key(args: argparse.Namespace, address: str) -> int:
    key = _kept_key(args.data or usual_place())
    if args.json:
        sys.stdout.write(json.dumps({"key": key, "link": f"{address}/host"}, indent=1) + "\n")
    else:
        say = voice("stammtisch.terminal", args.lang)
        sys.stdout.write(say("The host key is {key}", key=key) + "\n")
        sys.stdout.write(say("It opens {link}", link=f"{address}/host") + "\n")
    return 0


def _key(args: argparse.Namespace) -> str:
    """Return the key that was given, or the one that is kept with the house.

    Raises:
        StammtischError: There is none.
    """
    key: str = args.key or ("" if args.data else os.environ.get(KEY, ""))
    if not key:
        key = _kept_key(args.data or usual_place())
    return quote(key.strip(), safe="")  # a header takes no other letters


def _kept_key(data: str) -> str:
    """Return the key that is kept at a place.

    Raises:
        StammtischError: There is no house, or it cannot be opened.
    """
    if not is_address(data) and not Path(data).is_file():
        raise StammtischError(f"no house is kept in {data}; give --data where it is, or the key by --key or {KEY}")
    try:
        return asyncio.run(_read_key(data))
    except OSError as error:
        raise StammtischError(str(error)) from error


async def _read_key(data: str) -> str:
    store = await open_store(data, alone=False)
    try:
        return await host_key(store)
    finally:
        await store.close()


def _address(server: str) -> str:
    """Return the address of a server as addresses of pages begin.

    Raises:
        StammtischError: It is none.
    """
    if not _SERVER.fullmatch(server):
        raise StammtischError(f"the server is {server!r}; it may be an address such as http://localhost:8000")
    return server.rstrip("/")


def _named(text: str) -> str:
    """Return the id of a table or a person, of a table also from its link.

    Raises:
        StammtischError: It cannot be one.
    """
    found = _NAME.fullmatch(text.rstrip("/"))
    if found is None:
        raise StammtischError(f"the name is {text!r}; it may be one that `stammtisch admin list` or `reports` shows")
    return found[1]


def _number(text: str) -> int:
    """Return the number of a report.

    Raises:
        ArgumentTypeError: It is none.
    """
    if not text.isdecimal() or len(text) > 9:  # noqa: PLR2004
        raise argparse.ArgumentTypeError(f"the report is {text}; it may be a number that `reports` shows")
    return int(text)
