"""Reviews: what a bot would have done that knew what the seat knew, and how much of a result was the deal."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from statistics import fmean

import pytest

from stammtisch.bots.evaluator import second_reviewer_of
from stammtisch.bots.levels import EASY, NORMAL, STRONG, find_bot, playouts_of
from stammtisch.bots.review.decisions import FinishedGame, Judged, agreed, review, weigh
from stammtisch.bots.review.luck import GAMES, luck
from stammtisch.bots.review.shares import shares
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.bots.search_bot import ActionValue, SearchBot
from stammtisch.core.nature import ListedNature, SeededNature
from stammtisch.core.options import as_json
from stammtisch.core.table import Table
from stammtisch.games import duel
from stammtisch.games.duel.solver.advice import action_prospects
from stammtisch.kernel.seats import NATURE

DUEL = (  # seat 1 wins, though its last tile but one was better than its last
    *((0, "hide 2"), (1, "turn 1"), (1, "turn 2"), (1, "hide 2"), (0, "turn 2"), (0, "hide 2")),
    *((1, "turn 3"), (1, "turn 1")),
)
MISTAKE = 11  # the step of that tile


def _duel(hidden: str = "hide 2") -> Table:
    table = Table("duel", seed=1, spaces=2, first_bluffer=0)
    for number, (seat, action) in enumerate(DUEL):
        table.play(seat, hidden if number == 5 else action)
    assert table.over
    return table


def _gang() -> Table:
    table = Table("gang", seed=3, seats=3, rounds=1)
    rule = RuleBot(table.game)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *rule.choose(table.view(seat), table.options, seat, 1, len(table.steps)))
    return table


def _played(table: Table) -> FinishedGame:
    steps = tuple((step.seat, step.action) for step in table.steps)
    return FinishedGame(table.game.NAME, as_json(table.rules, table.options), steps, alike=table.game.NAME == "gang")


def _nothing(done: int, of: int) -> None:
    pass


def test_where_a_game_is_solved_each_decision_is_held_against_perfect_play() -> None:
    found = review(_played(_duel()), 1, _nothing)
    table = Table("duel", seed=1, spaces=2, first_bluffer=0)
    for step in _duel().steps[:MISTAKE]:
        table.follow(step.seat, step.action)
    wins = action_prospects(table.view(1), table.options)
    last = found.judged[-1]
    taken = wins[duel.notation.read("turn 1")]

    assert [one.step for one in found.judged] == [1, 2, 5, 10, MISTAKE]
    assert [one.good for one in found.judged] == [True, True, True, True, False]
    assert (last.chance, last.left) == (max(wins.values()), taken)
    assert last.lost == pytest.approx(2 * (max(wins.values()) - taken))
    assert last.lost > 0.05
    assert last.best != last.done == (duel.notation.read("turn 1"),)
    assert found.playouts == last.error == 0, "it is known"


def test_a_review_of_a_duel_does_not_know_where_the_red_tile_lay() -> None:
    assert review(_played(_duel("hide 4")), 1, _nothing) == review(_played(_duel("hide 2")), 1, _nothing)


def test_a_review_of_a_hand_does_not_know_the_other_hands() -> None:
    table = Table("gang", seed=7, rounds=1)
    deals = [step.action for step in table.steps]
    hands = [[card for card in deals if table.position.hand[seat] >> card & 1] for seat in range(4)]
    swap = dict(zip(hands[1][:6] + hands[2][:6], hands[2][:6] + hands[1][:6], strict=True))
    table.play(0, *hands[0][:3])
    first = _played(table)
    steps = tuple((seat, swap.get(action, action) if seat == NATURE else action) for seat, action in first.steps)
    other = replace(first, steps=steps)

    assert other != first
    assert review(other, 0, _nothing) == review(first, 0, _nothing)


def test_what_costs_something_is_surely_worse_in_the_same_worlds() -> None:
    table = _gang()
    found = review(_played(table), 0, _nothing, 600)
    one = max((one for one in found.judged if len(one.done) == 1), key=lambda one: one.cost)
    again = Table.undealt(table.game, 3, as_json(table.rules, table.options))
    for step in table.steps[: one.step]:
        again.follow(step.seat, step.action)
    bot = SearchBot(table.game, 600)
    parts = bot.compare(again.view(0), again.options, 0, 77, one.step, [one.done[0], one.best[0]])

    assert found.playouts == 600
    assert one.cost > 0
    assert fmean(best.worth - done.worth for done, best in parts) > 0, "other worlds say so, too"


def _against_easy(level: str, seed: int) -> Table:
    table = Table("gang", seed=seed, seats=3, rounds=1)
    bots = [find_bot(table.game, level if seat == 0 else EASY) for seat in range(3)]
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *bots[seat].choose(table.view(seat), table.options, seat, 1, len(table.steps)))
    return table


def test_nothing_has_cost_anything_where_the_net_does_not_agree() -> None:
    faults = 0
    for seed in (6, 7, 8):
        table = _against_easy("random", seed)
        net = second_reviewer_of(table.game)
        assert net
        for one in review(_played(table), 0, _nothing, 400).judged:
            if one.cost and len(one.done) == 1:
                again = Table.undealt(table.game, seed, as_json(table.rules, table.options))
                for step in table.steps[: one.step]:
                    again.follow(step.seat, step.action)
                parts = net.compare(again.view(0), again.options, 0, 77, one.step, [one.done[0], one.best[0]])
                faults += 1
                assert fmean(best.worth - done.worth for done, best in parts) > 0, "other worlds say so, too"

    assert faults > 4


def test_the_chances_of_gang_are_those_of_the_net_before_a_row_and_after_its_last_choice() -> None:
    table = _against_easy("random", 6)
    net, rows, fell = second_reviewer_of(table.game), 0, 0
    assert net
    for one in review(_played(table), 0, _nothing, 200).judged:
        again = Table.undealt(table.game, 6, as_json(table.rules, table.options))
        for step in table.steps[: one.step]:
            again.follow(step.seat, step.action)
        said = []
        for action in one.done:
            said.append(net.chances(again.view(0), again.options, 0, 1, len(again.steps), action))
            again.follow(0, action)
        rows += len(one.done) > 1
        fell += one.left < one.chance - 0.05

        assert (one.chance, one.left) == (said[0][0], said[-1][1])
    assert rows > 0
    assert fell > 0


def test_whoever_plays_at_random_is_not_excused_by_chance_and_a_strong_bot_is_not_blamed() -> None:
    losses = {}
    for level in ("random", "strong", "search:10000"):
        judged = [
            one for seed in (5, 6, 7) for one in review(_played(_against_easy(level, seed)), 0, _nothing, 400).judged
        ]
        losses[level] = sum(one.cost for one in judged) / len(judged) / 3

    assert losses["random"] > 0.6, "points by a decision"
    assert losses["strong"] < 0.1
    assert losses["search:10000"] < 0.1


def test_a_row_of_choices_is_one_decision() -> None:
    told: list[tuple[int, int]] = []
    found = review(_played(_gang()), 0, lambda done, of: told.append((done, of)))
    passed = found.judged[0]

    assert len(passed.done) == len(passed.best) == 3
    assert all(len(one.done) == 1 for one in found.judged[1:])
    assert told == [(number, len(found.judged)) for number in range(1, len(found.judged) + 1)]
    for one in found.judged:
        assert 0 <= one.left <= 1
        assert 0 <= one.chance <= 1
        assert one.cost >= 0
        assert one.cost == 0 or sorted(one.done) != sorted(one.best)


def test_the_same_deal_is_played_again_and_again() -> None:
    table = _gang()
    deals = [step.action for step in table.steps if step.seat == NATURE]
    found = luck(_played(table), ListedNature(deals), _nothing)

    assert len(found.here) == GAMES
    assert found.elsewhere == (), "what one gains another loses, and the seats are alike"
    assert all(sum(worths) == 0 for worths in found.here)
    assert len(set(found.here)) > 1, "bots have chances of their own"
    assert playouts_of(table.game, NORMAL) < found.playouts < playouts_of(table.game, STRONG)
    assert luck(_played(table), SeededNature(3), _nothing) == found


def test_where_the_seats_differ_other_deals_are_played_too() -> None:
    told: list[tuple[int, int]] = []
    found = luck(_played(_duel()), SeededNature(1), lambda *how: told.append(how))

    assert len(found.here) == len(found.elsewhere) == GAMES
    assert told[-1] == (2 * GAMES, 2 * GAMES)
    assert {min(worths) for worths in (*found.here, *found.elsewhere)} == {-1}


def _parts(*rows: tuple[float, ...]) -> list[list[ActionValue]]:
    return [[ActionValue(action, 9, worth, worth / 10) for action, worth in enumerate(row)] for row in rows]


def test_the_best_is_chosen_by_other_worlds_than_those_that_say_what_it_gains() -> None:
    clear = weigh(_parts((1, 4, 0), (2, 5, 1), (3, 6, 2)))
    luck = weigh(_parts((0, 9, 0), (0, 0, 9), (0, 0, 0)))

    assert (clear.best.action, clear.done.action, clear.lost, clear.error) == (1, 0, 3, 0)
    assert clear.surely_lost
    assert luck.lost == 0, "each looks better only where it was lucky"
    assert not luck.surely_lost


def test_what_was_done_is_the_best_where_nothing_is_better() -> None:
    found = weigh(_parts((2, 2), (2, 2)))

    assert (found.best.action, found.lost, found.error) == (0, 0, 0)
    assert weigh(_parts((2,))).error == inf, "one part alone is not sure"


def test_what_only_one_finds_fault_with_costs_nothing_and_else_the_less_of_both() -> None:
    much, little, nothing = (weigh(_parts((0, gain), (0, gain))) for gain in (5, 2, 0))

    assert (agreed(much, nothing).lost, agreed(much, nothing).best.action) == (0, 0)
    assert (agreed(much, little).lost, agreed(little, much).lost) == (2, 2)
    assert agreed(much, little).best == much.best
    assert agreed(much, little).surely_lost


def test_what_may_be_luck_costs_nothing() -> None:
    assert Judged(1, (1,), (2,), 0.5, 0.4, 9.0, 9.5).cost == 0
    assert Judged(1, (1,), (2,), 0.5, 0.4, 9.0, 3.0).cost == 9
    assert Judged(1, (2, 1), (1, 2), 0.5, 0.5, 9.0, 3.0).cost == 0, "the order means nothing"


def test_shares_of_a_result_add_up_to_the_last_digit() -> None:
    random = Random(3)
    for _ in range(200):
        here, usually = ([random.uniform(-9, 9) for _ in range(random.randint(1, 5))] for _ in range(2))
        result, lost = random.uniform(-30, 30), random.uniform(0, 20)
        made = shares(result, here, usually, lost, 0.3, 0.1)

        assert sum(part.units for part in (made.usual, made.luck, made.decisions, made.others)) == made.result.units
        assert made.result.units == round(result / 0.1)
        assert made.decisions.units == round(-lost / 0.1), "what decisions cost is what they cost"
