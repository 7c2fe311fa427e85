"""The quotas: how many tables, people who watch and lines of chat there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stammtisch.core.language import Say
from stammtisch.errors import StammtischError


@dataclass(frozen=True)
class Quotas:
    """How much there is room for."""

    hosted: int = 30  # tables that one person has opened and that are not over, whoever sits there
    abandoned: float = 30 * 86_400.0  # seconds without a change after which a running game no longer counts as hosted
    open: int = 5000  # open tables of the house
    watching: int = 200  # sockets at one table and process, beside those of people who sit there
    lines: int = 1000  # of chat at one table
    lines_shown: int = 100  # of chat, the newest, when a page is opened
    forgotten: float = 86_400.0  # seconds without a change after which an open table may be closed, if others need it


QUOTAS: Final = Quotas()


class QuotaExceeded(StammtischError):
    """There is no room for another table, or not for another one of this host."""

    def __init__(self, most: int, *, own: bool) -> None:
        whose = "you host" if own else "the house has"
        super().__init__(f"{whose} {most} tables already; before another is opened, one of them must end")
        self.most = most
        self.own = own

    def told(self, say: Say) -> str:
        """Return what a page says."""
        if self.own:
            return say(
                "You host {number} tables already. Play one of them to its end, or get up there; then open another.",
                number=self.most,
            )
        return say("Every table of the house is taken. Please come again in a while.")
