"""The subcommands of those who look after a house: they serve it, back it up, move it and see whether it is well."""

from __future__ import annotations

import argparse
import os
from ipaddress import ip_network
from typing import Final

from stammtisch.terminal.arguments import MOST_PROCESSES, Add, add_part, add_plain, between, seconds

_USUAL_PROCESSES: Final = 4  # at most: each takes some 230 megabytes
_SERVE: Final = """\
examples:
  stammtisch serve
  stammtisch serve --host 127.0.0.1 --port 8080 --data club.db
  stammtisch serve --data postgresql://stammtisch@db.example/house      one of several servers
  stammtisch serve --host 10.0.0.5 --behind-proxy 10.0.0.2

The environment variable STAMMTISCH_DATA says where games are kept if --data does not.
docs/hosting.md tells how to run a server for others.
"""
_COPY: Final = """\
examples:
  stammtisch copy club.db postgresql://stammtisch@db.example/house
  stammtisch copy postgresql://stammtisch@db.example/house club.db

Everything is copied: tables with their steps and chat, people, and the secrets that keep their links valid.
The house may be in use meanwhile; what goes on after the copy was begun comes with the next one. What is
interrupted goes on when the same command is given again. A target that holds another house is refused.
"""
_BACKUP: Final = """\
examples:
  stammtisch backup house-of-today.db
  stammtisch backup house-of-today.db --data postgresql://stammtisch@db.example/house

The server goes on meanwhile. The backup is one file, a house by itself.
To look round in it, restore it to another place and serve that: bots and clocks go on in a house that is served.
"""
_RESTORE: Final = """\
examples:
  stammtisch restore house-of-today.db
  stammtisch restore house-of-today.db --data postgresql://stammtisch@db.example/house

No server may have the house open. A file that holds something is only moved aside, and only with --force.
"""
_DOCTOR: Final = """\
examples:
  stammtisch doctor
  stammtisch doctor --data house-of-today.db --json

Every table is replayed by the rules of today and compared with its seed; nothing is changed.
The exit code is 0 for a house that is well, 1 if there are faults, 2 if it cannot be opened.
"""


def add_host_parts(add: Add) -> None:
    """Add the subcommands."""
    _add_serve(add)
    copy = add_plain(add, "copy", "copy a house from one store into another: a file, or PostgreSQL", _COPY)
    copy.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    copy.add_argument("target", metavar="TO", help="a file, or postgresql://…; empty, or copied to before")
    backup = add_plain(add, "backup", "write all that is kept to a file, while the server runs", _BACKUP)
    backup.add_argument("file", metavar="FILE", help="the backup, a file that is not there yet")
    backup.add_argument("--force", action="store_true", help="write over a file that is there")
    _add_data(backup)
    restore = add_plain(add, "restore", "bring a backup back", _RESTORE)
    restore.add_argument("file", metavar="FILE", help="the backup")
    restore.add_argument("--force", action="store_true", help="move a file aside that holds a house")
    _add_data(restore)
    doctor = add_plain(add, "doctor", "see whether everything that is kept is well", _DOCTOR)
    doctor.add_argument("--json", action="store_true", help="write JSON, for programs")
    _add_data(doctor)


def _add_serve(add: Add) -> None:
    serve = add_part(add, "serve", "open live tables in the browser, for this machine and its network", _SERVE)
    serve.set_defaults(part="web.serve")
    serve.add_argument("--host", default="0.0.0.0", help="the address to serve at (all of this machine's)")  # noqa: S104
    serve.add_argument("--port", type=int, metavar="N", help="the port (the first free one from 8000 on)")
    _add_data(serve)
    serve.add_argument(
        "--behind-proxy",
        type=_proxies,
        default="127.0.0.1,::1",
        metavar="ADDRESSES",
        help="proxies that are believed for whom they ask, such as 10.0.0.2,10.1.0.0/16 (this machine)",
    )
    serve.add_argument("--bot-pause", type=seconds, default=0.7, metavar="SECONDS", help="how long bots wait (0.7)")
    serve.add_argument(
        "--bots",
        type=between("bots", 0, MOST_PROCESSES),
        default=_usual_processes(),
        metavar="N",
        help="processes in which bots think (one fewer than cores, 1 to 4); 0: rules of thumb, no hints, no reviews",
    )
    serve.add_argument("--journal", metavar="FILE", help="a line of JSON for each request and event; - for stderr")
    serve.add_argument(
        "--browser", action=argparse.BooleanOptionalAction, default=True, help="open a browser where there is one"
    )


def _add_data(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--data",
        metavar="PLACE",
        help="where games are kept: a file, or postgresql://… (STAMMTISCH_DATA, or your folder for data)",
    )


def _proxies(text: str) -> str:
    """Return the addresses of proxies.

    Raises:
        ArgumentTypeError: One of them is no address.
    """
    try:
        for part in text.split(","):
            ip_network(part.strip(), strict=False)
    except ValueError:
        if text != "*":
            expected = "addresses or networks, such as 10.0.0.2,10.1.0.0/16, or * for all"
            raise argparse.ArgumentTypeError(f"behind-proxy is {text}; it may be {expected}") from None
    return text


def _usual_processes() -> int:
    """Return how many processes think where nobody says: a core is left for those who serve."""
    return max(1, min(_USUAL_PROCESSES, (os.cpu_count() or 1) - 1))
