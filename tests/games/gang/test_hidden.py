"""The statement of what is hidden, tried out: the laws rest on it, so it must be seen to say what it should."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

import pytest

from stammtisch.games.gang import rules
from stammtisch.games.gang.rules import Phase, State
from stammtisch.kernel import SPECTATOR
from stammtisch.testing import Position
from stammtisch.testing.walk import view_of
from tests.games.gang.arrange import gang, texts
from tests.games.gang.cards import PACK
from tests.games.gang.hidden import census, deals, reshuffled, worlds
from tests.games.gang.walks import NOTHING_ELSE, ONLY_CROOKS, could_have_gone, one_round

LEFT = {3: 3, 4: 2, 5: 1, 6: 1}  # by seats: cards left in the hands, so that all ways to deal them can be tried
ROUNDS = [(seats, number, "") for seats in LEFT for number in (seats, 1, 2)]
ROUNDS += [(seats, seats, hands[seats]) for hands in (NOTHING_ELSE, ONLY_CROOKS) for seats in hands]
every_kind_of_round = pytest.mark.parametrize(("seats", "number", "hands"), ROUNDS)


def ends(seats: int, number: int, hands: str) -> Iterator[Position]:
    """Yield positions with few cards left, the same each time."""
    for seed in range(3):
        walk = one_round(seats, Random(seed), first_round=number, hands=hands)
        late = [at for at in walk if at.s.tricks == at.o.each - LEFT[seats] and at.s.phase == Phase.PLAY]
        yield late[seed]


def all_hands(at: Position, seat: int) -> set[tuple[int, ...]]:
    """Return every way to deal the cards that the seat has not seen, whatever it knows about them."""
    played = sum(at.s.played[other] for other in range(at.o.seats))
    unseen = [card for card in range(len(PACK)) if at.o.deck & ~played & ~at.s.hand[seat] & 1 << card]
    found = set()
    for order in permutations(unseen):
        rest, hands = list(order), [at.s.hand[seat]] * at.o.seats
        for other in range(at.o.seats):
            if other != seat:
                hands[other] = sum(1 << rest.pop() for _ in range(at.s.hand_size[other]))
        found.add(tuple(hands))
    return found


def with_hands(s: State, hands: tuple[int, ...]) -> State:
    """Return a position with other hands."""
    world = s.copy()
    for seat, cards in enumerate(hands):
        world.hand[seat] = cards
    return world


@every_kind_of_round
def test_the_deals_are_those_with_which_all_this_could_have_been_played(seats: int, number: int, hands: str) -> None:
    for at in ends(seats, number, hands):
        seat = at.s.turn
        listed = {tuple(hands_of(at, seat, places)) for places in deals(view_of(rules, at.s, at.o, seat), at.o, seat)}
        receiver = (seat + number) % seats
        possible = {
            found
            for found in all_hands(at, seat)
            if not at.s.passed[seat] & ~(found[receiver] | at.s.played[receiver])
            and could_have_gone(with_hands(at.s, found), at)
        }

        assert listed == possible


def hands_of(at: Position, seat: int, places: dict[int, tuple[str, int]]) -> list[int]:
    """Return the hands of a deal."""
    hands = [at.s.hand[other] if other == seat else 0 for other in range(at.o.seats)]
    for card, (_, other) in places.items():
        hands[other] |= 1 << card
    return hands


@pytest.mark.parametrize(("seats", "number"), [(3, 1), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_the_true_position_is_among_the_worlds_and_all_of_them_look_the_same(seats: int, number: int) -> None:
    for at in ends(seats, number, ""):
        v = view_of(rules, at.s, at.o, at.s.turn)
        found = list(worlds(v, at.o, at.s.turn))

        assert at.s in found
        assert all(view_of(rules, world, at.o, at.s.turn) == v for world in found)


@every_kind_of_round
def test_a_reshuffled_position_could_have_gone_the_same_way(seats: int, number: int, hands: str) -> None:
    random = Random(5)
    for at in islice(one_round(seats, random, first_round=number, hands=hands), 0, None, 5):
        for viewer in (at.s.leader, SPECTATOR):
            world = reshuffled(at.s, at.o, viewer, random)

            assert could_have_gone(world, at), (viewer, at)
            assert sorted(census(world, at.o)) == sorted(census(at.s, at.o))


def test_reshuffling_moves_everything_that_is_hidden() -> None:
    table = gang(first_round=1)
    for seat in range(4):
        table.play(seat, *table.legal(seat)[:3])
    random = Random(1)
    drawn = [reshuffled(table.position, table.options, 0, random) for _ in range(40)]
    opening = {"g0"} if table.position.leader != 0 else set()

    for seat in (1, 2, 3):
        assert len({world.hand[seat] for world in drawn}) > 30
    fixed = [set.intersection(*(texts(world.hand[seat]) for world in drawn)) for seat in range(4)]
    assert fixed[1] >= texts(table.position.passed[0])
    assert fixed[1] | fixed[2] | fixed[3] == texts(table.position.passed[0]) | opening
    assert [len({world.passed[seat] for world in drawn}) > 30 for seat in range(4)] == [False, True, True, False]


def test_reshuffling_leaves_the_position_itself_alone() -> None:
    table = gang()
    before = table.position.tobytes()
    reshuffled(table.position, table.options, 1, Random(1))

    assert table.position.tobytes() == before


def test_the_worlds_are_listed_one_by_one_where_there_are_very_many() -> None:
    table = gang(first_round=1)

    assert len(list(islice(worlds(table.view(2), table.options, 2), 100))) == 100


@pytest.mark.parametrize("play", ["", "0: g0 g1", "0: g0 g1 g2"])
def test_every_card_is_found_once(play: str) -> None:
    table = gang("0: g0-12", play=play, first_round=1)

    assert sorted(census(table.position, table.options)) == sorted(PACK)


@pytest.mark.parametrize(
    "broken",
    [
        {"hand": [1, 1, 1, 1, 0, 0]},
        {"hand_size": [13, 13, 13, 13, 0, 0]},
        {"deck": 1},
        {"deck_size": 1},
        {"passed": [8, 0, 0, 0, 0, 0]},
        {"trick": [5, -1, -1, -1, -1, -1]},
        {"played": [4, 0, 0, 0, 0, 0]},
        {"taken": [4, 0, 0, 0, 0, 0]},
    ],
    ids=str,
)
def test_the_census_notices_what_is_lost_doubled_or_does_not_add_up(broken: dict[str, object]) -> None:
    table = gang(play="0: g0")
    for name, value in broken.items():
        setattr(table.position, name, value)

    assert sorted(census(table.position, table.options)) != sorted(PACK)
