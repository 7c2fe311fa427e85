"""Levels by their names, with a net and without."""

from __future__ import annotations

import pytest

from stammtisch.bots.evaluator import Solved, evaluator_of
from stammtisch.bots.levels import find_bot, level_names, playouts_of
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.nets.net_search_bot import PLAYOUTS, NetSearchBot
from stammtisch.bots.search_bot import SearchBot
from stammtisch.core.game import Game
from stammtisch.errors import UnknownBot
from stammtisch.games import combo, duel, gang, party
from tests.sample import exact


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (gang, ("easy", "normal", "strong", "master")),
        (duel, ("easy", "normal", "strong", "perfect")),
        (party, ("easy", "normal", "strong")),
        (combo, ("easy", "normal", "strong")),
        (exact, ("easy", "normal", "strong")),
    ],
    ids=lambda game: getattr(game, "NAME", ""),
)
def test_every_game_has_its_levels_and_each_can_be_had(game: Game, names: tuple[str, ...]) -> None:
    assert level_names(game) == names
    for name in names:
        assert callable(find_bot(game, name).choose)


def test_strong_follows_the_net_and_master_looks_ahead_with_it() -> None:
    assert type(find_bot(gang, "strong")) is NetBot
    master = find_bot(gang, "master")

    assert isinstance(master, NetSearchBot)
    assert master.playouts == PLAYOUTS
    assert isinstance(find_bot(gang, "normal"), SearchBot)


def test_a_master_may_have_another_budget() -> None:
    bot = find_bot(gang, "master:50")

    assert isinstance(bot, NetSearchBot)
    assert bot.playouts == 50


@pytest.mark.parametrize(
    "name", ["master:0", "master:-5", "master:", "master:1e3", "master:50ms", "Master", "master:٤"]
)
def test_what_is_no_budget_is_no_bot(name: str) -> None:
    with pytest.raises(UnknownBot) as unknown:
        find_bot(gang, name)
    assert str(unknown.value).startswith(
        f"no bot {name!r} for gang; there are random, easy, normal, strong, master, search:PLAYOUTS, "
        "search:MILLISECONDSms, master:PLAYOUTS"
    )


@pytest.mark.parametrize("game", [combo, duel, party, exact], ids=lambda game: game.NAME)
def test_without_a_net_there_is_no_master(game: Game) -> None:
    for name in ("master", "master:50"):
        with pytest.raises(UnknownBot) as unknown:
            find_bot(game, name)
        assert "master" not in str(unknown.value).partition("there are")[2]


def test_what_a_review_asks_is_the_net_perfect_play_or_the_strong_search() -> None:
    asked = evaluator_of(party)

    assert isinstance(evaluator_of(gang), NetSearchBot)
    assert isinstance(evaluator_of(duel), Solved)
    assert isinstance(asked, SearchBot)
    assert asked.playouts == playouts_of(party, "strong")
