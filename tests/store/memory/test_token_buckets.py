"""Token buckets give what they hold, and then one each so often."""

from __future__ import annotations

from stammtisch.store.coordination_contract import TokenRequest
from stammtisch.store.memory.token_buckets import TokenBuckets
from tests.turned_clock import TurnedClock


def test_a_bucket_gives_its_burst_and_then_one_each_so_often() -> None:
    clock = TurnedClock()
    buckets = TokenBuckets(clock)
    first, second = [TokenRequest("a", 3, 10.0)], [TokenRequest("b", 3, 10.0)]

    assert [buckets.take_tokens(first) for _ in range(5)] == [0, 0, 0, 10, 10]
    clock.advance(10)
    assert [buckets.take_tokens(first), buckets.take_tokens(first), buckets.take_tokens(second)] == [0, 10, 0]
    clock.advance(1000)
    assert [buckets.take_tokens(first) for _ in range(4)] == [0, 0, 0, 10]


def test_two_requests_for_one_bucket_are_two() -> None:
    buckets = TokenBuckets(TurnedClock())

    assert [buckets.take_tokens([TokenRequest("a", 4, 10.0)] * 2) for _ in range(3)] == [0, 0, 20]


def test_the_memory_of_all_buckets_has_an_end() -> None:
    buckets = TokenBuckets(TurnedClock())
    for number in range(50_000):
        buckets.take_tokens([TokenRequest(str(number), 3, 10.0), TokenRequest("always", 100_000, 1.0)])

    assert len(buckets) == 20_000
    assert buckets.take_tokens([TokenRequest("always", 50_000, 1.0)]) == 1
