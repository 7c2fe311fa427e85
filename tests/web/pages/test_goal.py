"""What wins is told once to whoever first sits down at a game, and the rules open where they speak about the moment."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import LANGUAGES
from stammtisch.core.options import make_options
from stammtisch.web.view.goal import goal_lines
from tests.sample import exact
from tests.web.drivers.page import visitor


def _is_open(page: str) -> bool:
    found = re.search(r'<details id="goal"[^>]*>', page)
    assert found
    return " open" in found[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_every_game_says_what_wins_in_three_short_lines(name: str, language: str) -> None:
    game = find_game(name)
    for choices in game.rules.OPTION_SETS:
        lines = [line for _, line in goal_lines(game, make_options(game.rules, choices), language)]
        assert len(lines) == 3
        assert all(0 < len(line) <= 130 for line in lines), lines


def test_a_game_that_does_not_say_what_wins_has_no_card() -> None:
    assert goal_lines(exact, make_options(exact.rules, {}), "en") == []


def test_the_card_lies_open_until_it_was_read_and_for_each_game(server: TestClient) -> None:
    person = visitor(server)
    table = person.play_now("duel")
    assert _is_open(person.look(table))
    assert _is_open(person.look(table))

    person.send("/goal", game="duel", back=table)
    assert person.at == table
    assert not _is_open(person.page)
    assert not _is_open(person.look(person.play_now("duel")))
    assert _is_open(person.look(person.play_now("party")))


def test_the_card_opens_by_itself_for_nobody_who_watches_or_learns(server: TestClient) -> None:
    person, watcher = visitor(server), visitor(server)
    table = person.play_now("duel")
    person.look("/")
    person.send("/learn", game="duel")

    assert not _is_open(person.page)
    assert not _is_open(watcher.look(table))


def test_nobody_is_led_elsewhere_by_the_card(server: TestClient) -> None:
    person = visitor(server)
    person.look("/")
    person.send("/goal", game="duel", back="//elsewhere.example")

    assert person.at == "/"


def test_the_rules_open_where_they_speak_about_the_moment(server: TestClient) -> None:
    person = visitor(server)
    table = person.open("duel", **{"bots": "1", "o-first_bluffer": "0"})
    page = person.look(table)

    assert 'href="/rules/duel#phase-bluff" data-sheet="rules"' in re.sub(r"\s+", " ", page)
    assert 'data-rules="#phase-bluff"' in page
    assert 'id="phase-bluff"' in person.look("/rules/duel")
