"""Tables at which deals of the day are played: the one try that everybody has, and practice."""

from __future__ import annotations

from datetime import date
from typing import Final

from stammtisch.club.daily.deal import BOTS, DailyDeal
from stammtisch.core.game import Game
from stammtisch.errors import StammtischError
from stammtisch.store.contract import Conflict
from stammtisch.store.result_contract import DAILY
from stammtisch.web.http.identity import Person, new_id
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.quotas import QuotaExceeded
from stammtisch.web.tables.record import OPEN, OVER, TableTerms
from stammtisch.web.tables.seating import seat_among_bots

FIRST: Final = date(2026, 1, 1)  # before it nothing was dealt by the day


class NotYet(StammtischError):
    """Practice of a deal that somebody has still to try, or that is still a secret."""


async def open_try(registry: TableRegistry, game: Game, person: Person) -> Channel:
    """Return the table at which a person tries today's deal: there is one, however often and wherever it is asked for.

    The try is kept before the table is: whatever happens in between, the next to ask makes it.

    Raises:
        QuotaExceeded: The person has too many tables, or the house has.
    """
    daily = registry.daily
    deal = await daily.deal(game, daily.today)
    table_id = await registry.store.claim_try(deal.day, game.NAME, person.id, new_id(), registry.clock.now())
    channel = await registry.find(table_id)
    if channel is None:
        fresh = await _seated(registry, deal, person)
        fresh.saved.id = fresh.id = table_id
        try:
            channel = await registry.open(fresh)
        except (Conflict, QuotaExceeded):
            channel = await registry.find(table_id)
            if channel is None:  # it is not that another request has made it at this moment
                raise
    await _deal(registry, channel)
    return channel


async def practise(registry: TableRegistry, game: Game, day: date, person: Person) -> Channel:
    """Open a table of practice with the deal of a day that is over, or of today after one's own try.

    Raises:
        NotYet: The person has still to try it, or it is a secret.
        QuotaExceeded: The person has too many tables, or the house has.
    """
    if not await may_practise(registry, game, day, person.id):
        raise NotYet(f"the deal of {day} may be practised when it is over, or when you have played it")
    deal = await registry.daily.deal(game, day)
    fresh = await _seated(registry, deal, person)
    fresh.record.practice = deal.table
    channel = await registry.open(fresh)
    await _deal(registry, channel)
    return channel


async def may_practise(registry: TableRegistry, game: Game, day: date, person: str) -> bool:
    """Whether somebody may practise the deal of a day: it is over, or they have played theirs to the end."""
    today = registry.daily.today
    if day != today:
        return FIRST <= day < today
    own = await registry.daily.own_try(person, game, day)
    channel = await registry.find(own.table) if own else None
    return channel is not None and channel.room.stage == OVER


async def _seated(registry: TableRegistry, deal: DailyDeal, person: Person) -> LiveTable:
    fresh = registry.new_table(deal.game, dict(deal.choices), person.id, TableTerms(level=BOTS, rated=False))
    fresh.saved.seed, fresh.record.deal.house_alone = deal.seed, True
    fresh.record.kind = DAILY
    fresh.record.daily = registry.daily.record_of(deal)
    await seat_among_bots(fresh, person, deal.seat)
    return fresh


async def _deal(registry: TableRegistry, channel: Channel) -> None:
    async with channel.held() as room:
        if room.stage == OPEN:
            await registry.start(channel)
