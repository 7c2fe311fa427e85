"""`stammtisch serve` keeps what it makes from others, and refuses a damaged house with the way back."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.opened_stores import using
from tests.store.sample_stores import furnish
from tests.waiting import PATIENCE
from tests.web.houses.process import serving, start_server


@pytest.fixture
def _nothing_is_private() -> Iterator[None]:
    """Set a umask that closes no file to anybody, here and in processes that are started here."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_nothing_is_private")
def test_what_a_server_makes_is_its_owners_alone(tmp_path: Path) -> None:
    data, journal = tmp_path / "new" / "folder" / "house.db", tmp_path / "journal"
    with serving(str(data), "--journal", str(journal)) as server:
        assert server.ask("GET", "/")[0].status == 200
        modes = {file.name: file.stat().st_mode & 0o777 for file in (*tmp_path.rglob("*"),)}

    assert {modes.pop("new"), modes.pop("folder")} == {0o700}
    assert modes.keys() >= {"house.db", "house.db-wal", "house.db-shm", "journal"}
    assert set(modes.values()) == {0o600}


def test_a_damaged_house_is_not_opened_and_the_way_back_is_said(tmp_path: Path) -> None:
    data = tmp_path / "house.db"
    using(str(data), furnish)
    with data.open("r+b") as file:
        file.seek(data.stat().st_size // 2 // 4096 * 4096)
        file.write(bytes(4096))
    before = data.read_bytes()
    server = start_server(str(data), out=subprocess.PIPE, err=subprocess.PIPE)
    out, problem = server.communicate(timeout=PATIENCE)

    assert (server.returncode, out) == (2, "")
    assert f"stammtisch: cannot open {data}: it is damaged (" in problem
    assert "`stammtisch doctor`" in problem
    assert "`stammtisch restore`" in problem
    assert data.read_bytes() == before
