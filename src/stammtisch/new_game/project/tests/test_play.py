"""Highcard is played: at a table, by bots, and by programs that learn."""

from __future__ import annotations

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.levels import find_bot
from stammtisch.core.table import Table
from stammtisch.new_game import highcard


def played(levels, seed):
    """Play a game between bots and return the table."""
    table = Table(highcard, seed=seed, seats=len(levels))
    bots = [find_bot(highcard, level) for level in levels]
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *bots[seat].choose(table.view(seat), table.options, seat, seed, len(table.steps)))
    return table


def test_a_game_ends_with_somebody_in_first_place():
    assert played(["easy", "easy", "random"], 1).outcome().winners


def test_rules_of_thumb_beat_chance():
    scores = [played(["easy", "random"], seed).outcome().scores for seed in range(300)]

    assert sum(own for own, _ in scores) > 1.2 * sum(other for _, other in scores)


def test_learning_programs_are_shown_what_a_seat_knows_compiled():
    environment = VectorEnvironment(highcard, games=32, seed=1, reward="score")
    ended = 0
    for _ in range(12):
        shown, rewards, over, _, _ = environment.step(environment.draw_actions())
        ended += int(over.sum())

    assert shown["observation"].shape == (32, highcard.features.LAYOUT.size)
    assert ended == 64
    assert rewards.shape == (32, 2)
