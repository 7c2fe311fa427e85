"""Buckets give what they hold, and then one each so often."""

from __future__ import annotations

from stammtisch.store.buckets import Buckets
from stammtisch.store.kept import Wish


class Clock:
    """A clock that is moved by hand."""

    time = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.time


def test_a_bucket_gives_its_burst_and_then_one_each_so_often() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    first, second = [Wish("a", 3, 10.0)], [Wish("b", 3, 10.0)]

    assert [buckets.take(first) for _ in range(5)] == [0, 0, 0, 10, 10]
    clock.time += 10
    assert [buckets.take(first), buckets.take(first), buckets.take(second)] == [0, 10, 0]
    clock.time += 1000
    assert [buckets.take(first) for _ in range(4)] == [0, 0, 0, 10]


def test_two_wishes_for_one_bucket_are_two() -> None:
    buckets = Buckets(Clock())

    assert [buckets.take([Wish("a", 4, 10.0)] * 2) for _ in range(3)] == [0, 0, 20]


def test_the_memory_of_all_buckets_has_an_end() -> None:
    buckets = Buckets(Clock())
    for number in range(50_000):
        buckets.take([Wish(str(number), 3, 10.0), Wish("always", 100_000, 1.0)])

    assert len(buckets) == 20_000
    assert buckets.take([Wish("always", 50_000, 1.0)]) == 1
