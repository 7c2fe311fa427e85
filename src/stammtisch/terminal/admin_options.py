"""What `stammtisch admin` may be given."""

from __future__ import annotations

import argparse
from typing import Final

from stammtisch.core.language import LANGUAGES

EXAMPLES: Final = """\
examples:
  stammtisch admin key --data club.db                    the host key, and the page that it opens
  stammtisch admin list                                  the tables of a house on this machine
  stammtisch admin show vUgWgQmkZ1EG
  stammtisch admin pause vUgWgQmkZ1EG
  stammtisch admin replace vUgWgQmkZ1EG 2 normal         seat 2, counted from 0, is a bot's from now on
  stammtisch admin reports --server https://example.org --key KEY
  stammtisch admin bar 6xHcZ0QyP2ab

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


def add_actions(admin: argparse.ArgumentParser) -> None:
    """Add what the host can do."""
    usual = argparse.ArgumentParser(add_help=False)
    usual.add_argument(
        "--server", default="http://localhost:8000", metavar="URL", help="where the house is (http://localhost:8000)"
    )
    usual.add_argument("--key", metavar="KEY", help="the host key")
    usual.add_argument("--data", metavar="PLACE", help="where the house is kept, and its key: a file or a database")
    spoken = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    usual.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, metavar="LANG", help=spoken)
    usual.add_argument("--json", action="store_true", help="write JSON, for programs")
    add = admin.add_subparsers(title="actions", metavar="ACTION", required=True, dest="what").add_parser

    def action(name: str, about: str) -> argparse.ArgumentParser:
        return add(name, help=about, description=f"{about[0].upper()}{about[1:]}.", parents=[usual])

    action("key", "show the host key, which is the host's alone, and the page that it opens")
    action("list", "list the tables of the house: running, open, lately over")
    for name, about in _TABLES.items():
        action(name, about).add_argument("table", metavar="TABLE", help="its name, or its link")
    replace = action("replace", "give a seat to a bot, for good")
    replace.add_argument("table", metavar="TABLE", help="its name, or its link")
    replace.add_argument("seat", metavar="SEAT", type=int, help="counted from 0")
    replace.add_argument("level", metavar="LEVEL", help="how well the bot plays: easy, normal, strong or perfect")
    action("reports", "list what people complain about")
    settle = action("settle", "note that a report was seen to")
    settle.add_argument("number", metavar="N", type=_number, help="the number of the report")
    action("barred", "list who may not come in")
    for name, about in _PEOPLE.items():
        action(name, about).add_argument("person", metavar="PERSON", help="as `reports` and `show` name them")


def _number(text: str) -> int:
    """Return the number of a report.

    Raises:
        ArgumentTypeError: It is none.
    """
    if not text.isdecimal() or len(text) > 9:  # noqa: PLR2004
        raise argparse.ArgumentTypeError(f"the report is {text}; it may be a number that `reports` shows")
    return int(text)
