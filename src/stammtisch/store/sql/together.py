"""Questions asked together: one for all that is asked at the same moment, instead of one each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Together(Generic[Asked, Answer]):
    """Gathers what several tasks ask in one round of the loop, and while the question before is answered, into one.

    A server looks at all its tables again and again; each asks for itself, and the database is asked once for many.
    Whoever asks is answered by a question that is sent afterwards, never by one that was on its way.
    """

    def __init__(self, ask: Callable[[list[Asked]], Awaitable[Sequence[Answer]]]) -> None:
        """Ask by a function that returns the answers in the order of what is asked."""
        self._ask = ask
        self._waiting: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def ask(self, asked: Asked) -> Answer:
        """Return the answer to one thing; whatever the whole question raises is raised."""
        place: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, place))
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask_all())  # it begins when all that may ask now have asked
        return await place

    async def _ask_all(self) -> None:
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            try:
                answers = await self._ask([asked for asked, _ in waiting])
            except Exception as error:  # it is theirs who have asked
                for place in (place for _, place in waiting if not place.done()):
                    place.set_exception(error)
                continue
            for (_, place), answer in zip(waiting, answers, strict=True):
                if not place.done():  # they may have gone away
                    place.set_result(answer)
