"""The deal of the day at a browser: from the start page to the list, with nothing for axe to find."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from stammtisch.core.language import voice
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, play_on
from tests.e2e.test_pages import faults_of
from tests.web.houses.process import address_of, start_server

MORE = [(True, "en"), (False, "de"), (False, "fr"), (True, "it"), (False, "it")]


def noon() -> str:
    """Return a time zone in which it is about noon, so that no day ends while a test runs."""
    return f"Etc/GMT{time.gmtime().tm_hour - 12:+d}"


@pytest.fixture
def daily_server(tmp_path: Path) -> Iterator[str]:
    """Serve a house where it is noon; yield the address."""
    zone = ("--time-zone", noon())
    with start_server(str(tmp_path / "house.db"), "--bot-pause", "0.02", *zone, out=subprocess.PIPE) as process:
        yield address_of(process)
        process.terminate()


@pytest.mark.parametrize(
    ("phone", "language"),
    [(True, "de"), *(pytest.param(phone, lang, marks=pytest.mark.deep) for phone, lang in MORE)],
)
def test_a_deal_of_the_day_is_found_played_and_seen_beside_others(
    phone: bool,  # noqa: FBT001
    language: str,
    browser: Browser,
    daily_server: str,
    shoot: Shoot,
) -> None:
    anna, say = Person(context(browser, phone=phone, lang=language), daily_server), voice("stammtisch.web", language)
    anna.go("/")
    anna.page.locator('.daily-line a[href="/today"]').click()
    expect(anna.page.locator("h1")).to_have_text(say("Deal of the day"))
    faults = {"today": faults_of(anna.page)}
    anna.page.locator('form[action="/today/duel"] button').click()
    anna.arrive()
    table = anna.page.url
    play_on([anna])
    faults["the end"] = faults_of(anna.page)
    anna.page.locator('#end a[href^="/today/duel"]').first.click()
    expect(anna.page.locator(".board .mine")).to_contain_text(f"({say('you')})")
    wide = anna.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    shoot(anna.page, f"daily-{language}-{'phone' if phone else 'laptop'}", whole=True)
    faults["the list"] = faults_of(anna.page)

    assert not wide
    assert {page: found for page, found in faults.items() if found} == {}
    anna.page.locator('main form[action^="/today/duel/"] button').first.click()
    anna.arrive()
    expect(anna.page.locator(".practising")).to_be_visible()
    assert anna.page.url != table
    other = Person(context(browser), daily_server)
    assert other.page.goto(table).status == 404  # type: ignore[union-attr]
    assert anna.troubles == []
