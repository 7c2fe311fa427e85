"""`stammtisch train`: a net in a folder, how it went on a page, and the same command goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.terminal.conftest import Stammtisch

TINY = (
    "--on",
    "numpy",
    "--games",
    "32",
    "--stretch",
    "8",
    "--batch",
    "64",
    "--width",
    "8",
    "--layers",
    "1",
    "--seed",
    "3",
)
ROUND = 32 * 8  # decisions


def card(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "net" / "card.json").read_text(encoding="utf-8"))
    return found


def test_a_net_is_trained_and_told_of_and_the_same_command_goes_on(stammtisch: Stammtisch, tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    command = ("train", "duel", "-o", "spaces=1", "--out", folder, *TINY)
    run = stammtisch(*command, "--decisions", str(2 * ROUND))
    told = " ".join(run.out.split())

    assert (run.code, run.err) == (0, "")
    assert "512 decisions: trained; the net is in " in told
    assert " before random, " in told
    assert (folder / "net" / "weights.npz").stat().st_size > 1000
    assert (card(folder)["game"], card(folder)["decisions"]) == ("duel", 512)
    assert "-o spaces=1 --decisions 512 --seed 3 --games 32" in str(card(folder)["command"])
    assert "lead over random in training" in str(card(folder)["figures"])
    assert (folder / "report.html").read_text(encoding="utf-8").count("<svg") == 5

    again = stammtisch(*command, "--decisions", "1e3")

    assert again.code == 0
    assert "1,024 decisions: trained" in " ".join(again.out.split())
    assert card(folder)["decisions"] == 1024
    assert len((folder / "log.jsonl").read_text(encoding="utf-8").splitlines()) == 4


def test_one_that_is_stopped_for_now_says_how_it_goes_on(stammtisch: Stammtisch, tmp_path: Path) -> None:
    run = stammtisch("train", "duel", "--out", tmp_path / "duel", *TINY, "--decisions", "1e9", "--minutes", "0")

    assert run.code == 0
    assert "0 decisions: the same command goes on from here; the net is in " in " ".join(run.out.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("duel", "--width", "0"), "width is 0; it may be 1 or more"),
        (("duel", "--width", "1.5"), "width is 1.5; it may be a whole number, such as 12000 or 12e3"),
        (("duel", "--decisions", "inf"), "decisions is inf; it may be a whole number"),
        (("duel", "--decisions", "many"), "decisions is many; it may be a whole number"),
        (("duel", "--learning-rate", "-1"), "learning_rate is -1.0; it may be 0 or more"),
        (("duel", "-o", "spaces=9"), "spaces is 9; it may be 1 to 6"),
        (("go",), "no game 'go'"),
        (("duel", "--on", "tpu"), "invalid choice: 'tpu'"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: tuple[str, ...], says: str, stammtisch: Stammtisch, tmp_path: Path
) -> None:
    run = stammtisch("train", *arguments[:1], "--out", tmp_path / "out", *TINY[: TINY.index("--width")], *arguments[1:])

    assert run.code != 0
    assert says in " ".join(run.err.split())
    assert "Traceback" not in run.err
    assert not (tmp_path / "out").exists()


def test_a_folder_with_another_training_is_refused(stammtisch: Stammtisch, tmp_path: Path) -> None:
    stammtisch("train", "duel", "--out", tmp_path, *TINY, "--decisions", "256")
    run = stammtisch("train", "duel", "--out", tmp_path, *TINY, "--decisions", "256", "--seed", "4")

    assert run.code != 0
    assert "has another recipe: seed is 4 and was 3; ask for the same, or another folder" in " ".join(run.err.split())


@pytest.mark.usefixtures("with_exact")
def test_a_game_without_features_is_refused(stammtisch: Stammtisch, tmp_path: Path) -> None:
    run = stammtisch("train", "exact", "--out", tmp_path, *TINY)

    assert run.code != 0
    assert "exact has no features: nobody has written down how to observe it in numbers" in " ".join(run.err.split())


def test_where_pytorch_is_missing_it_says_what_to_do(
    stammtisch: Stammtisch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "stammtisch.learning.torch_learner", raising=False)
    run = stammtisch("train", "duel", "--out", tmp_path, *TINY[2:], "--on", "cpu")

    assert run.code != 0
    told = " ".join(run.err.split())
    assert told.endswith('pip install "stammtisch[train]" brings it, and `--on numpy` trains a small net without it')
