"""Games are found by name, steps and seats have names, and errors form the tree that their module draws."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from stammtisch import errors
from stammtisch.core.game import find_game, game_names
from stammtisch.core.step import Step, read_seat, seat_name
from stammtisch.core.table import Table
from stammtisch.errors import NotationError, StammtischError, UnknownGame
from stammtisch.games import duel
from stammtisch.kernel.seats import HIDDEN, MAX_SEATS, NATURE, SPECTATOR, TABLE
from tests.sample import exact


def test_a_game_is_found_by_its_name() -> None:
    assert find_game("duel") is duel


def test_every_name_leads_to_the_game_that_bears_it() -> None:
    assert "duel" in game_names()
    assert list(game_names()) == sorted(set(game_names()))
    assert [find_game(name).NAME for name in game_names()] == list(game_names())


@pytest.mark.parametrize("name", ["chess", "", "Duel", "duel ", "stammtisch.games.duel"])
def test_a_game_that_is_not_installed_is_named_beside_those_that_are(name: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        find_game(name)

    assert str(caught.value) == f"no game {name!r}; there are {', '.join(game_names())}"


@pytest.mark.parametrize("game", [duel, exact], ids=["installed", "not installed"])
def test_a_table_is_pickled_and_copied_with_its_game_and_goes_on_as_it_would_have(game: Any) -> None:
    table = Table(game, seed=1)
    copies = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]  # noqa: S301  # our own
    for each in (table, *copies):
        for _ in range(5):
            seat = each.waiting[0]
            each.play(seat, each.actions(seat)[0])

    assert all(each.game is game and each.rules is game.rules for each in copies)
    assert all((each.position, each.steps) == (table.position, table.steps) for each in copies)
    assert copies[0].position is not table.position


def test_a_step_is_shown_as_somebody_saw_it_and_stays_itself() -> None:
    step = Step(4, 1, 9)

    assert step.shown_as(HIDDEN) == Step(4, 1, HIDDEN)
    assert step == Step(4, 1, 9)


def test_a_step_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        Step(4, 1, 9).action = 3  # type: ignore[misc]


@pytest.mark.parametrize("seat", [*range(MAX_SEATS), NATURE, TABLE, SPECTATOR])
def test_a_seat_comes_back_from_its_name(seat: int) -> None:
    assert read_seat(seat_name(seat)) == seat


def test_seats_that_are_no_places_have_words_for_names() -> None:
    assert [seat_name(seat) for seat in (0, 5, NATURE, TABLE, SPECTATOR)] == ["0", "5", "nature", "table", "spectator"]


@pytest.mark.parametrize("text", ["north", "", " 1", "-1", "01", "1.0", "²", "٣", "Nature", "61", "64", "9" * 5000])
def test_what_names_no_seat_is_told_what_would(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_seat(text)

    assert str(caught.value) == f"not a seat: {text!r} (expected a number, 'nature' or 'table')"


TREE = dict(re.findall(r"^[├└]── (\w+) +([^(]+?) *(?:\(.*\))?$", str(errors.__doc__), re.MULTILINE))
ATTRIBUTES = dict(re.findall(r"^[├└]── (\w+).*\((.+)\)$", str(errors.__doc__), re.MULTILINE))
CLASSES = {
    name: cls
    for name, cls in inspect.getmembers(errors, inspect.isclass)
    if issubclass(cls, Exception) and cls is not StammtischError
}


def test_the_tree_of_errors_is_the_one_that_is_drawn() -> None:
    assert set(TREE) == set(CLASSES)
    assert all(cls.__bases__[0] is StammtischError for cls in CLASSES.values())
    assert "\n\nStammtischError\n├── " in str(errors.__doc__)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_an_error_carries_what_the_tree_says(name: str) -> None:
    given = inspect.signature(CLASSES[name].__init__).parameters
    carried = ATTRIBUTES[name].split(", ")

    assert set(carried) <= set(given)
    assert re.findall(r"self\.(\w+) = \1$", inspect.getsource(CLASSES[name]), re.MULTILINE) == carried
