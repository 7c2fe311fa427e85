"""The same rules interpreted, compiled and in batches: the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import cast

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import Options, State
from stammtisch.kernel.compile import driver
from stammtisch.testing import Subject, hold
from stammtisch.testing.compiled_laws import compiled_answers_agree, random_games_agree
from tests.amounts import often
from tests.subjects import DUEL, SUBJECTS

PLACES = [(subject, choices) for subject in SUBJECTS.values() for choices in subject.game.rules.OPTION_SETS]
LONG = {"combo": 40}  # by game: how many times as many steps it has as others, and fewer games are played of it
NAMES = [f"{subject.game.NAME}-{number}" for number, (subject, _) in enumerate(PLACES)]


def _face(subject: Subject) -> ModuleType:
    return driver("stammtisch.kernel.drivers.rules_calls", cast(ModuleType, subject.game.rules))


def _games(subject: Subject, number: int) -> int:
    return number // LONG.get(subject.game.NAME, 1)


def _forgets_the_queen(s: State, o: Options, seat: int, action: int) -> None:
    rules.apply(s, o, seat, action)
    if s.rounds == 2:
        s.queen = -1


@pytest.mark.parametrize(("subject", "choices"), PLACES, ids=NAMES)
def test_random_games_end_in_the_same_bytes(subject: Subject, choices: Mapping[str, object]) -> None:
    random_games_agree(subject, choices, games=_games(subject, often(40, deep=200)), seed=2026, compiled=subject.game)


@pytest.mark.deep
@pytest.mark.parametrize(("subject", "choices"), PLACES, ids=NAMES)
def test_thousands_of_random_games_end_in_the_same_bytes(subject: Subject, choices: Mapping[str, object]) -> None:
    random_games_agree(subject, choices, games=_games(subject, 10_000), seed=1, compiled=subject.game)


def test_the_law_notices_games_that_differ() -> None:
    with pytest.raises(AssertionError):
        random_games_agree(
            DUEL.planted(apply=_forgets_the_queen), {"royal": True}, games=20, seed=1, compiled=DUEL.game
        )


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_every_function_answers_the_same_compiled(subject: Subject) -> None:
    hold(partial(compiled_answers_agree, compiled=_face(subject)), subject, examples=often(80, deep=150))


def test_the_law_notices_an_answer_that_differs() -> None:
    def draws_even(s: State, o: Options, seat: int) -> int:
        return 0

    for planted in (DUEL.planted(apply=_forgets_the_queen), DUEL.planted(worth=draws_even)):
        with pytest.raises(AssertionError):
            hold(partial(compiled_answers_agree, compiled=_face(DUEL)), planted, examples=150)
