"""Small games for studies, and blocks that are played here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from stammtisch.core.game import game_names
from stammtisch.study.block import DealBlock, PlayedBlock, play_block
from tests.terminal.conftest import install


@pytest.fixture
def penny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Install the small games of which everything is known, and return their name."""
    install(tmp_path / "installed", "penny", "tests.sample.penny", monkeypatch)
    yield "penny"
    game_names.cache_clear()


class Here:
    """Plays blocks in this process, so many before it hands over the last one first."""

    def __init__(self, ahead: int = 1) -> None:
        self.ahead = ahead
        self.played = list[tuple[int, int]]()

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield blocks, the last first."""
        waiting = iter(blocks)
        while some := list(islice(waiting, self.ahead)):
            for block in reversed(some):
                self.played.append((block.cell, block.number))
                yield play_block(block)


def ways_of_stones(stones: int, seat: int = 0, chance: float = 1.0) -> Iterator[tuple[float, int, list[int]]]:
    """Yield how random players may take the stones: how likely, who wins, and how many ways there were each time."""
    ways = min(2, stones)
    for taken in range(1, ways + 1):
        if taken == stones:
            yield chance / ways, seat, [ways]
        else:
            for part, winner, later in ways_of_stones(stones - taken, 1 - seat, chance / ways):
                yield part, winner, [ways, *later]
