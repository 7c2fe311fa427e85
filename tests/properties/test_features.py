"""What learning programs are shown: what a seat may know, in numbers that fit, and none that is always 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from random import Random
from typing import Any, Final

import pytest

from stammtisch.batch.cpu import play_random_games
from stammtisch.core.observations.observation import features_of
from stammtisch.core.options import make_options
from stammtisch.games import combo, duel, gang, party
from stammtisch.games.party.position import KING
from stammtisch.kernel import NATURE, Row
from stammtisch.kernel.observation_layout import Layout
from stammtisch.kernel.protocol import Features
from stammtisch.testing import Law, Subject, hold
from stammtisch.testing.feature_laws import (
    every_number_is_used,
    games_stay_within_bounds,
    observations_know_only_the_view,
    observations_of_other_worlds_agree,
    open_games_hide_nothing,
    scores_fit,
)
from stammtisch.testing.walk import begin, random_walk
from tests.properties.stopped_games import LONG, drawn_evenly, option_sets, stopped_at
from tests.subjects import DUEL, SUBJECTS, TICTACTOE

FEATURES: Final[dict[str, Features]] = {game.NAME: game.features for game in (combo, duel, gang, party)}


def _hold(law: Law, subject: Subject) -> None:
    """Hold a law against positions that only compiled play reaches in time: rare ones, and late ones of long games."""
    random = Random(1)
    for at in drawn_evenly(subject.game.NAME):
        law(subject, at, random)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_seat_is_shown_the_same_of_its_view_as_of_the_position(subject: Subject) -> None:
    hold(observations_know_only_the_view, subject, examples=20)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_worlds_that_a_seat_cannot_tell_apart_show_it_the_same(subject: Subject) -> None:
    hold(observations_of_other_worlds_agree, subject, examples=20)


@pytest.mark.parametrize("law", [observations_know_only_the_view, observations_of_other_worlds_agree])
@pytest.mark.parametrize("name", FEATURES)
def test_it_is_so_at_rare_positions_too(name: str, law: Law) -> None:
    _hold(law, SUBJECTS[name])


# By game: a look at what others hide.
PEEKS: Final[dict[str, Callable[[Any, int], int]]] = {
    "combo": lambda s, other: s.hand[other][0] & 127,
    "duel": lambda s, other: s.red == other,
    "gang": lambda s, other: s.hand[other] & 127,
    "party": lambda s, other: s.played[other] == KING,
}


@pytest.mark.parametrize("law", [observations_know_only_the_view, observations_of_other_worlds_agree])
@pytest.mark.parametrize("name", FEATURES)
def test_the_laws_notice_a_look_at_what_others_hide(name: str, law: Law) -> None:
    def peeking(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES[name].observe(s, o, seat, out)
        out[0] = int(PEEKS[name](s, (seat + 1) % o.seats))

    with pytest.raises(AssertionError, match="seat"):
        _hold(law, SUBJECTS[name].planted(observe=peeking))


def test_the_laws_notice_it_at_positions_that_are_drawn_too() -> None:
    def peeking(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES["duel"].observe(s, o, seat, out)
        out[0] = int(s.red == 1)

    with pytest.raises(AssertionError, match="seat"):
        hold(observations_know_only_the_view, DUEL.planted(observe=peeking))
    with pytest.raises(AssertionError, match="seat"):
        hold(observations_of_other_worlds_agree, DUEL.planted(observe=peeking))


def test_the_law_notices_an_observation_that_changes_the_position() -> None:
    def meddling(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES["duel"].observe(s, o, seat, out)
        s.decided[seat] += 1

    with pytest.raises(AssertionError, match="asking changes"):
        hold(observations_know_only_the_view, DUEL.planted(observe=meddling))


@pytest.mark.parametrize(("place", "number"), [(-1, 1), (FEATURES["gang"].LAYOUT.size, 1), (0, 128), (0, -128)])
def test_the_law_notices_a_number_that_does_not_fit(place: int, number: int) -> None:
    def overflowing(s: Any, o: Any, seat: int, out: Row) -> None:
        FEATURES["gang"].observe(s, o, seat, out)
        out[place] = number

    with pytest.raises(AssertionError, match=f"{place}"):
        hold(observations_know_only_the_view, SUBJECTS["gang"].planted(observe=overflowing))


def _at_its_beginning(law: Law, subject: Subject) -> None:
    """Hold a law after two moves of the sound game, wherever those that are planted would lead."""
    *_, at = random_walk(begin(TICTACTOE.game, {}), Random(1), 2)
    law(subject, at, Random(1))


def _hold_bounds(subject: Subject, choices: Mapping[str, object]) -> None:
    """Hold the bounds of a game against many compiled games of it."""
    rules, o = subject.game.rules, make_options(subject.game.rules, choices)
    batch = play_random_games(SUBJECTS[subject.game.NAME].game, choices, games=100, seed=1, most=LONG, threads=1)
    longest = features_of(subject.game).longest(o)
    assert batch.steps.max() <= (longest or LONG), choices
    for words in batch.positions:
        s = rules.State.of(words.tolist())
        assert longest == 0 or rules.waiting(s, o) == 0, choices
        if rules.waiting(s, o) == 0:
            scores_fit(subject, s, o)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_games_stay_within_bounds(subject: Subject) -> None:
    hold(games_stay_within_bounds, subject, examples=20)


@pytest.mark.parametrize("name", FEATURES)
def test_many_random_games_stay_within_bounds(name: str) -> None:
    for choices in option_sets(name):
        _hold_bounds(SUBJECTS[name], choices)


@pytest.mark.parametrize(("name", "bound"), [("longest", 1000), ("lowest", 210), ("highest", 290)])
def test_a_bound_that_is_too_narrow_is_noticed(name: str, bound: int) -> None:
    def narrow(o: Any) -> int:
        return bound

    with pytest.raises(AssertionError):
        _hold_bounds(SUBJECTS["party"].planted(**{name: narrow}), {"seats": 6, "mirror": True})


@pytest.mark.parametrize(("name", "bound"), [("longest", 3), ("lowest", 1), ("highest", 0)])
def test_the_law_notices_a_bound_that_is_too_narrow(name: str, bound: int) -> None:
    def narrow(o: Any) -> int:
        return bound

    with pytest.raises(AssertionError, match=r"longest is 3|at the end of"):
        hold(games_stay_within_bounds, DUEL.planted(**{name: narrow}))


def test_the_law_notices_scores_that_do_not_add_up() -> None:
    with pytest.raises(AssertionError, match="TOTAL_SCORE is 1"):
        hold(games_stay_within_bounds, TICTACTOE.planted(TOTAL_SCORE=1))


@pytest.mark.parametrize("subject", [*SUBJECTS.values(), TICTACTOE], ids=[*SUBJECTS, "tictactoe"])
def test_games_that_say_they_are_open_hide_nothing(subject: Subject) -> None:
    hold(open_games_hide_nothing, subject, examples=20)


def test_the_law_notices_a_game_that_is_not_open() -> None:
    def covered(s: Any, o: Any, seat: int, out: Any) -> None:
        TICTACTOE.game.rules.view(s, o, seat, out)
        out.taken[1 - seat & 1] = 0

    def together(s: Any, o: Any) -> int:
        return 3 if TICTACTOE.game.rules.waiting(s, o) else 0

    def drawn(s: Any, o: Any) -> int:
        return 1 << NATURE

    for fault, told in (
        (TICTACTOE.planted(view=covered), "does not see all"),
        (TICTACTOE.planted(waiting=together), "choose at once"),
        (TICTACTOE.planted(waiting=drawn), "NATURE draws"),
    ):
        with pytest.raises(AssertionError, match=told):
            _at_its_beginning(open_games_hide_nothing, fault)
    with pytest.raises(AssertionError, match="does not see all"):
        hold(open_games_hide_nothing, TICTACTOE.planted(view=covered))


@pytest.mark.parametrize("name", FEATURES)
def test_no_number_is_always_0(name: str) -> None:
    numbers = range(len(option_sets(name)))
    every_number_is_used(SUBJECTS[name], chain.from_iterable(stopped_at(name, number) for number in numbers))


def test_the_law_notices_a_number_that_is_always_0() -> None:
    layout = FEATURES["duel"].LAYOUT
    longer = Layout(*((part.name, part.size, part.says) for part in layout.parts), ("moon", 1, "nobody writes it"))

    with pytest.raises(AssertionError, match="moon 0"):
        every_number_is_used(DUEL.planted(LAYOUT=longer), stopped_at("duel", 0))
