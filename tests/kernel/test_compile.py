"""What the design's table of traps says about compiling: nothing stale, nothing shared, nothing imported in vain."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import FunctionType

import pytest

from stammtisch.games.duel import rules as duel
from stammtisch.kernel.bits import count_in
from stammtisch.kernel.compile import driver, kernel
from tests.kernel.compiled import finish, python, started
from tests.kernel.tiny import ASK, write_bonus, write_game


def ask(folder: Path, *games: str, **environment: str) -> list[str]:
    """Return what a fresh process prints for each game: its answer, and how often the cache was of use."""
    return python(ASK.format(games=games), folder=folder, STAMMTISCH_CACHE=str(folder / "cache"), **environment)


def cached(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "cache").iterdir())


def test_playing_at_a_table_never_imports_numba() -> None:
    code = """
import random, sys
from stammtisch import Table
random.seed(7)
table = Table("duel", seed=7)
while not table.over:
    [seat] = table.waiting
    table.play(seat, random.choice(table.legal(seat)))
print(len(table.outcome().winners), "numba" in sys.modules)
"""

    assert python(code) == ["1 False"]


def test_a_kernel_is_the_function_itself() -> None:
    def plain(number: int) -> int:
        return number + 1

    assert kernel(plain) is plain


def test_kernels_stay_plain_python_after_a_driver_has_compiled_them() -> None:
    compiled = driver("stammtisch.kernel.drivers.rules_calls", duel)

    assert not isinstance(compiled.waiting, FunctionType)
    assert isinstance(duel.waiting, FunctionType)
    assert isinstance(count_in, FunctionType)
    assert count_in(1 << 100 | 1) == 2  # no machine word holds this


def test_a_driver_is_compiled_once_in_a_process() -> None:
    face = "stammtisch.kernel.drivers.rules_calls"

    assert driver(face, duel) is driver(face, duel)


def test_what_one_process_compiled_serves_the_next_until_a_module_that_the_rules_import_changes(tmp_path: Path) -> None:
    write_game(tmp_path, "stale", bonus=5)
    first, second = ask(tmp_path, "stale"), ask(tmp_path, "stale")
    write_bonus(tmp_path, "stale", bonus=7)

    assert (first, second) == (["51 0"], ["51 1"])
    assert ask(tmp_path, "stale") == ["71 0"]
    assert len(cached(tmp_path)) == 2


def test_two_games_with_records_alike_do_not_share_a_driver(tmp_path: Path) -> None:
    write_game(tmp_path, "one", bonus=5)
    write_game(tmp_path, "other", bonus=7)

    assert ask(tmp_path, "one", "other") == ["51 0", "71 0"]
    assert ask(tmp_path, "other", "one") == ["71 1", "51 1"]


SHOW = """
import numpy as np
import bounds.rules
from stammtisch.kernel.compile import driver
card = driver("card_driver", bounds.rules).card
words = np.arange(6)[:3]  # there is memory behind the words, so that the read behind them finds something
print(card(words, 1))
try:
    print(card(words, 2))
except IndexError:
    print("no such card")
"""


def test_bounds_checks_are_compiled_apart_and_see_a_read_that_is_out_of_range(tmp_path: Path) -> None:
    write_game(tmp_path, "bounds", bonus=5)
    cache = {"STAMMTISCH_CACHE": str(tmp_path / "cache")}
    unchecked = python(SHOW, folder=tmp_path, NUMBA_BOUNDSCHECK="0", **cache)
    [folder] = cached(tmp_path)
    checked = python(SHOW, folder=tmp_path, NUMBA_BOUNDSCHECK="1", **cache)

    assert (unchecked, checked) == (["2", "3"], ["2", "no such card"])
    assert len(set(cached(tmp_path)) - {folder}) == 1


def test_two_processes_that_ask_at_once_are_both_answered(tmp_path: Path) -> None:
    write_game(tmp_path, "crowd", bonus=5)
    code, cache = ASK.format(games=("crowd",)), str(tmp_path / "cache")
    with ExitStack() as stack:
        crowd = [stack.enter_context(started(code, folder=tmp_path, STAMMTISCH_CACHE=cache)) for _ in range(2)]
        answers = [line for process in crowd for line in finish(process)]

    assert sorted(answers) == ["51 0", "51 1"]  # one compiled, the other waited for it


def test_a_cache_that_cannot_be_made_is_replaced_by_a_spare_one(tmp_path: Path) -> None:
    write_game(tmp_path, "spare", bonus=5)
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    (tmp_path / "tmp").mkdir()
    code, below_a_file = ASK.format(games=("spare",)), str(tmp_path / "file" / "cache")
    places = {"STAMMTISCH_CACHE": below_a_file, "TMPDIR": str(tmp_path / "tmp")}

    assert python(code, folder=tmp_path, **places) == ["51 0"]
    assert len(list((tmp_path / "tmp").glob("stammtisch-*/spare_rules_*/tiny_driver.py"))) == 1


def test_a_driver_that_is_not_there_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"^no driver 'tests\.kernel\.no_driver'$"):
        driver("tests.kernel.no_driver", duel)
