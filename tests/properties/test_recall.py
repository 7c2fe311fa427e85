"""Perfect recall: histories are remembered alike exactly when they cannot be told apart, in words and in numbers."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from stammtisch.core.observations.perfect_recall import Moment
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing import Subject
from stammtisch.testing.walk import Position, viewers
from tests.core.histories import (
    a_stream,
    histories,
    moment_at,
    replayed,
    what_is_seen,
    with_other_secrets,
    with_two_exchanged,
)
from tests.subjects import SUBJECTS

ROOM = 200  # decisions
GAMES = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


def pairs(subject: Subject, number: int) -> list[tuple[Position, Position, int]]:
    """Return histories that look alike or nearly so, and to whom."""
    random, found = Random(f"pairs of {subject.game.NAME}"), []
    for at in histories(subject.game, random, number, ROOM):
        for viewer in random.sample(viewers(at.o), 2):
            alike = list(with_other_secrets(at, viewer, random))
            exchanged = with_two_exchanged(at, random)
            upto = replayed(at, at.steps[: len(exchanged.steps)])
            chosen = [*random.sample(alike, min(2, len(alike))), *alike[-1:], (upto, exchanged)]
            found += [(*pair, viewer) for pair in chosen]
    return found


def law_of_recall(subject: Subject, number: int) -> Counter[tuple[bool, bool]]:
    """Hold the law, and return how often histories were told apart and how often they led to different positions."""
    found = Counter[tuple[bool, bool]]()
    for one, other, viewer in pairs(subject, number):
        told_apart = what_is_seen(one, viewer) != what_is_seen(other, viewer)
        moments = moment_at(one), moment_at(other)
        texts = [moment.text(viewer) for moment in moments]
        assert (texts[0] != texts[1]) == told_apart, f"{viewer}: {one} {other}"
        if hasattr(subject.game, "features") and viewer != SPECTATOR:
            numbers = [moment.numbers(viewer, ROOM).tobytes() for moment in moments]
            assert (numbers[0] != numbers[1]) == told_apart, f"{viewer}: {one} {other}"
        found[told_apart, one.s != other.s] += 1
    return found


@GAMES
def test_two_histories_are_remembered_alike_exactly_when_they_cannot_be_told_apart(subject: Subject) -> None:
    found = law_of_recall(subject, {"combo": 16, "gang": 20}.get(subject.game.NAME, 50))

    assert found[False, True] > 20, "alike in different worlds"
    assert found[True, True] > 10, "told apart"


@pytest.mark.deep
@GAMES
def test_many_histories_are_remembered_alike_exactly_when_they_cannot_be_told_apart(subject: Subject) -> None:
    found = law_of_recall(subject, 200)

    assert found[True, False] > 0, "told apart by their past alone"


def leaky(subject: Subject) -> Subject:
    """Return a game whose views show everything."""

    def view(s: Any, o: Any, seat: int, out: Any) -> None:
        for name in s.shapes:
            setattr(out, name, getattr(s.copy(), name))

    return subject.planted(view=view)


def law_of_secrecy(subject: Subject, number: int) -> None:
    """In another world that fits what a seat knows, it remembers the same, and imagines the same."""
    random = Random(f"secrets of {subject.game.NAME}")
    for at in histories(subject.game, random, number, ROOM):
        truth = moment_at(at)
        for viewer in viewers(at.o):
            world = subject.reshuffled(at.s.copy(), at.o, viewer, random)
            other = Moment(truth.game, truth.options, world, truth._before, truth._seat, truth._action)
            assert other.text(viewer) == truth.text(viewer), viewer
            assert other.known(viewer) == truth.known(viewer), viewer
            if hasattr(subject.game, "features") and viewer != SPECTATOR:
                assert (other.numbers(viewer, ROOM) == truth.numbers(viewer, ROOM)).all(), viewer
            imagined = [moment.imagined(viewer, a_stream(7)) for moment in (truth, other)]
            assert imagined[0].position == imagined[1].position, viewer


@GAMES
def test_what_a_seat_cannot_see_is_in_none_of_its_memories(subject: Subject) -> None:
    law_of_secrecy(subject, 20)


@GAMES
def test_a_view_that_shows_too_much_is_noticed(subject: Subject) -> None:
    with pytest.raises(AssertionError):
        law_of_secrecy(leaky(subject), 20)
