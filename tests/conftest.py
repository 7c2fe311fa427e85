"""One compile cache for all test processes, the deep run, and what coverage is measured on."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.amounts import DEEP

if TYPE_CHECKING:
    from tests.postgres import Postgres

pytest_plugins = ["tests.delays", "tests.limits", "tests.timing"]
TESTS = Path(__file__).parent
TRACED = ("core", "games", "terminal")
QUICK = ("core", "games")
LAWS = "properties"
PLAYS_MUCH = (
    "test_certificate",
    "test_combinations",
    "test_hidden",
    "test_laws",
    "test_oracle",
    "test_perft",
    "test_redeal",
)
COMPILES = (
    *("test_arena", "test_ends", "test_hearts", "test_host_commands", "test_matches", "test_perfect_bot"),
    *("test_table_check", "test_train", "test_warm"),
)
DRAWS_MUCH = ("test_words",)
DEEP_LIMIT = 3600  # seconds for one test of a deep run, where most repeat themselves more often

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads spin: on busy cores ten times the work for nothing
os.environ.setdefault("STAMMTISCH_QUIET", "yes")  # what compiles, who waits for it need not read
os.environ.setdefault("STAMMTISCH_CACHE", str(Path(__file__).parents[1] / ".cache" / "compiled"))


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was imported and collected: it lives as long as the process does."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL for all tests of this process; whoever stops it starts it again."""
    from tests.postgres import Postgres  # noqa: PLC0415  # most tests need no database

    server = Postgres()
    yield server
    server.remove()


@pytest.fixture
def postgresql(postgres: Postgres) -> Iterator[str]:
    """Return the address of an empty database, which is removed afterwards."""
    url = postgres.fresh()
    yield url
    postgres.drop(url)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="run what takes long, too")
    parser.addoption("--alone", action="store_true", help="run only what needs the machine for itself")
    parser.addoption("--quick", action="store_true", help="run only core, rules, and what is marked `quick`")
    parser.addoption("--traced", choices=["yes", "no"], help="run only what coverage is measured on, or only the rest")
    parser.addoption("--gpu", action="store_true", help="run what needs a GPU")


def pytest_configure(config: pytest.Config) -> None:
    """Let every process of a deep run know that it is one; only there chance decides which examples are tried."""
    if config.getoption("--deep"):
        os.environ[DEEP] = "yes"
    settings.register_profile("ours", deadline=None, derandomize=not config.getoption("--deep"), database=None)
    settings.load_profile("ours")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave what needs a GPU to `scripts/test --gpu`."""
    return True if collection_path.name == "gpu" and not config.getoption("--gpu") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is asked for, longest first, so that no long test is left for the end."""
    kept, left = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (kept if is_wanted(item, config) else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = in_order(kept, getattr(config, "workerinput", {}).get("workercount", 1))
    if config.getoption("--deep"):
        for item in kept:
            if not limit(item):
                item.add_marker(pytest.mark.timeout(DEEP_LIMIT))


def is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    """Leave the deep tests to `scripts/test --deep`, and what is not asked for to other parts of the run."""
    if bool(item.get_closest_marker("alone")) != config.getoption("--alone"):
        return False
    if item.get_closest_marker("deep") and not config.getoption("--deep"):
        return False
    if config.getoption("--quick"):
        return bool(item.get_closest_marker("quick")) or (is_traced(item.path) and folder(item.path) in QUICK)
    traced = config.getoption("--traced")
    return not traced or is_traced(item.path) == (traced == "yes")


def in_order(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests as workers begin them, who get equal parts of the row and then help each other.

    Each begins with some files of those that take long, so that none is left for the end. Laws come by game, whose
    positions a worker draws once.
    """
    begins = dict[str, int]()
    for place, item in enumerate(items):
        begins.setdefault(folder(item.path), place)
    row = sorted(items, key=lambda item: (-limit(item), begins[folder(item.path)], game_of(item)))
    long, short = dict[Path, list[pytest.Item]](), list[pytest.Item]()
    for item in row:
        (long.setdefault(item.path, []) if limit(item) else short).append(item)
    size, dealt = -(-len(row) // workers), list[pytest.Item]()
    for worker in range(workers):
        first = [item for file in list(long.values())[worker::workers] for item in file]
        room = max(size - len(first), 0)
        dealt += [*first, *short[:room]]
        del short[:room]
    return dealt + short


def game_of(item: pytest.Item) -> str:
    """Return the game that a test of the laws is about, if it says so in its first parameter."""
    if folder(item.path) != LAWS:
        return ""
    return item.name.partition("[")[2].partition("-")[0].rstrip("]")


def limit(item: pytest.Item) -> float:
    """Return how long a test may take, if it says so itself: those are the long ones."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker else 0.0


def folder(path: Path) -> str:
    """Return the folder of tests in which a file lies."""
    return path.relative_to(TESTS).parts[0]


def is_traced(path: Path) -> bool:
    """Whether coverage is measured on a file of tests: tracing slows down the compiler and thousands of games."""
    return folder(path) in TRACED and not path.stem.startswith(PLAYS_MUCH + COMPILES + DRAWS_MUCH)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a new place to keep things at: a file, and then a database."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return str(request.getfixturevalue("postgresql"))
