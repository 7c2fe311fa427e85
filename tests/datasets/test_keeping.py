"""Games are kept while they are played: the same ones however many processes play, whatever a bot or a disk does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from stammtisch.bots.arena.match import Match, play_deal
from stammtisch.datasets import about
from stammtisch.datasets.journal import JOURNAL, Journal
from stammtisch.datasets.loader import DecisionRows, load_games
from stammtisch.datasets.writer import DatasetWriter, save_games
from stammtisch.errors import DatasetError, FeatureError
from stammtisch.games import duel, gang
from tests.bots.conftest import visitors  # noqa: F401  # a fixture
from tests.datasets.matches import keep, match_of
from tests.sample import exact


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a part have six games."""
    monkeypatch.setattr(about, "GAMES_OF_A_PART", 6)


def contents(folder: Path) -> dict[str, bytes]:
    """Return what lies in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def same(one: DecisionRows, other: DecisionRows) -> bool:
    """Whether two pieces say the same."""
    return all(np.array_equal(array, vars(other)[name]) for name, array in vars(one).items())


@pytest.mark.usefixtures("small_parts")
def test_one_process_and_two_keep_the_same_bytes(tmp_path: Path) -> None:
    match = match_of("duel")
    for processes in (1, 2):
        deals = list(save_games(match, 7, tmp_path / str(processes), processes))
        assert sorted(deal.number for deal in deals) == list(range(7))
        assert not any(deal.taken for deal in deals)

    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert sorted(contents(tmp_path / "1")) == [
        "about.json",
        *(f"games-{part:05}.parquet" for part in range(3)),
        *(f"rows-{part:05}.parquet" for part in range(3)),
    ]


@pytest.mark.usefixtures("small_parts")
def test_deals_that_come_in_another_order_make_the_same_files(tmp_path: Path) -> None:
    match = match_of("duel")
    keep(tmp_path / "in order", match, 8)
    with DatasetWriter(tmp_path / "not", match, 8) as kept:
        for number in (4, 0, 7, 2, 1, 3, 6, 5):
            kept.add(play_deal(match, number, keeps=True))

    assert contents(tmp_path / "in order") == contents(tmp_path / "not")


@pytest.mark.usefixtures("small_parts")
def test_at_every_moment_all_deals_that_are_over_can_be_read(tmp_path: Path) -> None:
    match = match_of("duel")
    whole = keep(tmp_path / "whole", match, 8).all()
    with DatasetWriter(tmp_path / "kept", match, 8) as kept:
        for number in range(8):
            kept.add(play_deal(match, number, keeps=True))
            copy = tmp_path / f"after {number}"
            shutil.copytree(tmp_path / "kept", copy)  # as if the machine had stopped here
            with (copy / JOURNAL).open("a", encoding="utf-8") as journal:
                journal.write('{"deal":9,"ga')  # and somebody was writing
            there = load_games(copy)
            upto = whole.deal <= number
            expected = DecisionRows(**{name: array[upto] for name, array in vars(whole).items()})

            assert same(there.all(), expected)
            assert [game.deal for game in there.games()] == sorted([*range(number + 1)] * 2)
            assert there.transcript(2 * number).startswith("# seat 0: bot easy\n# seat 1: bot random\ngame duel")

    assert not (tmp_path / "kept" / JOURNAL).exists()


@pytest.mark.usefixtures("small_parts", "visitors")
def test_deals_with_a_fault_are_left_out_and_all_others_are_kept(tmp_path: Path) -> None:
    match = match_of("duel", ["moody", "random"], seed=2)
    played = [play_deal(match, number, keeps=True) for number in range(10)]
    with DatasetWriter(tmp_path / "kept", match, 10) as kept:
        for deal in played:
            kept.add(deal)
    whole = [deal.number for deal in played if deal.fault is None]

    assert 0 < len(whole) < 10
    assert sorted({game.deal for game in load_games(tmp_path / "kept").games()}) == whole


def test_a_match_that_is_stopped_leaves_parts_of_what_was_played_and_no_journal(tmp_path: Path) -> None:
    match = match_of("duel")
    with DatasetWriter(tmp_path / "kept", match, 5) as kept:
        for number in (3, 1):
            kept.add(play_deal(match, number, keeps=True))

    assert sorted(contents(tmp_path / "kept")) == ["about.json", "games-00000.parquet", "rows-00000.parquet"]
    assert [game.deal for game in load_games(tmp_path / "kept").games()] == [1, 1, 3, 3]


def test_a_deal_that_is_in_a_part_and_still_in_the_journal_counts_once(tmp_path: Path) -> None:
    match = match_of("duel")
    kept = keep(tmp_path / "kept", match, 2)
    whole, games = kept.all(), list(kept.games())
    journal = Journal(tmp_path / "kept")  # as if the machine had stopped after the part was written
    for number in range(2):
        journal.add(number, play_deal(match, number, keeps=True).taken)
    journal.close()

    assert (tmp_path / "kept" / JOURNAL).exists()
    assert same(kept.all(), whole)
    assert list(kept.games()) == games


def test_a_match_in_which_every_deal_fails_leaves_an_empty_set(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path / "kept", match_of("duel"), 5):
        pass
    kept = load_games(tmp_path / "kept")

    assert (list(kept), list(kept.games())) == ([], [])
    with pytest.raises(DatasetError, match="holds no games yet"):
        kept.all()


def test_what_fixes_a_match_is_in_every_file(tmp_path: Path) -> None:
    from pyarrow import parquet  # noqa: PLC0415  # a moment that only this test needs

    kept = keep(tmp_path / "kept", match_of("gang"), 2)
    told = json.loads((tmp_path / "kept" / "about.json").read_text("utf-8"))

    files = list((tmp_path / "kept").glob("*.parquet"))
    assert len(files) == 2
    for path in files:
        assert json.loads(parquet.read_schema(path).metadata[b"stammtisch"]) == told
    assert told["command"] == (
        "stammtisch arena gang easy random random -o seats=3 -o limit=30 -o rounds=0 -o first_round=1 "
        "--games 6 --seed 5"
    )
    assert (told["version"], told["seed"], told["format"]) == (gang.rules.VERSION, 5, 1)
    assert sum(size for _, size in told["layout"]) == kept.all().observation.shape[1]


def test_long_games_make_several_pieces_and_none_is_parted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.datasets.parts.DECISIONS_OF_A_GROUP", 100)
    kept = keep(tmp_path / "kept", match_of("gang"), 2)
    pieces = list(kept)
    games = [set(piece.game) for piece in pieces]

    assert len(pieces) > 1
    assert sum(map(len, games)) == len(set().union(*games)) == 6


@pytest.mark.parametrize("there", ["a file", "a folder with something", "below a file"])
def test_a_folder_that_will_not_do_is_refused_and_left_as_it_is(there: str, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "mine.txt"
    file.parent.mkdir()
    file.write_text("mine", encoding="utf-8")
    folder = {"a file": file, "a folder with something": file.parent, "below a file": file / "below"}[there]
    with pytest.raises(DatasetError, match=r"is no folder; name|is not empty; name|cannot write .*: Not a directory"):
        DatasetWriter(folder, match_of("duel"), 1)

    assert contents(tmp_path / "kept") == {"mine.txt": b"mine"}


def test_a_game_that_cannot_be_observed_in_numbers_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about, "find_game", lambda _: exact)
    with pytest.raises(FeatureError, match="exact has no features"):
        DatasetWriter(tmp_path / "kept", match_of("duel"), 1)

    assert not (tmp_path / "kept").exists()


def test_a_disk_that_fails_is_named_and_the_journal_keeps_what_the_part_would_have_held(tmp_path: Path) -> None:
    match = Match.of(duel, ["easy"], {}, 3)
    kept = DatasetWriter(tmp_path / "kept", match, 2)
    kept.add(play_deal(match, 0, keeps=True))
    blocked = tmp_path / "kept" / ".rows-00000.parquet.new"
    blocked.mkdir()
    with pytest.raises(DatasetError, match=r"cannot write .*rows-00000.parquet: "):
        kept.add(play_deal(match, 1, keeps=True))
    with pytest.raises(DatasetError, match="cannot write"):
        kept.close()

    assert {game.deal for game in load_games(tmp_path / "kept").games()} == {0, 1}
