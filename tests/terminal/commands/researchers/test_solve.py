"""`stammtisch solve`: perfect play, told to people and to programs."""

from __future__ import annotations

import json
import re

import pytest

from stammtisch.core.options import make_options
from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import Options, State
from stammtisch.games.duel.solver import report
from stammtisch.games.duel.solver.advice import action_chances
from stammtisch.games.duel.solver.solution import find_solution
from tests.terminal.conftest import Stammtisch


def test_the_value_the_mixtures_and_the_proof_are_told(stammtisch: Stammtisch) -> None:
    run = stammtisch("solve", "duel", "--spaces", "1")

    assert run.code == 0
    assert "Base game, 1 space on either side" in run.out
    assert "at 0, 0, 0, 0" in run.out
    assert "the bluffer wins 53.9774 %" in " ".join(run.out.split())
    assert re.search(r"(25\.00 %\s+){4}53\.9774 %", run.out)
    assert "Certificate: the best answer" in run.out
    assert "queen" not in run.out
    assert run.err == ""


def test_royal_tells_of_every_queen(stammtisch: Stammtisch) -> None:
    run = stammtisch("solve", "duel", "--royal", "--spaces", "1", "--at=-1,0,1,1")

    assert run.code == 0
    assert "Royal, 1 space" in run.out
    assert "at -1, 0, 1, 1" in run.out
    assert run.out.count("queen in lane") == 2


def test_programs_get_json(stammtisch: Stammtisch) -> None:
    told = json.loads(stammtisch("solve", "duel", "--royal", "--spaces", "1", "--at=-1,0,1,1", "--json").out)
    solution = find_solution(make_options(rules, {"royal": True, "spaces": 1}))

    assert (told["game"], told["royal"], told["spaces"], told["at"]) == ("duel", True, 1, [-1, 0, 1, 1])
    assert told["value"] == solution.value((-1, 0, 1, 1)) == max(found["value"] for found in told["rounds"])
    assert [found["queen"] for found in told["rounds"]] == [1, 2, 3, 4]
    for found in told["rounds"]:
        assert sum(found["hide"]) == pytest.approx(1)
        assert sum(order["chance"] for order in found["turn"]) == pytest.approx(1)
        assert all(len({*order["order"]} & {1, 2, 3, 4}) == 3 for order in found["turn"])
    assert max(told["gain"].values()) < 1e-9
    assert told["proved"]


@pytest.mark.parametrize(
    ("language", "said"), [("de", "53,9774 % aller Spiele"), ("fr", "gagne 53,9774 %"), ("it", "il 53,9774 % delle")]
)
def test_it_is_told_in_the_readers_language(stammtisch: Stammtisch, language: str, said: str) -> None:
    run = stammtisch("solve", "duel", "--spaces", "1", "--lang", language)

    assert said in " ".join(run.out.split())
    assert "bluffer" not in run.out


def test_a_proof_that_fails_is_said_so(stammtisch: Stammtisch, monkeypatch: pytest.MonkeyPatch) -> None:
    def always_the_same(view: State, options: Options) -> dict[int, float]:
        return {min(action_chances(view, options)): 1.0}

    monkeypatch.setattr(report, "action_chances", always_the_same)
    run = stammtisch("solve", "duel", "--spaces", "1")

    assert run.code == 1
    assert "this play is not perfect" in run.out
