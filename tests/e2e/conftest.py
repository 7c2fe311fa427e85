"""A real server and a real browser, one of each for every test process."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.waiting import PATIENCE
from tests.web.houses.process import address_of, start_server

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
expect.set_options(timeout=1000 * PATIENCE)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the cheapest first
SHOTS = Path(__file__).parents[2] / ".cache" / "screenshots"


@pytest.fixture(scope="session")
def house_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the house is kept."""
    return tmp_path_factory.mktemp("house") / "house.db"


@pytest.fixture(scope="session")
def server(house_file: Path) -> Iterator[str]:
    """Serve on a free port, with bots that do not dawdle; yield the address."""
    with start_server(str(house_file), "--bot-pause", "0.02", out=subprocess.PIPE) as process:
        yield address_of(process)
        process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "these tests need Chromium; on Debian: apt install chromium-headless-shell"
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


Shoot = Callable[..., None]


@pytest.fixture
def shoot(request: pytest.FixtureRequest) -> Shoot:
    """Keep a picture of a page for people to look at, in the deep run: `shoot(page, name)`."""

    def shoot(page: Page, name: str, *, whole: bool = False) -> None:
        if request.config.getoption("--deep"):
            SHOTS.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=SHOTS / f"{name}.png", full_page=whole)

    return shoot


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
    fresh.set_default_timeout(1000 * PATIENCE)
    return fresh
