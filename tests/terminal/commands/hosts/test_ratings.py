"""`stammtisch ratings` computes all ratings anew, and notices whatever is not what results lead to."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from stammtisch.club.ratings.counting import count_all
from stammtisch.club.ratings.moves import all_moves, is_shown
from stammtisch.store.contract import Store
from stammtisch.store.rating_contract import RatingMove
from tests.club.rated_results import keep, many
from tests.store.opened_stores import using
from tests.terminal.conftest import Stammtisch

RESULTS = many(30, Random(8))
WHOLE = list(all_moves(RESULTS))
BEST = max(WHOLE, key=lambda move: move.strength - move.strength_before)


async def _play(store: Store) -> None:
    await store.save_person("anna", "Änne")
    await store.secret("signing", b"s" * 32)
    await keep(store, RESULTS)
    await count_all(store)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a house with rated games."""
    using(str(tmp_path / "house.db"), _play)
    return tmp_path / "house.db"


def _change(house: Path, statement: str) -> None:
    with closing(sqlite3.connect(house)) as db, db:
        assert db.execute(statement).rowcount > 0


async def _moves(store: Store) -> list[RatingMove]:
    return await store.rating_moves()


def test_what_is_kept_is_the_same_when_it_is_made_anew(stammtisch: Stammtisch, house: Path) -> None:
    run = stammtisch("ratings", "--data", house)

    assert (run.code, run.err) == (0, "")
    assert "What is kept is the same, to the last digit." in run.out
    assert "Results counted: 30, waiting to be counted: 0." in run.out
    assert "Änne" in run.out
    assert "bots: easy" in run.out


def test_it_is_the_same_in_a_database(stammtisch: Stammtisch, postgresql: str) -> None:
    using(postgresql, _play)

    assert stammtisch("ratings", "--data", postgresql).code == 0
    assert stammtisch("ratings", "--rebuild", "--data", postgresql).code == 0
    assert using(postgresql, _moves) == WHOLE


def test_programs_are_told_everything(stammtisch: Stammtisch, house: Path) -> None:
    found = json.loads(stammtisch("ratings", "--json", "--data", house).out)
    last = {(move.game, move.seats, move.person): move for move in WHOLE}

    assert (found["same"], found["fault"], found["results counted"], found["results waiting"]) == (True, "", 30, 0)
    assert {
        (one["game"], one["seats"], one["person"]): (one["strength"], one["shown"]) for one in found["ratings"]
    } == {pool: (move.strength, is_shown(move)) for pool, move in last.items()}


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rating_moves SET strength = strength + 1e-9 WHERE number = (SELECT max(number) FROM rating_moves)",
        "DELETE FROM rating_moves WHERE number = (SELECT min(number) FROM rating_moves)",
        f"UPDATE result_seats SET place = 9 WHERE number = {BEST.number} AND person = '{BEST.person}'",  # noqa: S608  # ours
        "UPDATE rating_progress SET counted = 1",
    ],
)
def test_whatever_is_not_what_results_lead_to_is_noticed_and_made_anew(
    stammtisch: Stammtisch, house: Path, damage: str
) -> None:
    _change(house, damage)
    run, doctor = stammtisch("ratings", "--data", house), stammtisch("doctor", "--json", "--data", house)
    told = "ratings are not those that results lead to: the first of "

    assert run.code == 1
    assert told in run.out
    assert any(fault["fault"].startswith(told) for fault in json.loads(doctor.out)["faults"])
    assert stammtisch("ratings", "--rebuild", "--data", house).code == 0
    assert stammtisch("ratings", "--data", house).code == 0


def test_a_copy_computes_its_ratings_anew(stammtisch: Stammtisch, house: Path, postgresql: str) -> None:
    assert stammtisch("copy", house, postgresql).code == 0
    run = stammtisch("ratings", "--data", postgresql)
    assert "Results counted: 0, waiting to be counted: 30." in run.out
    assert run.code == 0

    async def serve(store: Store) -> list[RatingMove]:
        await count_all(store)
        return await store.rating_moves()

    assert using(postgresql, serve) == WHOLE
    assert stammtisch("copy", house, postgresql).code == 0
    assert using(postgresql, serve) == WHOLE


def test_a_house_without_games_has_no_ratings(stammtisch: Stammtisch, tmp_path: Path) -> None:
    using(str(tmp_path / "house.db"), lambda store: store.save_person("anna", "Änne"))

    assert "Results counted: 0, waiting to be counted: 0." in stammtisch("ratings", "--data", tmp_path / "house.db").out
