"""What is stored of a table without one of its people: nothing of theirs, everything of the others."""

from __future__ import annotations

from stammtisch.club.forgetting import GUEST, is_gone, redacted, replacement

STORED = {
    "host": "anna",
    "places": [{"person": "anna", "name": "Anna", "costume": 3}, {"person": "ben", "name": "Ben"}],
    "stand_ins": {"1": {"votes": ["anna", "cleo"]}},
    "deal": {"hashes": {"anna": "00", "ben": "11"}, "names": {"h1": "Anna", "h2": "Ben", "h3": "Ann"}},
    "evening": {"wins": {"anna": 2, "ben": 1, "bot Anna": 1}},
}


def test_an_id_and_its_names_are_replaced_wherever_they_stand_and_nothing_else() -> None:
    assert redacted(STORED, "anna", "gone-1", {"Ann"}) == {
        "host": "gone-1",
        "places": [{"person": "gone-1", "name": GUEST, "costume": 3}, {"person": "ben", "name": "Ben"}],
        "stand_ins": {"1": {"votes": ["gone-1", "cleo"]}},
        "deal": {"hashes": {"gone-1": "00", "ben": "11"}, "names": {"h1": GUEST, "h2": "Ben", "h3": GUEST}},
        "evening": {"wins": {"gone-1": 2, "ben": 1, "bot Anna": 1}},
    }
    assert redacted(STORED, "dora", "gone-1") == STORED


def test_what_stands_for_somebody_who_is_gone_is_known_and_another_each_time() -> None:
    assert is_gone(replacement())
    assert not is_gone("anna")
    assert replacement() != replacement()
