"""How the terminal shows a house to its host. What people typed is shown without what could move the cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from stammtisch.core.language import Say

_LINES: Final = 30  # of a log, the newest


def show_tables(console: Console, answer: Mapping[str, Any], say: Say) -> None:
    """List tables, one in a line."""
    if not answer["tables"]:
        console.print(Text(say("Nobody plays just now.")))
        return
    grid = _grid(say("table"), say("game"), say("stage"), say("people"), say("waiting for"), say("watch"), say("since"))
    for one in answer["tables"]:
        table = one["table"]
        names = ", ".join(seat["name"] for seat in table["seats"] if seat["who"] != "free")
        waiting = ", ".join(one["waiting"])
        row = (
            table["id"],
            table["game"],
            _stage(table, say),
            names,
            waiting,
            str(one["watching"]),
            _time(one["changed"]),
        )
        grid.add_row(*map(plain, row))
    console.print(grid)


def show_table(console: Console, answer: Mapping[str, Any], say: Say) -> None:
    """Show who sits at a table, what was said, and what has happened."""
    table, people = answer["table"], {one["seat"]: one for one in answer["people"]}
    head = f"{table['id']}  {table['game']}  {_stage(table, say)}  {_time(answer['changed'])}"
    console.print(plain(head, "bold"), soft_wrap=True)
    grid = _grid(say("seat"), say("name"), say("who"), say("person"))
    for seat, one in enumerate(table["seats"]):
        who = {"free": say("free"), "bot": say("bot"), "person": say("person")}[one["who"]]
        kind = f"{who} ({one['level']})" if one["level"] else who
        grid.add_row(
            str(seat), plain(one["name"]), plain(kind), plain(_known(people[seat], say) if seat in people else "")
        )
    console.print(grid)
    if answer["waiting"]:
        console.print(plain(say("Waiting for {names}.", names=", ".join(answer["waiting"]))), soft_wrap=True)
    _show_lines(console, say("talk"), [f"{line['name']} ({line['person']}): {line['said']}" for line in answer["talk"]])
    _show_lines(console, say("what happened"), answer["log"])


def _show_lines(console: Console, heading: str, lines: Sequence[str]) -> None:
    if lines:
        console.print(Text(heading, "bold"))
    for line in lines[-_LINES:]:
        console.print(plain(f"  {line}"), soft_wrap=True)


def show_reports(console: Console, answer: Mapping[str, Any], say: Say) -> None:
    """Show what people complain about, one after another."""
    if not answer["reports"]:
        console.print(Text(say("Nobody complains.")))
    for one in answer["reports"]:
        about, by = _called(one["about"], say), _called(one["by"], say)
        sentence = say("{number}: {about}, reported by {by}", number=one["number"], about=about, by=by)
        console.print(plain(sentence, "dim" if one["settled"] else "bold"), soft_wrap=True)
        state = say("settled") if one["settled"] else say("not settled")
        known = f"  {one['about']['person']}  {one['table']}  {_time(one['at'])}  {state}"
        console.print(plain(known, "dim"), soft_wrap=True)
        for line in [one["words"]] * bool(one["words"]) + [f"> {line}" for line in one["said"]]:
            console.print(plain(f"  {line}"), soft_wrap=True)


def show_barred(console: Console, answer: Mapping[str, Any], say: Say) -> None:
    """List who may not come in."""
    if not answer["people"]:
        console.print(Text(say("Everybody may come in.")))
    for one in answer["people"]:
        console.print(plain(f"{one['person']}  {_called(one, say)}"), soft_wrap=True)


def show_sign(console: Console, answer: Mapping[str, Any], say: Say) -> None:
    """Show what the house is called, and the notice that is posted."""
    console.print(plain(answer["name"] or say("The house has no name of its own."), "bold"), soft_wrap=True)
    for line in answer["notice"].splitlines():
        console.print(plain(line), soft_wrap=True)
    console.print(
        plain(
            say("posted {time}", time=_time(answer["at"])) if answer["notice"] else say("No notice is posted."), "dim"
        )
    )


def show_audit(console: Console, answer: Mapping[str, Any], say: Say) -> None:
    """List what hosts did, the newest first; what it was is called as the actions of the command are."""
    grid = _grid("", say("since"), say("who"), say("what happened"), say("table"), say("person"))
    for one in answer["acts"]:
        host = _named(one["host"]) or one["way"]
        what = f"{one['what']} {one['detail']}".strip()
        row = (str(one["number"]), _time(one["at"]), host, what, one["table"], _named(one["person"]))
        grid.add_row(*map(plain, row))
    console.print(grid)


def _named(person: Mapping[str, Any]) -> str:
    return f"{person['name']} ({person['person']})" if person["name"] else str(person["person"])


def plain(text: str, style: str = "") -> Text:
    """Return text in which everything can be seen that is there."""
    return Text("".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text), style)


def _grid(*headings: str) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1))
    for heading in headings:
        grid.add_column(heading, overflow="fold", no_wrap=heading in headings[:3])
    return grid


def _stage(table: Mapping[str, Any], say: Say) -> str:
    if table["ended"] or table["paused"]:
        return say("ended") if table["ended"] else say("paused")
    stages = {"open": say("open"), "running": say("running"), "over": say("over")}
    return stages[table["stage"]]


def _called(person: Mapping[str, Any], say: Say) -> str:
    return str(person["name"]) or say("somebody without a name")


def _known(person: Mapping[str, Any], say: Say) -> str:
    return f"{person['person']} ({say('barred')})" if person["barred"] else str(person["person"])


def _time(at: int) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")
