"""A game from a live table, checked on one's own machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.cli import main
from stammtisch.core.fair import FairNature, fingerprint
from stammtisch.core.table import Table
from stammtisch.core.transcript import write_transcript
from stammtisch.games import gang

SEED = bytes(range(32))


def _kept(path: Path, table: str, seed: str) -> str:
    """Write down a game that was dealt from `SEED` at table abc, with what the comments say about that."""
    dealt = Table(gang, nature=FairNature(SEED, "abc"))
    path.write_text(write_transcript(dealt, comments=[f"# table {table}", f"# seed of the deal {seed}"]), "utf-8")
    return str(path)


def test_a_fair_deal_is_confirmed_with_the_hash_that_was_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fair", _kept(tmp_path / "game.txt", "abc", SEED.hex()), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert fingerprint(SEED) in said
    assert "52 of 52 deals" in said


@pytest.mark.parametrize(("table", "seed"), [("xyz", SEED.hex()), ("abc", "ff" * 32)])
def test_another_seed_or_table_does_not_fit(
    table: str, seed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fair", _kept(tmp_path / "game.txt", table, seed), "--lang", "en"]) == 1
    assert "52 of 52" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("game duel 1\n", "names no table"), ("# table abc\n# seed of the deal xyz\n", "64 hexadecimal digits")],
)
def test_what_is_no_game_of_a_live_table_gets_a_sentence(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")

    assert main(["fair", str(tmp_path / "game.txt")]) != 0
    assert sentence in capsys.readouterr().err
