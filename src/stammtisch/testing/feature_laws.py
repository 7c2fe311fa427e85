"""Laws about what learning programs are shown; a game without `features` keeps them all."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from stammtisch.core.observations.observation import features_of, has_features, is_open
from stammtisch.core.outcome import outcome_of
from stammtisch.core.queries import seats_waited_for, view_of, viewers
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.observation_layout import MOST
from stammtisch.kernel.protocol import Features
from stammtisch.kernel.seats import NATURE
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position


class Sheet:
    """A blank row that refuses what does not fit: places that it does not have, and numbers that are too large."""

    def __init__(self, size: int) -> None:
        self.numbers = [0] * size

    def __getitem__(self, place: int) -> int:
        return self.numbers[place]

    def __setitem__(self, place: int, number: int) -> None:
        assert 0 <= place < len(self.numbers), f"place {place} of {len(self.numbers)}"
        assert -MOST <= number <= MOST, f"{number} at place {place}"
        self.numbers[place] = number

    def __len__(self) -> int:
        return len(self.numbers)


def observed_on_sheet(features: Features, s: Any, o: Any, seat: int) -> list[int]:
    """Return what a seat is shown of a position or a view.

    Raises:
        AssertionError: A number has no place, or is too large.
    """
    sheet = Sheet(features.LAYOUT.size)
    features.observe(s, o, seat, sheet)
    return sheet.numbers


def observations_know_only_the_view(subject: Subject, at: Position, random: Random) -> None:
    """A position and the view of a seat give it the same numbers, all in their places; asking changes neither."""
    if not has_features(subject.game):
        return
    features, s = features_of(subject.game), at.s.copy()
    for seat in range(at.o.seats):
        v = view_of(subject.game.rules, s, at.o, seat)
        shown = observed_on_sheet(features, v, at.o, seat)
        assert shown == observed_on_sheet(features, s, at.o, seat), f"seat {seat} at {at}"
    assert s == at.s, f"asking changes {at}"


def observations_of_other_worlds_agree(subject: Subject, at: Position, random: Random) -> None:
    """Positions that a seat cannot tell apart give it the same numbers: those of the rulebook, and redealt ones."""
    if not has_features(subject.game):
        return
    features, rules, stream = features_of(subject.game), subject.game.rules, [0] * STREAM_LENGTH
    open_stream(stream, random.getrandbits(63), WORLDS, 0)
    for seat in range(at.o.seats):
        v = view_of(rules, at.s, at.o, seat)
        redealt = v.copy()
        rules.redeal(v, at.o, seat, stream, [0] * rules.SCRATCH, redealt)
        shown = observed_on_sheet(features, at.s, at.o, seat)
        for world in (subject.reshuffled(at.s.copy(), at.o, seat, random), redealt):
            assert observed_on_sheet(features, world, at.o, seat) == shown, f"seat {seat} at {at}"


def open_games_hide_nothing(subject: Subject, at: Position, random: Random) -> None:
    """In a game that says it is `OPEN` nothing is hidden or drawn, and one seat decides at a time."""
    if not has_features(subject.game) or not is_open(subject.game):
        return
    rules = subject.game.rules
    waited_for = seats_waited_for(rules, at.s, at.o)
    assert NATURE not in waited_for, "NATURE draws, and the game says it is OPEN"
    assert len(waited_for) <= 1, f"{waited_for} choose at once, and the game says it is OPEN"
    for viewer in viewers(at.o):
        assert view_of(rules, at.s, at.o, viewer) == at.s, f"{viewer} does not see all, and the game says it is OPEN"


def games_stay_within_bounds(subject: Subject, at: Position, random: Random) -> None:
    """No game is longer than the longest, no score is beyond the lowest and the highest, and sums are as declared."""
    if not has_features(subject.game):
        return
    features = features_of(subject.game)
    assert len(at.steps) <= (features.longest(at.o) or len(at.steps)), f"longest is {features.longest(at.o)}"
    if not subject.game.rules.waiting(at.s, at.o):
        scores_fit(subject, at.s, at.o)


def scores_fit(subject: Subject, s: Any, o: Any) -> None:
    """Hold the scores of a game that is over against what `features` say of them."""
    features, scores = features_of(subject.game), outcome_of(subject.game.rules, s, o).scores
    assert features.lowest(o) <= min(scores) <= max(scores) <= features.highest(o), f"{scores} at the end of {s}"
    total = getattr(features, "TOTAL_SCORE", sum(scores))
    assert sum(scores) == total, f"{scores} add up to {sum(scores)}, and TOTAL_SCORE is {total}"


def every_number_is_used(subject: Subject, positions: Iterable[Position]) -> None:
    """Hold many positions of a game against its layout.

    Raises:
        AssertionError: A number is 0 in all of them, and the game does not name it in `ALWAYS_BLANK`.
    """
    features = features_of(subject.game)
    unused = set(range(features.LAYOUT.size))
    for turn, at in enumerate(positions):
        shown = observed_on_sheet(features, at.s, at.o, turn % at.o.seats)
        unused -= {place for place in unused if shown[place]}
    blank = set(getattr(features, "ALWAYS_BLANK", ()))
    assert unused == blank, (
        f"always 0: {_named(features, unused - blank)}; not blank: {_named(features, blank - unused)}"
    )


def _named(features: Features, places: set[int]) -> list[str]:
    """Return places by the names of their parts."""
    parts = [(next(part for part in features.LAYOUT.parts[::-1] if part.begin <= place), place) for place in places]
    return sorted(f"{part.name} {place - part.begin}" for part, place in parts)
