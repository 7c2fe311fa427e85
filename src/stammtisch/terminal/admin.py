"""`stammtisch admin`: what the host of a house sees and does, from the command line."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rich.console import Console

from stammtisch.core.language import Say, voice
from stammtisch.errors import StammtischError
from stammtisch.store.keys import host_key
from stammtisch.store.opening import is_address, open_store, usual_place
from stammtisch.terminal.admin_screen import show_barred, show_reports, show_table, show_tables
from stammtisch.terminal.join import Server
from stammtisch.terminal.screen import make_console

KEY: Final = "STAMMTISCH_HOST_KEY"  # in the environment
_SERVER: Final = re.compile(r"https?://[^/?#\s]+(?:/[^?#\s]*?)?/?")
_NAME: Final = re.compile(r"(?:\S*/)?([A-Za-z0-9_-]{1,32})")

Show = Callable[[Console, Any, Say], None]


def run(args: Namespace) -> int:
    """Ask the house for what the host wants, and show the answer.

    Raises:
        StammtischError: There is no key, or the house does not answer or will not do it.
    """
    address = _address(args.server)
    if args.what == "key":
        return _show_key(args, address)
    server = Server(address, args.lang, _key(args))
    path, body, show = _wish(args)
    answer = server.ask(f"/host{path}", body)
    if args.json:
        sys.stdout.write(json.dumps(answer, indent=1) + "\n")
    else:
        show(make_console(), answer, voice("stammtisch.terminal", args.lang))
    return 0


def _wish(args: Namespace) -> tuple[str, Mapping[str, object] | None, Show]:
    """Return what is asked of the house: an address, what is sent there, and how the answer is shown."""
    match args.what:
        case "list":
            return "/tables", None, show_tables
        case "show":
            return f"/tables/{_named(args.table)}", None, show_table
        case "replace":
            return f"/tables/{_named(args.table)}/replace", {"seat": args.seat, "level": args.level}, show_table
        case "pause" | "resume" | "end":
            return f"/tables/{_named(args.table)}/{args.what}", {}, show_table
        case "settle":
            return f"/reports/{args.number}/settle", {}, show_reports
        case "bar" | "unbar":
            return f"/people/{_named(args.person)}/{args.what}", {}, show_barred
        case "barred":
            return "/barred", None, show_barred
        case _:
            return "/reports", None, show_reports


def _show_key(args: Namespace, address: str) -> int:
    key = _kept_key(args.data or usual_place())
    if args.json:
        sys.stdout.write(json.dumps({"key": key, "link": f"{address}/host"}, indent=1) + "\n")
    else:
        say = voice("stammtisch.terminal", args.lang)
        sys.stdout.write(say("The host key is {key}", key=key) + "\n")
        sys.stdout.write(say("It opens {link}", link=f"{address}/host") + "\n")
    return 0


def _key(args: Namespace) -> str:
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
