"""Par: it covers what is known, it is the same wherever it is computed, and it goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from math import inf
from typing import Any, cast

import pytest

from stammtisch.bots.bot import Bot
from stammtisch.bots.random_bot import RandomBot
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.club.daily.deal import DailyDeal, deal_of, number_for
from stammtisch.club.daily.par import CHUNK, Par, chunks_of, replay, replays
from stammtisch.core.game import Game, find_game
from stammtisch.core.queries import legal_actions, seats_waited_for
from stammtisch.core.rows import RowWalk
from stammtisch.core.table import Table
from stammtisch.games.duel.solver.perfect_bot import PerfectBot
from stammtisch.kernel.seats import TABLE
from tests.sample import exact

DAY = date(2026, 11, 18)
Chances = Callable[[Any, Any, int], Mapping[int, float]]


def _deal(game: Game, seed: bytes, **choices: object) -> DailyDeal:
    return DailyDeal(game, DAY, seed * 32, choices)


def _par(deal: DailyDeal, strong: Bot, around: Bot, number: int) -> Par:
    found = Par()
    for index in range(number):
        table = replay(deal, strong, around, index)
        found = found.and_then(Par({_worth(deal, table): 1}, 1))
    return found


def _worth(deal: DailyDeal, table: Table) -> int:
    return int(table.rules.worth(table.position, table.options, deal.seat))


def _known(deal: DailyDeal, around: Bot, chances: Chances) -> float:
    """Return what the seat is worth on average: every choice of the strong bot is followed, with its chance."""
    table = Table.undealt(deal.game, None, dict(deal.choices), deal.nature)
    table.carry_on()
    rules, o, worth = table.rules, table.options, 0.0
    open_now = {tuple(table.position.words()): (table.position, 1.0)}
    while sum(share for _, share in open_now.values()) > 1e-3:  # a duel may go on for ever
        following: dict[tuple[int, ...], tuple[Any, float]] = {}
        for s, share in open_now.values():
            for after, each in _decided(deal, around, chances, s, o):
                while (waiting := seats_waited_for(rules, after, o)) == [TABLE]:
                    rules.apply(after, o, TABLE, legal_actions(rules, after, o, TABLE)[0])
                key = tuple(after.words())
                if waiting:
                    following[key] = (after, share * each + following.get(key, (None, 0.0))[1])
                else:
                    worth += share * each * rules.worth(after, o, deal.seat)
        open_now = following
    return worth


def _decided(deal: DailyDeal, around: Bot, chances: Chances, s: Any, o: Any) -> Iterator[tuple[Any, float]]:
    """Yield the positions after the next decision, with their chances."""
    rules, seat = deal.game.rules, seats_waited_for(deal.game.rules, s, o)[0]
    number, rows = number_for(int(s.decided[seat])), [(tuple[int, ...](), 1.0)]
    while rows:
        taken, share = rows.pop()
        walk = RowWalk(rules, s.copy(), o, seat)
        for action in taken:
            walk.follow(action)
        if walk.complete:
            yield walk.position, share
        elif seat == deal.seat:
            rows += [((*taken, one), share * each) for one, each in chances(walk.view(), o, seat).items() if each]
        else:
            row = around.choose(walk.view(), o, seat, deal.bots_seed, number + len(taken))
            rows.append(((*taken, *row), share))


def test_the_par_of_a_duel_covers_what_perfect_play_is_worth_on_the_deal() -> None:
    duel = find_game("duel")
    deal, perfect = _deal(duel, b"a", spaces=1), PerfectBot(duel)
    known = _known(deal, RuleBot(duel), lambda view, options, _: perfect.shares(view, options))
    par = _par(deal, perfect, RuleBot(duel), 2000)

    assert par.mean - par.error <= known <= par.mean + par.error
    assert 0 < par.error < 0.05


def test_the_par_of_a_small_game_covers_what_a_seat_that_chooses_evenly_is_worth() -> None:
    game = cast(Game, exact)
    deal = _deal(game, b"e", seats=2, hand_size=2)

    def evenly(view: Any, options: Any, seat: int) -> dict[int, float]:
        legal = legal_actions(game.rules, view, options, seat)
        return dict.fromkeys(legal, 1 / len(legal))

    known = _known(deal, RuleBot(game), evenly)
    par = _par(deal, RandomBot(game), RuleBot(game), 400)

    assert par.mean - par.error <= known <= par.mean + par.error
    assert len(par.worths) > 1, "the seat is not worth the same whatever it does"


def test_par_is_the_same_in_one_go_and_in_chunks_and_on_another_house() -> None:
    deal = deal_of(b"h" * 32, find_game("gang"), DAY)
    about = ("gang", DAY.isoformat(), deal.seed)
    told: list[tuple[int, int]] = []
    whole = replays(*about, 0, 12, inf, lambda *told_now: told.append(told_now))
    parts = Par()
    while parts.replays < 12:
        parts = parts.and_then(replays(*about, parts.replays, 12 - parts.replays, 0.0, lambda *_: None))

    assert (whole.worths, whole.replays) == (parts.worths, parts.replays)
    assert told[-1] == (12, 12)
    assert whole.counted == 12


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_chunks_side_by_side_follow_on_each_other_and_take_about_ten_seconds(processes: int) -> None:
    par, taken = Par({}, 7, 3.5), list[int]()
    while par.replays < 150:
        chunks = chunks_of(par, 150 - par.replays, processes)
        assert len(chunks) <= processes
        for first, most, _ in chunks:
            assert 1 <= most <= 20, "each takes half a second"
            taken += range(first, first + most)
        par = Par({}, taken[-1] + 1, (taken[-1] + 1) / 2)

    assert taken == [*range(7, 150)]


def test_the_first_chunk_of_a_par_ends_by_the_clock() -> None:
    assert chunks_of(Par(), 2000, 4) == [(0, 2000, CHUNK)], "nobody knows how long a replay takes"
    assert sum(most for _, most, _ in chunks_of(Par({}, 10, 0.0), 1990, 4)) == 1990


def test_a_game_that_does_not_end_is_not_counted_but_was_tried() -> None:
    deal = deal_of(b"h" * 32, find_game("duel"), DAY)
    bot = RuleBot(find_game("duel"))

    assert not replay(deal, bot, bot, 0, longest=2).over
    assert (Par().counted, Par().mean, Par().error) == (0, 0.0, 0.0)
