"""Deals that anyone can check."""

from __future__ import annotations

import hashlib
import hmac

from scipy.stats import chisquare

from stammtisch.core.fair import FairNature, deals_that_fit, fingerprint, new_seed
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
    from stammtisch.core.transcript import write_transcript  # noqa: PLC0415

    table = Table.undealt(duel, None, {}, FairNature(b"\x01" * 32, "abc"))
    table.carry_on()

    assert "seed" not in write_transcript(table)
