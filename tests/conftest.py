"""One compile cache for all test processes, the deep run, and what coverage is measured on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.postgres import Postgres

TESTS = Path(__file__).parent
TRACED = ("core", "games", "terminal")
PLAYS_MUCH = ("test_certificate", "test_combinations", "test_laws", "test_oracle", "test_perft", "test_random_bot")
COMPILES = ("test_arena", "test_ends", "test_health", "test_hearts", "test_house", "test_matches", "test_perfect_bot")
DRAWS_MUCH = ("test_words",)

os.environ.setdefault("STAMMTISCH_CACHE", str(Path(__file__).parents[1] / ".cache" / "compiled"))


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
    parser.addoption("--traced", choices=["yes", "no"], help="run only what coverage is measured on, or only the rest")
    parser.addoption("--gpu", action="store_true", help="run what needs a GPU")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave what needs a GPU to `scripts/test --gpu`."""
    return True if collection_path.name == "gpu" and not config.getoption("--gpu") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the deep tests to `scripts/test --deep`, and what is not asked for to the other half of the run."""
    traced = config.getoption("--traced")
    kept, left = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        deep = item.get_closest_marker("deep") and not config.getoption("--deep")
        elsewhere = traced and is_traced(item.path) != (traced == "yes")
        (left if deep or elsewhere else kept).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def is_traced(path: Path) -> bool:
    """Whether coverage is measured on a file of tests: tracing slows down the compiler and thousands of games."""
    return path.relative_to(TESTS).parts[0] in TRACED and not path.stem.startswith(PLAYS_MUCH + COMPILES + DRAWS_MUCH)
