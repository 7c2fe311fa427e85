"""A net as a file: its weights in 8 bits, and a card without which nothing is believed."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.bots.evaluator import evaluator_of
from stammtisch.bots.levels import MASTER, STRONG, find_bot, has_net, level_names, usable_net
from stammtisch.bots.nets.net import CARD, FOLDER, WEIGHTS, card_of, make_net, net_of, read_net, require_fit
from stammtisch.bots.search_bot import SearchBot
from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of
from stammtisch.errors import NetError, UnknownBot
from stammtisch.games import combo, duel, gang, party
from stammtisch.kernel.net import HEADS
from stammtisch.learning.export import card_text, write_net
from tests.nets import drawn_net, drawn_weights, matrices_of, said_by_numpy
from tests.sample import exact

SHIPPED = files("stammtisch.games.gang") / FOLDER
MOST = 2_000_000  # bytes of a net that everybody downloads
RULES = "from stammtisch.games.gang import rules\nglobals().update(vars(rules) | {'__package__': __package__})\n"
GAME = """
from stammtisch.games.gang import NAME, features, hints, notation, words
from another_gang import rules
"""

Make = Callable[..., Game]


@pytest.fixture
def another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Return a function that makes a game like Gang of Crooks with a net of its own, whose card may say anything."""

    def make(*, weights: bytes | None = None, **says: Any) -> Game:
        folder = tmp_path / "another_gang"
        (folder / FOLDER).mkdir(parents=True)
        (folder / "__init__.py").write_text(GAME)
        (folder / "rules.py").write_text(RULES)
        card = json.loads((SHIPPED / CARD).read_text(encoding="utf-8")) | says
        (folder / FOLDER / CARD).write_text(card_text(card), encoding="utf-8")
        (folder / FOLDER / WEIGHTS).write_bytes((SHIPPED / WEIGHTS).read_bytes() if weights is None else weights)
        monkeypatch.syspath_prepend(str(tmp_path))
        game: Any = import_module("another_gang")
        return game  # type: ignore[no-any-return]

    yield make
    for name in ("another_gang", "another_gang.rules"):
        sys.modules.pop(name, None)


def test_a_net_is_read_from_its_file_as_it_was_written(tmp_path: Path) -> None:
    net = drawn_net(duel)
    write_net(net, tmp_path / FOLDER)
    card = json.loads((tmp_path / FOLDER / CARD).read_text(encoding="utf-8"))
    again = read_net((tmp_path / FOLDER / WEIGHTS).read_bytes(), card)

    for name in ("shape", "weights", "numbers"):
        assert np.array_equal(getattr(again, name), getattr(net, name))
        assert getattr(again, name).dtype == getattr(net, name).dtype
    assert again.card == dict(net.card)
    assert again.scale == 3.0


@pytest.mark.parametrize("game", [combo, duel, gang, party], ids=lambda game: game.NAME)
def test_eight_bits_are_within_half_a_step_of_the_weights(game: Game) -> None:
    inputs, actions = features_of(game).LAYOUT.size, game.rules.ACTIONS
    trained = drawn_weights(inputs, actions, 7, 2, 5)
    trained["policy"][:, 3] = 0  # a column of nothing
    net = make_net(game, trained, np.ones(inputs, np.float32), {})
    heads = np.column_stack([trained["policy"], trained["value"], trained["ahead"]])
    biases = [trained["first_bias"], *trained["layer_biases"]]
    biases.append(np.concatenate([trained["policy_bias"], [trained["value_bias"], trained["ahead_bias"]]]))
    meant = [trained["first"], *trained["layers"], heads]

    assert net.shape.tolist() == [inputs, 7, 2, actions]
    assert heads.shape[1] == actions + HEADS
    for (found, bias), matrix, its_bias in zip(matrices_of(net), meant, biases, strict=True):
        step = np.abs(matrix).max(0) / 127
        assert (np.abs(found - matrix) <= step * 0.5001 + 1e-9).all()
        assert np.abs(found - matrix).max() > step.max() / 3  # it is 8 bits, and not more
        assert np.array_equal(bias, its_bias)


def test_in_eight_bits_a_net_says_about_the_same() -> None:
    trained = drawn_weights(features_of(gang).LAYOUT.size, gang.rules.ACTIONS, 16, 1, 5)
    net = make_net(gang, trained, np.ones(len(trained["first"]), np.float32), {})
    observation = np.random.default_rng(1).integers(0, 2, len(trained["first"]))
    hidden = np.maximum(observation @ trained["first"] + trained["first_bias"], 0)
    hidden = hidden + np.maximum(hidden @ trained["layers"][0] + trained["layer_biases"][0], 0)
    logits = hidden @ trained["policy"] + trained["policy_bias"]
    said = said_by_numpy(net, observation)

    assert np.abs(said[:-HEADS] - logits).max() < 0.03 * logits.std() + 0.03 * np.abs(logits).max()
    assert said[-HEADS] == pytest.approx(hidden @ trained["value"] + trained["value_bias"], rel=0.05)
    assert said[1 - HEADS] == pytest.approx(hidden @ trained["ahead"] + trained["ahead_bias"], rel=0.05)


def test_the_net_of_gang_fits_is_small_and_says_what_it_is() -> None:
    net = net_of(gang)
    assert net is not None
    require_fit(net.card, gang)

    size = sum(len((SHIPPED / name).read_bytes()) for name in (CARD, WEIGHTS))
    assert 100_000 < size <= MOST
    assert {"game", "version", "layout", "options", "command", "seed", "date", "figures"} <= net.card.keys()
    assert (net.card["game"], net.card["version"]) == ("gang", gang.rules.VERSION)
    assert net.card["command"].startswith("stammtisch train gang ")
    assert net.card["options"] == [dict(each) for each in gang.features.TRAINING]
    assert net.shape[0] == features_of(gang).LAYOUT.size
    assert net.shape[3] == gang.rules.ACTIONS
    assert matrices_of(net)
    assert net.weights.any()


def test_a_net_that_fits_is_the_games_own(another: Make) -> None:
    game = another()
    net = usable_net(game)

    assert has_net(game)
    assert net is not None
    assert np.array_equal(net.weights, net_of(gang).weights)  # type: ignore[union-attr]
    assert MASTER in level_names(game)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ({"version": 99}, r"it was made for version 99, and it is 1 now; train it anew$"),
        ({"version": None}, r"it was made for version None, and it is 1 now; "),
        ({"game": "party"}, r"it was made for game party, and it is gang now; "),
        ({"actions": 58}, r"it was made for actions 58, and it is 57 now; "),
        ({"layout": [["phase", 9], ["seats", 3]]}, r"it sees other numbers; train it anew$"),
    ],
)
def test_a_net_that_does_not_fit_is_refused_and_left_alone(
    says: dict[str, Any], told: str, another: Make, caplog: pytest.LogCaptureFixture
) -> None:
    game = another(**says)

    with pytest.raises(NetError, match=rf"^the net of gang does not fit: {told}"):
        card_of(game)
    with pytest.raises(NetError, match="does not fit"):
        net_of(game)
    with caplog.at_level(logging.WARNING):
        assert not has_net(game)
    (warning,) = [record.message for record in caplog.records if "does not fit" in record.message]
    assert warning.endswith("; its levels search instead")
    assert usable_net(game) is None
    assert MASTER not in level_names(game)
    assert isinstance(find_bot(game, STRONG), SearchBot)
    assert isinstance(evaluator_of(game), SearchBot)
    assert isinstance(find_bot(game, MASTER), SearchBot)  # for tables that were set up when it fitted
    with pytest.raises(UnknownBot) as unknown:
        find_bot(game, "master:50")
    assert str(unknown.value).startswith("no bot 'master:50' for gang; there are random, easy, normal, strong, search:")


def test_a_card_that_cannot_be_read_is_no_net(another: Make, tmp_path: Path) -> None:
    game = another()
    (tmp_path / "another_gang" / FOLDER / CARD).write_text("{half")

    with pytest.raises(NetError, match=r"^the card of the net of gang cannot be read: "):
        card_of(game)
    assert not has_net(game)


@pytest.mark.parametrize("weights", [b"", b"nothing of the kind", (SHIPPED / WEIGHTS).read_bytes()[:5000]])
def test_weights_that_cannot_be_read_are_refused(weights: bytes, another: Make) -> None:
    game = another(weights=weights)

    with pytest.raises(NetError, match=r"^the net cannot be read: "):
        net_of(game)
    assert not has_net(game)
    assert isinstance(find_bot(game, STRONG), SearchBot)


def test_a_card_that_does_not_say_what_a_value_is_worth_is_none(another: Make) -> None:
    with pytest.raises(NetError, match=r"^the card of the net of gang is none: it says no value_scale; train it anew$"):
        card_of(another(value_scale=None))


def test_a_net_without_its_weights_is_refused(another: Make, tmp_path: Path) -> None:
    game = another()
    (tmp_path / "another_gang" / FOLDER / WEIGHTS).unlink()

    with pytest.raises(NetError, match=r"^the net of gang cannot be read: .*weights.npz"):
        net_of(game)


def test_weights_of_another_game_are_refused(another: Make) -> None:
    with pytest.raises(NetError, match=r"^the net does not fit gang: its shape is \[.*\]; train it anew$"):
        net_of(another(weights=drawn_net(duel).packed()))


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": np.zeros(9, np.int8)},
        {"numbers": np.zeros(9, np.float32)},
        {"shape": np.array([5, 4, 1], np.int64)},
        {"shape": np.array([5, -4, 1, 3], np.int64)},
        {"weights": drawn_net(duel).weights.astype(np.int16)},
        {"numbers": drawn_net(duel).numbers.astype(np.float64)},
        {"shape": drawn_net(duel).shape + np.array([0, 0, 1, 0])},
    ],
)
def test_a_net_that_has_not_the_numbers_its_shape_asks_for_is_refused(wrong: dict[str, Any]) -> None:
    net = replace(drawn_net(duel), **wrong)  # compiled code would read beyond them

    with pytest.raises(NetError, match=r"^the net cannot be read: it has not the numbers that its shape asks for$"):
        read_net(net.packed(), {})


@pytest.mark.parametrize("game", [combo, duel, party, exact], ids=lambda game: game.NAME)
def test_other_games_have_no_net(game: Game) -> None:
    assert card_of(game) is None
    assert net_of(game) is None
    assert not has_net(game)
