"""A house that is the same each time: people, tables in every stage of every game, talk, reports, a ban.

The schema is the server's own; everything else is written with SQL, as a store of this age may hold it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from itsdangerous import URLSafeSerializer

from recording.folder import Folder
from recording.server import serving
from recording.walk import Walk, at_end, legal_actions, options_of, walk
from stammtisch.core.game import find_game

SIGNING_KEY = hashlib.sha256(b"golden passport").digest()
HOST_KEY = "GoldenGoldenGoldenGoldenGolden12"
PEOPLE = {"Anna": "personAnna01", "Ben": "personBen002", "Cleo": "personCleo03", "Dora": "personDora04"}
OTHERS = {"Emil": "personEmil05", "Frieda": "personFried6", "Banned <b>": "personBanned"}
TALKATIVE = ("duelBluff001", "gangPlay0001", "gangOver0001", "lobbyParty01", "outdated0001")
_DAYS = 2 * 86400.0  # ago: how long ago something was does not change while we look
_FAR = 4_102_444_800.0  # the year 2100: nobody is taken for being away before
_RESTING = {"since": 1_700_000_000.0, "step": 1, "seconds": 0.0, "until": _FAR}
_BOTS = ("Resi", "Ottokar", "Wanda", "Ferdl", "Ludmilla")


def cookie(person: str) -> str:
    """Return what somebody's browser keeps."""
    return str(URLSafeSerializer(SIGNING_KEY, salt="person").dumps(person))


def token(person: str) -> str:
    """Return what somebody's program shows."""
    return str(URLSafeSerializer(SIGNING_KEY, salt="token").dumps(person))


@dataclass(frozen=True)
class Plan:
    """A table that is to be in the house."""

    id: str
    game: str
    choices: Mapping[str, int] = field(default_factory=dict)
    phase: str = ""  # at which the game waits; "over": it is played to its end
    times: int = 1  # the phase has come
    stage: str = ""  # if not what the phase says
    people: int = -1  # who sit there, the rest are bots; -1: all of them are people
    facts: Mapping[str, object] = field(default_factory=dict)
    version: int | None = None
    unfair: bool = False  # whether the deals are not those of the seed


PLANS = (
    Plan("duelBluff001", "duel", phase="BLUFF", facts={"listed": True}),
    Plan("duelGuess001", "duel", phase="GUESS", times=2),
    Plan("duelRoyal001", "duel", {"royal": True}, "BLUFF", 4),
    Plan("duelRoyal002", "duel", {"royal": True, "spaces": 2}, "GUESS", 2),
    Plan("duelOver0001", "duel", phase="over"),
    Plan("duelOver0002", "duel", {"royal": True}, "over"),
    Plan("duelHint0001", "duel", phase="BLUFF", people=1, facts={"hints": True, "level": "strong"}),
    Plan("gangPass0001", "gang", {"rounds": 1}, "PASS"),
    Plan("gangPlay0001", "gang", {"rounds": 2, "seats": 3}, "PLAY", 5, facts={"listed": True}),
    Plan("gangPlay0002", "gang", {"rounds": 2, "seats": 5}, "PLAY", 3),
    Plan("gangPlay0003", "gang", {"rounds": 3}, "PLAY", 20),
    Plan("gangOver0001", "gang", {"rounds": 1}, "over", people=2, unfair=True),
    Plan("partyPlay001", "party", {"seats": 3}, "PLAY", 2),
    Plan("partyTake001", "party", {}, "TAKE", 3, facts={"listed": True}),
    Plan("partySeal001", "party", {"seats": 2, "mirror": True, "face_down": True}, "SEAL", 1),
    Plan("partyMirr001", "party", {"seats": 2, "mirror": True, "face_down": True}, "TAKE", 14),
    Plan("partyOver001", "party", {"seats": 3}, "over"),
    Plan("comboStart01", "combo", phase="START"),
    Plan("comboTurn001", "combo", {"seats": 3}, "TURN", 4, facts={"listed": True}),
    Plan("comboTake001", "combo", phase="TAKE", times=2),
    Plan("comboDisc001", "combo", phase="DISCARD", times=2),
    Plan("comboExch001", "combo", phase="EXCHANGE", times=2),
    Plan("comboLay0001", "combo", {"quick": True, "seats": 3}, "LAY", 4),
    Plan("comboThen001", "combo", {"quick": True, "seats": 3}, "THEN", 6),
    Plan("comboExpert1", "combo", {"expert": True}, "TURN", 40),
    Plan("comboOver001", "combo", {"quick": True, "seats": 3}, "over"),
    Plan("paused000001", "gang", {"rounds": 1}, "PLAY", 2, facts={"rest": _RESTING}),
    Plan("ended0000001", "party", {"seats": 3}, "PLAY", 3, "over", facts={"ended": "running"}),
    Plan("closed000001", "duel", stage="over", facts={"ended": "open"}),
    Plan("outdated0001", "gang", {"rounds": 1}, "PLAY", 3, "over", version=0),
    Plan("next00000001", "duel", phase="over", facts={"next": "lobbyDuel001"}),
    Plan("lobbyDuel001", "duel", stage="open", people=1, facts={"listed": True}),
    Plan("lobbyGang001", "gang", {"rounds": 2}, stage="open", people=2, facts={"pace": "slow"}),
    Plan("lobbyParty01", "party", {"seats": 3, "mirror": True}, stage="open", facts={"pace": "live"}),
    Plan("lobbyCombo01", "combo", {"seats": 2}, stage="open", people=1, facts={"hints": True, "level": "easy"}),
    Plan("lobbyCleo001", "duel", stage="open", people=0, facts={"listed": True, "host": PEOPLE["Cleo"]}),
)


@dataclass(frozen=True)
class Table:
    """A table as it was written down."""

    plan: Plan
    stage: str
    seats: int
    steps: tuple[tuple[int, int], ...]

    @property
    def id(self) -> str:
        """Its name."""
        return self.plan.id

    def sitter(self, seat: int) -> str:
        """Return the name of the person at a seat of a table where nobody but people sit."""
        return [*PEOPLE, *OTHERS][seat]

    @property
    def live(self) -> bool:
        """Whether people play there, and nobody else."""
        return self.stage == "running" and self.plan.people < 0

    @property
    def waiting(self) -> list[int]:
        """Who owes a decision."""
        s, o = at_end(self.plan.game, self.plan.choices, self.steps)
        bits = find_game(self.plan.game).rules.waiting(s, o)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    def legal(self, seat: int) -> list[str]:
        """Return what a seat may do, in the game's notation."""
        s, o = at_end(self.plan.game, self.plan.choices, self.steps)
        write = find_game(self.plan.game).notation.write
        return [write(action) for action in legal_actions(self.plan.game, s, o, seat)]

    def refused(self, seat: int) -> dict[str, str]:
        """Return what a seat may not do, an action for each rule that forbids one."""
        game = find_game(self.plan.game)
        s, o = at_end(self.plan.game, self.plan.choices, self.steps)
        found = dict[str, str]()
        for action in range(game.rules.ACTIONS):
            if rule := game.rules.check(s, o, seat, action):
                found.setdefault(game.rules.Rule(rule).name, game.notation.write(action))
        return found

    def decided(self, seat: int) -> int:
        """Return how often a seat has decided."""
        return int(at_end(self.plan.game, self.plan.choices, self.steps)[0].decided[seat])


@dataclass(frozen=True)
class House:
    """The file, and what is in it."""

    data: Path
    tables: dict[str, Table]


def make_house(place: Path, out: Folder) -> House:
    """Make the file, and note its schema."""
    data = place / "house.db"
    with serving(data) as server:
        made = server.data
    made.rename(data)
    db = sqlite3.connect(data)
    schema = db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name").fetchall()
    version = db.execute("PRAGMA user_version").fetchone()[0]
    secrets = sorted((name, len(value)) for name, value in db.execute("SELECT name, value FROM house"))
    lines = [f"user_version {version}", f"secrets {secrets}", *(sql for (sql,) in schema)]
    out.write("stored/schema", "\n\n".join(lines))
    db.execute("DELETE FROM house")
    db.executemany("INSERT INTO house VALUES (?, ?)", [("passport", SIGNING_KEY), ("host key", HOST_KEY.encode())])
    db.executemany(
        "INSERT INTO people (id, name) VALUES (?, ?)", [(who, name) for name, who in {**PEOPLE, **OTHERS}.items()]
    )
    now = time.time()
    tables = {plan.id: _put(db, plan, now - _DAYS - 60 * index) for index, plan in enumerate(PLANS)}
    _talk(db, now)
    db.commit()
    db.close()
    return House(data, tables)


def _put(db: sqlite3.Connection, plan: Plan, at: float) -> Table:
    seed = hashlib.sha256(plan.id.encode()).digest()
    dealt = hashlib.sha256(b"another").digest() if plan.unfair else seed
    played, stage = Walk((), (), over=False), plan.stage or ("over" if plan.phase == "over" else "running")
    if plan.phase:
        played = walk(plan.game, plan.choices, dealt, plan.id)
        if plan.phase == "over" and not played.over:
            raise ValueError(f"{plan.id} does not end")
        played = played if plan.phase == "over" else played.until(plan.phase, plan.times)
    o = options_of(plan.game, plan.choices)
    rules = find_game(plan.game).rules
    table = Table(plan, stage, int(o.seats), played.steps)
    waiting = table.waiting if plan.people == 1 and plan.phase else [0]
    facts = {"host": PEOPLE["Anna"], "pace": "none", "listed": False, "level": "normal", "hints": False, "next": ""}
    facts |= {"places": _places(table, waiting[0]), "rest": {"until": _FAR}, "advice": {}, "ended": ""}
    if plan.facts.get("hints") and plan.phase:
        facts["advice"] = {str(waiting[0]): _advice(table, waiting[0])}
    facts |= plan.facts
    version = rules.VERSION if plan.version is None else plan.version
    row = (plan.id, plan.game, version, json.dumps(dict(plan.choices)), seed, stage, at, json.dumps(facts), 1)
    columns = "id, game, version, choices, seed, stage, changed, facts, revision"
    db.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608  # names only
    steps = [(plan.id, number, *step, at) for number, step in enumerate(played.steps)]
    db.executemany("INSERT INTO steps (table_id, number, seat, action, at) VALUES (?, ?, ?, ?, ?)", steps)
    return table


def _places(table: Table, first: int) -> list[dict[str, object]]:
    """Return who sits where: people in their order from `first` on, then bots, or nobody at an open table."""
    plan, seats = table.plan, table.seats
    people = seats if plan.people < 0 else plan.people
    known = [*PEOPLE.items(), *OTHERS.items()]
    found: list[dict[str, object]] = [{} for _ in range(seats)]
    for index in range(seats):
        seat = (first + index) % seats
        name, person = known[index]
        if index < people:
            found[seat] = {"person": person, "name": name, "ready": index % 2 == 0}
        elif table.stage != "open" or index == seats - 1:
            found[seat] = {"name": _BOTS[index], "bot": True, "ready": True, "level": "strong"}
    usual = {"person": "", "name": "", "bot": False, "ready": False, "missed": 0, "left": False, "level": "easy"}
    return [{**usual, "hints": 0, **one} for one in found]


def _advice(table: Table, seat: int) -> dict[str, object]:
    s, o = at_end(table.plan.game, table.plan.choices, table.steps)
    legal = legal_actions(table.plan.game, s, o, seat)[:3]
    best = [
        {"action": action, "tried": 10 + index, "worth": 0.5 - index / 4, "ahead": 0.75 - index / 8, "share": 0.25}
        for index, action in enumerate(legal)
    ]
    acted = sum(who == seat for who, _ in table.steps)
    return {"acted": acted, "best": best, "playouts": 1234, "before": []}


def _talk(db: sqlite3.Connection, now: float) -> None:
    said = [("Anna", "Hello <everybody> & welcome"), ("Ben", "Grüß Gott"), ("Cleo", "no"), ("Emil", "I only watch")]
    known = {**PEOPLE, **OTHERS}
    lines = [
        (table, number, known[name], name, text) for table in TALKATIVE for number, (name, text) in enumerate(said)
    ]
    db.executemany("INSERT INTO chat (table_id, number, person, name, said) VALUES (?, ?, ?, ?, ?)", lines)
    columns = "table_id, teller, about, words, said, at, settled"
    reports = [
        ("gangPlay0001", known["Anna"], known["Cleo"], "rude <words>", '["no"]', now - _DAYS, 0),
        ("duelBluff001", known["Ben"], known["Emil"], "", "[]", now - 2 * _DAYS, 1),
    ]
    db.executemany(f"INSERT INTO reports ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", reports)  # noqa: S608  # names only
    db.execute("INSERT INTO blocks VALUES (?, ?)", (known["Anna"], known["Cleo"]))
    db.execute("INSERT INTO bars VALUES (?)", (known["Banned <b>"],))
