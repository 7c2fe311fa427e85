"""How much there is room for in the house: tables, people who watch, talk. The only place that knows the numbers."""

from __future__ import annotations

from typing import Final

from stammtisch.core.language import Say
from stammtisch.errors import StammtischError

MOST_HOSTED: Final = 30  # open or running tables at which one person sits as their host
MOST_OPEN: Final = 5000  # open tables of the house
MOST_WATCHING: Final = 200  # sockets at one table and process, beside those of people who sit there
MOST_LINES: Final = 1000  # of talk at one table
LINES_SHOWN: Final = 100  # of talk, the newest, when a page is opened

FORGOTTEN: Final = 86_400.0  # seconds without a change after which an open table may be closed, if others need the room


class NoRoom(StammtischError):
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
