"""Stories: what a viewer is told of a game, of which only the end is told if it is long."""

from __future__ import annotations

import json

import pytest

from stammtisch.games.duel.rules import FIRST, TURN, Phase
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.games.duel.page import BREATH
from stammtisch.web.live.broadcast import Watcher
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.log.card_marks import plain
from stammtisch.web.view.log.log_parts import Sentence
from stammtisch.web.view.story import LOG_LINES, Story
from tests.calls import calls_in
from tests.web.drivers.finished_game import finished_game
from tests.web.drivers.long_game import long_game

ROUNDS = 12


@pytest.fixture(scope="module")
def room() -> LiveTable:
    """Return a game of some 1,400 steps."""
    return long_game(ROUNDS)


def _followed(room: LiveTable, viewer: int) -> list[str]:
    """Return all that a viewer was told who was there from the first step on."""
    story, told = Story(room, viewer, "en"), dict[Sentence, None]()
    for _ in story.go_on():
        told |= dict.fromkeys(story.log)
    return [plain(sentence.text) for sentence in told]


@pytest.mark.parametrize("viewer", [0, 5, SPECTATOR])
def test_whoever_comes_late_reads_the_same_lines_as_whoever_was_there(room: LiveTable, viewer: int) -> None:
    early, late = Story(room, viewer, "en"), Story(room, viewer, "en")
    *_, last = early.go_on()
    frame = late.catch_up()

    assert frame.scene.log == last.scene.log
    assert len(frame.scene.log) == LOG_LINES
    assert (frame.scene.view, frame.scene.before, frame.scene.step) == (
        last.scene.view,
        last.scene.before,
        last.scene.step,
    )
    assert frame.told == last.told == len(room.game_table().steps)


@pytest.mark.parametrize("step", [0, 1, 60, 299, 300, 301, 700])
def test_a_replay_shows_any_step_as_it_was(room: LiveTable, step: int) -> None:
    scene = Story(room, 2, "en").until(step)

    assert scene.view == room.game.rules.State.of(scene.view.words())
    assert scene.view.words() == _view_after(room, step)
    assert not scene.acts


def _view_after(room: LiveTable, step: int) -> list[int]:
    story = Story(room, 2, "en")
    for one in room.game_table().steps[:step]:
        story._tell(one)
    words: list[int] = story.scene().view.words()
    return words


def test_a_story_that_was_left_alone_is_told_on_from_near_its_end(room: LiveTable) -> None:
    story = Story(room, 0, "en")
    story.until(10)
    story.until(20)

    assert calls_in(story.catch_up) < 2 * calls_in(Story(room, 0, "en").catch_up)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_of_a_long_game_costs_no_more_than_that_of_a_shorter_one(room: LiveTable, language: str) -> None:
    shorter = long_game(ROUNDS // 3)
    Story(room, 0, language).catch_up()  # catalogues are read once

    short, long = (calls_in(Story(one, 0, language).catch_up) for one in (shorter, room))
    assert long < 1.5 * short


def test_memory_of_a_story_has_an_end(room: LiveTable) -> None:
    story = Story(room, 0, "en")
    for _ in story.go_on():
        pass

    assert len(_followed(room, 0)) > len(story.log) <= 600


def test_every_sentence_is_sent_once_and_in_its_order(room: LiveTable) -> None:
    story, watcher, sent = Story(room, 0, "en"), Watcher("guest0", "en"), list[str]()
    for frame in story.go_on():
        watcher.show({}, story, frame.told)
        message = watcher.queue.get_nowait()
        assert isinstance(message, str)
        sent += [line["text"] for line in json.loads(message)["log"]]

    assert sent == _followed(room, 0)


def test_a_duel_holds_its_breath_before_another_turns_a_tile_and_never_before_one_does_oneself() -> None:
    room = finished_game("duel", {})
    steps = room.game_table().steps
    for viewer in (0, 1, SPECTATOR):
        held = {frame.told - 1: frame.hold for frame in Story(room, viewer, "en").go_on()}
        turns = [step for step in steps if TURN <= step.action < FIRST]

        assert {held[step.number] for step in turns if step.seat != viewer} == {BREATH[Phase.GUESS]}
        assert {held[step.number] for step in turns if step.seat == viewer} <= {0}
