"""What `scripts/release` builds, installed into fresh environments: the core, and each extra alone."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.figures import note_figures
from tests.install.test_core_alone import BRINGS, IMPORTS, PROGRAMS
from tests.web.houses.process import address_of

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
IMPORTED = 5  # times, the quickest of which is told
pytestmark = [pytest.mark.deep, pytest.mark.timeout(1800)]


def run(*command: str | Path) -> str:
    """Run a command that must end well, and return what it writes."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  # our own tools
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with what a release consists of, which has been checked."""
    folder = tmp_path_factory.mktemp("built")
    assert run(ROOT / "scripts" / "release", folder).count("PASSED") == 2
    return folder


class Fresh:
    """An environment in which nothing was but what the wheel asks for."""

    def __init__(self, built: Path, place: Path, extra: str, lock: str = "test") -> None:
        (wheel,) = built.glob("*.whl")
        run(UV, "venv", "--quiet", "--python", sys.executable, place)
        self.python = place / "bin" / "python"
        asked = f"stammtisch[{extra}] @ {wheel.as_uri()}" if extra else f"stammtisch @ {wheel.as_uri()}"
        locked = ROOT / "requirements" / f"{lock}.lock"
        run(UV, "pip", "install", "--quiet", "--python", self.python, "--constraint", locked, asked)
        run(UV, "pip", "check", "--quiet", "--python", self.python)
        self.name = f"[{extra}]" if extra else "core alone"
        self.size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and not path.is_symlink())

    def program(self, name: str, *arguments: Path) -> str:
        """Run one of our programs."""
        return run(self.python, PROGRAMS / f"{name}.py", *arguments)

    def tell(self) -> None:
        """Note how large it is, and how long the package takes to import."""
        seconds = min(float(run(self.python, "-c", IMPORTS).split()[0]) for _ in range(IMPORTED))
        note_figures(f"{self.name}: {self.size / 1e6:,.0f} MB installed, import stammtisch in {seconds:.2f} s")

    def refusal(self, *arguments: str) -> str:
        """Return what a command says that ends as bad use does."""
        command: list[str | Path] = [self.python.with_name("stammtisch"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        assert done.returncode == 2
        return done.stderr


def test_the_core_alone(built: Path, tmp_path: Path) -> None:
    fresh = Fresh(built, tmp_path / "env", "")
    fresh.program("core")
    fresh.tell()

    assert fresh.refusal("serve") == f"stammtisch: {BRINGS.format('segno', 'web')}\n"


def test_the_web_alone(built: Path, tmp_path: Path) -> None:
    fresh = Fresh(built, tmp_path / "env", "web")
    fresh.tell()
    program, data = fresh.python.with_name("stammtisch"), tmp_path / "house.db"
    command: list[str | Path] = [program, "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", data]
    with ExitStack() as stack:
        server = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))  # noqa: S603
        stack.callback(server.terminate)
        with urlopen(address_of(server), timeout=60) as answer:  # noqa: S310  # it is http
            assert b"Cockroach Duel" in answer.read()


@pytest.mark.parametrize(
    ("extra", "lock"),
    [
        *(("environments", "test"), ("study", "test"), ("testing", "test")),
        *(("data", "test"), ("scale", "scale"), ("train", "train")),
    ],
)
def test_an_extra_alone(built: Path, tmp_path: Path, extra: str, lock: str) -> None:
    fresh = Fresh(built, tmp_path / "env", extra, lock)
    fresh.program(extra, tmp_path / "out")
    fresh.tell()

    assert "stammtisch[web]" in fresh.refusal("serve")


def test_the_wheel_and_the_sdist_hold_every_file_of_the_package(built: Path) -> None:
    source = ROOT / "src"
    there = {
        str(path.relative_to(source))
        for path in (source / "stammtisch").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    ((wheel,), (sdist,)) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as zipped, tarfile.open(sdist) as tar:
        in_wheel = set(zipped.namelist())
        in_sdist = {name.partition("/src/")[2] for name in tar.getnames()}

    assert there <= in_wheel
    assert there <= in_sdist
    assert {f"stammtisch/docs/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")} <= in_wheel
