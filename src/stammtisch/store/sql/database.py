"""A database as the tables and people need it: statements with `$1`, `$2`, … go in, rows come out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Database(Protocol):
    """Runs statements, each as a whole or not at all, and knows what differs from one kind to the other."""

    async def read(self, question: str, *values: object) -> list[Any]:
        """Return the rows of an answer.

        Raises:
            Unavailable: It cannot be reached.
        """

    async def write(self, statement: str, *values: object) -> list[Any]:
        """Run a statement, and return the rows that it returns.

        Raises:
            Unavailable: It cannot be reached; it may have been done.
        """

    def text(self, text: str) -> str:
        """Return what can be kept of a text that somebody wrote."""

    def lines(self, lines: Sequence[str]) -> object:
        """Return several lines as one value."""

    def among(self, place: str) -> str:
        """Return the condition that a value is one of `lines`, which stand at a place such as `$2`."""

    def limit(self, most: int) -> int | None:
        """Return the value of a `LIMIT`; a negative one is none."""
