"""Names as people see them: tidied, refused where nothing is seen, and compared by their looks."""

from __future__ import annotations

import pytest

from stammtisch.web.tables.display_name import (
    LONGEST_NAME,
    NameRefused,
    looks_like,
    read_name,
    shown_name,
    unused_name,
)
from stammtisch.web.tables.seating import BOT_NAMES

TIDIED = {
    "Anna": "Anna",
    "  Anna \n Maria ": "Anna Maria",
    "Zoe\u0301": "Zoé",
    "Anna\u2003\u00a0Maria": "Anna Maria",
    "\uff21\uff4e\uff4e\uff41": "Anna",
    "Anna \u2764\ufe0f": "Anna \u2764",
    "\u0632\u0647\u0631\u0627": "\u0632\u0647\u0631\u0627",
    "\u5c0f" * 12: "\u5c0f" * 12,
    "e\u0323\u0302" * LONGEST_NAME: "\u1ec7" * LONGEST_NAME,
}
REFUSED = [
    *("", "   ", "x" * (LONGEST_NAME + 1), "\u5c0f" * 13),
    *("\u3164", "\u115f", "\u2800", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u17b4", "\U000e0061", "\ufffc"),
    *(
        "An\u202ena",
        "A\x00",
        "An\u200dna",
        "\ue000",
        "\u0301",
        "\u0301Anna",
        "Anna \u0301",
        "a\u0301\u0301\u0301\u0301\u0301",
    ),
]
ALIKE = [
    *(("Anna", "anna"), ("Anna", "\u0410nna"), ("Anna", "Ann\u0430"), ("ANNA", "\u0391\u039d\u039d\u0391")),
    *(("Ilse", "lIse"), ("Bo0", "BoO"), ("Zoé", "Zo\u0435\u0301"), ("stra\u00dfe", "STRASSE"), ("Arno", "Amo")),
    *(("\u0412\u043e\u0432\u0430", "\u0432\u043e\u0432\u0430"), ("\u0412\u041e\u0412", "BOB")),
]
DIFFERENT = [
    ("Anna", "Anne"),
    ("Anna", "Hanna"),
    ("Zoé", "Zoe"),
    ("Anna", "Anna 2"),
    ("Nana", "Hana"),
    ("\u0432\u043e\u0432", "bob"),
]


@pytest.mark.parametrize(("given", "shown"), TIDIED.items())
def test_names_are_tidied(given: str, shown: str) -> None:
    assert read_name(given) == shown
    assert read_name(shown) == shown
    assert shown_name(shown) == shown


@pytest.mark.parametrize("given", REFUSED)
def test_names_that_cannot_be_shown_are_refused_with_a_sentence(given: str) -> None:
    with pytest.raises(NameRefused, match="it may h"):
        read_name(given)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert looks_like(one, other)
    assert looks_like(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_look_different_are_different(one: str, other: str) -> None:
    assert not looks_like(one, other)


def test_bots_have_names_that_nobody_takes_for_one_another() -> None:
    assert not any(looks_like(one, other) for one in BOT_NAMES for other in BOT_NAMES if one != other)


def test_a_number_makes_a_name_differ_and_the_name_stays_short_enough() -> None:
    long = "x" * LONGEST_NAME
    second = unused_name(long, [long])

    assert second == "x" * (LONGEST_NAME - 2) + " 2"
    assert unused_name(long, [long, second]) == "x" * (LONGEST_NAME - 2) + " 3"
    assert read_name(second) == second


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("Anna", "Anna"),
        ("\u3164", ""),
        ("A\u2800n\u3164na", "Anna"),
        ("x" * 40, "x" * 24),
        ("", ""),
        ("A \u2800 B", "A B"),
    ],
)
def test_what_can_be_seen_of_an_old_name_is_shown(stored: str, shown: str) -> None:
    assert shown_name(stored) == shown
