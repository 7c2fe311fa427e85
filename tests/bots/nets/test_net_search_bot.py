"""The bot that looks ahead with a net: in worlds that its seat cannot tell apart, as plain Python would."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from stammtisch import Table
from stammtisch.bots.levels import find_bot
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.nets.net_search_bot import NetSearchBot, NetSearchSettings, _seed
from stammtisch.games import gang
from stammtisch.kernel.bits import count, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.net import AHEAD, VALUE, chance_of, drawn, likeliest
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.testing.walk import view_of
from tests.games.gang.arrange import gang as gang_table
from tests.games.gang.arrange import later
from tests.nets import drawn_net

ACTIONS = gang.rules.ACTIONS


def playing(steps: int = 0) -> Table:
    """Return a table without passing, at which the first legal action was taken so often."""
    table = Table("gang", seed=4, seats=4, rounds=1, first_round=4)
    for _ in range(steps):
        table.play(seat := table.waiting[0], table.actions(seat)[0])
    return table


def asked(table: Table, seed: int = 5, number: int = 7) -> tuple[Any, Any, int, int, int]:
    seat = table.waiting[0]
    return table.view(seat), table.options, seat, seed, number


def master(playouts: int = 120, **settings: Any) -> NetSearchBot:
    bot = find_bot(gang, f"master:{playouts}")
    assert isinstance(bot, NetSearchBot)
    bot.settings = NetSearchSettings(**settings)
    return bot


def by_hand(table: Table, net: Any, seed: int, world: int, action: int, decisions: int) -> tuple[float, float]:
    """Return what looking ahead comes to in one world, step by step in plain Python, by what seats see there."""
    rules, o, seat, bot = gang.rules, table.options, table.waiting[0], NetBot(gang, net)
    streams: dict[int, list[int]] = {purpose: [0] * STREAM_LENGTH for purpose in (WORLDS, DEALS, CHOICES)}
    for purpose, stream in streams.items():
        open_stream(stream, seed, purpose, world)
    s, legal = table.view(seat), [0] * words_for(ACTIONS)
    until = s.decided[seat] + decisions
    rules.redeal(table.view(seat), o, seat, streams[WORLDS], [0] * rules.SCRATCH, s)
    rules.apply(s, o, seat, action)
    while not rules.settled(s, o):
        asked_now = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, asked_now, legal)
        taken = nth(legal, 0)
        if asked_now == NATURE:
            taken = nth(legal, draw(streams[DEALS], count(legal)))
        elif asked_now != TABLE and count(legal) > 1:
            said = bot.ask(view_of(rules, s, o, asked_now), o, asked_now)
            if asked_now == seat and s.decided[seat] >= until:
                value = rules.worth(s, o, seat) + float(said[ACTIONS + VALUE]) * net.scale * o.seats
                return value, chance_of(float(said[ACTIONS + AHEAD]))
            own = asked_now == seat
            taken = likeliest(said, legal) if own else drawn(said, legal, streams[CHOICES])
        rules.apply(s, o, asked_now, taken)
    worths = [rules.worth(s, o, other) for other in range(o.seats)]
    return worths[seat], (worths[seat] == max(worths)) / worths.count(max(worths))


@pytest.mark.parametrize(("steps", "decisions"), [(0, 1), (6, 2), (30, 1), (44, 3)])
def test_looking_ahead_is_what_plain_python_says_it_is(steps: int, decisions: int) -> None:
    table, net = playing(steps), drawn_net(gang)
    bot = NetSearchBot(gang, net, settings=NetSearchSettings(decisions=decisions))
    view, options, seat, _, _ = asked(table)
    actions = table.actions(seat)
    found = bot._look_ahead(view, options, seat, 11, 3, 6, actions)

    assert found.shape == (3, len(actions), 2)
    for world in (3, 4, 5):
        for index, action in enumerate(actions):
            expected = by_hand(table, net, 11, world, action, decisions)
            assert found[world - 3, index].tolist() == pytest.approx(expected, rel=1e-5, abs=1e-5)
    assert len({*found[:, 0, 0].tolist()}) > 1 or steps > 40


def test_it_chooses_the_same_for_the_same_seed_and_number() -> None:
    known = asked(playing(5))

    assert master().choose(*known) == master().choose(*known)
    assert master().evaluate(*known) == master().evaluate(*known)
    first, other = master().evaluate(*known), master().evaluate(*known[:3], 6, 7)
    assert [one.worth for one in first] != [one.worth for one in other]


@pytest.mark.parametrize("playouts", [1, 7, 120])
def test_it_lists_every_legal_action_once(playouts: int) -> None:
    for steps in (0, 13, 29):
        table = playing(steps)
        known = asked(table)
        found = master(playouts).evaluate(*known)

        assert sorted(one.action for one in found) == sorted(table.actions(table.waiting[0]))
        assert master(playouts).choose(*known)[0] in table.actions(table.waiting[0])
        assert all(isfinite(one.worth) and 0 <= one.ahead <= 1 for one in found)
        assert all(one.tried for one in found) or len(found) == 1


def test_the_chance_of_a_hint_is_the_nets_and_not_that_of_worlds_in_which_something_looked_best() -> None:
    own = searched = 0
    for seed in (1, 3):
        net = drawn_net(gang, seed=seed)
        bot = NetSearchBot(gang, net, 120)
        for steps in (13, 29, 38):
            view, options, seat, *_ = asked(table := playing(steps))
            said = NetBot(gang, net).ask(view, options, seat)
            chance = chance_of(float(said[ACTIONS + AHEAD]))
            best, *others = bot.evaluate(view, options, seat, 5, 7)
            own += best.action == max(table.actions(seat), key=lambda action: said[action])
            searched += 1

            assert best.ahead == pytest.approx(chance)
            for one in others:
                worlds = _seed(seat, 5, 7, 0), 0, one.tried
                ahead = bot._look_ahead(view, options, seat, *worlds, [best.action, one.action])[..., 1]
                change = float((ahead[:, 1] - ahead[:, 0]).mean())
                assert one.ahead == pytest.approx(min(1, max(0, chance + change)), abs=1e-5)
    assert 0 < own < searched


def test_the_budget_is_kept() -> None:
    found = master(400).evaluate(*asked(playing(13)))

    assert 200 < sum(one.tried for one in found) <= 400


def test_the_only_legal_action_needs_no_looking_ahead() -> None:
    table = gang_table("0: g0-12 | 1: b0-12 | 2: r0-12 | 3: k0-12")
    (only,) = master().evaluate(*asked(table))

    assert (table.action_name(only.action), only.tried) == ("g0", 0)


def test_where_choices_are_sealed_it_does_what_the_net_draws() -> None:
    table = Table("gang", seed=4, seats=4, rounds=1, first_round=1)
    net = drawn_net(gang)
    bot, follower = NetSearchBot(gang, net, 60), NetBot(gang, net)
    chosen = set()
    for seed in range(20):
        known = table.view(2), table.options, 2, seed, 7
        assert bot.choose(*known) == follower.choose(*known)
        chosen.add(bot.choose(*known)[0])
    assert len(chosen) > 1

    found = bot.evaluate(table.view(2), table.options, 2, 1, 7)
    assert sorted(one.action for one in found) == sorted(table.actions(2))


def test_a_comparison_has_sixteen_parts_in_which_all_are_tried_as_often() -> None:
    table = playing(13)
    actions = table.actions(table.waiting[0])[:3]
    known = asked(table)
    parts = master(480).compare(*known, actions)

    assert len(parts) == 16
    assert all([one.action for one in part] == actions for part in parts)
    assert {one.tried for part in parts for one in part} == {10}
    assert parts == master(480).compare(*known, actions)
    assert len({part[0].worth for part in parts}) > 1  # other worlds in each
    assert master(1).compare(*known, actions)[15][2].tried == 1


def test_the_chance_before_an_action_is_the_nets_and_after_it_by_what_it_differs_in_the_same_worlds() -> None:
    uncut = []
    for seed in (3, 5, 6):  # nets that say half, little, and much
        net = drawn_net(gang, seed=seed)
        bot = NetSearchBot(gang, net, 32)
        for steps in (13, 26, 38):
            known = asked(table := playing(steps))
            said = NetBot(gang, net).ask(*known[:3])
            chance = chance_of(float(said[ACTIONS + AHEAD]))
            own = max(table.actions(known[2]), key=lambda action: said[action])
            for action in table.actions(known[2]):
                change = fmean(after.ahead - before.ahead for before, after in bot.compare(*known, [own, action]))
                uncut.append(chance + change)

                assert bot.chances(*known, action) == pytest.approx((chance, min(1, max(0, uncut[-1]))), abs=1e-6)
    assert len({round(one, 2) for one in uncut}) > 9
    assert min(uncut) < 0
    assert max(uncut) > 1


def test_another_budget_is_another_bot() -> None:
    bot = master(120)
    other = bot.with_playouts(7)

    assert (bot.playouts, other.playouts) == (120, 7)
    assert other.settings is bot.settings


def test_what_comes_into_question_ends_with_what_is_thought_best_and_may_look_worse() -> None:
    better = 0
    for steps in range(0, 40, 3):
        known = asked(playing(steps))
        bot = NetSearchBot(gang, drawn_net(gang), 60)  # one that errs
        *others, last = bot.in_question(*known)
        thoughts = bot.evaluate(*known)
        found = {one.action: one.worth for one in thoughts}
        better += len(others)

        assert last == thoughts[0].action
        assert len(others) <= 2
        assert all(found[action] > found[last] for action in others)
    assert better > 0


def test_among_what_comes_into_question_good_reasons_decide_and_otherwise_the_net() -> None:
    net, differs = drawn_net(gang), 0
    for steps in range(0, 40, 3):
        known = asked(playing(steps))
        follower, at_once = NetBot(gang, net).choose(*known), NetSearchSettings(standard_errors=0, chance=1e-9)
        alone = NetSearchBot(gang, net, 120, NetSearchSettings(candidates=1))
        sure = NetSearchBot(gang, net, 120, NetSearchSettings(chance=1.0))
        hasty = NetSearchBot(gang, net, 1, NetSearchSettings(chance=1e-9))  # one world is no reason

        assert alone.choose(*known) == sure.choose(*known) == hasty.choose(*known) == follower
        differs += NetSearchBot(gang, net, 120, at_once).choose(*known) != follower
    assert differs > 3


def test_no_more_comes_into_question_than_the_settings_say() -> None:
    view, options, seat, *_ = asked(playing(13))
    net = drawn_net(gang)
    logits = NetBot(gang, net).ask(view, options, seat)
    legal = sorted(playing(13).actions(seat), key=lambda action: -logits[action])
    for candidates in (1, 2, 5, 99):
        bot = NetSearchBot(gang, net, settings=NetSearchSettings(candidates=candidates, chance=1e-9))
        assert bot._in_question(view, options, seat) == legal[:candidates]
    found = NetSearchBot(gang, net, settings=NetSearchSettings(candidates=99, chance=0.5))._in_question(
        view, options, seat
    )
    assert found == [action for action in legal if np.exp(logits[action] - logits[legal[0]]) >= 0.5]


def test_what_is_much_worse_is_dropped_and_what_is_left_is_tried_more_often() -> None:
    found = master(600).evaluate(*asked(playing(13)))
    tried = [one.tried for one in found]

    assert min(tried) == 16  # worlds in which all are tried
    assert max(tried) >= 3 * 16
    assert found[0].tried == max(tried)


class _Counting(NetSearchBot):
    """Remembers in which worlds it looked ahead."""

    def _look_ahead(
        self, view: Any, options: Any, seat: int, seed: int, first: int, after: int, actions: Sequence[int]
    ) -> NDArray[np.float32]:
        worlds.append((seed, first, after))
        return super()._look_ahead(view, options, seat, seed, first, after, actions)


worlds: list[tuple[int, int, int]] = []  # by look: its seed, its first world, and the one after the last


def test_no_world_is_looked_at_twice_and_those_of_a_comparison_are_others() -> None:
    table = playing(13)
    bot, known = _Counting(gang, master()._net, 600), asked(table)
    worlds.clear()
    bot.evaluate(*known)
    searched = [*worlds]
    bot.compare(*known, table.actions(table.waiting[0]))
    seeds, firsts, afters = zip(*searched, strict=True)

    assert len(searched) > 1
    assert len({*seeds}) == 1
    assert list(firsts) == [0, *afters[:-1]]
    assert worlds[-1][0] not in seeds


def test_it_gets_rid_of_the_politician() -> None:
    table = later("0: b12 g0 | 1: b0 | 2: r10 r3 g1-6 k0-4", "0: b12 | 1: b0")
    known = table.view(2), table.options, 2, 1, 1
    found = master(600).evaluate(*known)

    assert [table.action_name(action) for action in master().choose(*known)] == ["r10"]
    assert table.action_name(found[0].action) == "r10"
    assert found[0].worth == max(one.worth for one in found)


def test_nothing_that_is_asked_changes_what_is_known() -> None:
    table = playing(9)
    known = asked(table)
    before = known[0].words()
    master().evaluate(*known)
    master().compare(*known, table.actions(table.waiting[0]))

    assert known[0].words() == before
    assert np.array_equal(table.view(table.waiting[0]).words(), before)
