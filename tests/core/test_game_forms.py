"""How games are offered: every form can be played, the shortest comes first, and the easiest game, too."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from stammtisch.core.game import find_game, game_names
from stammtisch.core.game_forms import difficulty_of, easiest_first, forms_of, shortest_form
from stammtisch.core.language import LANGUAGES
from stammtisch.core.options import make_options
from stammtisch.core.rules_page import voice_of

GAMES = [*map(find_game, ("combo", "duel", "gang", "party"))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_every_form_can_be_played_and_has_a_name_of_its_own(game: Any) -> None:
    forms = forms_of(game)

    assert all(make_options(game.rules, form.choices) for form in forms)
    for language in LANGUAGES:
        assert len({form.name(voice_of(game, language)) for form in forms}) == len(forms)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_the_shortest_form_comes_first_and_is_played_unless_somebody_asks(game: Any) -> None:
    minutes = [form.minutes for form in forms_of(game)]

    assert minutes == sorted(minutes)
    assert shortest_form(game) is forms_of(game)[0]


def test_newcomers_meet_the_easiest_game_first_and_what_says_nothing_last() -> None:
    silent: Any = SimpleNamespace(NAME="aaa", words=None)

    assert [game.NAME for game in easiest_first([silent, *GAMES])] == ["duel", "party", "gang", "combo", "aaa"]
    assert (forms_of(silent), difficulty_of(silent), dict(shortest_form(silent).choices)) == ((), 0, {})


def test_all_our_games_say_how_they_are_offered() -> None:
    assert {name for name in game_names() if forms_of(find_game(name))} >= {game.NAME for game in GAMES}
