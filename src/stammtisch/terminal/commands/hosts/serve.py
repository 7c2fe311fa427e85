"""`stammtisch serve`: what it may be given; `stammtisch.web.serve` runs it."""

from __future__ import annotations

import argparse
import os
import re
from datetime import tzinfo
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from stammtisch.bots.processes.cores import all_cores
from stammtisch.club.calendar import read_zone
from stammtisch.errors import StammtischError
from stammtisch.terminal.commands.arguments import MOST_PROCESSES, add_data, add_language, between, seconds

EXAMPLES: Final = """\
examples:
  stammtisch serve
  stammtisch serve --host 127.0.0.1 --port 8080 --data club.db
  stammtisch serve --data postgresql://stammtisch@db.example/house      one of several servers
  stammtisch serve --host 10.0.0.5 --behind-proxy 10.0.0.2 --allowed-hosts tisch.example

The environment variables STAMMTISCH_DATA and STAMMTISCH_ALLOWED_HOSTS say what --data and --allowed-hosts do not.
docs/hosting.md tells how to run a server for others.
"""
_EXAMPLE: Final = "addresses or networks, but not all there are, such as 10.0.0.2,10.1.0.0/16"
_HOST: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_MOST_PROXIES: Final = 9  # in a row
_USUAL_PROCESSES: Final = 4  # at most: each takes some 230 megabytes
_MOST_IN_BACKGROUND: Final = 8  # likewise, as long as there is something to do


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("--host", default="0.0.0.0", help="the address to serve at (all of this machine's)")  # noqa: S104
    parser.add_argument("--port", type=int, metavar="N", help="the port (the first free one from 8000 on)")
    add_data(parser)
    parser.add_argument(
        "--behind-proxy",
        type=_proxies,
        default="127.0.0.1,::1",
        metavar="ADDRESSES",
        help="proxies that are believed for whom they ask, such as 10.0.0.2,10.1.0.0/16 (this machine); or how many "
        "there are in a row, where nobody else can reach the server",
    )
    parser.add_argument(
        "--exempt-addresses",
        type=_exempt,
        default="127.0.0.1,::1",
        metavar="ADDRESSES",
        help="addresses that may ask as often as they like (127.0.0.1,::1); none: nobody may",
    )
    parser.add_argument(
        "--allowed-hosts",
        type=_hosts,
        default=os.environ.get("STAMMTISCH_ALLOWED_HOSTS", ""),
        metavar="NAMES",
        help="names that people type, such as tisch.example (this machine's own); addresses and localhost always work",
    )
    parser.add_argument("--bot-pause", type=seconds, default=0.7, metavar="SECONDS", help="how long bots wait (0.7)")
    parser.add_argument(
        "--bots",
        type=between("bots", 0, MOST_PROCESSES),
        default=_usual_processes(),
        metavar="N",
        help="processes in which bots think (one fewer than cores, 1 to 4); 0: rules of thumb, no hints, no reviews",
    )
    parser.add_argument(
        "--background",
        type=between("background", 1, MOST_PROCESSES),
        default=min(_MOST_IN_BACKGROUND, all_cores()),
        metavar="N",
        help="processes in which reviews and pars are made behind everything else (as many as cores, up to 8)",
    )
    parser.add_argument(
        "--time-zone",
        type=_zone,
        metavar="ZONE",
        help="where midnight is when the deal of the day changes, such as Europe/Berlin (this machine's); "
        "the same on all servers of a house",
    )
    parser.add_argument("--journal", metavar="FILE", help="a line of JSON for each request and event; - for stderr")
    parser.add_argument(
        "--browser", action=argparse.BooleanOptionalAction, default=True, help="open a browser where there is one"
    )


def _proxies(text: str) -> int | list[IPv4Network | IPv6Network]:
    """Return how many proxies there are in a row, or their networks.

    Raises:
        ArgumentTypeError: It is neither, or everybody would be one.
    """
    if text.isascii() and text.isdecimal() and int(text) <= _MOST_PROXIES:
        return int(text)
    expected = f"{_EXAMPLE}, or how many proxies there are in a row, up to {_MOST_PROXIES}"
    return _networks("behind-proxy", text, expected)


def _exempt(text: str) -> list[IPv4Network | IPv6Network]:
    """Return addresses whose requests are not counted."""
    return [] if text == "none" else _networks("exempt-addresses", text, f"{_EXAMPLE}, or none")


def _networks(name: str, text: str, expected: str) -> list[IPv4Network | IPv6Network]:
    """Return the networks that a text lists.

    Raises:
        ArgumentTypeError: One of them is none, or everybody is in it.
    """
    try:
        networks = [ip_network(part.strip(), strict=False) for part in text.split(",")]
    except ValueError:
        networks = []
    if not networks or any(network.prefixlen == 0 for network in networks):
        raise argparse.ArgumentTypeError(f"{name} is {text}; it may be {expected}")
    return networks


def _hosts(text: str) -> list[str]:
    """Return names of hosts.

    Raises:
        ArgumentTypeError: One of them is none.
    """
    names = [part.strip().lower() for part in text.split(",") if text]
    if not all(_HOST.fullmatch(name) for name in names):
        raise argparse.ArgumentTypeError(f"allowed-hosts is {text}; it may be names, such as tisch.example,laptop.lan")
    return names


def _zone(name: str) -> tzinfo:
    """Return a time zone.

    Raises:
        ArgumentTypeError: There is none of this name.
    """
    try:
        return read_zone(name)
    except StammtischError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _usual_processes() -> int:
    """Return how many processes think where nobody says: a core is left for those who serve."""
    return max(1, min(_USUAL_PROCESSES, (os.cpu_count() or 1) - 1))
