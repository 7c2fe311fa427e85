"""Being forgotten: what is known of a person leaves the house, and the games of others stay whole."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from starlette.responses import Response

from stammtisch.club.forgetting import GUEST, redacted, replacement
from stammtisch.store.contract import Conflict, Store
from stammtisch.web.event_log import note
from stammtisch.web.http.identity import end_cookie
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.pages.request import PageRequest
from stammtisch.web.tables.moderation import forget_at

_ROUNDS: Final = 5  # in which tables are looked for; somebody may sit down elsewhere meanwhile


async def ask(page: PageRequest) -> Response:
    """Say what goes and what stays, and ask whether it is really meant."""
    tables = await page.registry.of(page.person.id)
    return page.render("forget.html", gone=False, running=len(tables))


async def forget(page: PageRequest) -> Response:
    """Forget somebody who says so: there is no way back, and their cookies and tokens are nobody's from now on."""
    if page.value("sure") != "yes":
        return page.go("/me/forget")
    await forget_person(page.registry, page.person.id)
    page.person, page.new = type(page.person)("", ""), False
    return end_cookie(page.render("forget.html", gone=True, running=0), page.connection)


async def forget_person(registry: TableRegistry, person: str) -> None:
    """Take a person out of everything that is kept.

    First what is kept about the person alone, then each table; what was written meanwhile follows in another round.
    """
    store, gone = registry.store, replacement()
    for _ in range(_ROUNDS):
        await store.forget(person, gone, GUEST, registry.clock.now())
        tables = await store.tables_naming(person)
        if not tables:
            break
        for table_id in tables:
            await _forget_at(registry, table_id, person, gone)
    await registry.send_away(person)
    note("forgotten", "", "")


async def _forget_at(registry: TableRegistry, table_id: str, person: str, gone: str) -> None:
    channel = await registry.find(table_id)
    with suppress(Conflict):  # somebody was faster, and the next round finds it
        if channel is None:
            await _forget_unread(registry.store, table_id, person, gone)
            return
        async with channel.held() as room:
            await forget_at(room, person, gone)
        registry.bot_turns.wake(channel)


async def _forget_unread(store: Store, table_id: str, person: str, gone: str) -> None:
    """Take a person out of a table that cannot be opened, because its game is not installed, say."""
    saved = await store.table(table_id)
    if saved is not None:
        saved.facts = redacted(saved.facts, person, gone)
        await store.save_table(saved)
