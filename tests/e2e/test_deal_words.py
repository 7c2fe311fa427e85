"""Browsers add words of their own to the deal, and check at the end that the house has kept what it showed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, expect

from stammtisch.cli import main
from stammtisch.core.fair_deal import commitment, fingerprint
from stammtisch.web.static_files import address as address_of_files
from tests.e2e.conftest import context
from tests.e2e.person import Person, play_on

CODE = f"{address_of_files()}client/deal"
HASHES = f"async texts => texts.map((await import('{CODE}/sha256.js')).sha256)"
IS_BROKEN = f"async ([kept, proof]) => (await import('{CODE}/words.js')).isBroken(kept, proof)"
HASH_IS_SENT = "() => Object.values(JSON.parse(localStorage.getItem('deals') ?? '{}')).some((kept) => kept.sent)"
SEED, WORDS, OTHERS = bytes(range(32)), "ab" * 32, "cd" * 32


def test_two_people_with_script_add_to_the_deal_and_see_that_it_was_kept(
    browser: Browser, server: str, tmp_path: Path
) -> None:
    anna, tobi = Person(context(browser), server, 1), Person(context(browser), server, 2)
    tobi.sit(anna.open_table("duel", "Anna", spaces="1"), "Tobi")
    for person in (anna, tobi):
        person.page.wait_for_function(HASH_IS_SENT)
    anna.begin()
    tobi.arrive()
    play_on([anna, tobi])

    for person in (anna, tobi):
        line = person.page.locator(".who-added")
        expect(line).to_contain_text("The deal comes from the house and Anna, Tobi.")
        expect(line.locator(".checked")).to_contain_text("Your browser has checked")
    anna.go(f"{anna.page.url}/replay")
    command = anna.page.locator(".fair code").last.inner_text().split()[2:]  # as the page offers it
    file = tmp_path / command[0]
    file.write_text(anna.page.request.get(anna.page.url.replace("/replay", "/transcript")).text(), "utf-8")
    assert command[1::2] == ["--hash", "--fixed", "--words"]
    assert main(["fair", str(file), *command[1:]]) == 0
    assert main(["fair", str(file), *command[1:-1], "ab" * 32]) == 1
    assert anna.troubles == tobi.troubles == []


def test_a_browser_whose_words_were_left_out_says_so(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.go("/")
    anna.page.locator('form[action="/play"] button[value="duel"]').first.click()
    anna.arrive()
    anna.page.evaluate("""() => {
      const deals = JSON.parse(localStorage.getItem("deals"));
      for (const kept of Object.values(deals)) kept.words = "ef".repeat(32);
      localStorage.setItem("deals", JSON.stringify(deals));
    }""")
    play_on([anna])

    expect(anna.page.locator(".who-added .checked")).to_contain_text("not the one that was promised")


def test_nobody_waits_for_a_browser_without_script(browser: Browser, server: str) -> None:
    anna, tobi = Person(context(browser, script=False), server, 1), Person(context(browser), server, 2)
    tobi.sit(anna.open_table("duel", "Anna", spaces="1"), "Tobi")
    tobi.page.wait_for_function(HASH_IS_SENT)
    anna.begin()
    tobi.arrive()

    about = tobi.page.locator("#settings details.about").first
    expect(about).to_contain_text("The deal comes from the house and Tobi.")
    expect(about).to_contain_text("Anna added nothing to it.")


def test_the_hash_of_the_client_is_sha_256(browser: Browser, server: str) -> None:
    page = Person(context(browser), server)
    page.go("/")
    random = Random(1)
    texts = ["", "abc", "ä" * 70, *("x" * length for length in range(50, 70)), random.randbytes(300).hex()]

    assert page.page.evaluate(HASHES, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def _added(seat: int, handle: str, words: str) -> dict[str, Any]:
    return {"seat": seat, "handle": handle, "hash": commitment("abc", handle, words), "words": words}


HONEST = [_added(0, "h0", WORDS), _added(1, "h1", OTHERS)]
CHEATS: dict[str, dict[str, Any]] = {
    "another seed": {"seed": (b"\x07" * 32).hex()},
    "a seat left out": {"contributions": HONEST[1:]},
    "words dropped": {"contributions": [{**HONEST[0], "words": ""}, HONEST[1]]},
    "words replaced": {"contributions": [_added(0, "h0", OTHERS), HONEST[1]]},
    "another's words replaced": {"contributions": [HONEST[0], {**HONEST[1], "words": WORDS}]},
    "and their hash": {"contributions": [HONEST[0], _added(1, "h1", "ef" * 32)]},
    "words added": {"contributions": [*HONEST, _added(2, "h2", "ef" * 32)]},
}


def test_a_browser_finds_every_way_in_which_a_house_may_cheat(browser: Browser, server: str) -> None:
    person = Person(context(browser), server)
    person.go("/")
    fixed = [[one["seat"], one["handle"], one["hash"]] for one in HONEST]
    kept = {"words": WORDS, "fingerprint": fingerprint(SEED), "sent": True, "fixed": fixed, "opened": True}
    proof = {"table": "abc", "handle": "h0", "seed": SEED.hex(), "contributions": HONEST}
    found = {how: person.page.evaluate(IS_BROKEN, [kept, {**proof, **cheat}]) for how, cheat in CHEATS.items()}

    assert not person.page.evaluate(IS_BROKEN, [kept, proof])
    assert found == dict.fromkeys(CHEATS, True)
