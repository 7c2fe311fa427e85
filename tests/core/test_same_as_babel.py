"""What we write of numbers, and read of catalogues, is what Babel writes and reads, which most of us do not install."""

from __future__ import annotations

from gettext import c2py
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from stammtisch.core.language import LANGUAGES, Say, voice

SOURCE = Path(__file__).parents[2] / "src"
CATALOGUES = sorted(SOURCE.rglob("locale/*.po"))
CHANCE = Random("numbers")
WHOLE = (0, 7, 999, 1000, 12345, 999_999, 1_000_000, 10**15, *(CHANCE.randrange(10**7) for _ in range(200)))
DECIMAL = (0.0, 0.5, 0.05, 0.125, 2.675, 1234.5, 1e7 / 3, *(CHANCE.uniform(0, 1e5) for _ in range(200)))


@pytest.fixture(params=LANGUAGES)
def say(request: pytest.FixtureRequest) -> Say:
    return voice("stammtisch.terminal", request.param)


def _with_a_real_minus(number: str) -> str:
    """Return a negative number as we write it: Babel takes the hyphen, which stands for a dash and joins words."""
    assert number.startswith("-") or number == "0"
    return number.replace("-", "−")


def test_whole_numbers(say: Say) -> None:
    for number in WHOLE:
        assert say.number(number) == format_decimal(number, locale=say.language)
        assert say.number(-number) == _with_a_real_minus(format_decimal(-number, locale=say.language))


@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_decimals(say: Say, digits: int) -> None:
    pattern = "#,##0" + "." * (digits > 0) + "0" * digits
    for number in DECIMAL:
        assert say.decimals(number, digits) == format_decimal(number, pattern, locale=say.language)
        below = format_decimal(-number, pattern, locale=say.language)
        nothing = not any(digit in below for digit in "123456789")
        below = below.removeprefix("-") if nothing else _with_a_real_minus(below)  # nobody reads "−0.0"
        assert say.decimals(-number, digits) == below


@pytest.mark.parametrize("digits", [0, 1])
def test_percentages(say: Say, digits: int) -> None:
    usual = Locale.parse(say.language).percent_formats[None].pattern
    pattern = usual.replace("#0", "#0.0") if digits else usual
    for share in (0.0, 0.005, 0.015, 0.145, 1.0, 12.5, *(number / 1e5 for number in DECIMAL)):
        assert say.percent(share, digits) == format_percent(share, pattern, locale=say.language)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_catalogues(path: Path) -> None:
    catalogue = read_po(BytesIO(path.read_bytes()), locale=path.stem)
    said = voice(".".join(path.parents[1].relative_to(SOURCE).parts), path.stem).translations

    for message in catalogue:
        match message.id, message.string:
            case "", _:
                continue
            case str(words), translated:
                assert said.gettext(words) == translated
            case (one, many), forms:
                assert tuple(said.ngettext(one, many, number) for number in (1, 2)) == forms


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_forms_for_one_and_several(language: str) -> None:
    several = voice("stammtisch.terminal", language).translations.plural  # type: ignore[attr-defined]  # gettext's own
    wanted = c2py(Catalog(locale=language).plural_expr)

    assert [bool(several(number)) for number in range(99)] == [bool(wanted(number)) for number in range(99)]


def test_there_are_catalogues() -> None:
    assert len(CATALOGUES) > 15
