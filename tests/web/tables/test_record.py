"""The record of a table is read from what any server has stored, and written as every server has written it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.fair_deal import Contribution
from stammtisch.web.faces import usual_face
from stammtisch.web.tables.record import (
    Advice,
    DealRecord,
    Evening,
    LessonRecord,
    Place,
    Rest,
    StandIn,
    TableRecord,
    TableTerms,
    read_record,
    write_record,
)

PLACE = {
    "person": "p1",
    "name": "Anna",
    "bot": False,
    "ready": True,
    "missed": 2,
    "left": False,
    "level": "easy",
    "hints": 1,
    "costume": 4,
    "colour": 6,
}
BEST = {"action": 4, "tried": 90, "worth": 1.5, "ahead": 0.6, "share": 0.0}
DEAL = {
    "house_alone": False,
    "hashes": {"p2": "ab" * 32},
    "opening": True,
    "contributions": [{"seat": 0, "handle": "h1", "hash": "cd" * 32, "words": "ef" * 32}],
    "names": {"h1": "Anna"},
}
STORED: dict[str, Any] = {
    "pace": "live",
    "listed": True,
    "level": "strong",
    "hints": True,
    "advice": {"0": {"acted": 3, "best": [BEST], "playouts": 200, "before": [7], "after": [9]}},
    "rest": {"since": 5.0, "step": 9, "seconds": 1.25, "until": 2.0},
    "deal": DEAL,
    "ended": "running",
    "host": "p1",
    "next": "another",
    "places": [PLACE],
    "stand_ins": {"1": {"votes": ["p1"], "decided": 3, "until": 4}},
    "practice": "first",
    "finished": [2, 1],
    "evening": {"games": 2, "wins": {"p1": 1, "bot Resi": 1}},
    "lesson": {"read": 3, "refused_at": 7, "left": False},
}
OLDEST = {"host": "p1", "pace": "slow", "listed": False, "next": "", "places": [{"person": "p1", "name": "Anna"}]}


def test_every_field_is_typed() -> None:
    assert read_record(STORED) == TableRecord(
        host="p1",
        places=[Place("p1", "Anna", ready=True, missed=2, hints=1, costume=4, colour=6)],
        terms=TableTerms("live", listed=True, level="strong", hints=True),
        advice={0: Advice(3, (ActionValue(4, 90, 1.5, 0.6),), 200, (7,), (9,))},
        rest=Rest(5.0, {"step": 9, "seconds": 1.25, "until": 2.0}),
        stand_ins={1: StandIn(("p1",), 3, 4)},
        deal=DealRecord(
            hashes={"p2": "ab" * 32},
            opening=True,
            contributions=(Contribution(0, "h1", "cd" * 32, "ef" * 32),),
            names={"h1": "Anna"},
        ),
        ended="running",
        evening=Evening(2, {"p1": 1, "bot Resi": 1}),
        next="another",
        practice="first",
        finished=(2, 1),
        lesson=LessonRecord(3, 7),
    )


def test_a_new_table_is_written_as_it_always_was() -> None:
    free = {"person": "", "name": "", "bot": False, "ready": False, "missed": 0, "left": False}
    stored: dict[str, Any] = {
        "pace": "none",
        "listed": False,
        "level": "normal",
        "hints": False,
        "advice": {},
        "rest": {},
    }
    stored["deal"] = {"house_alone": False, "hashes": {}, "opening": False, "contributions": [], "names": {}}
    places = [{**free, "level": "easy", "hints": 0, "costume": 0, "colour": -1}]

    written = write_record(TableRecord("p1", [Place()]))

    assert json.dumps(written) == json.dumps({**stored, "ended": "", "host": "p1", "next": "", "places": places})


def test_a_store_may_be_older_than_some_fields() -> None:
    of_the_house = DealRecord(house_alone=True)
    anna = Place("p1", "Anna", costume=usual_face("p1").costume, colour=0)  # the colour that its seat had

    assert read_record(OLDEST) == TableRecord("p1", [anna], TableTerms("slow"), deal=of_the_house)


def test_advice_may_be_older_than_rows_of_choices_and_solved_games() -> None:
    best = {name: BEST[name] for name in ("action", "tried", "worth", "ahead")}
    old = {**OLDEST, "advice": {"1": {"acted": 0, "best": [best], "playouts": 50}}}

    assert read_record(old).advice == {1: Advice(0, (ActionValue(4, 90, 1.5, 0.6),), 50)}


@pytest.mark.parametrize(
    "stored",
    [
        STORED,
        {**STORED, "weather": "fine"},
        {**STORED, "places": [{**PLACE, "hat": "green"}]},
        {**STORED, "rest": {**STORED["rest"], "why": "lunch"}},
        {**STORED, "deal": {**DEAL, "cut": "by Ida"}},
        {**STORED, "lesson": {**STORED["lesson"], "mark": "good"}},
    ],
    ids=["as it is now", "newer table", "newer place", "newer rest", "newer deal", "newer lesson"],
)
def test_what_is_written_is_what_was_read_in_the_same_order(stored: dict[str, Any]) -> None:
    assert json.dumps(write_record(read_record(stored))) == json.dumps(stored)


def test_what_a_newer_server_knows_of_a_piece_of_advice_is_passed_over() -> None:
    advice = {**STORED["advice"]["0"], "best": [{**BEST, "surely": True}], "sage": "Ida"}

    assert read_record({**STORED, "advice": {"0": advice}}) == read_record(STORED)


@pytest.mark.parametrize(("pace", "seconds"), [("none", 0.0), ("live", 60.0), ("slow", 259_200.0)])
def test_a_pace_says_how_long_a_decision_may_take(pace: str, seconds: float) -> None:
    assert TableTerms(pace).seconds == seconds
