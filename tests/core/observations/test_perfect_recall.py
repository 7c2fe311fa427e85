"""What seats remember, step by step, and worlds that they imagine; `properties/test_recall.py` has the laws."""

from __future__ import annotations

import pickle
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from stammtisch import Table
from stammtisch.core.observations.memory import row_width
from stammtisch.core.observations.perfect_recall import Moment, information, moment_of
from stammtisch.errors import FeatureError
from stammtisch.games import duel
from stammtisch.kernel.seats import NATURE, SPECTATOR
from stammtisch.testing import Subject
from stammtisch.testing.walk import Position, random_walk, viewers
from tests.core import pips
from tests.core.histories import (
    a_stream,
    histories,
    moment_at,
    replayed,
    with_other_secrets,
)
from tests.subjects import COMBO, DUEL, EXACT, GANG, PARTY, SUBJECTS

ROOM = 200  # decisions
GAMES = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
FOUR = pytest.mark.parametrize("subject", [COMBO, DUEL, GANG, PARTY], ids=["combo", "duel", "gang", "party"])


def test_a_bluffer_remembers_the_lane_and_the_guesser_that_it_was_chosen() -> None:
    table = Table("duel", first_bluffer=0, spaces=1)
    table.play(0, "hide 2")
    table.play(1, "turn 3")

    begin, known = "0=1 4=1 9=-1 10=-1 12=-1", "0=2 1=1"
    assert information(table, 0) == f"seat 0 / {begin} / 0 hide 2 / {known} 9=1 / 1 turn 3 / 2=1 7=1 11=4"
    assert information(table, 1) == f"seat 1 / {begin} / 0 ? / {known} 9=-2 / 1 turn 3 / 2=1 7=1 11=4"
    assert moment_of(table).known(1) == "seat 1 / 0=2 1=1 2=1 4=1 7=1 9=-2 10=-1 11=4 12=-1"


def test_the_order_in_which_cards_came_is_forgotten_and_the_cards_are_not() -> None:
    moments = []
    for cards in ((4, 9, 7), (7, 9, 4), (7, 9, 5)):
        moment = Moment.begin(GANG.game, Table.undealt(GANG.game, 0, {"rounds": 1, "seats": 3}).options)
        for card in (cards[0], 1, 2, cards[1], 3, 6, cards[2]):
            moment = moment.after(NATURE, card)
        rest = [card for card in range(52) if moment.position.deck >> card & 1]
        for card in rest:
            moment = moment.after(NATURE, card)
        moments.append(moment)
    first, second, third = (moment.text(0) for moment in moments)

    assert first == second != third


def test_while_nature_deals_nobody_looks_up() -> None:
    moment = Moment.begin(DUEL.game, Table.undealt(DUEL.game, 0, {}).options)

    assert moment.text(0) == "seat 0"
    assert not moment.numbers(0, 1).any()
    assert moment.after(NATURE, duel.rules.FIRST).text(0) != "seat 0"


@FOUR
def test_rows_say_what_was_known_who_decided_and_what(subject: Subject) -> None:
    random, rules = Random(f"rows of {subject.game.NAME}"), subject.game.rules
    for at in histories(subject.game, random, 10, ROOM):
        seat, moment, seats = random.randrange(at.o.seats), moment_at(at), at.o.seats
        size = subject.game.features.LAYOUT.size  # type: ignore[attr-defined]  # these four have features
        numbers = moment.numbers(seat, ROOM)
        rows = numbers[:-size].reshape(ROOM, row_width(subject.game, at.o))
        decided = [(who, sight) for who, sight in moment.steps_seen_by(seat) if who < seats]
        deciders = [np.flatnonzero(row[size : size + seats]).tolist() for row in rows[: len(decided)]]
        actions = [np.flatnonzero(row[size + seats :]).tolist() for row in rows[: len(decided)]]

        assert deciders == [[(who - seat) % seats] for who, _ in decided]
        assert actions == [[rules.ACTIONS if sight < 0 else sight] for _, sight in decided]
        assert not rows[len(decided) :].any()
        assert moment.decisions == len(decided)


def test_there_must_be_room_for_every_decision_and_features_to_tell_of_it() -> None:
    table = Table("duel", first_bluffer=0)
    table.play(0, "hide 1")
    table.play(1, "turn 2")
    assert moment_of(table).numbers(0, 2).any()

    with pytest.raises(FeatureError, match="there have been 2 decisions; the numbers have room for 1"):
        moment_of(table).numbers(0, 1)
    with pytest.raises(FeatureError, match="pips has no features"):
        moment_of(Table(pips)).numbers(0, 1)


@GAMES
def test_a_moment_stays_as_it_is_while_the_game_goes_on(subject: Subject) -> None:
    random = Random(f"moments of {subject.game.NAME}")
    for at in histories(subject.game, random, 4, ROOM):
        moments = [Moment.begin(at.game, at.o)]
        for seat, action in at.steps:
            moments.append(moments[-1].after(seat, action))
        chosen = random.choice(moments)
        before = [chosen.text(viewer) for viewer in viewers(at.o)]
        later = [moments[-1].text(viewer) for viewer in viewers(at.o)]

        assert [chosen.text(viewer) for viewer in viewers(at.o)] == before
        assert later == [moment_at(at).text(viewer) for viewer in viewers(at.o)]
        assert deepcopy(chosen) is chosen


@FOUR
def test_a_moment_survives_pickling_and_so_does_one_that_is_imagined(subject: Subject) -> None:
    random = Random(f"pickles of {subject.game.NAME}")
    for at in histories(subject.game, random, 6, ROOM):
        truth, half = moment_at(at), moment_at(replayed(at, at.steps[: len(at.steps) // 2]))
        dreamt = half.imagined(0, a_stream(random.randrange(100)))
        for moment in (truth, dreamt, dreamt.imagined(1, a_stream(random.randrange(100)))):
            twin = pickle.loads(pickle.dumps(moment))  # noqa: S301  # our own
            assert twin.position == moment.position
            assert twin.decisions == moment.decisions
            for viewer in viewers(at.o):
                assert twin.text(viewer) == moment.text(viewer)
            assert (twin.numbers(1, ROOM) == moment.numbers(1, ROOM)).all()


def go_on(moment: Moment, random: Random, most: int) -> Moment:
    """Return a moment some random steps later."""
    *_, at = random_walk(Position(moment.game, {}, moment.options, moment.position, ()), random, most)
    for seat, action in at.steps:
        moment = moment.after(seat, action)
    return moment


@GAMES
def test_in_an_imagined_world_a_seat_remembers_the_same_and_others_whose_world_it_is(subject: Subject) -> None:
    random = Random(f"dreams of {subject.game.NAME}")
    for at in histories(subject.game, random, 10, ROOM // 2):
        seat, truth = random.randrange(at.o.seats), moment_at(at)
        world = truth.imagined(seat, a_stream(random.randrange(100)))
        later = go_on(world, random, 20)

        assert world.text(seat) == truth.text(seat)
        assert world.view(seat) == truth.view(seat)
        assert world.decisions == truth.decisions
        assert truth.memory(seat) is None or later.text(seat).startswith(_past(truth.text(seat)))
        for other in set(viewers(at.o)) - {seat}:
            assert later.text(other).startswith(f"seat {other} / imagined by seat {seat} after {truth.decisions}")
            assert later.text(other).count(" / ") <= 2 + 2 * (later.decisions - truth.decisions)


def _past(text: str) -> str:
    """Return a text up to the last decision."""
    return text.rpartition(" / ")[0]


@FOUR
def test_numbers_go_on_in_an_imagined_world_where_they_were(subject: Subject) -> None:
    random = Random(f"rooms of {subject.game.NAME}")
    for at in histories(subject.game, random, 6, ROOM // 2):
        truth, width = moment_at(at), row_width(subject.game, at.o)
        world = truth.imagined(0, a_stream(random.randrange(100)))
        later = go_on(world, random, 20)
        begin, end = truth.decisions * width, later.decisions * width
        for seat in range(at.o.seats):
            numbers = later.numbers(seat, ROOM)
            assert (numbers[:begin] == (truth.numbers(seat, ROOM)[:begin] if seat == 0 else 0)).all()
            assert not numbers[end : ROOM * width].any()
            assert numbers[begin:end].reshape(-1, width).any(axis=1).all()


@FOUR
def test_nothing_of_the_truth_is_in_an_imagined_world(subject: Subject) -> None:
    random, differ = Random(f"truths of {subject.game.NAME}"), 0
    for at in histories(subject.game, random, 12, ROOM):
        seat = random.randrange(at.o.seats)
        alike = list(with_other_secrets(at, seat, random))[-3:]
        for one, other in alike:
            truths = moment_at(one), moment_at(other)
            if truths[0].text(seat) == truths[1].text(seat) and truths[0].view(seat) == truths[1].view(seat):
                worlds = [pickle.dumps(truth.imagined(seat, a_stream(3))) for truth in truths]
                assert worlds[0] == worlds[1]
                differ += one.steps != other.steps

    assert differ > 5


def test_spectators_remember_too_and_a_table_is_remembered_like_its_moments() -> None:
    for subject in (EXACT, PARTY):
        random, table = Random("tables"), Table(subject.game, seed=5)
        while not table.over:
            seat = random.choice(table.waiting)
            table.play(seat, random.choice(table.actions(seat)))
        moment = moment_of(table)

        for viewer in (*range(table.seats), SPECTATOR):
            assert information(table, viewer) == moment.text(viewer)
            assert moment.steps_seen_by(viewer) == [(step.seat, step.action) for step in table.steps_seen_by(viewer)]
        assert " ? / " in moment.text(SPECTATOR)
