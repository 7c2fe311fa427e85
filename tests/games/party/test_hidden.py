"""The statements about secrets and pieces, on which the laws rely, are themselves right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from stammtisch import Table
from stammtisch.games import party as game
from stammtisch.games.party import rules
from stammtisch.games.party.position import KING, PAUL, Phase
from stammtisch.kernel import SPECTATOR
from stammtisch.testing import Position
from stammtisch.testing.walk import begin, random_walk, view_of, viewers
from tests.games.party.arrange import party, play_to
from tests.games.party.hidden import cards_in, census, reshuffled, worlds

every_count = pytest.mark.parametrize("seats", [2, 3, 6])
with_and_without = pytest.mark.parametrize("face_down", [False, True])
MOST = 50  # worlds that are listed
ALL = [f"{guest}: {card}" for guest in range(3) for card in range(1, 14)]


def walk(seats: int, *, face_down: bool, seed: int = 1) -> Iterator[Position]:
    """Yield the positions of a random game."""
    return random_walk(begin(game, {"seats": seats, "face_down": face_down}), Random(seed))


def few_worlds(seats: int, *, face_down: bool) -> Iterator[tuple[Position, int]]:
    """Yield positions near the end, and a viewer, with some worlds that can be listed."""
    for at in walk(seats, face_down=face_down):
        for viewer in viewers(at.o):
            if 1 < sum(1 for _ in islice(worlds(view_of(rules, at.s, at.o, viewer), at.o, viewer), MOST)) < MOST:
                yield at, viewer


@every_count
@with_and_without
def test_the_true_position_is_among_the_worlds_and_all_of_them_look_the_same(
    seats: int,
    face_down: bool,  # noqa: FBT001
) -> None:
    places = list(islice(few_worlds(seats, face_down=face_down), 0, None, 3))
    for at, viewer in places:
        v = view_of(rules, at.s, at.o, viewer)
        found = [world.tobytes() for world in worlds(v, at.o, viewer)]

        assert at.s.tobytes() in found
        assert len(set(found)) == len(found)
        assert all(view_of(rules, world, at.o, viewer) == v for world in worlds(v, at.o, viewer))
    assert len(places) >= 5


def round_11(*keep: int) -> Table:
    """Return a table where everybody has one card in the hand and one face down, seats with these the hand."""
    table = party("0: 9 | 1: 8 | 2: 7", face_down=True)
    play_to(table, 11, keep=keep)
    return table


def test_of_two_cards_unseen_either_may_be_the_one_in_the_hand() -> None:
    table = round_11(5, 5, 5)
    found = list(worlds(table.view(0), table.options, 0))

    assert sorted((world.face_down[1], world.face_down[2]) for world in found) == [(1, 1), (1, 5), (5, 1), (5, 5)]
    assert all(cards_in(world.hand[1]) == {1, 5} - {world.face_down[1]} for world in found)


def test_no_king_lies_face_down_in_any_world() -> None:
    table = round_11()
    found = list(worlds(table.view(0), table.options, 0))

    assert [(world.face_down[1], world.hand[1]) for world in found] == [(1, 1 << KING)]


@every_count
@with_and_without
def test_a_reshuffled_position_has_every_card_once_and_no_king_face_down(
    seats: int,
    face_down: bool,  # noqa: FBT001
) -> None:
    random = Random(5)
    for at in islice(walk(seats, face_down=face_down), 0, None, 5):
        for viewer in (0, SPECTATOR):
            world = reshuffled(at.s, at.o, viewer, random)

            assert sorted(census(world, at.o)) == sorted(census(at.s, at.o))
            assert all(world.face_down[seat] != KING for seat in range(seats))


def test_reshuffling_moves_everything_that_is_hidden() -> None:
    table = party(seats=4, face_down=True)
    for seat in range(4):
        table.play(seat, table.legal(seat)[0])
    table.play(1, table.legal(1)[0])
    drawn = [reshuffled(table.position, table.options, 0, Random(seed)) for seed in range(100)]

    for seat in (1, 2, 3):
        assert len({world.hand[seat] for world in drawn}) > 40
        assert len({world.pile[seat] for world in drawn}) > 40
        assert {world.face_down[seat] for world in drawn} == set(range(2, 13))
    assert {world.played[1] for world in drawn} == set(range(2, 14))
    assert {(world.hand[0], world.pile[0], world.face_down[0]) for world in drawn} == {
        (table.position.hand[0], table.position.pile[0], table.position.face_down[0])
    }


def test_reshuffling_leaves_what_everybody_knows() -> None:
    table = party(seats=2)
    world = reshuffled(table.position, table.options, SPECTATOR, Random(1))

    assert (world.pile[PAUL], world.floor, world.shown) == (
        table.position.pile[PAUL],
        table.position.floor,
        table.position.shown,
    )


def test_reshuffling_leaves_the_position_itself_alone() -> None:
    table = party()
    before = table.position.tobytes()
    reshuffled(table.position, table.options, 1, Random(1))

    assert table.position.tobytes() == before


def test_the_worlds_are_listed_one_by_one_where_there_are_very_many() -> None:
    table = party(seats=6)

    assert len(list(islice(worlds(table.view(2), table.options, 2), 100))) == 100


@pytest.mark.parametrize("play", ["", "0:2 1:2", "0:2 1:2 2:2", "0:2 1:2 2:2 1:8"])
def test_every_card_is_found_once(play: str) -> None:
    table = party("0: 5 | 1: 1 | 2: 8", play=play)

    assert sorted(census(table.position, table.options)) == sorted(ALL)


@pytest.mark.parametrize(
    "broken",
    [
        {"hand": [4, 4, 4, 0, 0, 0]},
        {"hand_size": [3, 3, 3, 0, 0, 0]},
        {"pile": [8, 8, 8, 0, 0, 0]},
        {"pile_size": [8, 9, 9, 0, 0, 0]},
        {"played": [4, 2, -1, -1, -1, -1]},
        {"face_down": [4, -1, -1, -1, -1, -1]},
        {"display": [16, 0, 0, 0, 0, 0]},
        {"shown": [32, 2, 0, 0, 0, 0]},
        {"floor": [0] * 14},
        {"floor_values": 2},
        {"gone": [0, 2, *[0] * 12]},
    ],
    ids=str,
)
def test_the_census_notices_what_is_lost_doubled_or_does_not_add_up(broken: dict[str, object]) -> None:
    table = party("0: 5 | 1: 1 | 2: 8", play="0:2 1:2")
    assert table.position.phase == Phase.PLAY
    for name, value in broken.items():
        setattr(table.position, name, value)

    assert sorted(census(table.position, table.options)) != sorted(ALL)
