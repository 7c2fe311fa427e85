"""Comments of a transcript that say what the deals of a live table were made from, so that anybody can check them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from stammtisch.core.fair_deal import Contribution, deal_seed
from stammtisch.errors import StammtischError

_NONE: Final = "-"
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_WORDS: Final = re.compile(r"^# words of seat (\d{1,2}) (\S+) (\S+) (\S+)$", re.MULTILINE)
_SEAT: Final = re.compile(r"^# seat (\d{1,2}) (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class DealSource:
    """What the deals of a table were made from."""

    table: str
    seed: bytes  # of the house
    contributions: tuple[Contribution, ...] = ()  # of every person, by seat
    house_alone: bool = False  # whether nobody was to add anything
    names: tuple[str, ...] = ()  # by seat

    @property
    def deal_seed(self) -> bytes:
        """The seed that all deals follow from."""
        return deal_seed(self.seed, self.table, self.contributions)


def write_source(source: DealSource) -> list[str]:
    """Return the comments; what was not sent is a dash."""
    lines = [f"# table {source.table}", f"# seed of the house {source.seed.hex()}"]
    lines += ["# deal of the house alone"] if source.house_alone else []
    for one in source.contributions:
        lines.append(f"# words of seat {one.seat} {one.handle} {one.hash or _NONE} {one.words or _NONE}")
    return lines + [f"# seat {seat} {name}" for seat, name in enumerate(source.names)]


def read_source(text: str) -> DealSource:
    """Return what the comments of a transcript say; those of older ones name the house's seed as that of the deal.

    Raises:
        StammtischError: They do not say it.
    """
    table, seed = _noted(text, "table"), _noted(text, "seed of the house", "seed of the deal")
    if not _HEX.fullmatch(seed):
        raise StammtischError(f"the seed is {seed[:80]!r}; it may have 64 hexadecimal digits")
    added = [
        Contribution(int(seat), handle, "" if sent == _NONE else sent, "" if words == _NONE else words)
        for seat, handle, sent, words in _WORDS.findall(text)
    ]
    alone = "\n# deal of the house alone\n" in text
    names = tuple(name for _, name in _SEAT.findall(text))
    return DealSource(table, bytes.fromhex(seed), tuple(added), alone, names)


def _noted(text: str, *called: str) -> str:
    """Return what a comment says, by one of its names."""
    found = re.search(rf"^# (?:{'|'.join(called)}) (\S+)$", text, re.MULTILINE)
    if found is None:
        raise StammtischError(f"it names no {called[0]}; it may be a game downloaded from a live table")
    return found[1]
