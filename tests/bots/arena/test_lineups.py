"""Who sits where: seats are filled, and every bot gets to every seat."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.bots.arena.lineups import fill, rotations
from stammtisch.errors import OptionError

lineups = st.lists(st.sampled_from("abc"), min_size=1, max_size=8).map(tuple)


def test_the_last_bot_named_takes_the_seats_that_are_left() -> None:
    assert fill(["strong", "random"], 4) == ("strong", "random", "random", "random")
    assert fill(["a", "b", "a"], 3) == ("a", "b", "a")


@pytest.mark.parametrize("names", [[], ["a", "b", "c"]])
def test_no_bot_and_too_many_are_refused(names: list[str]) -> None:
    with pytest.raises(OptionError, match=rf"bots are {len(names)}; there may be 1 to 2, one for each seat"):
        fill(names, 2)


@given(lineups)
def test_each_seat_is_taken_by_each_bot_equally_often(lineup: tuple[str, ...]) -> None:
    found = rotations(lineup)
    by_seat = [Counter(turned[seat] for turned in found) for seat in range(len(lineup))]

    assert by_seat == [by_seat[0]] * len(lineup)
    assert all(by_seat[0][name] * len(lineup) == lineup.count(name) * len(found) for name in lineup)


@given(lineups)
def test_rotations_keep_neighbours_and_come_once(lineup: tuple[str, ...]) -> None:
    found = rotations(lineup)

    assert found[0] == lineup
    assert len(set(found)) == len(found)
    assert set(found) == {lineup[turn:] + lineup[:turn] for turn in range(len(lineup))}
