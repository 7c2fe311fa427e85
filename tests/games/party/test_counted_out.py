"""What can be counted out is no secret: what is the same in every world that fits a view stands in the view."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from stammtisch.games.party import rules
from stammtisch.games.party.position import KING, Options, Phase, State
from stammtisch.kernel import NONE, SPECTATOR, UNKNOWN
from stammtisch.testing import Position, Subject
from stammtisch.testing.walk import begin, random_walk, view_of, viewers
from tests.amounts import often
from tests.games.party.arrange import hand, party, play_to, values
from tests.subjects import PARTY

MOST = 40  # worlds that are listed
OTHERS = (0, 2, SPECTATOR)
others = pytest.mark.parametrize("viewer", OTHERS, ids=["0", "2", "spectator"])


def certain_is_seen(subject: Subject, at: Position, viewer: int) -> bool:
    """Hold the law where the worlds can be listed; return whether they could be."""
    v = view_of(subject.game.rules, at.s, at.o, viewer)
    found = [world.words() for world in islice(subject.worlds(v, at.o, viewer), MOST + 1)]
    if len(found) > MOST:
        return False
    for index, (seen, *possible) in enumerate(zip(v.words(), *found, strict=True)):
        if len(set(possible)) == 1:
            assert seen == possible[0], f"viewer {viewer}, word {index} of {at}"
    return True


def law_of_counting_out(subject: Subject) -> int:
    """Hold the law throughout a match of each kind, and return how often the worlds could be listed."""
    random, held = Random(8), 0
    for choices in rules.OPTION_SETS:
        for at in random_walk(begin(subject.game, choices), random):
            if random.random() < often(1, deep=2) / 10:
                held += certain_is_seen(subject, at, random.choice([*viewers(at.o), SPECTATOR]))
    return held


def test_what_is_certain_is_in_the_view() -> None:
    assert law_of_counting_out(PARTY) > 200


def waits_for_the_empty_hand(s: State, o: Options, seat: int, out: State) -> None:
    """Plant the view of version 1, to which a king might lie face down."""
    rules.view(s, o, seat, out)
    for other in range(o.seats):
        unseen = 13 - s.shown[other].bit_count()
        if other != seat and s.phase < Phase.SCORED and s.face_down[other] != NONE and unseen > 1:
            out.face_down[other] = UNKNOWN


def test_the_law_notices_the_view_that_waited_for_the_empty_hand() -> None:
    with pytest.raises(AssertionError, match="word"):
        law_of_counting_out(PARTY.planted(view=waits_for_the_empty_hand))


@others
def test_beside_a_king_in_the_hand_everybody_knows_the_face_down_card(viewer: int) -> None:
    table = party("0: 9 | 1: 8 | 2: 7", face_down=True)
    play_to(table, 11)
    view = table.view(viewer)

    assert (hand(table, 1), table.position.face_down[1]) == ([KING], 1)
    assert (view.face_down[1], values(view.hand[1])) == (1, [KING])


@others
def test_beside_a_king_that_is_chosen_everybody_knows_the_face_down_card(viewer: int) -> None:
    table = party("0: 9 | 1: 8 | 2: 7", face_down=True)
    play_to(table, 11)
    table.play(1, "13")
    view = table.view(viewer)

    assert (view.face_down[1], view.played[1], view.hand[1]) == (1, KING, 0)


@others
def test_beside_another_card_nobody_does(viewer: int) -> None:
    table = party("0: 9 | 1: 8 | 2: 7", face_down=True)
    play_to(table, 11, keep=(5, 5, 5))
    view = table.view(viewer)

    assert (view.face_down[1], view.hand[1]) == (UNKNOWN, 0)


@others
def test_beside_a_king_and_another_card_nobody_does(viewer: int) -> None:
    table = party("0: 9 | 1: 8 | 2: 7", face_down=True)
    play_to(table, 10)
    view = table.view(viewer)

    assert KING in hand(table, 1)
    assert (view.face_down[1], view.hand[1]) == (UNKNOWN, 0)
