"""A game of somebody else beside ours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stammtisch.core.game import game_names
from tests.terminal.conftest import install


@pytest.fixture(autouse=True)
def _kuhn_is_installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install Kuhn poker as a third party would."""
    install(tmp_path_factory.mktemp("installed"), "kuhn", "examples.kuhn", monkeypatch)
    yield
    game_names.cache_clear()
