"""A game from a live table, checked on one's own machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from stammtisch.cli import main
from stammtisch.core.fair_deal import Contribution, FairNature, commitment, deal_seed, fingerprint, fixed_hash
from stammtisch.core.table import Table
from stammtisch.core.transcripts.deal_comments import DealSource, read_source, write_source
from stammtisch.core.transcripts.transcript import write_transcript
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


WORDS = "ab" * 32
ADDED = (Contribution(0, "h0", commitment("abc", "h0", WORDS), WORDS), Contribution(2, "h2", "cd" * 32))


def _with_words(path: Path, added: tuple[Contribution, ...], seed: bytes = SEED) -> str:
    """Write down a game that was dealt from `SEED` and `WORDS`, with comments that may say something else."""
    dealt = Table(gang, nature=FairNature(deal_seed(SEED, "abc", ADDED), "abc"))
    source = DealSource("abc", seed, added, names=("Anna", "Resi", "Tobi", "Kuno"))
    path.write_text(write_transcript(dealt, comments=write_source(source)), "utf-8")
    return str(path)


def test_a_deal_from_the_house_and_words_is_confirmed_and_names_who_added_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _with_words(tmp_path / "game.txt", ADDED)

    kept = ["--hash", fingerprint(SEED), "--words", WORDS, "--fixed", fixed_hash(ADDED)]
    assert main(["fair", file, "--lang", "en", *kept]) == 0
    said = capsys.readouterr().out
    assert "The deal comes from the house and Anna." in said
    assert "Tobi added nothing to it." in said
    assert "52 of 52 deals" in said


CHEATS = {
    "leaves the words out": ((), SEED, "Your words are not in it."),
    "puts others in their place": ((replace(ADDED[0], words="cd" * 32),), SEED, "words of Anna do not fit their hash"),
    "shows another seed": (ADDED, b"\x07" * 32, "not the hash that you were shown"),
}


@pytest.mark.parametrize(("added", "seed", "sentence"), CHEATS.values(), ids=CHEATS)
def test_a_house_that_cheats_with_words_is_caught_by_its_own_file(
    added: tuple[Contribution, ...], seed: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _with_words(tmp_path / "game.txt", added, seed)

    assert main(["fair", file, "--lang", "en", "--hash", fingerprint(SEED), "--words", WORDS]) == 1
    said = capsys.readouterr().out
    assert sentence in said


def test_a_house_that_forges_the_words_of_an_accomplice_is_caught_by_who_kept_all_hashes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, shown = _with_words(tmp_path / "game.txt", ADDED), (ADDED[0], replace(ADDED[1], hash="ef" * 32))

    assert main(["fair", file, "--lang", "en", "--fixed", fixed_hash(shown)]) == 1
    assert "hashes of the words are not those that you were shown" in " ".join(capsys.readouterr().out.split())


def test_a_file_that_fits_but_is_without_ones_own_words_or_hash_is_not_believed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _kept(tmp_path / "game.txt", "abc", SEED.hex())

    assert main(["fair", file, "--lang", "en", "--words", WORDS]) == 1
    assert "Your words are not in it." in capsys.readouterr().out
    assert main(["fair", file, "--lang", "en", "--hash", "00" * 32]) == 1
    assert "not the hash that you were shown" in capsys.readouterr().out


def test_a_deal_that_must_be_equal_elsewhere_comes_from_the_house_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = DealSource("abc", SEED, house_alone=True, names=("Anna",))
    dealt = Table(gang, nature=FairNature(SEED, "abc"))
    text = write_transcript(dealt, comments=write_source(source))
    (tmp_path / "game.txt").write_text(text, "utf-8")

    assert read_source(text) == source
    assert main(["fair", str(tmp_path / "game.txt"), "--lang", "en"]) == 0
    assert "The deal comes from the house alone." in capsys.readouterr().out


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
