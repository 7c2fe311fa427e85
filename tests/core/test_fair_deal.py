"""Deals that anyone can check."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import replace

import pytest
from scipy.stats import chisquare

from stammtisch.core.fair_deal import (
    Contribution,
    FairNature,
    KeptDeal,
    bots_seed,
    commitment,
    deal_seed,
    deals_that_fit,
    fingerprint,
    handle_of,
    new_seed,
    new_words,
)
from stammtisch.core.table import Table
from stammtisch.games import duel, gang


def test_the_hash_that_is_shown_is_that_of_the_seed() -> None:
    seed = new_seed()

    assert fingerprint(seed) == hashlib.sha256(seed).hexdigest()
    assert new_seed() != seed


def test_a_choice_can_be_computed_by_anybody_from_seed_table_and_number() -> None:
    seed, actions = bytes(range(32)), list(range(100, 152))
    digest = hmac.new(seed, b"abc 7", hashlib.sha256).digest()

    assert FairNature(seed, "abc").choose(7, actions) == actions[int.from_bytes(digest, "big") * 52 // 2**256]


def test_choices_are_equally_likely() -> None:
    nature = FairNature(b"\x07" * 32, "abc")
    drawn = [nature.choose(number, range(13)) for number in range(13_000)]

    assert chisquare([drawn.count(value) for value in range(13)]).pvalue > 1e-6


def test_every_deal_of_a_game_fits_its_own_seed_and_table_only() -> None:
    seed = b"\x01" * 32
    table = Table.undealt(gang, None, {"seats": 4}, FairNature(seed, "abc"))
    table.carry_on()
    table.play(0, *table.legal(0)[:3])

    assert deals_that_fit(table, seed, "abc") == (52, 52)
    assert deals_that_fit(table, seed, "xyz")[0] < 20
    assert deals_that_fit(table, b"\x02" * 32, "abc")[0] < 20


def test_a_transcript_of_such_a_table_names_no_other_seed() -> None:
    from stammtisch.core.transcripts.transcript import write_transcript  # noqa: PLC0415

    table = Table.undealt(duel, None, {}, FairNature(b"\x01" * 32, "abc"))
    table.carry_on()

    assert "seed" not in write_transcript(table)


def _added(*seats: int) -> tuple[Contribution, ...]:
    """Return what these seats add at table abc, each words of its own."""
    words = {seat: f"{seat:x}" * 64 for seat in seats}
    return tuple(
        Contribution(seat, f"h{seat}", commitment("abc", f"h{seat}", words[seat]), words[seat]) for seat in seats
    )


def _kept(seat: int, seed: bytes, added: tuple[Contribution, ...]) -> KeptDeal:
    """Return what an honest seat keeps that saw all this before it opened its words."""
    fixed = tuple((one.seat, one.handle, one.hash) for one in added)
    mine = next(one for one in added if one.seat == seat)
    return KeptDeal("abc", mine.handle, mine.words, fingerprint(seed), fixed)


def test_the_seed_of_a_deal_can_be_computed_by_anybody_from_the_houses_seed_and_all_words() -> None:
    seed, silent = bytes(range(32)), Contribution(1, "h1", "ab" * 32)
    message = f"abc\n0 {'0' * 64}\n2 {'2' * 64}".encode()

    assert deal_seed(seed, "abc", [*_added(2, 0), silent]) == hmac.new(seed, message, hashlib.sha256).digest()


def test_a_deal_to_which_nobody_adds_is_dealt_from_the_houses_seed_as_it_always_was() -> None:
    assert deal_seed(b"\x01" * 32, "abc", [Contribution(0, "h0"), Contribution(1, "h1", "ab" * 32)]) == b"\x01" * 32


def test_a_hash_belongs_to_one_person_at_one_table() -> None:
    words = new_words()
    hashes = {commitment(table, handle_of(table, person), words) for table in ("abc", "xyz") for person in ("p1", "p2")}

    assert len(hashes) == 4
    assert len(words) == 64
    assert words != new_words()


def test_the_chance_of_bots_follows_from_the_seed_of_the_house() -> None:
    seeds = {bots_seed(seed, table) for seed in (b"\x01" * 32, b"\x02" * 32) for table in ("abc", "xyz")}

    assert len(seeds) == 4
    assert all(0 <= one < 2**62 for one in seeds)


def test_an_honest_house_keeps_its_promise() -> None:
    seed, added = new_seed(), _added(0, 2)

    assert [*_kept(0, seed, added).faults(seed, added)] == [*_kept(2, seed, added).faults(seed, added)] == []


SEEDS = 624  # tried by whoever found this, in 20 seconds


def _first_cards(seed: bytes) -> list[int]:
    """Return what the house looks at when it chooses: the first cards that are dealt at table abc."""
    nature = FairNature(seed, "abc")
    return [nature.choose(number, range(52)) for number in range(2)]


def test_a_house_alone_may_choose_its_seed_and_nobody_notices() -> None:
    chosen = min((number.to_bytes(32) for number in range(SEEDS)), key=_first_cards)
    table = Table.undealt(gang, None, {"seats": 4}, FairNature(chosen, "abc"))
    table.carry_on()

    assert _first_cards(chosen) < [13, 13]

    assert deals_that_fit(table, chosen, "abc") == (52, 52)  # and the hash shown first is that of the chosen seed
    assert deals_that_fit(table, deal_seed(chosen, "abc", _added(1)), "abc")[0] < 20  # one word undoes the choice


def test_a_house_that_chooses_its_seed_after_it_has_seen_the_words_is_caught() -> None:
    shown, added = new_seed(), _added(0, 1)
    chosen = min((new_seed() for _ in range(SEEDS)), key=lambda seed: _first_cards(deal_seed(seed, "abc", added)))

    assert any("hash of the seed" in fault for fault in _kept(0, shown, added).faults(chosen, added))


@pytest.mark.parametrize(
    ("done", "fault"),
    [
        (lambda added: added[1:], "our own words did not go"),
        (lambda added: (replace(added[0], words=""), added[1]), "our own words did not go"),
        (lambda added: (replace(added[0], words="f" * 64), added[1]), "our own words did not go"),
        (lambda added: (added[0], replace(added[1], words="f" * 64)), "words of seat 2 do not fit"),
        (lambda added: (added[0], _honest(added[1], "f" * 64)), "hashes of the words are not those"),
        (lambda added: (*added, _honest(Contribution(3, "h3"), "f" * 64)), "hashes of the words are not those"),
    ],
    ids=["leaves a seat out", "drops words", "puts others in their place", "changes another's", "and its hash", "adds"],
)
def test_a_house_that_does_something_to_the_words_is_caught(
    done: Callable[[tuple[Contribution, ...]], tuple[Contribution, ...]], fault: str
) -> None:
    seed, added = new_seed(), _added(0, 2)

    assert fault in " ".join(_kept(0, seed, added).faults(seed, done(added)))


def _honest(one: Contribution, words: str) -> Contribution:
    """Return other words of a seat, with the hash that fits them."""
    return replace(one, words=words, hash=commitment("abc", one.handle, words))
