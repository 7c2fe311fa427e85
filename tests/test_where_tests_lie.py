"""Tests follow the folders of `src`: a test that is named after a module lies where the module lies."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "stammtisch"
# Tests that have the name of a module of another folder, and why they lie where they do.
ELSEWHERE = {
    "web/live/test_deal_words.py": "words are added while a table opens; `web/tables` only keeps them",
    "web/pages/club/test_daily.py": "the deal of the day as people play it; `web/api` only tells of it",
    "web/pages/test_goal.py": "the card that says what wins, as pages open it; `web/view` writes its lines",
}
NAMED = [
    path.relative_to(TESTS)
    for path in sorted(TESTS.rglob("test_*.py"))
    if path.parent != TESTS and (SOURCE / path.relative_to(TESTS).parts[0]).is_dir()
]
MODULES = defaultdict[str, set[Path]](set)  # by name, in which folders there is one
for module in SOURCE.glob("*/**/*.py"):
    MODULES[module.stem].add(module.parent.relative_to(SOURCE))
FOLDERS = set().union(*MODULES.values())


def _part(path: Path) -> tuple[str, ...]:
    """Return the part of the package that a path belongs to; each game is one."""
    return path.parts[:2] if path.parts[0] == "games" else path.parts[:1]


def _homes(test: Path) -> set[Path]:
    """Return the folders in which a test may lie; none where no module has its name."""
    name = test.stem.removeprefix("test_")
    homes = {folder for folder in MODULES[name] if _part(folder) == _part(test)}
    folders = {folder for folder in FOLDERS if folder.name == name}
    return homes and homes | folders | {folder.parent for folder in folders}


def _is_at_home(test: Path) -> bool:
    return test.parent in (_homes(test) or {test.parent})


@pytest.mark.parametrize("test", [test for test in NAMED if test.as_posix() not in ELSEWHERE], ids=str)
def test_a_test_lies_in_the_folder_of_the_module_it_is_named_after(test: Path) -> None:
    assert _is_at_home(test), f"expected in {sorted(map(str, _homes(test)))}"


def test_the_exceptions_are_tests_that_lie_elsewhere() -> None:
    assert [name for name in ELSEWHERE if Path(name) not in NAMED or _is_at_home(Path(name))] == []


@pytest.mark.parametrize(
    "name",
    ["terminal/commands/test_arena.py", "web/view/test_telling.py", "store/test_board.py", "web/pages/test_lesson.py"],
)
def test_a_test_that_lies_elsewhere_is_noticed(name: str) -> None:
    assert not _is_at_home(Path(name))
