"""Deals that anyone can check: a secret seed whose hash is shown before the first card, and itself after the last.

Draw k is HMAC-SHA-256 of the table's id and k, keyed with 32 bytes from `secrets`: nobody can search for the seed
behind the hash, and nobody can choose a table's deals after the fact.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from stammtisch.core.options import as_json
from stammtisch.core.table import Table
from stammtisch.kernel.seats import NATURE

SEED_BYTES: Final = 32
_DIGEST_BITS: Final = 256


def new_seed() -> bytes:
    """Return a seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def fingerprint(seed: bytes) -> str:
    """Return the hash that is shown before the first deal."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class FairNature:
    """The choices of NATURE at one table, fixed by its seed."""

    seed: bytes
    table: str

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return one of the actions, the same each time for the same number."""
        digest = hmac.digest(self.seed, f"{self.table} {number}".encode(), "sha256")
        return actions[int.from_bytes(digest) * len(actions) >> _DIGEST_BITS]


@lru_cache(maxsize=64)
def deals_that_fit(table: Table, seed: bytes, table_id: str) -> tuple[int, int]:
    """Return how many deals of a game that is over are those that the seed gives, and how many there were."""
    nature = FairNature(seed, table_id)
    again = Table.undealt(table.game, None, as_json(table.rules, table.options), nature)
    dealt = fitting = 0
    for step in table.steps:
        if step.seat == NATURE:
            fitting += nature.choose(dealt, again.actions(NATURE)) == step.action
            dealt += 1
        again.follow(step.seat, step.action)
    return fitting, dealt
