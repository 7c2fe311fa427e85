"""Who somebody is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stammtisch.web
from stammtisch.web.people import LONGEST_NAME, NameRefused, Passport, is_id, new_id, read_name

TEMPLATES = Path(stammtisch.web.__file__).parent / "templates"


def test_a_cookie_is_read_back_and_one_from_elsewhere_is_nobodys() -> None:
    passport, other = Passport(b"one secret"), Passport(b"another")

    assert passport.read_cookie(passport.cookie("anna")) == "anna"
    assert other.read_cookie(passport.cookie("anna")) is None
    assert passport.read_cookie(passport.cookie("anna")[:-1]) is None
    assert passport.read_cookie("") is None


def test_the_mark_of_a_form_is_for_one_person_and_is_no_cookie() -> None:
    passport = Passport(b"one secret")

    assert passport.fits(passport.form_mark("anna"), "anna")
    assert not passport.fits(passport.form_mark("anna"), "tobi")
    assert not passport.fits(passport.cookie("anna"), "anna")
    assert passport.read_cookie(passport.form_mark("anna")) is None


def test_ids_are_long_enough_not_to_be_guessed_and_no_command_takes_one_for_an_option() -> None:
    ids = {new_id() for _ in range(1000)}

    assert len(ids) == 1000
    assert all(is_id(text) and text.isalnum() for text in ids)


@pytest.mark.parametrize(("given", "shown"), [("Anna", "Anna"), ("  Anna \n Maria ", "Anna Maria"), ("Zoé", "Zoé")])
def test_names_are_tidied(given: str, shown: str) -> None:
    assert read_name(given) == shown


@pytest.mark.parametrize("given", ["", "   ", "x" * 25, "An\u202ena", "A\x00", "\u200b"])
def test_names_that_cannot_be_shown_are_refused_with_a_sentence(given: str) -> None:
    with pytest.raises(NameRefused, match="it may h"):
        read_name(given)


def test_whoever_types_a_name_can_type_as_much_as_a_name_may_have() -> None:
    pages = [page.read_text(encoding="utf-8") for page in sorted(TEMPLATES.glob("*.html"))]
    lengths = [length for page in pages for length in re.findall(r'<input name="name"[^>]*maxlength="(\d+)"', page)]

    assert lengths == [str(LONGEST_NAME)] * 4
