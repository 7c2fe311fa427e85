"""Where things are kept: what holds for every store is tried with each of them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a new place to keep things at: a file, and then a database."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return str(request.getfixturevalue("postgresql"))
