"""Everything is said, in every language, in whole sentences; every rule has its sentence, its anchor and its story."""

from __future__ import annotations

from enum import IntEnum

import pytest

from stammtisch.core.language import Reader
from stammtisch.games.duel import words
from stammtisch.games.duel.rules import Options, State
from stammtisch.testing import Subject, hold
from stammtisch.testing.text_laws import everything_is_said
from tests.subjects import DUEL, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_everything_is_said_in_every_language(subject: Subject) -> None:
    hold(everything_is_said, subject, examples=60)


def test_the_law_notices_a_refusal_without_words() -> None:
    def silent(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
        return ""

    with pytest.raises(AssertionError):
        hold(everything_is_said, DUEL.planted(explain=silent))


def test_the_law_notices_a_place_that_nobody_filled() -> None:
    def unfilled(v: State, o: Options, action: int, reader: Reader) -> str:
        return words.label(v, o, action, reader) + " {lane}"

    with pytest.raises(AssertionError):
        hold(everything_is_said, DUEL.planted(label=unfilled))
