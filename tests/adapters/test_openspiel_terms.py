"""What a game of OpenSpiel is told before it begins, what it says of itself, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from types import SimpleNamespace
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from stammtisch.adapters.openspiel import GAMES, SpielGame
from stammtisch.adapters.spiel_terms import ENDLESS
from stammtisch.core.options import as_json, make_options
from stammtisch.errors import FeatureError, OptionError, Refused
from stammtisch.kernel.seats import NONE, SPECTATOR
from tests.adapters.spiel_games import FOUR, a_state, load, with_options


@FOUR
def test_parameters_are_the_options_and_survive_as_text(name: str) -> None:
    for choices in GAMES[name].game.rules.OPTION_SETS:
        game = with_options(name, choices, longest=9, reward="rank")
        again = pyspiel.load_game(str(game))

        assert str(again) == str(game)
        assert as_json(again.game.rules, again.terms.options) == as_json(
            game.game.rules, make_options(game.game.rules, choices)
        )
        assert again.num_players() == game.terms.options.seats


def test_lists_are_given_as_json_and_seats_as_numbers() -> None:
    party = load("party", seats=3, youngest="[2, 0, 1]")
    combo = load("combo", seats=3, first=2)

    assert as_json(party.game.rules, party.terms.options)["youngest"] == [2, 0, 1]
    assert str(pyspiel.load_game(str(party))) == str(party)
    assert combo.terms.options.first == 2
    assert load("combo", first=NONE).new_initial_state().is_chance_node()


@pytest.mark.parametrize(
    ("name", "parameters", "error", "message"),
    [
        ("gang", {"seats": 7}, OptionError, "seats is 7; it may be 3 to 6"),
        ("combo", {"first": 3}, OptionError, "first is 3; it may be chance or a seat from 0 to 1"),
        ("party", {"youngest": "[0,"}, OptionError, "what begins with"),
        ("gang", {"reward": "fame"}, FeatureError, "reward is 'fame'; it may be win, score, rank"),
        ("gang", {"reward": "zero_sum"}, FeatureError, "reward is zero_sum with 4 seats; it may be where two play"),
        ("gang", {"longest": -1}, FeatureError, "longest is -1; it may be 0 or more"),
        ("gang", {"colour": 1}, pyspiel.SpielError, "Unknown parameter 'colour'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    name: str, parameters: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        load(name, **parameters)


def test_unknown_options_are_refused_where_openspiel_does_not_ask() -> None:
    with pytest.raises(OptionError, match="no option 'colour'"):
        GAMES["gang"]({"colour": 1})


def test_types_and_utilities_are_those_of_the_parameters() -> None:
    kinds = pyspiel.GameType.Utility
    endless, duel, party = load("duel"), load("duel", reward="zero_sum"), load("party", reward="rank", seats=5)
    gang = load("gang", reward="score", rounds=1, longest=10)

    assert (endless.get_type().utility, endless.max_game_length()) == (kinds.GENERAL_SUM, ENDLESS)
    assert not endless.get_type().provides_information_state_tensor
    assert make_observation(endless, INFO_STATE_OBS_TYPE).tensor is None
    assert (duel.get_type().utility, duel.utility_sum(), duel.min_utility()) == (kinds.ZERO_SUM, 0, -1)
    assert (party.get_type().utility, party.utility_sum()) == (kinds.CONSTANT_SUM, 2.5)
    assert party.get_type().provides_information_state_tensor
    assert load("party", reward="rank", longest=9).get_type().utility == kinds.GENERAL_SUM
    assert (gang.min_utility(), gang.max_utility(), gang.max_game_length()) == (-52, 52, 10)
    assert (gang.get_type().min_num_players, gang.get_type().max_num_players) == (3, 6)


@pytest.mark.parametrize(("longest", "highest"), [(0, -3), (9, 0)])
def test_nothing_is_among_the_utilities_of_a_game_that_may_be_broken_off(longest: int, highest: int) -> None:
    game = GAMES["party"].game
    features = SimpleNamespace(**{**vars(game.features), "lowest": lambda _: 3})  # type: ignore[attr-defined]
    costly = SimpleNamespace(**{**vars(game), "features": features})
    made = type("Costly", (SpielGame,), {"game": costly})({"reward": "score", "longest": longest})

    assert made.max_utility() == highest


def test_a_game_that_lasts_too_long_is_broken_off_with_nothing_for_anybody() -> None:
    random, lengths = Random("long"), set()
    for _ in range(20):
        state = a_state(load("duel", reward="zero_sum", longest=9), random, 100)
        lengths.add(state.moment.decisions)
        broken_off = state.moment.position.winner == NONE
        assert state.is_terminal()
        assert (state.returns() == [0, 0]) == broken_off

    assert max(lengths) == 9


def test_what_the_rules_forbid_is_refused_by_its_rule() -> None:
    state = load("duel", first_bluffer=0).new_initial_state()
    with pytest.raises(Refused, match="NO_CROWN_IN_BASE"):
        state.apply_action(GAMES["duel"].game.rules.CROWN)  # type: ignore[attr-defined]  # a constant of this game


def test_spectators_are_shown_what_is_public_and_nobody_is_shown_everything() -> None:
    game, recall = load("party", seats=3), {"perfect_recall": True}
    state = a_state(game, Random("crowd"), 40)
    public = make_observation(
        game, pyspiel.IIGObservationType(private_info=pyspiel.PrivateInfoType.NONE, public_info=True, **recall)
    )
    everything = pyspiel.IIGObservationType(
        private_info=pyspiel.PrivateInfoType.ALL_PLAYERS, public_info=True, **recall
    )

    assert public.tensor is None
    assert public.string_from(state, 0) == public.string_from(state, 1) == state.moment.text(SPECTATOR)
    with pytest.raises(FeatureError, match="it may show public information"):
        make_observation(game, everything)
    with pytest.raises(FeatureError, match="there may be none"):
        make_observation(game, None, {"size": 3})


def run(*lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False
    )


def test_only_the_game_that_is_loaded_is_compiled() -> None:
    done = run(
        "import sys, pyspiel, stammtisch.adapters.openspiel",
        "from stammtisch.kernel import compile",
        "assert not compile._drivers, 'by the import'",
        "pyspiel.load_game('python_stammtisch_duel')",
        "assert {rules for _, rules in compile._drivers} == {'stammtisch.games.duel.rules'}",
    )

    assert not done.stderr


def test_python_ends_quietly_after_games_were_registered() -> None:
    done = run("import pyspiel, stammtisch.adapters.openspiel", "pyspiel.load_game('python_stammtisch_duel')")

    assert (done.returncode, done.stderr) == (0, "")
