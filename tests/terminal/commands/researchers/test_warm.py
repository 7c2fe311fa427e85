"""Games are compiled beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.cli import main
from stammtisch.games import duel, gang
from stammtisch.kernel import drivers
from stammtisch.kernel.compiler.announcement import PURPOSES
from stammtisch.terminal.commands.researchers.warm import is_of_use
from tests.sample import exact


def test_every_driver_is_compiled_and_timed(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["warm", "duel"])
    lines = capsys.readouterr().out.splitlines()

    assert code == 0
    assert sorted(line.split(" s  ")[1] for line in lines) == sorted(
        f"duel: {says}" for name, says in PURPOSES.items() if name != "net_decisions"
    )
    assert all(float(line.split(" s  ")[0]) >= 0 for line in lines)


def test_no_driver_is_forgotten() -> None:
    there = {path.stem for path in Path(drivers.__file__ or "").parent.glob("*.py")}

    assert set(PURPOSES) == there - {"__init__", "placeholders", "uniform_policy"}


def test_the_protocol_lists_every_driver() -> None:
    protocol = (Path(__file__).parents[4] / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = protocol.partition("| driver | slot | gives |")[2].partition("\n\n")[0].splitlines()

    assert {row.split("`")[1] for row in rows if "`" in row} == set(PURPOSES)


def test_only_what_a_game_can_use_is_compiled() -> None:
    assert is_of_use("net_decisions", gang)
    assert not is_of_use("net_decisions", duel)
    assert not is_of_use("environment", exact), "it has no features"
    assert is_of_use("rules_calls", exact)


def test_a_game_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "dule"]) == 2
    assert "did you mean 'duel'?" in capsys.readouterr().err
