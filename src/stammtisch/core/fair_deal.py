"""Commit and reveal: the hash of a secret seed is shown before the first card, the seed itself after the last.

Draw k is HMAC-SHA-256 of the table's id and k, keyed with the seed of the deal: nobody can search for the seed behind
the hash, and nobody can choose a table's deals after the fact. Whoever sits there may add words of their own, whose
hashes come after that of the house: then the seed of the deal follows from both, and the house cannot choose it either.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from stammtisch.core.options import as_json
from stammtisch.core.table import Table
from stammtisch.kernel.seats import NATURE

SEED_BYTES: Final = 32
_DIGEST_BITS: Final = 256
_BOTS_BITS: Final = 62  # of the seed of bots, which compiled code takes


@dataclass(frozen=True)
class Contribution:
    """What one seat adds to the chance of a deal: a hash before the game begins, then the words behind it."""

    seat: int
    handle: str  # who sits there, at this table only: public, and nobody's id
    hash: str = ""  # none was sent if empty
    words: str = ""  # 64 hexadecimal digits; they were not opened if empty

    def fits(self, table: str) -> bool:
        """Whether the words are those of the hash."""
        return self.hash == commitment(table, self.handle, self.words)


def new_seed() -> bytes:
    """Return a seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def fingerprint(seed: bytes) -> str:
    """Return the commitment: the hash that is shown before the first deal."""
    return hashlib.sha256(seed).hexdigest()


def new_words() -> str:
    """Return words that nobody can guess, for a seat that adds to the chance of a deal."""
    return new_seed().hex()


def handle_of(table: str, person: str) -> str:
    """Return what a person is called in the record of a table's deal; it does not tell who they are elsewhere."""
    return hashlib.sha256(f"{table} {person}".encode()).hexdigest()[:32]


def commitment(table: str, handle: str, words: str) -> str:
    """Return the hash that a seat sends before it opens its words; nobody else's at any table is the same."""
    return hashlib.sha256(f"{table} {handle} {words}".encode()).hexdigest()


def deal_seed(seed: bytes, table: str, contributions: Iterable[Contribution]) -> bytes:
    """Return the seed of a deal: that of the house and all words that were opened; the house's alone if none were."""
    opened = [f"{one.seat} {one.words}" for one in sorted(contributions, key=lambda one: one.seat) if one.words]
    return hmac.digest(seed, "\n".join([table, *opened]).encode(), "sha256") if opened else seed


def bots_seed(seed: bytes, table: str) -> int:
    """Return what fixes the chance of bots at a table: the hash of the house's seed binds them, too."""
    return int.from_bytes(hmac.digest(seed, f"{table} bots".encode(), "sha256")) >> _DIGEST_BITS - _BOTS_BITS


def fixed_hash(contributions: Iterable[Contribution]) -> str:
    """Return one hash for all that were fixed when a game was begun: it is shorter to keep and to compare."""
    lines = (f"{one.seat} {one.handle} {one.hash}" for one in contributions)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class KeptDeal:
    """What a seat that adds words keeps from the beginning, to check at the end what became of them."""

    table: str
    handle: str
    words: str
    fingerprint: str  # of the house's seed, as it was shown before the hash of the words was sent
    fixed: tuple[tuple[int, str, str], ...]  # seat, handle and hash of everybody, as shown before the words were opened

    def faults(self, seed: bytes, contributions: Sequence[Contribution]) -> Iterator[str]:
        """Say how the house has broken its promise, once it has shown its seed and what went into the deal."""
        if fingerprint(seed) != self.fingerprint:
            yield f"the hash of the seed is {fingerprint(seed)}; it was {self.fingerprint}"
        if [(one.seat, one.handle, one.hash) for one in contributions] != list(self.fixed):
            yield "the hashes of the words are not those that were shown before the words were opened"
        if self.words not in [one.words for one in contributions if one.handle == self.handle]:
            yield "our own words did not go into the deal"
        for one in contributions:
            if one.words and not one.fits(self.table):
                yield f"the words of seat {one.seat} do not fit their hash"


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
