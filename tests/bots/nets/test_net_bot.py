"""The bot that follows a net: reproducible, legal everywhere, and hard to foresee only where choices are sealed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from stammtisch import Table
from stammtisch.bots.levels import find_bot
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.core.observations.observation import observed
from stammtisch.games import gang
from stammtisch.games.gang.rules import Phase
from stammtisch.testing.walk import begin, random_walk, seats_waited_for, view_of
from tests.games.gang.arrange import EVERYTHING, sweep
from tests.games.gang.arrange import gang as gang_table
from tests.nets import drawn_net, said_by_numpy


def strong() -> NetBot:
    bot = find_bot(gang, "strong")
    assert isinstance(bot, NetBot)
    return bot


def passing() -> Table:
    return Table("gang", seed=4, seats=4, rounds=1, first_round=1)


def playing(seats: int = 4) -> Table:
    return Table("gang", seed=4, seats=seats, rounds=1, first_round=seats)


def choose(bot: Any, table: Table, seat: int, seed: int = 5, number: int = 7) -> list[int]:
    found: list[int] = bot.choose(table.view(seat), table.options, seat, seed, number)
    return found


@pytest.mark.parametrize("table", [passing(), playing()], ids=["sealed", "open"])
def test_the_same_view_seed_and_number_give_the_same_action(table: Table) -> None:
    seat = table.waiting[0]
    before = table.view(seat).words()

    assert choose(strong(), table, seat) == choose(strong(), table, seat)
    assert table.view(seat).words() == before


def test_only_where_choices_are_sealed_does_chance_decide() -> None:
    sealed, open_table = passing(), playing()
    seat = open_table.waiting[0]

    assert strong().is_hidden(sealed.view(0), sealed.options, 0)
    assert not strong().is_hidden(open_table.view(seat), open_table.options, seat)
    for one, other in (({"seed": 1}, {"seed": 2}), ({"number": 1}, {"number": 2})):
        assert choose(strong(), open_table, seat, **one) == choose(strong(), open_table, seat, **other)
    bot = NetBot(gang, drawn_net(gang))  # one that is not so sure of anything
    assert len({choose(bot, sealed, 0, seed)[0] for seed in range(40)}) > 3
    assert len({choose(bot, sealed, 0, 5, number)[0] for number in range(40)}) > 3
    assert len({choose(bot, open_table, seat, seed)[0] for seed in range(40)}) == 1


def test_the_last_of_those_who_seal_cannot_be_foreseen_either() -> None:
    table, bot = passing(), NetBot(gang, drawn_net(gang))
    for seat in (0, 1, 2):
        while seat in table.waiting:
            table.play(seat, choose(bot, table, seat)[0])

    assert table.waiting == (3,)
    assert len({choose(bot, table, 3, seed)[0] for seed in range(40)}) > 3


def test_what_is_sealed_is_drawn_by_the_chances_of_the_net() -> None:
    table, bot = passing(), NetBot(gang, drawn_net(gang))
    actions = table.actions(0)
    logits = bot.ask(table.view(0), table.options, 0)[actions].astype(np.float64)
    chances = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    found = Counter(choose(bot, table, 0, seed)[0] for seed in range(600))

    assert {*found} <= {*actions}
    for action, chance in zip(actions, chances, strict=True):
        assert found[action] / 600 == pytest.approx(chance, abs=0.09)


def test_it_does_what_its_net_thinks_best_by_what_its_seat_knows() -> None:
    table, net = playing(), drawn_net(gang)
    seat = table.waiting[0]
    said = said_by_numpy(net, observed(gang, table.options, table.view(seat), seat))

    np.testing.assert_allclose(NetBot(gang, net).ask(table.view(seat), table.options, seat), said, rtol=1e-4, atol=1e-4)
    assert choose(NetBot(gang, net), table, seat) == [max(table.actions(seat), key=lambda action: said[action])]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_plays_by_the_rules_in_all_phases(seats: int) -> None:
    bot, phases = strong(), set[int]()
    for at in random_walk(begin(gang, {"seats": seats, "rounds": 2, "first_round": 1}), Random(seats)):
        for seat in seats_waited_for(gang.rules, at.s, at.o):
            if seat < seats:
                phases.add(at.s.phase)
                view = view_of(gang.rules, at.s, at.o, seat)
                (action,) = bot.choose(view, at.o, seat, 1, len(at.steps))
                assert gang.rules.check(at.s, at.o, seat, action) == gang.rules.Rule.OK
    assert phases == {Phase.PASS, Phase.PLAY}

    table = gang_table(EVERYTHING[seats], seats=seats)
    sweep(table)
    assert table.position.phase == Phase.CHOICE
    assert choose(bot, table, 0)[0] in table.actions(0)


def test_it_plays_a_whole_game_with_itself() -> None:
    table = passing()
    while not table.over:
        table.play(seat := table.waiting[0], choose(strong(), table, seat, number=len(table.steps))[0])

    assert sum(table.position.total[seat] for seat in range(4)) > 0
