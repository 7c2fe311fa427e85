"""Many games at once: each is the game of its number and seed, however it is reached."""

from __future__ import annotations

import os

import numpy as np
import pytest

from stammtisch.batch.cpu import _SHARE, Batch, play_random_games
from stammtisch.bots.processes.cores import all_cores
from stammtisch.core.options import make_options
from stammtisch.errors import NatureError, OptionError, UnknownGame
from stammtisch.games import duel
from stammtisch.games.duel.rules import Phase, State
from stammtisch.kernel.bits import count, nth
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.seats import NATURE, TABLE

GAMES = 3 * _SHARE + 5  # shares that are full, and one that is not


def same(one: Batch, other: Batch) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("positions", "steps", "moves"))


def part(batch: Batch, begin: int, end: int) -> Batch:
    return Batch(batch.positions[begin:end], batch.counts[begin:end])


@pytest.fixture(scope="module")
def batch() -> Batch:
    """Many games of seed 7."""
    return play_random_games(duel, games=GAMES, seed=7)


def test_every_game_is_played_to_its_end(batch: Batch) -> None:
    assert batch.positions.shape == (GAMES, State.length)
    assert {State.of(row).phase for row in batch.positions} == {Phase.OVER}


def test_the_same_call_plays_the_same_games(batch: Batch) -> None:
    assert same(play_random_games(duel, games=GAMES, seed=7), batch)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_a_game_does_not_depend_on_the_number_of_threads(batch: Batch, threads: int) -> None:
    assert same(play_random_games(duel, games=GAMES, seed=7, threads=threads), batch)


def test_all_cores_are_those_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4, 5}, raising=False)

    assert all_cores() == 3


@pytest.mark.parametrize(("there", "used"), [(6, 6), (None, 1)])
def test_where_the_system_does_not_tell_all_cores_are_those_that_are_there(
    monkeypatch: pytest.MonkeyPatch, batch: Batch, there: int | None, used: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # as on macOS and Windows
    monkeypatch.setattr(os, "cpu_count", lambda: there)

    assert all_cores() == used
    assert same(play_random_games(duel, games=GAMES, seed=7), batch)


@pytest.mark.parametrize("games", [1, 2, _SHARE, _SHARE + 1])
def test_a_game_does_not_depend_on_the_size_of_its_batch(batch: Batch, games: int) -> None:
    assert same(play_random_games(duel, games=games, seed=7), part(batch, 0, games))


@pytest.mark.parametrize("first", [1, _SHARE - 1, _SHARE, 2 * _SHARE + 3])
def test_a_game_does_not_depend_on_where_its_batch_begins(batch: Batch, first: int) -> None:
    games = play_random_games(duel, games=GAMES - first, seed=7, first=first)

    assert same(games, part(batch, first, GAMES))


def test_games_of_a_batch_and_of_another_seed_are_different(batch: Batch) -> None:
    other = play_random_games(duel, games=GAMES, seed=8)

    assert len({row.tobytes() for row in batch.positions}) > GAMES // 2
    assert not np.array_equal(batch.positions, other.positions)


def interpreted(number: int, most: int) -> tuple[State, int, int]:
    """Play a game of seed 7 as plain Python, from what the streams are for: return where it ended, steps and moves."""
    o, s = make_options(duel.rules, {}), State()
    deals, choices, legal = [0] * STREAM_LENGTH, [0] * STREAM_LENGTH, [0]
    open_stream(deals, 7, DEALS, number)
    open_stream(choices, 7, CHOICES, number)
    duel.rules.start(s, o)
    steps = moves = 0
    while (waiting := duel.rules.waiting(s, o)) and steps < most:
        seat = waiting.bit_length() - 1
        duel.rules.legal(s, o, seat, legal)
        index = 0 if seat == TABLE else draw(deals if seat == NATURE else choices, count(legal))
        duel.rules.apply(s, o, seat, nth(legal, index))
        steps += 1
        moves += seat not in (NATURE, TABLE)
    return s, steps, moves


@pytest.mark.parametrize("number", [0, 1, GAMES - 1])
def test_steps_and_moves_are_counted_and_the_position_is_that_of_plain_python(batch: Batch, number: int) -> None:
    s, steps, moves = interpreted(number, most=1 << 62)

    assert (int(batch.steps[number]), int(batch.moves[number])) == (steps, moves)
    assert State.of(batch.positions[number]) == s


@pytest.mark.parametrize("most", [0, 1, 5])
def test_games_stop_after_the_most_steps_they_may_have(most: int) -> None:
    batch = play_random_games(duel, games=4, seed=7, most=most)

    assert batch.steps.tolist() == [most] * 4
    for number in range(4):
        s, _, moves = interpreted(number, most)
        assert State.of(batch.positions[number]) == s
        assert batch.moves[number] == moves


def test_a_game_that_ends_earlier_does_not_go_on(batch: Batch) -> None:
    most = int(np.median(batch.steps))
    cut = play_random_games(duel, games=GAMES, seed=7, most=most)

    assert np.array_equal(cut.steps, np.minimum(batch.steps, most))


def test_options_are_those_that_were_asked_for() -> None:
    batch = play_random_games(duel, {"first_bluffer": 1, "spaces": "1"}, games=20, seed=7, most=1)

    assert {State.of(row).phase for row in batch.positions} == {Phase.GUESS}
    assert {State.of(row).bluffer for row in batch.positions} == {1}
    assert batch.moves.tolist() == [1] * 20  # nothing is drawn, so the first step is a seat's


def test_first_bluffers_are_drawn_evenly() -> None:
    batch = play_random_games(duel, games=2000, seed=7, most=1)
    drawn = [State.of(row).bluffer for row in batch.positions]

    assert 900 < sum(drawn) < 1100


def test_whatever_lies_in_the_rows_is_wiped_before_they_are_played_in(batch: Batch) -> None:
    play = driver("stammtisch.kernel.drivers.playout", duel.rules).play_games
    positions, counts = np.full((3, State.length), -7), np.full((3, 2), -7)
    play(positions, np.array(make_options(duel.rules, {}).words()), 7, 0, 1 << 62, counts)

    assert np.array_equal(positions, batch.positions[:3])
    assert np.array_equal(counts[:, 0], batch.steps[:3])


def test_a_game_that_is_installed_goes_by_its_name(batch: Batch) -> None:
    assert same(play_random_games("duel", games=GAMES, seed=7), batch)
    with pytest.raises(UnknownGame, match="no game 'go'"):
        play_random_games("go", games=1, seed=7)


def test_options_out_of_limits_are_refused() -> None:
    with pytest.raises(OptionError, match=r"^spaces is 7; it may be 1 to 6$"):
        play_random_games(duel, {"spaces": 7}, games=1, seed=7)


def test_no_games_are_no_trouble() -> None:
    batch = play_random_games(duel, games=0, seed=7)

    assert (len(batch.positions), len(batch.steps), len(batch.moves)) == (0, 0, 0)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_what_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(NatureError, match="seed is"):
        play_random_games(duel, games=1, seed=seed)


def test_memory_can_be_used_again() -> None:
    fresh = play_random_games(duel, games=300, seed=5, first=300)
    old = play_random_games(duel, games=300, seed=5)
    again = play_random_games(duel, games=300, seed=5, first=300, into=old)

    assert again.positions is old.positions
    assert again.positions.tobytes() == fresh.positions.tobytes()
    assert again.counts.tobytes() == fresh.counts.tobytes()


def test_memory_for_other_games_is_refused() -> None:
    with pytest.raises(ValueError, match="write over"):
        play_random_games(duel, games=3, seed=5, into=play_random_games(duel, games=2, seed=5))
