"""What learning programs are shown: what a seat may know, in numbers that fit, and none that is always 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import numpy as np
import pytest

from stammtisch.batch.cpu import play_random_games
from stammtisch.core.options import make_options
from stammtisch.core.outcome import outcome_of
from stammtisch.games import combo, duel, gang, party
from stammtisch.games.party.position import KING
from stammtisch.kernel import Row
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.observation_layout import Layout
from stammtisch.kernel.protocol import Features
from stammtisch.testing import Subject
from stammtisch.testing.walk import view_of
from tests.properties.stopped_games import LONG, Moment, drawn_evenly, moments, option_sets
from tests.subjects import SUBJECTS

FEATURES: Final[dict[str, Features]] = {game.NAME: game.features for game in (combo, duel, gang, party)}
MOST: Final = 127  # either side of 0: what a number of an observation may be


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


Law = Callable[[Subject, Moment, Random, Features], None]


def observed(features: Features, s: Any, o: Any, seat: int) -> list[int]:
    """Return what a seat is shown of a position or a view."""
    sheet = Sheet(features.LAYOUT.size)
    features.observe(s, o, seat, sheet)
    return sheet.numbers


def the_view_shows_the_same(subject: Subject, at: Moment, random: Random, features: Features) -> None:
    """A position and the view of a seat give it the same numbers, and asking for them changes neither."""
    s = at.s.copy()
    for seat in range(at.o.seats):
        v = view_of(subject.game.rules, s, at.o, seat)
        assert observed(features, v, at.o, seat) == observed(features, s, at.o, seat), (seat, at)
    assert s == at.s, at


def other_worlds_show_the_same(subject: Subject, at: Moment, random: Random, features: Features) -> None:
    """Positions that a seat cannot tell apart give it the same numbers: those of the rulebook, and redealt ones."""
    rules, stream = subject.game.rules, [0] * STREAM_LENGTH
    open_stream(stream, random.getrandbits(63), WORLDS, 0)
    for seat in range(at.o.seats):
        v = view_of(rules, at.s, at.o, seat)
        redealt = v.copy()
        rules.redeal(v, at.o, seat, stream, [0] * rules.SCRATCH, redealt)
        for world in (subject.reshuffled(at.s.copy(), at.o, seat, random), redealt):
            assert observed(features, world, at.o, seat) == observed(features, at.s, at.o, seat), (seat, at)


def numbers_fit(subject: Subject, at: Moment, random: Random, features: Features) -> None:
    """All numbers have their place in the layout, and are small: a sheet refuses others."""
    for seat in range(at.o.seats):
        observed(features, at.s, at.o, seat)


def games_stay_within_bounds(subject: Subject, choices: Mapping[str, object], features: Features) -> None:
    """No game is longer than the longest, no score is below the lowest or above the highest."""
    rules, o = subject.game.rules, make_options(subject.game.rules, choices)
    batch = play_random_games(subject.game, choices, games=100, seed=1, most=LONG, threads=1)
    longest = features.longest(o)
    assert batch.steps.max() <= (longest or LONG), choices
    for words in batch.positions:
        s = rules.State.of(words.tolist())
        assert longest == 0 or rules.waiting(s, o) == 0, choices
        if rules.waiting(s, o) == 0:
            scores = outcome_of(rules, s, o).scores
            assert features.lowest(o) <= min(scores) <= max(scores) <= features.highest(o), (choices, scores)


def every_number_is_used(subject: Subject, features: Features) -> None:
    """Every number of the layout is other than 0 some time, but for those that the game declares to be always blank."""
    used = np.zeros(features.LAYOUT.size, bool)
    for number in range(len(option_sets(subject.game.NAME))):
        for turn, at in enumerate(moments(subject.game.NAME, number)):
            used |= np.array(observed(features, at.s, at.o, turn % at.o.seats), bool)
    blank = set(np.flatnonzero(~used).tolist())
    assert blank == set(getattr(features, "ALWAYS_BLANK", ())), [_named(features, place) for place in sorted(blank)]


def _named(features: Features, place: int) -> str:
    part = next(part for part in reversed(features.LAYOUT.parts) if part.begin <= place)
    return f"{part.name} {place - part.begin}"


def _hold(law: Law, name: str, features: Features) -> None:
    random = Random(1)
    for at in drawn_evenly(name):
        law(SUBJECTS[name], at, random, features)


def _planted(name: str, **faults: object) -> Features:
    """Return the features of a game with a fault in them."""
    return cast(Features, SimpleNamespace(**{**vars(FEATURES[name]), **faults}))


@pytest.mark.parametrize("name", FEATURES)
def test_a_seat_is_shown_the_same_of_its_view_as_of_the_position(name: str) -> None:
    _hold(the_view_shows_the_same, name, FEATURES[name])


@pytest.mark.parametrize("name", FEATURES)
def test_worlds_that_a_seat_cannot_tell_apart_show_it_the_same(name: str) -> None:
    _hold(other_worlds_show_the_same, name, FEATURES[name])


# By game: a look at what others hide.
PEEKS: Final[dict[str, Callable[[Any, int], int]]] = {
    "combo": lambda s, other: s.hand[other][0] & 127,
    "duel": lambda s, other: s.red == other,
    "gang": lambda s, other: s.hand[other] & 127,
    "party": lambda s, other: s.played[other] == KING,
}


@pytest.mark.parametrize("law", [the_view_shows_the_same, other_worlds_show_the_same])
@pytest.mark.parametrize("name", FEATURES)
def test_the_laws_notice_a_look_at_what_others_hide(name: str, law: Law) -> None:
    def peeking(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES[name].observe(s, o, seat, out)
        out[0] = int(PEEKS[name](s, (seat + 1) % o.seats))

    with pytest.raises(AssertionError, match="Moment"):
        _hold(law, name, _planted(name, observe=peeking))


def test_the_law_notices_an_observation_that_changes_the_position() -> None:
    def meddling(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES["duel"].observe(s, o, seat, out)
        s.decided[seat] += 1

    with pytest.raises(AssertionError, match="Moment"):
        _hold(the_view_shows_the_same, "duel", _planted("duel", observe=meddling))


@pytest.mark.parametrize("name", FEATURES)
def test_numbers_are_small_and_have_their_places(name: str) -> None:
    _hold(numbers_fit, name, FEATURES[name])


@pytest.mark.parametrize(("place", "number"), [(-1, 1), (FEATURES["gang"].LAYOUT.size, 1), (0, 128), (0, -128)])
def test_the_law_notices_a_number_that_does_not_fit(place: int, number: int) -> None:
    def overflowing(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES["gang"].observe(s, o, seat, out)
        out[place] = number

    with pytest.raises(AssertionError, match=f"{place}"):
        _hold(numbers_fit, "gang", _planted("gang", observe=overflowing))


@pytest.mark.parametrize("name", FEATURES)
def test_random_games_stay_within_bounds(name: str) -> None:
    for choices in option_sets(name):
        games_stay_within_bounds(SUBJECTS[name], choices, FEATURES[name])


@pytest.mark.parametrize(("name", "bound"), [("longest", 1000), ("lowest", 210), ("highest", 290)])
def test_the_law_notices_a_bound_that_is_too_narrow(name: str, bound: int) -> None:
    def narrow(o: Any) -> int:
        return bound

    with pytest.raises(AssertionError, match="mirror"):
        games_stay_within_bounds(SUBJECTS["party"], {"seats": 6, "mirror": True}, _planted("party", **{name: narrow}))


@pytest.mark.parametrize("name", FEATURES)
def test_no_number_is_always_0(name: str) -> None:
    every_number_is_used(SUBJECTS[name], FEATURES[name])


def test_the_law_notices_a_number_that_is_always_0() -> None:
    layout = FEATURES["duel"].LAYOUT
    longer = Layout(*((part.name, part.size, part.says) for part in layout.parts), ("moon", 1, "nobody writes it"))

    with pytest.raises(AssertionError, match="moon 0"):
        every_number_is_used(SUBJECTS["duel"], _planted("duel", LAYOUT=longer))
