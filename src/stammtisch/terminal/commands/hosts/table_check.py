"""Check a stored table: that it can be read, and that its steps are a game by its own rules and seed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from stammtisch.club.calendar import read_day
from stammtisch.club.daily.deal import deal_of
from stammtisch.club.finished_game import Circumstances, Sitter, result_of
from stammtisch.core.fair_deal import SEED_BYTES, Contribution, FairNature, deal_seed
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import Nature, SeededNature
from stammtisch.core.table import Table
from stammtisch.errors import UnknownGame
from stammtisch.kernel.seats import NATURE
from stammtisch.store.contract import StoredTable
from stammtisch.store.result_contract import USUAL, GameResult
from stammtisch.store.transfer.archive import ArchivedTable

_NO_RESULT: Final = ("practice", "lesson", "ended")  # facts of tables whose game has none
_STAGES: Final = ("open", "running", "over")


@dataclass
class Found:
    """What was found at one table."""

    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    replayed: bool = False
    apart: str = ""  # why it was not: its rules are older, or not installed
    missing: GameResult | None = None  # the result of its game, if it has none in the store and should


def look_at(whole: ArchivedTable, secret: bytes = b"") -> Found:
    """Look through a table, of a house that has this secret for its deals of the day."""
    found = Found()
    found.faults += [*_gaps("step", whole.steps), *_gaps("line of chat", whole.chat)]
    if whole.stage not in _STAGES:
        found.faults.append(f"its stage is {whole.stage!r}; it may be {', '.join(_STAGES)}")
    if len(whole.seed) != SEED_BYTES:
        found.faults.append(f"its seed has {len(whole.seed)} bytes; it may have {SEED_BYTES}")
    choices, facts = _read("choices", whole.choices, found), _read("facts", whole.facts, found)
    try:
        game = find_game(whole.game)
    except UnknownGame:
        found.apart = "its game is not installed"
        return found
    if whole.version != game.rules.VERSION:
        found.apart = "it was begun with other rules"
    elif choices is not None:
        seats = _replay(whole, game, choices, found, facts or {})
        found.faults += _strange_facts(facts, seats)
        found.faults += _strange_day(whole, game, facts or {}, secret)
    return found


def _gaps(what: str, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Say where rows are not numbered 0, 1, 2 and so on."""
    for expected, (number, *_) in enumerate(rows):
        if number != expected:
            yield f"{what} {expected} is missing; {what} {number} follows"
            return


def _read(what: str, text: str, found: Found) -> dict[str, Any] | None:
    try:
        read = json.loads(text)
    except ValueError as error:
        found.faults.append(f"its {what} cannot be read: {error}")
        return None
    if not isinstance(read, dict):
        found.faults.append(f"its {what} are {text[:40]!r}; they may be an object")
        return None
    return read


def _strange_facts(facts: dict[str, Any] | None, seats: int | None) -> Iterator[str]:
    """Say what is wrong with who sits where, and whose table it is."""
    if facts is None:
        return
    if not isinstance(facts.get("host"), str):
        yield f"its host is {facts.get('host')!r}; it may be a person's id"
    places = facts.get("places")
    if not isinstance(places, list) or not all(_is_place(place) for place in places):
        yield "its places cannot be read"
    elif seats is not None and len(places) != seats:
        yield f"it has {len(places)} places; the game has {seats} seats"


def _strange_day(whole: ArchivedTable, game: Game, facts: dict[str, Any], secret: bytes) -> Iterator[str]:
    """Say whether a deal of the day is not that of the house and the day."""
    daily = facts.get("daily")
    if not daily:
        return
    day = read_day(str(daily.get("day")))
    if day is None:
        yield f"its day is {daily.get('day')!r}; it may be one such as 2026-11-18"
    elif secret and deal_of(secret, game, day).seed != whole.seed:
        yield f"its seed is not the one of {day.isoformat()}"


def _is_place(place: object) -> bool:
    return isinstance(place, dict) and all(isinstance(place.get(name), str) for name in ("person", "name"))


def _replay(
    whole: ArchivedTable, game: Game, choices: dict[str, Any], found: Found, facts: dict[str, Any]
) -> int | None:
    """Follow all steps, and compare where they lead to with what is said about the table; return its seats."""
    try:
        added = _contributions(facts)
        strange_words = [one.seat for one in added if _is_strange(one, whole)]
        nature = _nature(whole, added, facts)
    except (AttributeError, LookupError, TypeError, ValueError):
        found.faults.append("what was added to its deal cannot be read")
        return None
    found.faults += [f"the words of seat {seat} do not fit their hash" for seat in strange_words]
    try:
        table = Table.undealt(game, None, choices, nature)
    except Exception as error:  # whatever is in the way of playing is a fault of what is kept
        found.faults.append(f"its options cannot be read: {error}")
        return None
    dealt = strange = 0
    for number, seat, action, _ in whole.steps:
        try:
            if seat == NATURE:
                strange += nature.choose(dealt, table.actions(NATURE)) != action
                dealt += 1
            refused = _follow(table, seat, action)
        except Exception as error:  # as above
            refused = str(error)
        if refused:
            found.faults.append(f"step {number} does not follow the rules: {refused}")
            return table.seats
    if strange:
        found.faults.append(f"{strange} of its {dealt} deals are not those of its seed")
    found.replayed = True
    _compare_stage(whole, table, found, ended=bool(facts.get("ended")))
    _compare_result(whole, table, choices, facts, found)
    return table.seats


def _compare_result(
    whole: ArchivedTable, table: Table, choices: dict[str, Any], facts: dict[str, Any], found: Found
) -> None:
    """Compare the result that is kept with the one that the steps lead to; `--mend` adds one that is missing."""
    if whole.stage != "over" or not table.over or any(facts.get(name) for name in _NO_RESULT):
        return
    try:
        sitters = [_sitter(place) for place in facts["places"]]
        evening = facts.get("evening", {}).get("first", "")
        around = Circumstances(
            sitters, facts.get("rated", True), facts.get("practised", False), facts.get("kind", USUAL), evening
        )
        saved = StoredTable(
            whole.id, whole.game, whole.version, choices, whole.seed, whole.stage, whole.changed, facts, whole.revision
        )
        result = result_of(saved, table, around, whole.changed)
    except (AttributeError, LookupError, TypeError, ValueError):
        return  # its facts cannot be read, which is said anyway
    if not whole.result:
        found.missing = result
        found.warnings.append("its result is missing: a server adds it in the background, `--mend` now")
    elif result and [seat[5:7] for seat in whole.seats] != [(one.score, one.place) for one in result.seats]:
        found.faults.append("its result is not the one that its steps lead to")


def _sitter(place: dict[str, Any]) -> Sitter:
    told = (place.get("level", ""), place.get("left", False), place.get("stood_in", 0), place.get("hints", 0))
    return Sitter(place["person"], place["name"], *told)


def _nature(whole: ArchivedTable, added: list[Contribution], facts: dict[str, Any]) -> Nature:
    """Return the choices of NATURE: prepared for a lesson, or of another table or a day for practice or a try."""
    if facts.get("lesson"):
        return SeededNature(int.from_bytes(whole.seed))
    daily = facts.get("daily") or {"table": ""}
    return FairNature(deal_seed(whole.seed, whole.id, added), daily["table"] or facts.get("practice") or whole.id)


def _contributions(facts: dict[str, Any]) -> list[Contribution]:
    """Return what seats have added to the chance of the deal; nothing in older stores."""
    stored = facts.get("deal", {}).get("contributions", [])
    return [Contribution(one["seat"], one["handle"], one["hash"], one["words"]) for one in stored]


def _is_strange(added: Contribution, whole: ArchivedTable) -> bool:
    return bool(added.words) and not added.fits(whole.id)


def _follow(table: Table, seat: int, action: int) -> str:
    """Take a step, and note for nobody how it looked to them, which would take most of the time; why it is refused."""
    rules, s, o = table.rules, table.position, table.options
    if rule := rules.check(s, o, seat, action):
        return str(rules.Rule(rule).name)
    rules.apply(s, o, seat, action)
    return ""


def _compare_stage(whole: ArchivedTable, table: Table, found: Found, *, ended: bool) -> None:
    if whole.stage == "open" and whole.steps:
        found.faults.append(f"it has {len(whole.steps)} steps, and its game has not begun")
    elif whole.stage == "over" and not table.over and not ended:  # the host of the house may end any game
        found.faults.append("it is over, and its game is not")
    elif whole.stage == "running" and table.over:
        found.warnings.append("its game is over, and the table is not yet: a server ends it when it finds it")
