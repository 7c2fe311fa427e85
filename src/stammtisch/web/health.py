"""What those ask who keep the server running: a proxy whether it is well, Prometheus for figures."""

from __future__ import annotations

import asyncio
from typing import Final, cast

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from stammtisch.clock import Clock
from stammtisch.store.contract import HouseStore, Store, Unavailable
from stammtisch.web.http.host_key import HostKey
from stammtisch.web.http.identity import identity_of
from stammtisch.web.http.network.client_address import comes_from_this_machine
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.metrics import CONTENT_TYPE, exposition
from stammtisch.web.worker_thread import in_worker_thread

_PROMPT: Final = 2.0  # seconds in which a store answers that is well
_PROBE_EVERY: Final = 5.0  # seconds between two writes that are tried, however often somebody asks


class WriteProbe:
    """Knows whether the store can be written: a disk that is full or read-only answers every question."""

    def __init__(self, store: HouseStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._next = float("-inf")
        self._problem = ""

    async def problem(self) -> str:
        """Return why nothing could be written a moment ago; nothing, if something could."""
        if self._clock.monotonic() >= self._next:
            self._next = self._clock.monotonic() + _PROBE_EVERY
            try:
                await self._store.try_write(self._clock.now())
                self._problem = ""
            except Unavailable as error:
                self._problem = str(error)
        return self._problem


async def alive(_: Request) -> Response:
    """Say that the process runs."""
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    """Tell a proxy whether to send people here: the store answers, can be written, and the house is not closing."""
    registry: TableRegistry = request.app.state.registry
    probe: WriteProbe = request.app.state.write_probe
    asking = asyncio.create_task(_state_of_store(registry.store, probe))
    asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())  # nobody need be told of it
    await asyncio.wait({asking}, timeout=_PROMPT)  # it is left alone then: to give up takes a store long, too
    if not asking.done() or asking.exception():
        return PlainTextResponse("the store does not answer", 503)
    if problem := asking.result():
        return PlainTextResponse(f"the store cannot be written: {problem}", 503)
    return PlainTextResponse("the house is closing", 503) if registry.closing else PlainTextResponse("ok")


async def _state_of_store(store: Store, probe: WriteProbe) -> str:
    """Return why the store cannot be written; it is read first, which may fail by itself."""
    await store.person("")
    return await probe.problem()


async def metrics(request: Request) -> Response:
    """Answer Prometheus, if it runs on this machine or shows the host key."""
    bearer, key = identity_of(request).bearer, cast(HostKey, request.app.state.host_key)
    if not comes_from_this_machine(request) and (bearer is None or not key.opens(bearer)):
        told = "this takes the host key, sent as 'Authorization: Bearer …'; `stammtisch admin key` shows it"
        return PlainTextResponse(told, 401, {"www-authenticate": "Bearer"})
    registry: TableRegistry = request.app.state.registry
    channels = registry.channels()
    figures = await in_worker_thread(  # there are thousands of lines
        exposition,
        tables=await registry.store.count_by_stage(),
        in_memory=len(channels),
        sockets=sum(len(channel.watchers) for channel in channels),
        store_queue=registry.store.queue_length,
    )
    return Response(figures, media_type=CONTENT_TYPE)
