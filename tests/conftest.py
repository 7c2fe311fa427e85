"""One compile cache for all test processes, and the deep run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("STAMMTISCH_CACHE", str(Path(__file__).parents[1] / ".cache" / "compiled"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="run what takes long, too")
    parser.addoption("--gpu", action="store_true", help="run what needs a GPU")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave what needs a GPU to `scripts/test --gpu`."""
    return True if collection_path.name == "gpu" and not config.getoption("--gpu") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the deep tests to `scripts/test --deep`."""
    if not config.getoption("--deep"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("deep")])
        items[:] = [item for item in items if not item.get_closest_marker("deep")]
