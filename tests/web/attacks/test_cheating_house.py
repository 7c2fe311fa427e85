"""A house that cheats with its deals, played on a real server: whoever has added words finds out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.cli import main
from stammtisch.core.fair_deal import Contribution, FairNature, commitment, deal_seed, fixed_hash, new_seed
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, RUNNING
from tests.waiting import eventually
from tests.web.drivers.page import visitor
from tests.web.drivers.program import program, registry_of
from tests.web.drivers.words import Adding

SEEDS = 100  # that the house tries


def _liked(seed: bytes, room: LiveTable) -> int:
    """Return what the house looks at when it chooses: the first thing that is dealt."""
    chosen = deal_seed(seed, room.id, room.record.deal.contributions)
    return FairNature(chosen, room.id).choose(0, range(1000))


def _choose_a_seed(room: LiveTable) -> None:
    room.saved.seed = min((new_seed() for _ in range(SEEDS)), key=lambda seed: _liked(seed, room))


def _drop_words(room: LiveTable) -> None:
    mine, other = room.record.deal.contributions
    room.record.deal.contributions = (replace(mine, words=""), other)


def _replace_words(room: LiveTable) -> None:
    mine, other = room.record.deal.contributions
    room.record.deal.contributions = (replace(mine, words="ab" * 32), other)


def _choose_words_of_an_accomplice(room: LiveTable) -> None:
    mine, other = room.record.deal.contributions
    words = min((new_seed().hex() for _ in range(SEEDS)), key=lambda words: deal_seed(room.saved.seed, words, []))
    forged = replace(other, words=words, hash=commitment(room.id, other.handle, words))
    room.record.deal.contributions = (mine, forged)


def _played(server: TestClient, cheat: Callable[[LiveTable], None]) -> tuple[Adding, str]:
    """Play a game whose house does something after it has seen all words; a seat that added some, and the file."""
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table = anna.tell("/tables", game="gang", options={"seats": 3, "rounds": 1}).json()["id"]
    for who in (tobi, third := program(server, "Vroni")):
        who.tell(f"/tables/{table}/sit")
    parts = [Adding(anna, table), Adding(tobi, table)]
    for part in parts:
        part.commit()
    room = registry_of(server)._channels[table].room
    honest = room.start

    async def start() -> None:
        cheat(room)
        await honest()

    room.start = start  # type: ignore[method-assign]  # the house is the cheater here
    anna.tell(f"/tables/{table}/start")
    room.record.deal.contributions = room.record.deal.contributions[:2]  # Vroni sent nothing, and is left out of this
    for part in parts:
        part.open()
    assert room.stage == RUNNING
    for who in (anna, tobi, third):
        who.tell(f"/tables/{table}/stand")
    eventually(lambda: room.stage == OVER, "the bots to play on")
    return parts[0], visitor(server).look(f"/t/{table}/transcript")


def _fair(path: Path, text: str, part: Adding) -> int:
    """Return what `stammtisch fair` finds in a file, for somebody who kept the hash and the words."""
    path.write_text(text, "utf-8")
    assert part.kept
    fixed = fixed_hash(Contribution(*one) for one in part.kept.fixed)
    return main(["fair", str(path), "--hash", part.shown["fingerprint"], "--words", part.words, "--fixed", fixed])


def test_an_honest_house_is_believed(server: TestClient, tmp_path: Path) -> None:
    part, text = _played(server, lambda _: None)

    assert part.faults() == []
    assert _fair(tmp_path / "game.txt", text, part) == 0


CHEATS = [_choose_a_seed, _drop_words, _replace_words, _choose_words_of_an_accomplice]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_house_that_chooses_after_it_has_seen_the_words_is_caught_twice(
    cheat: Callable[[LiveTable], None], server: TestClient, tmp_path: Path
) -> None:
    part, text = _played(server, cheat)

    assert part.faults() != []
    assert _fair(tmp_path / "game.txt", text, part) == 1
