"""The guided first round: bots wait while something is to be read, and everything works without script."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import LANGUAGES
from stammtisch.core.words.lesson import read_lesson
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.host import room_of, steps
from tests.web.drivers.page import Visitor, house, visitor
from tests.web.drivers.sockets import hear
from tests.web.drivers.turning import turn, turn_until

LESSONS = [name for name in game_names() if read_lesson(find_game(name), "en")]
WAITED = 30.0  # seconds, in which a bot that does not wait has long decided


def _learner(client: TestClient, game: str = "duel") -> Visitor:
    learner = visitor(client, "Anna")
    learner.look("/")
    learner.send("/learn", game=game)
    return learner


def _said(page: str) -> str:
    found = re.search(r'<p class="said">\s*(.*?)\s*</p>', page, re.DOTALL)
    return unescape(found[1]) if found else ""


def _block(title: str, language: str = "en") -> str:
    lesson = read_lesson(find_game("duel"), language)
    block = lesson and lesson.block(title)
    assert block
    return block.text


def _goes_on(learner: Visitor) -> None:
    number = re.search(r'name="block" value="(\d+)"', learner.page)
    assert number, "there is something to read"
    learner.send(f"{learner.at}/go-on", block=number[1])


def test_bots_wait_until_what_is_explained_was_read(still: TestClient, clock: TurnedClock) -> None:
    learner = _learner(still)
    table = learner.at
    assert _said(learner.page) == _block("hello")
    turn(clock, WAITED)
    assert steps(still, table) == 0

    _goes_on(learner)
    turn_until(clock, lambda: steps(still, table) == 1, "the bot to hide the cross")
    assert _said(learner.look(table)) == _block("ask GUESS")


def test_a_lesson_that_was_left_waits_for_its_learner_and_for_nobody_else(still: TestClient) -> None:
    learner = _learner(still)

    assert "your lesson waits" in learner.look("/")
    assert "others decide" not in learner.page


def test_a_decision_says_that_everything_was_read(server: TestClient) -> None:
    learner = _learner(server)
    table = learner.at
    _goes_on(learner)
    eventually(lambda: learner.look(table) and learner.offered(), "tiles to turn")
    assert "go-on" not in re.sub(r"(?s)<form id=.lesson.*?</form>", "", learner.page), "the question is to be answered"
    learner.decide(table, "turn 1")

    assert _said(learner.look(table)) == _block("saw my_green")


@pytest.mark.parametrize("game", ["combo", "party"])
def test_nothing_is_asked_while_something_is_to_be_read(server: TestClient, game: str) -> None:
    learner = _learner(server, game)
    assert 'id="go-on"' in learner.page
    assert learner.offered() or 'name="pick"' in learner.page, "who knows it already may decide at once"
    assert 'class="question"' not in learner.page
    _goes_on(learner)

    page = learner.look(learner.at)
    assert 'id="go-on"' not in page
    assert page.count('class="question"') == 1
    assert page.count('class="note"') == 0, "the guide says what to do"


def test_what_is_refused_is_explained_once(server: TestClient) -> None:
    learner = _learner(server)
    table = learner.at
    _goes_on(learner)
    eventually(lambda: learner.look(table) and learner.offered(), "tiles to turn")
    learner.decide(table, "turn 1")
    assert learner.decide(table, "turn 1").status_code == 422
    assert _said(learner.look(table)) == _block("saw my_green")
    _goes_on(learner)
    assert _said(learner.page) == _block("refused")
    _goes_on(learner)
    assert learner.decide(table, "turn 1").status_code == 422

    assert _said(learner.look(table)) != _block("refused")
    assert 'class="coach idle"' in learner.page


def test_who_does_the_wrong_thing_first_is_told_at_once_and_then_what_to_do(server: TestClient) -> None:
    learner = _learner(server, "gang")
    table = learner.at
    _goes_on(learner)
    lesson = read_lesson(find_game("gang"), "en")
    assert lesson
    asked, refused = lesson.block("ask PASS"), lesson.block("refused")
    assert asked
    assert refused
    assert _said(learner.page) == asked.text

    assert learner.decide(table, "nonsense").status_code == 422
    assert _said(learner.look(table)) == refused.text
    _goes_on(learner)
    assert _said(learner.page) == asked.text


def test_whoever_skips_a_lesson_plays_on_as_anywhere(still: TestClient, clock: TurnedClock) -> None:
    learner = _learner(still)
    table = learner.at
    learner.send(f"{table}/skip-lesson")

    assert _said(learner.page) == ""
    turn_until(clock, lambda: steps(still, table) == 1, "the bot to hide the cross")
    learner.look(table)
    assert "turn 1" in learner.offered()


def test_everybody_who_learns_a_game_gets_the_same_deal(server: TestClient) -> None:
    tables = []
    for _ in range(2):
        learner = _learner(server)
        _goes_on(learner)
        tables.append(learner.at)
    eventually(lambda: [steps(server, table) for table in tables] == [1, 1], "the bots to hide their crosses")

    one, other = ([*room_of(server, table).game_table().steps] for table in tables)
    assert one == other


def _learns_to_the_end(learner: Visitor, game: str) -> None:
    table = learner.at
    for _ in range(200):
        learner.look(table)
        if f'value="{game}" formaction="/play"' in re.sub(r"\s+", " ", learner.page):
            return
        if re.search(r'id="go-on"', learner.page):
            _goes_on(learner)
        elif learner.offered():
            learner.decide(table)


def test_a_lesson_ends_with_a_real_game(server: TestClient) -> None:
    learner = _learner(server)
    table = learner.at
    _learns_to_the_end(learner, "duel")
    assert _said(learner.page) == _block("end")

    learner.send("/play", game="duel")
    assert learner.at != table
    assert 'id="coach"' not in learner.page


def test_a_lesson_of_which_only_the_last_words_are_left_waits_for_nobody(server: TestClient) -> None:
    learner = _learner(server, "party")  # it ends before the game
    _learns_to_the_end(learner, "party")

    assert "The lesson is over: play a real game, or finish this one." in learner.page
    assert "your lesson is over" in learner.look("/")
    assert "your lesson waits" not in learner.page


def test_a_lesson_is_told_to_nobody_else(server: TestClient) -> None:
    learner = _learner(server)
    watcher = visitor(server)

    assert _said(watcher.look(learner.at)) == ""
    assert watcher.send(f"{learner.at}/go-on", block="0").status_code == 403
    assert watcher.send(f"{learner.at}/skip-lesson").status_code == 403
    assert _said(learner.look(learner.at)) == _block("hello")


def test_what_is_explained_is_pushed_to_the_learner(server: TestClient) -> None:
    learner = _learner(server)
    with learner.client.websocket_connect(f"{learner.at}/live") as socket:
        _goes_on(learner)
        told = hear(socket, "the question explained", lambda told: "Tap a lane" in told["regions"].get("coach", ""))

    assert _said(told["regions"]["coach"]) == _block("ask GUESS")


def test_an_old_button_reads_nothing_that_was_not_shown(still: TestClient) -> None:
    learner = _learner(still)
    learner.send(f"{learner.at}/go-on", block="99")
    learner.send(f"{learner.at}/go-on", block="x")

    record = room_of(still, learner.at).record.lesson
    assert record
    assert record.read == 1


def test_a_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        learner = _learner(client)
        _goes_on(learner)
        table, cookies = learner.at, dict(learner.client.cookies)
        eventually(lambda: steps(client, table) == 1, "the bot to hide the cross")
    with house(tmp_path) as client:
        again = visitor(client)
        again.client.cookies.clear()
        again.client.cookies.update(cookies)

        assert _said(again.look(table)) == _block("ask GUESS")


def test_a_game_without_a_lesson_cannot_be_learned(server: TestClient) -> None:
    learner = visitor(server)
    learner.look("/")

    assert learner.send("/learn", game="nothing").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_begins_in_the_language_of_its_learner(server: TestClient, game: str, language: str) -> None:
    learner = visitor(server)
    learner.look("/")
    learner.send("/settings", lang=language, back="/")
    learner.send("/learn", game=game)
    lesson = read_lesson(find_game(game), language)

    assert lesson
    assert _said(learner.page) == lesson.blocks[0].text
