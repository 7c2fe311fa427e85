"""Drivers compile what they are asked for and nothing else, and say so to people who wait."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stammtisch.games.duel import rules as duel
from stammtisch.kernel.compile import driver
from stammtisch.kernel.compiler import announcement
from stammtisch.kernel.compiler.announcement import QUIET, announced, be_silent, code_sizes
from tests.kernel.compiled import python
from tests.kernel.tiny import write_game

TWO = '''
"""A driver with two entries, of which the second calls a kernel that calls another."""
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import rules

STATE = rules.State.dtype
FACT = 7

@kernel
def twice(s, number):
    return rules.answer(s, number) + rules.answer(s, number)

@entry("int64(int64[::1], int64)")
def plain(s, number):
    """Answer."""
    return rules.answer(s.view(STATE)[0], number)

@entry("int64(int64[::1], int64)")
def double(s, number):
    """Answer twice."""
    return twice(s.view(STATE)[0], number)
'''
BEGIN = """
import sys
import numpy as np
import lazy.rules
from stammtisch.kernel.compile import compile_entries, driver, is_compiled
two = driver("two_driver", lazy.rules)
words = np.array([1, 2, 3])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a tiny game and a driver of two entries."""
    write_game(tmp_path, "lazy", bonus=5)
    (tmp_path / "two_driver.py").write_text(TWO, encoding="utf-8")
    return tmp_path


def ran(folder: Path, code: str, **environment: str) -> list[str]:
    return python(BEGIN + code, folder=folder, STAMMTISCH_CACHE=str(folder / "cache"), **environment)


def test_an_entry_is_compiled_when_it_is_asked_for_and_no_other(folder: Path) -> None:
    code = """
print(two.FACT, "numba" in sys.modules)
print(two.double(words, 10), is_compiled(two, "double"), is_compiled(two, "plain"))
"""

    assert ran(folder, code) == ["7 False", "102 True False"]


def test_what_lies_on_disk_is_not_compiled_beforehand_again(folder: Path) -> None:
    code = """compile_entries(two); print("numba" in sys.modules, is_compiled(two, "plain"))"""

    assert ran(folder, code) == ["True True"]
    assert ran(folder, code) == ["False True"]


def test_what_a_driver_does_not_have_is_named() -> None:
    bound = driver("stammtisch.kernel.drivers.rules_calls", duel)

    with pytest.raises(AttributeError, match=r"rules_calls has no 'redeel'$"):
        bound.redeel  # noqa: B018


def test_kernels_are_optimized_with_their_entry_and_by_themselves_where_somebody_else_compiles(folder: Path) -> None:
    code = """
import numba
from numba.core.codegen import CPUCodeLibrary
optimized, optimize = [], CPUCodeLibrary._optimize_final_module
def counting(self):
    optimized.append(self.name)
    return optimize(self)
CPUCodeLibrary._optimize_final_module = counting
two.double
print(sorted(name for name in optimized if name in ("answer", "twice", "double")))
optimized.clear()
@numba.njit
def inner(n): return n + 1
@numba.njit
def outer(n): return inner(n) + 1
print(outer(1), sorted(set(optimized) & {"inner", "outer"}))
"""

    assert ran(folder, code) == ["['double']", "3 ['inner', 'outer']"]


def test_a_numba_that_is_built_otherwise_compiles_in_its_own_way(folder: Path) -> None:
    code = """
import stammtisch.kernel.compiler.linking as linking
linking._USED = ("of another version",)
print(two.double(words, 10))
"""

    assert ran(folder, code) == ["102"]


def test_all_that_is_compiled_with_an_entry_is_known_beforehand() -> None:
    bound = driver("stammtisch.kernel.drivers.rules_calls", duel)
    names = {code.co_name for code in code_sizes(vars(bound)["_entries"]["apply"].function)}

    assert names >= {"apply", duel.apply.__name__, "_march"}
    assert "view" not in names


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process speak, as if it had not spoken before."""
    monkeypatch.delenv(QUIET)
    monkeypatch.setattr(announcement, "told", set())
    monkeypatch.setattr(announcement, "silent", [False])


def says(capsys: pytest.CaptureFixture[str], function: Callable[..., Any]) -> str:
    """Return what is said while a function of a driver is compiled."""
    with announced(duel, "environment", function):
        pass
    said = capsys.readouterr()
    assert said.out == "", "that belongs to whoever called"
    return said.err


@pytest.mark.usefixtures("spoken")
def test_where_nobody_sees_a_bar_a_line_says_once_what_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    told = "Compiling duel for its first use: many games, every seat, some 1 s; "
    told += "`stammtisch warm duel` does it beforehand\n"

    assert (says(capsys, duel.check), says(capsys, duel.apply)) == (told, "")


@pytest.mark.usefixtures("spoken")
def test_nothing_is_said_where_somebody_else_speaks_or_it_is_not_wanted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(QUIET, "yes")
    unwanted = says(capsys, duel.check)
    monkeypatch.delenv(QUIET)
    be_silent()

    assert (unwanted, says(capsys, duel.check)) == ("", "")


def test_people_at_a_terminal_see_a_bar_that_goes_away(folder: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name not in (QUIET, "NO_COLOR")}
    here, there = pty.openpty()
    with subprocess.Popen(  # noqa: S603  # our own
        [sys.executable, "-c", BEGIN + "two.double"],
        cwd=folder,
        env={**surroundings, "STAMMTISCH_CACHE": str(folder / "cache"), "TERM": "xterm", "COLUMNS": "120"},
        stderr=there,
    ) as process:
        os.close(there)
        seen = read(here)
        assert process.wait(100) == 0

    assert "Compiling lazy.rules for its first use" in seen
    assert "━" in seen, "a bar"
    assert seen.rstrip().endswith("\x1b[2K"), "which is wiped away"


def read(terminal: int) -> str:
    """Read what is written to a terminal until nobody writes there any more."""
    found = b""
    with os.fdopen(terminal, "rb", buffering=0) as file:
        try:
            while part := file.read(4096):
                found += part
        except OSError:  # how Linux says that the other end is closed
            pass
    return found.decode()
