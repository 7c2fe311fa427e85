"""Houses as servers leave them: real games, finished, running and not begun, and the people around them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from stammtisch.club.finished_game import Circumstances, Sitter, result_of
from stammtisch.core.fair_deal import FairNature
from stammtisch.core.game import find_game
from stammtisch.core.options import as_json, make_options
from stammtisch.core.table import Table
from stammtisch.store.contract import Face, HostAct, Report, Store, StoredTable
from stammtisch.store.keys import SIGNING_KEY

GAMES = ("duel", "gang", "party", "combo")
STAGES = ("over", "running", "open")


def seed_of(table_id: str) -> bytes:
    """Return a seed for a table."""
    return sha256(table_id.encode()).digest()


@cache
def play(game: str, table_id: str, most: int) -> Table:
    """Return a table at which so many steps were taken at random, or all, and what they force."""
    choices: dict[str, object] = {"rounds": 1} if game == "gang" else {"spaces": 1} if game == "duel" else {}
    table = Table.undealt(find_game(game), None, choices, FairNature(seed_of(table_id), table_id))
    random = Random(table_id)
    table.carry_on()
    while not table.over and len(table.steps) < most:
        seat = table.waiting[0]
        table.follow(seat, random.choice(table.actions(seat)))
        table.carry_on()
    return table


async def furnish(store: Store, tables: int = 12, first: int = 0) -> None:
    """Put tables of all games and stages into a house, and people with all that they do."""
    await store.secret(SIGNING_KEY, b"p" * 32)
    for number in range(first, first + tables):
        await add_table(store, f"table{number}", GAMES[number % len(GAMES)], STAGES[number // 4 % len(STAGES)])
        await store.save_person(f"person{number}", f"Änne {number}")
    await store.save_face("person1", Face(13, 7))
    await store.save_shown_to("person3", "met")
    await store.block("person0", "person1")
    await store.ban("person2")
    said = ("a\nb", "„c“")
    for number in range(2):
        await store.report(Report("table1", "person0", f"person{number}", "rude 🙁", said, 1.5 + number))
    await store.settle(1)
    await store.name_house("Änne's „Hut“", 2.5)
    await store.post_notice("Friday 🃏\nat eight", 3.25)
    await store.record(HostAct(3.5, "person3", "browser", "bar", person="person2"))
    await store.record(HostAct(4.5, "", "program", "replace", "table1", "person1", "1 easy"))


async def add_table(store: Store, table_id: str, game: str, stage: str) -> None:
    """Put one table into a house as a server would."""
    played = play(game, table_id, {"over": 10_000, "running": 30, "open": 0}[stage])
    rules = find_game(game).rules
    chosen = as_json(rules, make_options(rules, as_json(rules, played.options)))
    place = {"person": "", "name": "Anna", "bot": False, "ready": True, "missed": 0, "left": False, "level": "easy"}
    facts = {"host": "person0", "pace": "none", "listed": True, "level": "normal", "hints": False, "next": ""}
    places = [{**place, "hints": 0, "person": f"person{seat}"} for seat in range(played.seats)]
    stage = "over" if played.over and stage == "running" else stage
    saved = StoredTable(
        table_id, game, rules.VERSION, chosen, seed_of(table_id), stage, 5.0, {**facts, "places": places}
    )
    await store.save_table(saved)
    if stage != "open":
        await store.append(table_id, 0, [(step.seat, step.action) for step in played.steps], saved.revision)
        await store.save_chat(table_id, "person0", "Anna", "hello „you“ 🃏")
    if stage == "over":
        sitters = [Sitter(f"person{seat}", "Anna", "") for seat in range(played.seats)]
        result = result_of(saved, played, Circumstances(sitters, may_be_rated=True), 6.5)
        assert result
        await store.keep_result(result)
        await store.save_review(table_id, "seat 0", json.dumps({"judged": []}))


@contextmanager
def damaging(path: Path | str) -> Iterator[sqlite3.Connection]:
    """Change a file as no server would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db
