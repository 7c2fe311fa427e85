"""Laws about the ways the same rules run: interpreted, compiled, and many games at once."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, cast

import numpy as np

from stammtisch.batch.cpu import play_random_games
from stammtisch.core.game import Game
from stammtisch.core.queries import legal_actions, seats_waited_for, view_of, viewers
from stammtisch.kernel.bits import count, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Words
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position, begin, step_on


def compiled_answers_agree(subject: Subject, at: Position, random: Random, *, compiled: ModuleType) -> None:
    """Every function answers the same compiled as interpreted; `compiled` is the game's driver `face`."""
    rules, s, o = subject.game.rules, _words(at.s), _words(at.o)
    bits, out = np.zeros(words_for(rules.ACTIONS), np.int64), np.zeros_like(s)
    assert compiled.waiting(s, o) == rules.waiting(at.s, at.o)
    assert compiled.settled(s, o) == rules.settled(at.s, at.o)
    compiled.start(out, o)
    assert out.tobytes() == begin(subject.game, at.choices).s.tobytes(), "start"
    _results_agree(subject, at, compiled)
    for seat in (*viewers(at.o), *seats_waited_for(rules, at.s, at.o)):
        allowed = legal_actions(rules, at.s, at.o, seat)
        compiled.legal(s, o, seat, bits)
        assert [action for action in range(rules.ACTIONS) if bits[action // 63] >> action % 63 & 1] == allowed
        for action in range(-1, rules.ACTIONS + 1):
            assert compiled.check(s, o, seat, action) == rules.check(at.s, at.o, seat, action), (seat, action)
        for action in allowed:
            out[:] = s
            compiled.apply(out, o, seat, action)
            assert out.tobytes() == step_on(at, seat, action).s.tobytes(), (seat, action)
            for viewer in viewers(at.o):
                assert compiled.seen(s, o, viewer, seat, action) == rules.seen(at.s, at.o, viewer, seat, action)
    for viewer in viewers(at.o):
        v = view_of(rules, at.s, at.o, viewer)
        compiled.view(s, o, viewer, out)
        assert out.tobytes() == v.tobytes(), f"viewer {viewer}"
        _redeals_agree(subject, at, v, viewer, compiled, random.getrandbits(63))


def _results_agree(subject: Subject, at: Position, compiled: ModuleType) -> None:
    rules, s, o = subject.game.rules, _words(at.s), _words(at.o)
    for seat in range(at.o.seats):
        assert compiled.worth(s, o, seat) == rules.worth(at.s, at.o, seat), f"worth for {seat}"
    if not rules.waiting(at.s, at.o):
        result, expected = np.zeros(Outcome.length, np.int64), Outcome()
        compiled.outcome(s, o, result)
        rules.outcome(at.s, at.o, expected)
        assert result.tobytes() == expected.tobytes(), "outcome"


def _redeals_agree(subject: Subject, at: Position, v: Any, seat: int, compiled: ModuleType, seed: int) -> None:
    rules = subject.game.rules
    stream, scratch = np.zeros(STREAM_LENGTH, np.int64), np.zeros(rules.SCRATCH, np.int64)
    open_stream(cast(Any, stream), seed, WORLDS, seat)
    plain, world, out = [int(word) for word in stream], v.copy(), np.zeros(rules.State.length, np.int64)
    rules.redeal(v, at.o, seat, plain, [0] * rules.SCRATCH, world)
    compiled.redeal(_words(v), _words(at.o), seat, stream, scratch, out)
    assert out.tobytes() == world.tobytes(), f"redeal for {seat}"
    assert stream.tolist() == plain, f"draws of redeal for {seat}"


def random_games_agree(
    subject: Subject, choices: Mapping[str, object], *, games: int, seed: int, compiled: Game
) -> None:
    """Random games interpreted, on plain objects and on records, end in the same bytes as compiled and batched."""
    batch = play_random_games(compiled, choices, games=games, seed=seed, threads=2)
    for number in range(games):
        one = play_random_games(compiled, choices, games=1, seed=seed, first=number, threads=1)
        assert one.positions[0].tobytes() == batch.positions[number].tobytes(), f"game {number} of {seed}"
        start = begin(subject.game, choices)
        steps, moves = _play_interpreted(subject, start.s, start.o, seed, number)
        assert start.s.tobytes() == batch.positions[number].tobytes(), f"game {number} of {seed}"
        assert (steps, moves) == (batch.steps[number], batch.moves[number])
    s, o = np.zeros(start.s.length, np.int64), _words(start.o)
    on_record = type(start.s).over(s), type(start.o).over(o)
    subject.game.rules.start(*on_record)
    _play_interpreted(subject, *on_record, seed, games - 1)
    assert s.tobytes() == batch.positions[games - 1].tobytes(), f"game {games - 1} of {seed} on records"


def _play_interpreted(subject: Subject, s: Any, o: Any, seed: int, number: int) -> tuple[int, int]:
    """Play a random game as the driver `playout` does, with the rules as plain Python; return steps and moves."""
    rules = subject.game.rules
    deals, picks = [0] * STREAM_LENGTH, [0] * STREAM_LENGTH
    open_stream(deals, seed, DEALS, number)
    open_stream(picks, seed, CHOICES, number)
    steps = moves = 0
    legal = [0] * words_for(rules.ACTIONS)
    while waiting := rules.waiting(s, o):
        seat = lowest_in(waiting)
        rules.legal(s, o, seat, legal)
        index = 0 if seat == TABLE else draw(deals if seat == NATURE else picks, count(legal))
        rules.apply(s, o, seat, nth(legal, index))
        steps += 1
        moves += seat not in (NATURE, TABLE)
    return steps, moves


def _words(record: Any) -> Words:
    return np.array(record.words(), np.int64)
