"""Games that are over, played by rules of thumb, which nobody had to play through a server."""

from __future__ import annotations

from typing import Any

from stammtisch.bots.rule_bot import RuleBot
from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.fair_deal import FairNature
from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.store.contract import Store
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, TableTerms
from tests.store.opened_stores import using

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


def finished_game(
    name: str, choices: dict[str, object], names: tuple[str, ...] = NAMES, store: Any = None
) -> LiveTable:
    """Return the table of people who have played a game to its end."""
    game = find_game(name)
    room = LiveTable.new(store, SYSTEM_CLOCK, game, choices, "nobody", TableTerms())
    for seat, place in enumerate(room.places):
        place.name, place.person = names[seat], f"person{seat:06}"
    room.table = Table.undealt(game, None, dict(room.saved.choices), FairNature(b"x" * 32, "same"))
    room.table.carry_on()
    bot, table = RuleBot(game), room.table
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *bot.choose(table.view(seat), table.options, seat, 5, len(table.steps)))
    room.saved.stage = OVER
    return room


def keep_finished_game(data: str, name: str, choices: dict[str, object], names: tuple[str, ...] = NAMES) -> str:
    """Keep such a game, and return the name of its table."""

    async def keep(store: Store) -> str:
        room = finished_game(name, choices, names, store)
        await room.save()
        steps = [(step.seat, step.action) for step in room.game_table().steps]
        await store.append(room.id, 0, steps, room.saved.revision)
        return room.id

    return using(data, keep)
