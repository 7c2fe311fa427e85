"""Guests at the table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from stammtisch.bots.arena import match
from tests.bots import guests


@pytest.fixture
def visitors(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Install the bots of somebody else, for this process and those that it starts, and return their module."""
    folder = tmp_path_factory.mktemp("installed")
    guests.install(folder)
    monkeypatch.syspath_prepend(str(folder))
    match.cached_player.cache_clear()
    import guests_at_the_table  # type: ignore[import-not-found]  # noqa: PLC0415

    yield guests_at_the_table
    match.cached_player.cache_clear()
    del sys.modules["guests_at_the_table"]
