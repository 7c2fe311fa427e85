"""A long game, over or still being played, which nobody had to play through a server."""

from __future__ import annotations

from random import Random
from typing import Any

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.fair_deal import FairNature
from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.store.contract import Store
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, RUNNING, TableTerms
from tests.store.opened_stores import using

MANY = 10**9  # steps that no game has


def long_game(rounds: int, store: Any = None, seed: int = 1, *, until: int = MANY) -> LiveTable:
    """Return the table of six who play so many rounds of gang at random; each is some 120 steps.

    Args:
        rounds: How many there are in the game.
        store: Where the table will be kept.
        seed: What people do.
        until: After so many steps it is still being played.
    """
    game, choices = find_game("gang"), {"seats": 6, "rounds": rounds, "limit": 1000}
    room = LiveTable.new(store, SYSTEM_CLOCK, game, dict(choices), "nobody", TableTerms())
    for seat, place in enumerate(room.places):
        place.name, place.person = f"Guest {seat}", f"guest{seat}"
    room.table = Table.undealt(game, None, dict(room.saved.choices), FairNature(room.saved.seed, room.id))
    room.table.carry_on()
    random = Random(seed)
    while not room.table.over and len(room.table.steps) < until:
        seat = room.table.waiting[0]
        room.table.play(seat, random.choice(room.table.actions(seat)))
    room.saved.stage = OVER if room.table.over else RUNNING
    return room


def keep_long_game(data: str, rounds: int, *, until: int = MANY, alone: bool = True) -> tuple[str, int]:
    """Keep such a game, beside a server if not `alone`; return the name of its table and how many steps it has."""

    async def keep(store: Store) -> tuple[str, int]:
        room = long_game(rounds, store, until=until)
        await room.save()
        steps = [(step.seat, step.action) for step in room.game_table().steps]
        await store.append(room.id, 0, steps, room.saved.revision)
        return room.id, len(steps)

    return using(data, keep, alone=alone)
