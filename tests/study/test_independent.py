"""A study of each of our games beside what plain Python says of the very same games, with formulas of its own."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from stammtisch.bots.arena.match import Match
from stammtisch.core.game import find_game
from stammtisch.study.experiments.experiment import Experiment
from stammtisch.study.run import Stop
from stammtisch.study.study_game import study_game
from tests.study.conftest import Here
from tests.study.independent.asked import Kept, openings, restriction
from tests.study.independent.measures import of_length, of_luck, of_wins
from tests.study.independent.playouts import chances_at, moments_of, spread_at
from tests.study.independent.replay import Replay, replay
from tests.study.independent.watched import Watched, of_choices, of_course, of_leaders, of_opinions, watched_of

SEED = 8
ROUNDED = {"minutes": 1e-5, "behind": 1e-5}  # of what a study keeps so many digits
COURSE = 13  # where a game of a block has what is kept of watched games
Study = tuple[str, dict[str, Any], tuple[str, ...], int]  # the game, its options, who plays, and how many blocks
FEW: list[Study] = [
    ("duel", {"spaces": 1}, ("easy", "random"), 12),
    ("gang", {"rounds": 1, "seats": 3}, ("easy",), 10),
]
MANY: list[Study] = [
    ("party", {"seats": 2}, ("easy",), 10),
    ("combo", {"quick": True}, ("easy", "random"), 1),
    ("duel", {"royal": True, "first_bluffer": "0"}, ("easy",), 20),
    ("gang", {"rounds": 2, "seats": 4}, ("easy", "random"), 12),
    ("party", {"seats": 3, "face_down": True}, ("easy",), 20),
    ("party", {"seats": 3, "mirror": True}, ("random", "easy"), 10),
    ("combo", {"seats": 3, "expert": True}, ("easy",), 10),
]
WITHOUT: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("duel", {"spaces": 1}, ("hide 1 or hide 2", "turn ?", "swap")),
    ("gang", {"rounds": 1, "seats": 3}, ("k11 or k12", "r*")),
]


def _match(asked: Study) -> tuple[Match, list[tuple[str, ...]]]:
    """Return a match, and who sits where in each game of a deal: every rotation, or the same twice."""
    name, options, bots, _ = asked
    match = Match.of(find_game(name), bots, options, SEED)
    return match, match.rotations if len(match.rotations) > 1 else match.rotations * 2


def _study(asked: Study, out: Path) -> tuple[dict[str, Any], list[Any]]:
    """Play a study; return what it measured, and the games that it keeps as they stand in its files."""
    name, options, bots, blocks = asked
    stop = Stop(games=10 * blocks * len(_match(asked)[1]))
    study_game(name, options=options, bots=bots, stop=stop, seed=SEED, out=out, backend=Here())
    lines = (out / "blocks.jsonl").read_text(encoding="utf-8").splitlines()
    rows = sorted((json.loads(line) for line in lines), key=lambda row: int(row["block"]))
    (cell,) = json.loads((out / "measures.json").read_text(encoding="utf-8"))["cells"]
    assert len(rows) == blocks
    return cell["measures"], [game for row in rows for game in row["games"]]


def _again(asked: Study, kept: Sequence[Any]) -> Iterator[tuple[Replay, Any, int]]:
    """Yield every game played again, with what is kept of it, and the seed of the worlds that it is watched by."""
    match, lineups = _match(asked)
    for row in kept:
        deal, lineup = row[:2]
        seeds = match.deal_seed(deal), match.chance_seed(deal, lineup)
        yield (
            replay(match.game, match.options, lineups[lineup], deal, seeds),
            row,
            match.chance_seed(deal, len(lineups)),
        )


def _check(asked: Study, out: Path, moments: int) -> None:
    told, kept = _study(asked, out)
    every = list(_again(asked, kept))
    games = [game for game, _, _ in every]
    watched = [(watched_of(game, row[COURSE]), seed) for game, row, seed in every if row[COURSE]]
    among = len({game.deal for game in games})
    found = chain(
        *(measures(games) for measures in (of_wins, of_length, of_luck)),
        *(
            measures([one for one, _ in watched], among)
            for measures in (of_course, of_leaders, of_choices, of_opinions)
        ),
    )
    own = {name: known for name, known in found if known is not None}

    assert sorted(own) == sorted(told)
    for name, known in own.items():
        least = ROUNDED.get(name.partition(".")[0], 1e-9)
        ends = [told[name][each] for each in ("value", "low", "high")]
        assert [None if end is None else pytest.approx(end, rel=1e-6, abs=least) for end in known] == ends, name
    _check_chances(*watched[0], moments)
    _check_openings(asked[0], games, out)


def _check_openings(name: str, games: Sequence[Replay], out: Path) -> None:
    """Compare every opening of every seat with its row."""
    rows = list(csv.DictReader((out / "openings.csv").read_text(encoding="utf-8").splitlines()))
    told = {(int(row["seat"]) - 1, row["action"]): row for row in rows}
    write = find_game(name).notation.write
    own = {(seat, write(action)): known for (seat, action), known in openings(games).items()}

    assert sorted(own) == sorted(told)
    for opening, (often, share, wins) in own.items():
        row = told[opening]
        assert int(row["games"]) == often, opening
        for kind, known in (("share", share), ("wins", wins)):
            ends = [float(row[column]) if row[column] else None for column in (kind, f"{kind}_low", f"{kind}_high")]
            assert known is not None
            assert [None if end is None else pytest.approx(end, abs=1e-9) for end in known] == ends, opening


def _check_chances(one: Watched, seed: int, moments: int) -> None:
    """Compare chances at some moments of a watched game, and what is hidden there if that is all of them."""
    every = range(len(moments_of(one.game)))
    for moment in every[:: max(1, len(every) // moments)]:
        assert chances_at(one.game, moment, seed) == pytest.approx(one.chances[moment], abs=1e-6)
    if len(every) <= moments:
        spreads = [spread_at(one.game, moment, seed) for moment in every]
        assert [sum(parts) for parts in zip(*spreads, strict=True)] == pytest.approx([one.hidden, one.spread])


@pytest.mark.parametrize("asked", FEW, ids=lambda asked: str(asked[0]))
def test_a_study_says_what_plain_python_says_of_the_same_games(asked: Study, tmp_path: Path) -> None:
    _check(asked, tmp_path / "it", 32 if asked[0] == "duel" else 1)


@pytest.mark.parametrize(("name", "options", "without"), WITHOUT, ids=["duel", "gang"])
def test_what_it_costs_to_go_without_is_what_plain_python_says_of_the_games_that_are_kept(
    name: str, options: dict[str, Any], without: tuple[str, ...], tmp_path: Path
) -> None:
    stop, out = Stop(games=400), tmp_path / "it"
    study_game(name, options=options, stop=stop, seed=SEED, out=out, backend=Here(), asked=Experiment(without=without))
    cells = [list[Kept]() for _ in range(1 + len(without))]
    for line in (out / "blocks.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        cells[row["cell"]] += map(Kept.of, row["games"])
    (told,) = json.loads((out / "measures.json").read_text(encoding="utf-8"))["restricted play"]

    assert [one["without"] for one in told] == list(without)
    for one, bound in zip(told, cells[1:], strict=True):
        for kind, known in restriction(cells[0], bound).items():
            ends = [one[kind][each] for each in ("value", "low", "high")]
            assert known is not None
            assert [None if end is None else pytest.approx(end, abs=1e-9) for end in known] == ends, (one, kind)


@pytest.mark.deep
@pytest.mark.parametrize("asked", MANY, ids=lambda asked: f"{asked[0]} {asked[1]}")
def test_larger_studies_say_what_plain_python_says_of_the_same_games(asked: Study, tmp_path: Path) -> None:
    _check(asked, tmp_path / "it", 4)
