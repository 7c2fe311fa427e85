"""Where compiled drivers are kept: what is written there, under which name, and for how long."""

from __future__ import annotations

import importlib
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from stammtisch.kernel import compile as compiling
from stammtisch.kernel.compile import SLOT, driver
from stammtisch.kernel.compiler import announcement
from stammtisch.kernel.compiler.cache_folder import cache_root
from tests.kernel.tiny import DRIVER, write_game

DAY = 86400


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that Python imports from, with a cache of its own."""
    monkeypatch.setenv("STAMMTISCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    drivers = dict(compiling._drivers)
    yield tmp_path
    compiling._drivers.clear()
    compiling._drivers.update(drivers)


def tiny_rules(folder: Path, game: str) -> ModuleType:
    write_game(folder, game, bonus=5)
    importlib.invalidate_caches()
    return importlib.import_module(f"{game}.rules")


def folder_of(rules: ModuleType, source: str = DRIVER) -> Path:
    return compiling._folder(source, rules)


def test_the_generated_driver_is_the_template_bound_to_the_game(folder: Path) -> None:
    rules = tiny_rules(folder, "readable")
    module = driver("tiny_driver", rules)
    text = (folder_of(rules) / "tiny_driver.py").read_text(encoding="utf-8")

    assert text == DRIVER.replace(f"{SLOT} rules\n", "import readable.rules as rules\n")
    assert module.__file__ == str(folder_of(rules) / "tiny_driver.py")
    assert module.rules is rules
    assert module.answer(np.array([1, 2, 3]), 10) == 51


def test_a_driver_cut_short_by_somebody_who_was_stopped_is_written_again(folder: Path) -> None:
    rules = tiny_rules(folder, "half")
    (folder_of(rules) / "tiny_driver.py").write_text(DRIVER[:30], encoding="utf-8")

    assert driver("tiny_driver", rules).answer(np.array([1, 2, 3]), 10) == 51


@pytest.mark.parametrize(("lines", "times"), [("", 0), (f"{SLOT} rules\n" * 2, 2)])
def test_a_template_needs_exactly_one_slot(folder: Path, lines: str, times: int) -> None:
    rules = tiny_rules(folder, f"slots_{times}")
    name = f"slots_driver_{times}"
    (folder / f"{name}.py").write_text(f"{lines}x = 1\n", encoding="utf-8")

    with pytest.raises(ValueError, match=rf"^{name} has the line '{SLOT}' {times} times; it needs it once$"):
        driver(name, rules)


def test_a_driver_that_needs_what_a_game_does_not_have_says_so(folder: Path) -> None:
    rules = tiny_rules(folder, "bare")
    (folder / "wanting_driver.py").write_text(f"{SLOT} features, rules\n", encoding="utf-8")

    with pytest.raises(ModuleNotFoundError, match=r"^the game of bare.rules has no features: there is no module"):
        driver("wanting_driver", rules)


def test_a_folder_is_named_by_the_game_and_by_everything_that_reaches_compiled_code(folder: Path) -> None:
    rules = tiny_rules(folder, "named")
    first = folder_of(rules)
    (folder / "named" / "extra.py").write_text("", encoding="utf-8")
    second = folder_of(rules)
    (folder / "named" / "parts").mkdir()
    (folder / "named" / "parts" / "deeper.py").write_text("", encoding="utf-8")
    third = folder_of(rules)

    assert first.parent == folder / "cache"
    assert first.name.startswith("named_rules_")
    assert len({first, second, third, folder_of(rules, DRIVER + "\n")}) == 4


def test_changed_words_compile_nothing_anew(folder: Path) -> None:
    rules = tiny_rules(folder, "worded")
    words = folder / "worded" / "words.py"
    words.write_text("from stammtisch.core.language import Say\n", encoding="utf-8")
    before = folder_of(rules)
    words.write_text("from stammtisch.core.language import Reader, Say\n", encoding="utf-8")

    assert folder_of(rules) == before


def test_every_file_of_the_kernel_is_part_of_the_name(folder: Path) -> None:
    sources = set(compiling._compiled_sources(tiny_rules(folder, "sources")))

    assert set(Path(compiling.__file__).parent.glob("*.py")) <= sources
    assert {path.name for path in sources} >= {"bits.py", "chance.py", "record.py", "rules.py", "data.py"}


def test_bounds_checks_are_part_of_the_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tiny_rules(folder, "checked")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0")
    unchecked = folder_of(rules)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")

    assert folder_of(rules) != unchecked


def test_folders_of_the_same_game_go_when_nobody_used_them_for_thirty_days(folder: Path) -> None:
    rules = tiny_rules(folder, "tidy")
    names = ["tidy_rules_old", "tidy_rules_young", "untidy_rules_old"]
    for name in names:
        (folder / "cache" / name / "__pycache__").mkdir(parents=True)
        days = 29 if name.endswith("young") else 31
        os.utime(folder / "cache" / name, times=(time.time() - days * DAY,) * 2)
    (folder / "cache" / "tidy_rules_gone").symlink_to("nowhere")  # as if another process had just removed it
    folder_of(rules)

    assert [(folder / "cache" / name).exists() for name in names] == [False, True, True]


def test_a_driver_that_is_used_keeps_its_folder_young(folder: Path) -> None:
    rules = tiny_rules(folder, "used")
    driver("tiny_driver", rules)
    os.utime(folder_of(rules), times=(0, 0))
    compiling._drivers.clear()  # as in the next process
    driver("tiny_driver", rules)

    assert folder_of(rules).stat().st_mtime > time.time() - DAY


@pytest.mark.parametrize(
    ("environment", "place"),
    [
        ({"STAMMTISCH_CACHE": "mine", "XDG_CACHE_HOME": "xdg", "HOME": "home"}, "mine"),
        ({"XDG_CACHE_HOME": "xdg", "LOCALAPPDATA": "local", "HOME": "home"}, "xdg/stammtisch"),
        ({"LOCALAPPDATA": "local", "HOME": "home"}, "local/stammtisch"),
        ({"HOME": "home"}, "home/.cache/stammtisch"),
    ],
)
def test_the_cache_is_where_the_system_keeps_such_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], place: str
) -> None:
    for name in ("STAMMTISCH_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, str(tmp_path / value))

    assert cache_root() == tmp_path / place
    assert (tmp_path / place).is_dir()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place for temporary files, and a cache that cannot be written to."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("STAMMTISCH_CACHE", "/proc")  # there, but not even root can make a file in it
    return tmp_path


def test_a_cache_that_cannot_be_written_to_is_replaced_by_one_for_this_user_alone(temporary: Path) -> None:
    root = cache_root()

    assert root == temporary / f"stammtisch-{os.getuid()}"
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert cache_root() == root


def test_a_spare_cache_that_belongs_to_somebody_else_is_not_used(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = os.getuid() + 1  # so that a folder of this user is somebody else's
    monkeypatch.setattr(os, "getuid", lambda: me)
    theirs = temporary / f"stammtisch-{me}"
    theirs.mkdir()
    root = cache_root()

    assert root != theirs
    assert root.parent == temporary


@pytest.fixture
def umask_0() -> Iterator[None]:
    """Let new files and folders be open to everybody, unless somebody sees to it."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("umask_0")
def test_nobody_else_may_look_into_the_cache_whatever_the_umask_is(folder: Path) -> None:
    rules = tiny_rules(folder, "closed")
    driver("tiny_driver", rules)

    assert (mode(folder / "cache"), mode(folder_of(rules))) == (0o700, 0o700)


@pytest.mark.usefixtures("umask_0")
def test_folders_above_the_cache_are_made_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAMMTISCH_CACHE", str(tmp_path / "above" / "cache"))
    cache_root()

    assert mode(tmp_path / "above") == 0o700


@pytest.mark.parametrize(("before", "after"), [(0o777, 0o755), (0o775, 0o755), (0o755, 0o755), (0o2770, 0o2750)])
def test_a_cache_of_ones_own_is_closed_to_the_writing_of_others(folder: Path, before: int, after: int) -> None:
    (folder / "cache").mkdir()
    (folder / "cache").chmod(before)

    assert cache_root() == folder / "cache"
    assert mode(folder / "cache") == after


def test_a_folder_of_a_game_that_others_could_use_is_closed_to_them(folder: Path) -> None:
    rules = tiny_rules(folder, "reopened")
    folder_of(rules).chmod(0o777)

    assert mode(folder_of(rules)) == 0o700


def of_somebody_else(path: Path) -> None:
    """Give a folder away, as only root can; who is not root can plant none either."""
    if os.getuid():
        pytest.skip("only root gives a folder away")
    os.chown(path, 4711, 4711)


def test_a_cache_to_which_others_may_write_is_not_used_and_people_are_told_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(announcement, "told", set())
    monkeypatch.delenv(announcement.QUIET)
    (folder / "cache").mkdir()
    (folder / "cache").chmod(0o1777)  # as /tmp: one that all share is not closed to them

    assert [cache_root() for _ in range(2)] == [folder / f"stammtisch-{os.getuid()}"] * 2
    assert mode(folder / "cache") == 0o1777
    assert capsys.readouterr().err == (
        f"Code is run from the cache, and others may write to {folder / 'cache'}: a folder for temporary files is used "
        "instead. Close this one to others, or name another by STAMMTISCH_CACHE\n"
    )


def test_a_cache_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    (folder / "cache").mkdir()
    of_somebody_else(folder / "cache")

    assert cache_root() == folder / f"stammtisch-{os.getuid()}"


def test_a_folder_that_somebody_else_has_planted_in_the_cache_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    rules = tiny_rules(folder, "planted")
    theirs = folder_of(rules)
    of_somebody_else(theirs)
    (theirs / "tiny_driver.py").write_text("answer = None", encoding="utf-8")

    assert folder_of(rules) == folder / f"stammtisch-{os.getuid()}" / theirs.name
    assert driver("tiny_driver", rules).answer(np.array([1, 2, 3]), 10) == 51
