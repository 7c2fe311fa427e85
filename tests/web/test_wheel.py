"""What people install: a wheel in an environment of its own serves the pages that this checkout serves."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from stammtisch.core.game import game_names
from stammtisch.core.language import LANGUAGES
from tests.waiting import PATIENCE
from tests.web.houses.process import address_of

ROOT = Path(__file__).parents[2]
HERE = Path(sys.executable).parent


def run(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  # our own tools
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it where nothing else is but what it asks for; return its programs' folder."""
    folder = tmp_path_factory.mktemp("wheel")
    run(HERE / "python", "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (wheel,) = folder.glob("*.whl")
    run(HERE / "uv", "venv", "--quiet", "--python", sys.executable, folder / "env")
    python = folder / "env" / "bin" / "python"
    run(HERE / "uv", "pip", "install", "--python", python, "--require-hashes", "-r", "requirements/play.lock")
    run(HERE / "uv", "pip", "install", "--python", python, "--no-deps", wheel)
    run(HERE / "uv", "pip", "check", "--python", python)
    return python.parent


@contextmanager
def serving(programs: Path, data: Path) -> Iterator[httpx2.Client]:
    command: list[str | Path] = [
        programs / "stammtisch",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data",
        data,
        "--no-browser",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=data.parent) as server:  # noqa: S603
        with httpx2.Client(base_url=address_of(server), timeout=PATIENCE) as client:
            yield client
        server.terminate()


def seen(client: httpx2.Client) -> dict[str, str]:
    """Return every page a stranger can see, and all that belongs to them; what is new each time is left out."""
    pages = [f"{page}?lang={language}" for language in LANGUAGES for page in ("/", "/me", "/nowhere")]
    pages += [f"/{part}/{game}?lang={code}" for part in ("rules", "new") for game in game_names() for code in LANGUAGES]
    found = {page: _without_marks(client.get(page).text) for page in (*pages, "/api/openapi.json")}
    static = {address for page in found.values() for address in re.findall(r'"(/static/[^"]+)"', page)}
    assert len(static) > len(game_names())
    for address in static:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found[address] = answer.text
    return found


def _without_marks(page: str) -> str:
    page = re.sub(r'(name="mark" value=")[^"]*', r"\1", page)
    page = re.sub(r"own-\d+ face-\d+| checked", "", page)  # the face of somebody new follows from who they are
    page = re.sub(r'(?s)<svg[^>]*class="segno".*?</svg>', "", page)
    return re.sub(r"http://[^\"]+", "", page)


def test_a_wheel_serves_the_same_pages(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path / "wheel.db") as wheel, serving(HERE, tmp_path / "here.db") as here:
        ours, theirs = seen(here), seen(wheel)

    assert ours.keys() == theirs.keys()
    assert [page for page in ours if ours[page] != theirs[page]] == []
    assert all(len(text) > 0 for text in ours.values())
