"""What deals say about bots, worked out by hand; and what the report says of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stammtisch.bots.arena.compiled_game import Result
from stammtisch.bots.arena.json_report import as_json
from stammtisch.bots.arena.match import Deal, Fault, Match, PlayedGame
from stammtisch.bots.arena.ratings import rate
from stammtisch.bots.arena.standings import leads, standings
from stammtisch.games import duel, gang
from stammtisch.ratings.model import NEWCOMER

DOCS = Path(__file__).parents[3] / "docs" / "bots.md"


def _game(lineup: str, scores: tuple[int, ...], places: tuple[int, ...]) -> PlayedGame:
    return PlayedGame(tuple(lineup), Result(scores, places, tuple(-10 * score for score in scores)))


FAULT = Fault(2, ("a", "b", "b"), "b", 1, 7, "ValueError: no")
DEALS = [
    Deal(1, (_game("abb", (0, 4, 8), (1, 2, 3)), _game("bab", (3, 3, 6), (1, 1, 3))), {"a": (1.0, 4), "b": (1.0, 20)}),
    Deal(0, (_game("abb", (2, 2, 2), (1, 1, 1)), _game("bab", (0, 5, 1), (1, 3, 2))), {"a": (2.0, 2), "b": (0.0, 20)}),
    Deal(2, (_game("abb", (99, 0, 0), (3, 1, 1)),), {"a": (9.0, 9), "b": (9.0, 9)}, FAULT),
]


def test_means_are_taken_over_seats_then_rotations_then_deals() -> None:
    a, b = standings("ab", DEALS)

    assert (a.bot, b.bot, a.games, b.games) == ("a", "b", 4, 4)
    assert (a.score.mean, b.score.mean) == ((0 + 3 + 2 + 5) / 4, (6 + 4.5 + 2 + 0.5) / 4)
    assert (a.place.mean, b.place.mean) == ((1 + 1 + 1 + 3) / 4, (2.5 + 2 + 1 + 1.5) / 4)
    assert a.wins.mean == pytest.approx((1 + 1 / 2 + 1 / 3 + 0) / 4)
    assert b.wins.mean == pytest.approx((0 + 1 / 4 + 1 / 3 + 1 / 2) / 4)
    assert a.wins.mean + 2 * b.wins.mean == pytest.approx(1)


def test_a_lead_is_the_worth_above_the_mean_of_the_others() -> None:
    a, b = standings("ab", DEALS)

    assert leads("a", DEALS) == [(60 + 15) / 2, (0 - 45) / 2]
    assert a.lead is not None
    assert b.lead is not None
    assert (a.lead.mean, b.lead.mean) == (7.5, -7.5)
    assert a.lead.margin == pytest.approx(12.706205 * 30, rel=1e-6)  # t with one degree of freedom; 30 either side


def test_time_is_that_of_a_decision() -> None:
    a, b = standings("ab", DEALS)

    assert (a.seconds, a.decisions, b.seconds, b.decisions) == (0.5, 6, 0.025, 40)


def test_nobody_wins_where_a_dummy_does() -> None:
    (found,) = standings("a", [Deal(0, (_game("aa", (5, 6), (2, 3)),), {"a": (1.0, 1)})])

    assert found.wins.mean == 0


def test_deals_with_a_fault_say_nothing() -> None:
    assert standings("ab", DEALS[2:]) == []


def test_ratings_follow_places_and_are_of_the_bot_not_of_its_seats() -> None:
    games = [_game("abb", (0, 1, 2), (1, 2, 3)), _game("bab", (1, 0, 2), (2, 1, 3))] * 20
    found = rate(games)

    assert set(found) == {"a", "b"}
    assert found["a"].strength > 1200
    assert found["b"].strength < 950
    assert found["a"].doubt < NEWCOMER.doubt
    assert rate([_game("ab", (1, 1), (1, 1))])["a"].strength == pytest.approx(NEWCOMER.strength)


def test_a_bot_at_several_seats_is_not_surer_than_each_of_them() -> None:
    alone, several = rate([_game("ab", (0, 1), (1, 2))])["b"], rate([_game("abb", (0, 1, 1), (1, 2, 2))])["b"]

    assert alone.doubt - several.doubt < (NEWCOMER.doubt - alone.doubt) * 2
    assert several.strength == pytest.approx(alone.strength)


def test_the_order_in_which_deals_were_finished_changes_nothing() -> None:
    assert standings("ab", DEALS) == standings("ab", DEALS[::-1])


def test_the_report_has_the_fields_that_are_documented() -> None:
    match = Match("gang", json.dumps({"seats": 3}), ("a", "b", "b"), 7)
    report = json.loads(json.dumps(as_json(match, DEALS, interrupted=True)))
    parts = {"": report, "bots": report["bots"][0], "faults": report["faults"][0], "played": report["played"][0]}
    _, _, below = DOCS.read_text(encoding="utf-8").partition("`--json FILE` writes everything about the results:")
    table = below.partition("\n## ")[0]
    documented: dict[str, set[str]] = {name: set() for name in parts}
    for part, field in re.findall(r"^\| `(?:(bots|faults|played)\[\]\.)?(\w+)` \|", table, re.MULTILINE):
        documented[part].add(field)

    assert {name: set(fields) for name, fields in parts.items()} == documented


def test_the_report_says_everything() -> None:
    match = Match("gang", json.dumps({"seats": 3}), ("a", "b", "b"), 7)
    report = as_json(match, DEALS, interrupted=True)

    assert (report["format"], report["game"], report["version"]) == (2, "gang", gang.rules.VERSION)
    assert (report["options"], report["lineup"], report["seed"]) == ({"seats": 3}, ("a", "b", "b"), 7)
    assert (report["deals"], report["games"], report["interrupted"], report["confidence"]) == (2, 4, True, 0.95)
    assert [bot["bot"] for bot in report["bots"]] == ["a", "b"]
    assert set(report["bots"][0]["score"]) == {"mean", "low", "high"}
    assert report["faults"] == [
        {"deal": 2, "lineup": ("a", "b", "b"), "bot": "b", "seat": 1, "step": 7, "problem": "ValueError: no"}
    ]
    assert [one["deal"] for one in report["played"]] == [0, 0, 1, 1]
    assert report["played"][2] == {
        "deal": 1,
        "seed": match.deal_seed(1),
        "lineup": ("a", "b", "b"),
        "scores": (0, 4, 8),
        "places": (1, 2, 3),
        "worths": (0, -40, -80),
    }


def test_a_report_without_deals_has_no_bots() -> None:
    assert as_json(Match.of(duel, ["random"], {}, 1), [], interrupted=True)["bots"] == []
