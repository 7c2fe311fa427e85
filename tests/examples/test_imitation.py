"""What is kept is enough to learn from: a matrix comes to do what easy bots do, in deals that it has not seen."""

from __future__ import annotations

from pathlib import Path

from examples.imitation import agreement, imitate

from stammtisch.bots.arena.match import Match, play_deal
from stammtisch.datasets.loader import load_games
from stammtisch.datasets.writer import DatasetWriter
from stammtisch.games import gang

DEALS = 100


def test_whoever_learns_from_kept_games_agrees_with_their_bot_far_more_often_than_chance(tmp_path: Path) -> None:
    match = Match.of(gang, ["easy"], {"rounds": 1, "seats": 3}, 5)
    with DatasetWriter(tmp_path / "kept", match, DEALS) as kept:
        for number in range(DEALS):
            kept.add(play_deal(match, number, keeps=True))
    games = load_games(tmp_path / "kept")
    found, by_chance = agreement(imitate(games, "easy"), games, "easy")

    assert 0.15 < by_chance < 0.25
    assert found > 1.6 * by_chance
