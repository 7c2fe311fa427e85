"""Words that a program adds to the deal of a live table through the interface for programs, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from stammtisch.core.fair_deal import Contribution, KeptDeal, commitment, new_words
from stammtisch.terminal.api_client import ApiClient, Declined


class DealClient:
    """Our part in the deal of one table: a hash before the game is begun, then the words, then the check."""

    def __init__(self, server: ApiClient, path: str, table: Mapping[str, Any]) -> None:
        """Begin at a table, as it is when we have sat down: what it shows now is what it must have kept at the end."""
        self._server, self._path, self._table, self._words = server, path, table, new_words()
        self._kept: KeptDeal | None = None

    def commit(self) -> None:
        """Send the hash of our words, where words are taken."""
        deal = self._table["deal"]
        if not deal["house_alone"]:
            sent = commitment(self._table["id"], deal["handle"], self._words)
            with suppress(Declined):  # the game was begun meanwhile: then we add nothing
                self._server.ask(f"{self._path}/commit", {"hash": sent})

    def open(self) -> None:
        """Note all hashes, which are fixed now, and open our words."""
        deal = self._server.ask(self._path)["deal"]
        fixed = tuple((one["seat"], one["handle"], one["hash"] or "") for one in deal["words"])
        with suppress(Declined):  # we came too late, or have done so already
            self._server.ask(f"{self._path}/words", {"words": self._words})
            shown = self._table["fingerprint"]
            self._kept = KeptDeal(self._table["id"], deal["handle"], self._words, shown, fixed)

    def faults(self) -> Iterator[str]:
        """Say how the house has broken its promise, now that the game is over; nothing where we have added nothing."""
        if self._kept is None:
            return
        table = self._server.keep_asking(self._path)
        added = [
            Contribution(one["seat"], one["handle"], one["hash"] or "", one["words"] or "")
            for one in table["deal"]["words"]
        ]
        yield from self._kept.faults(bytes.fromhex(table["seed"]), added)
