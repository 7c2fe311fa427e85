"""Hidden cards dealt anew: every deal that fits, no other, and all equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from scipy.stats import chisquare

from stammtisch.kernel import Row, worlds
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.worlds import DEALING_SCRATCH, deal_worlds

UNEVEN = 1e-6  # less likely than this by chance: not uniform
DRAWS = 20  # for each deal, on average
MOST_DEALS = 100
MOST_CARDS = 8
MOST_SEATS = 4

Hands = tuple[int, ...]


@dataclass(frozen=True)
class Instance:
    """A few cards to deal."""

    cards: list[int]
    rooms: list[int]
    spare: int
    lacks: list[list[int]]  # by seat: cards it cannot hold

    def deals(self) -> list[Hands]:
        """Return every deal that fits, by trying all places with room for all cards."""
        return [tuple(hands[:-1]) for hands in self._deals(self.cards, [*self.rooms, self.spare])]

    def _deals(self, cards: list[int], rooms: list[int]) -> Iterator[list[int]]:
        if not cards:
            yield [0] * len(rooms)
            return
        for place, room in enumerate(rooms):
            if room and (place == len(self.rooms) or cards[0] not in self.lacks[place]):
                for hands in self._deals(cards[1:], [*rooms[:place], room - 1, *rooms[place + 1 :]]):
                    hands[place] |= 1 << cards[0]
                    yield hands

    def draw(self, times: int, seed: int) -> Counter[Hands]:
        """Return how often each deal was drawn."""
        stream, scratch = [0] * STREAM_LENGTH, [0] * DEALING_SCRATCH
        open_stream(stream, seed, WORLDS, 0)
        drawn = Counter[Hands]()
        for _ in range(times):
            hands = [0] * len(self.rooms)
            scratch[: len(self.rooms)] = self.rooms
            deal_worlds(bits(self.cards), len(self.rooms), self.spare, [*map(bits, self.lacks)], stream, scratch, hands)
            drawn[tuple(hands)] += 1
        return drawn

    def probability(self, seed: int) -> float:
        """Return how likely draws as uneven as these are if all deals are equally likely: 0 if others are drawn."""
        deals = self.deals()
        drawn = self.draw(DRAWS * len(deals), seed)
        return float(chisquare([drawn[deal] for deal in deals]).pvalue) if drawn.keys() <= set(deals) else 0.0


def bits(cards: list[int]) -> int:
    """Return cards as bits."""
    return sum(1 << card for card in cards)


def draw_instances(number: int, *, spare: bool, lacks: bool, seed: int) -> list[Instance]:
    """Return small instances that have some deals to choose from, but not too many to list."""
    random, found = Random(seed), list[Instance]()
    while len(found) < number:
        cards = sorted(random.sample(range(63), random.randint(2, MOST_CARDS)))
        seats = range(random.randint(1, MOST_SEATS))
        undealt = random.randint(1, 2) if spare else 0
        places = [random.choice(seats) for _ in cards[undealt:]]
        missing = [[card for card in cards if lacks and random.random() < 0.35] for _ in seats]
        instance = Instance(cards, [places.count(seat) for seat in seats], undealt, missing)
        if 1 < len(instance.deals()) <= MOST_DEALS:
            found.append(instance)
    return found


def test_every_fitting_deal_is_equally_likely_whatever_seats_lack() -> None:
    for number, instance in enumerate(draw_instances(30, spare=False, lacks=True, seed=1)):
        assert instance.probability(number) > UNEVEN, instance


def test_every_deal_is_equally_likely_where_cards_stay_undealt() -> None:
    for number, instance in enumerate(draw_instances(15, spare=True, lacks=False, seed=2)):
        assert instance.probability(number) > UNEVEN, instance


def test_every_fitting_deal_is_equally_likely_where_seats_lack_cards_and_some_stay_undealt() -> None:
    for number, instance in enumerate(draw_instances(40, spare=True, lacks=True, seed=3)):
        assert instance.probability(number) > UNEVEN, instance


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("spare", [False, True])
def test_every_fitting_deal_is_equally_likely_in_many_instances(seed: int, spare: bool) -> None:  # noqa: FBT001
    for number, instance in enumerate(draw_instances(100, spare=spare, lacks=True, seed=100 + seed)):
        assert instance.probability(number) > UNEVEN, instance


def test_cards_are_added_to_what_hands_hold() -> None:
    hands, scratch, stream = [0b1, 0b10], [2, 1] + [0] * DEALING_SCRATCH, [0] * STREAM_LENGTH
    deal_worlds(0b11100, 2, 0, [0b00100, 0b10000], stream, scratch, hands)

    assert (hands[0] & 0b1, hands[1] & 0b10, hands[0] | hands[1]) == (0b1, 0b10, 0b11111)


def test_nothing_to_deal_changes_nothing() -> None:
    hands, scratch, stream = [0b1, 0b10], [0] * DEALING_SCRATCH, [0] * STREAM_LENGTH
    deal_worlds(0, 2, 0, [0, 0], stream, scratch, hands)

    assert (hands, stream) == ([0b1, 0b10], [0] * STREAM_LENGTH)


def test_a_deal_that_takes_whatever_fits_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a deal without the step that makes up for groups that found less room than they might have."""

    def wherever_there_is_room(group: int, _: int, seats: int, __: Row, scratch: Row) -> bool:
        left = sum(scratch[worlds._LEFT + seat] for seat in range(seats) if group >> seat & 1)
        return left + scratch[worlds._LEFT + worlds._DECK] >= scratch[worlds._GROUP + group].bit_count()

    monkeypatch.setattr(worlds, "_accept", wherever_there_is_room)
    instances = draw_instances(30, spare=False, lacks=True, seed=1)

    assert min(instance.probability(number) for number, instance in enumerate(instances)) < UNEVEN


def test_a_deal_that_forgets_what_seats_lack_is_noticed() -> None:
    known = Instance([3, 5, 8], [1, 2], 0, [[3], []])
    forgotten = Instance([3, 5, 8], [1, 2], 0, [[], []])

    assert not forgotten.draw(50, 1).keys() <= set(known.deals())
