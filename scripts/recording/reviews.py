"""The page that looks back at a game, with figures that were kept, so that nobody has to think for them."""

from __future__ import annotations

import json
import sqlite3

from recording.folder import Folder
from recording.house import House, Table
from recording.normal import shown
from recording.pages import LANGUAGES, browser_of
from recording.server import serving
from recording.walk import at_end, legal_actions
from stammtisch.core.game import find_game

_TABLES = ("duelOver0001", "gangOver0001", "partyOver001", "comboOver001")
_FORM = 2  # of what is kept


def record_reviews(house: House, out: Folder) -> None:
    """Record reviews in every language; the server has a process for bots, which has nothing to do."""
    data = house.data.with_name("reviewed.db")
    data.write_bytes(house.data.read_bytes())
    db = sqlite3.connect(data)
    for name in _TABLES:
        table = house.tables[name]
        for part, found in (("seat 0", _review(table, 0)), ("seat 1", _review(table, 1)), ("deal", _deal(table))):
            row = (name, f"{part} {_FORM}", json.dumps(found))
            db.execute("INSERT INTO reviews (table_id, part, found) VALUES (?, ?, ?)", row)
    db.commit()
    db.close()
    with serving(data, "--bots", "1") as server:
        anna = browser_of(server, "Anna")
        for name in _TABLES:
            for seat in (0, 1):
                for language in LANGUAGES:
                    answer = anna.get(f"/t/{name}/review?seat={seat}&lang={language}")
                    out.write(f"pages/t/{name}/reviewed-{seat}.{language}", shown(answer, server))
        out.write("pages/hints/Anna.en", shown(anna.get("/t/duelHint0001?lang=en"), server))


def _review(table: Table, seat: int) -> dict[str, object]:
    """Return a review: every third decision was as the bot would have done it."""
    rules = find_game(table.plan.game).rules
    judged, row, first = list[dict[str, object]](), list[int](), 0
    s, o = at_end(table.plan.game, table.plan.choices, ())
    for number, (who, action) in enumerate(table.steps):
        if who == seat:
            first = first if row else number
            legal = legal_actions(table.plan.game, s, o, seat)
            row.append(action)
            decided = int(s.decided[seat])
        rules.apply(s, o, who, action)
        if who == seat and int(s.decided[seat]) > decided:
            index = len(judged)
            best = row if index % 3 == 0 else [*row[:-1], legal[0]]
            figures = {
                "chance": 0.25 + index % 5 / 8,
                "left": 0.125 + index % 7 / 8,
                "lost": index % 4 / 2,
                "error": 0.2,
            }
            judged.append({"step": first, "done": row, "best": best, **figures})
            row = []
    return {"judged": judged, "playouts": 500}


def _deal(table: Table) -> dict[str, object]:
    here = [[(game * 7 + seat * 3) % 11 - 5 for seat in range(table.seats)] for game in range(8)]
    return {"here": here, "elsewhere": [row[::-1] for row in here], "playouts": 50}
