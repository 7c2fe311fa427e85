"""A league: time is shared out, looks are counted, and verdicts are right in 99 of 100 cases."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import inf, sqrt
from pathlib import Path

import pytest

from stammtisch.bots.arena.compiled_game import Result
from stammtisch.bots.arena.league import ERROR, Pairing, Verdict, play_league
from stammtisch.bots.arena.match import Deal, Match, PlayedGame
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.bots.processes.task_workers import Lost, R, T
from stammtisch.games import duel, gang
from tests.turned_clock import TickingClock

LEAGUES = 1200


class PatientWorkers(MatchWorkers):
    """Their deals take no time but what the league's clock counts, however long a busy machine needs for them."""

    def do(self, work: Callable[[T], R], tasks: Iterable[T], until: float = inf) -> Iterator[R | Lost[T]]:
        """Wait for every deal, `until` or not; nobody has thought for any time."""
        assert until > 0
        for found in super().do(work, tasks):
            assert isinstance(found, Deal)
            yield replace(found, thinking={})


def _deal(number: int, lead: int) -> Deal:
    return Deal(number, (PlayedGame(("a", "b"), Result((0, 0), (1, 1), (lead, 0))),), {})


def _pairing() -> Pairing:
    return Pairing(Match("duel", "{}", ("a", "b"), 1), "a", "b")


@pytest.mark.parametrize(
    ("leads", "verdict"),
    [
        ([2, 2, 2, 0, 2, 2, 2, 2, 0, 2], Verdict.BETTER),
        ([-2, -2, -2, 0, -2, -2, -2, -2, 0, -2], Verdict.WORSE),
        ([2, -2, 2, 0, 2, -2, 2, -2, 0, 2], Verdict.OPEN),
        ([2, 2, 2, 2, 2, 2, 2, 2, 2], Verdict.OPEN),  # too few
    ],
)
def test_a_verdict_follows_from_the_leads_of_enough_deals(leads: list[int], verdict: Verdict) -> None:
    pairing = _pairing()
    pairing.deals = [_deal(number, lead) for number, lead in enumerate(leads)]
    pairing.look()

    assert pairing.verdict is verdict
    assert pairing.done == (verdict is not Verdict.OPEN)


def test_without_deals_there_is_not_even_an_open_question() -> None:
    pairing = _pairing()
    pairing.look()

    assert pairing.verdict is Verdict.UNPLAYED
    assert not pairing.done


def test_a_verdict_stands() -> None:
    pairing = _pairing()
    pairing.deals = [_deal(number, 2) for number in range(10)]
    pairing.look()
    pairing.deals += [_deal(number, -9) for number in range(10, 100)]
    pairing.look()

    assert pairing.verdict is Verdict.BETTER


def test_equals_are_told_apart_no_more_often_than_allowed_however_often_one_looks() -> None:
    chance = random.Random(5)
    verdicts = []
    for _ in range(LEAGUES):
        pairing = _pairing()
        for look in (10, 20, 40, 80, 120):
            more = range(len(pairing.deals), look)
            pairing.deals += [_deal(number, chance.randrange(-26, 27)) for number in more]
            pairing.look()
        verdicts.append(pairing.verdict)

    for wrong in (Verdict.BETTER, Verdict.WORSE):  # five looks with the whole error each would give 0.035
        assert 0 < verdicts.count(wrong) / LEAGUES < ERROR + 3 * sqrt(ERROR / LEAGUES)


def test_every_pairing_gets_its_turn_and_the_clock_is_kept() -> None:
    pairings = [
        Pairing(Match.of(gang, ["easy", "random"], {"rounds": 1}, 1), "easy", "random"),
        Pairing(Match.of(duel, ["easy", "random"], {}, 1), "easy", "random", weight=2),
        Pairing(Match.of(gang, ["easy", "random"], {"rounds": 1, "seats": 3}, 1), "easy", "random", whole=True),
    ]
    clock = TickingClock(0.04)
    with PatientWorkers(1, clock) as workers:
        begin = clock.monotonic()
        played = list(play_league(pairings, 12, workers))

    assert clock.monotonic() - begin < 12.5
    assert [pairing for pairing, deal in played if deal is None][:3] == pairings
    assert all([deal.number for deal in one.deals] == list(range(len(one.deals))) for one in pairings)
    assert pairings[0].verdict is Verdict.BETTER
    assert pairings[2].verdict is Verdict.BETTER
    assert pairings[2].looks >= 4 > pairings[0].looks  # it uses its share though it is clear


@pytest.mark.usefixtures("visitors")
def test_a_deal_that_never_ends_is_given_up_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))
    pairing = Pairing(Match.of(duel, ["stubborn", "random"], {}, 1), "stubborn", "random")
    with MatchWorkers(1) as workers:
        turns = list(play_league([pairing], 2, workers))

    assert turns == [(pairing, None)]
    assert (pairing.deals, pairing.given_up, pairing.verdict) == ([], 1, Verdict.UNPLAYED)
