"""A real server and a real browser, one of each for every test process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
SHOTS = Path(__file__).parents[2] / ".cache" / "screenshots"


@pytest.fixture(scope="session")
def house_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the house is kept."""
    return tmp_path_factory.mktemp("house") / "house.db"


@pytest.fixture(scope="session")
def server(house_file: Path) -> Iterator[str]:
    """Serve on a free port, with bots that do not dawdle; yield the address."""
    command = [str(Path(sys.executable).with_name("stammtisch")), "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", str(house_file), "--bot-pause", "0.02", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own command
        assert process.stdout
        found = re.search(r"http://[^/]+", process.stdout.readline())
        assert found, "the server says where it is"
        yield found[0]
        process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert path, "these tests need Chromium; on Debian: apt install chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS.split())
        yield started
        started.close()


@pytest.fixture(autouse=True)
def _leave(browser: Browser) -> Iterator[None]:
    """Close what a test has opened: pages of games that are over need not be kept."""
    yield
    for opened in browser.contexts:
        opened.close()


@pytest.fixture
def shots() -> Path:
    """Where screenshots are kept for people to look at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    return SHOTS


LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


def context(
    browser: Browser, *, phone: bool = False, script: bool = True, lang: str = "en", dark: bool = False
) -> BrowserContext:
    """Return a browser with cookies of its own."""
    fresh = browser.new_context(
        viewport=PHONE if phone else LAPTOP,
        java_script_enabled=script,
        locale=lang,
        color_scheme="dark" if dark else "light",
        has_touch=phone,
        reduced_motion="reduce",
    )
    fresh.add_init_script("localStorage.setItem('speed', 'quick')")  # as a setting of the page
    fresh.set_default_timeout(float(os.environ.get("E2E_TIMEOUT", "20000")))
    return fresh
