"""A program that adds words to the deal of its table, and keeps what it needs to check the house at the end."""

from __future__ import annotations

from typing import Any

from httpx2 import Response

from stammtisch.core.fair_deal import Contribution, KeptDeal, commitment, new_words
from tests.web.drivers.program import Program


class Adding:
    """Somebody's part in the deal of one table."""

    def __init__(self, who: Program, table: str) -> None:
        self.who, self.table, self.words = who, table, new_words()
        self.shown = self.look()
        self.kept: KeptDeal | None = None

    def look(self) -> dict[str, Any]:
        """Look at the table."""
        shown: dict[str, Any] = self.who.ask(f"/tables/{self.table}").json()
        return shown

    def commit(self) -> Response:
        """Send the hash of the words."""
        sent = commitment(self.table, self.shown["deal"]["handle"], self.words)
        return self.who.tell(f"/tables/{self.table}/commit", hash=sent)

    def open(self, words: str = "") -> Response:
        """Keep what is shown, and open the words."""
        deal = self.look()["deal"]
        mine = commitment(self.table, deal["handle"], self.words)
        fixed = ((one["seat"], one["handle"], one["hash"] or "") for one in deal["words"])
        alone = tuple((seat, who, mine if who == deal["handle"] else sent) for seat, who, sent in fixed)
        self.kept = KeptDeal(self.table, deal["handle"], self.words, self.shown["fingerprint"], alone)
        return self.who.tell(f"/tables/{self.table}/words", words=words or self.words)

    def faults(self) -> list[str]:
        """Check the house, now that the game is over."""
        assert self.kept
        shown = self.look()
        return list(self.kept.faults(bytes.fromhex(shown["seed"]), contributions_in(shown)))


def contributions_in(table: dict[str, Any]) -> list[Contribution]:
    """Return what everybody has added, as a table is described to programs."""
    added = table["deal"]["words"]
    return [Contribution(one["seat"], one["handle"], one["hash"] or "", one["words"] or "") for one in added]
