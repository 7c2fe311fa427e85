"""What remains of a training: a net and a card that says how it came to be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.bots.nets.net import CARD, FOLDER, WEIGHTS, read_net, require_fit
from stammtisch.errors import TrainingError
from stammtisch.games import duel, gang
from stammtisch.learning.export import card_text, command_of, export_net
from stammtisch.learning.recipe import Recipe, variants_of
from tests.learning.test_trainer import TINY, a_training
from tests.turned_clock import TurnedClock

NOW = 1_700_000_000.0  # a day in November 2023


def test_the_net_of_a_training_is_written_with_its_card(tmp_path: Path) -> None:
    training = a_training(tmp_path)
    list(training.run())
    made = export_net(tmp_path, TurnedClock(NOW), {"lead": 0.25})
    card: dict[str, Any] = json.loads((tmp_path / FOLDER / CARD).read_text(encoding="utf-8"))
    net = read_net((tmp_path / FOLDER / WEIGHTS).read_bytes(), card)

    require_fit(card, duel)
    assert card == dict(made.card)
    assert (card["date"], card["figures"], card["seed"]) == ("2023-11-14", {"lead": 0.25}, 3)
    assert (card["decisions"], card["seconds"]) == (2048, round(training.seconds))
    assert card["options"] == [{"spaces": 1}]
    assert net.scale == training.value_scale
    for name in ("shape", "weights", "numbers"):
        assert np.array_equal(getattr(net, name), getattr(made, name))
    assert net.numbers[: len(training.input_scale)].tolist() == training.input_scale.tolist()


def test_the_command_says_what_differs_from_the_usual() -> None:
    def command(game: Any, recipe: Recipe) -> str:
        return command_of(game, recipe.as_json())

    usual = Recipe("gang", variants_of(gang), decisions=5, seed=7)
    assert command(gang, usual) == "stammtisch train gang --out DIR --on cuda --decisions 5 --seed 7"
    assert command(gang, replace(usual, width=64, learning_rate=1e-3)) == (
        "stammtisch train gang --out DIR --on cuda --decisions 5 --seed 7 --width 64 --learning-rate 0.001"
    )
    assert command(gang, replace(usual, variants=({"seats": 4, "rounds": 1},))) == (
        "stammtisch train gang --out DIR --on cuda -o seats=4 -o rounds=1 --decisions 5 --seed 7"
    )
    assert command(duel, Recipe("duel", variants_of(duel), seed=1)) == (
        "stammtisch train duel --out DIR --on cuda --decisions 2000000000 --seed 1"
    )
    assert command(duel, Recipe("duel", ({"spaces": 2},), decisions=9)) == (
        "stammtisch train duel --out DIR --on cuda -o spaces=2 --decisions 9 --seed 0"
    )


def test_a_card_has_a_line_for_each_fact() -> None:
    card = {"game": "duel", "options": [{"spaces": 1}], "figures": {"lead": "+0.2 ± 0.1"}}
    text = card_text(card)

    assert json.loads(text) == card
    assert text.splitlines()[1:-1] == [
        '  "game": "duel",',
        '  "options": [{"spaces": 1}],',
        '  "figures": {"lead": "+0.2 ± 0.1"}',
    ]


def test_where_there_is_no_training_there_is_nothing_to_export(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"^there is no training in "):
        export_net(tmp_path, TurnedClock(NOW), {})
    a_training(tmp_path, replace(TINY, decisions=1)).save()
    assert export_net(tmp_path, TurnedClock(NOW), {}).card["decisions"] == 0
