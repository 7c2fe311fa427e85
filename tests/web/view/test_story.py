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
from tests.web.fixtures.finished_game import finished_game
from tests.web.fixtures.long_game import long_game

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


def _read_back(room: LiveTable, viewer: int, *, everything: bool = False) -> list[str]:
    """Return all that somebody reads who comes late and asks for what was earlier, again and again."""
    story = Story(room, viewer, "en", everything=everything)
    lines, earlier = list(story.catch_up().scene.log), story.earlier_than(story.told)
    while earlier:
        older, earlier = story.before(earlier)
        assert 0 < len(older) <= LOG_LINES
        assert len(older) == LOG_LINES or not earlier
        lines = older + lines
    return [plain(line.text) for line in lines]


@pytest.mark.parametrize("viewer", [0, 5, SPECTATOR])
def test_what_was_earlier_is_told_as_to_whoever_was_there(room: LiveTable, viewer: int) -> None:
    assert _read_back(room, viewer) == _followed(room, viewer)


GAMES: dict[str, dict[str, object]] = {
    "combo": {"seats": 2},
    "duel": {"spaces": 5},
    "party": {"seats": 2, "mirror": True, "face_down": True},
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_told_back_to_its_beginning_with_nobodys_secrets(name: str) -> None:
    room = finished_game(name, GAMES[name])
    told = {viewer: _followed(room, viewer) for viewer in (0, 1, SPECTATOR)}

    assert {viewer: _read_back(room, viewer) for viewer in told} == told
    assert min(map(len, told.values())) > LOG_LINES
    assert len(set(map(tuple, told.values()))) == len(told), "each reads it as they saw it"


def test_a_place_of_which_only_the_title_was_left_out_is_asked_for_exactly(room: LiveTable) -> None:
    story = Story(room, 0, "en")
    story.catch_up()
    title = next(line for line in reversed(story.log) if line.heading)

    before, _ = story.before(title.place)
    with_title, _ = story.before(title.place + 1)
    assert with_title[-1] == title
    assert with_title[:-1] == before[1:]


@pytest.mark.parametrize("step", [0, 10, 70])
def test_of_a_game_that_fits_on_a_page_nothing_is_earlier(room: LiveTable, step: int) -> None:
    story = Story(room, 0, "en")
    story.until(step)

    assert len(story.log) <= LOG_LINES
    assert story.earlier_than(step) == 0


def test_a_frame_says_where_the_newest_lines_begin_that_were_told_by_then(room: LiveTable) -> None:
    story, shown = Story(room, 0, "en"), list[Sentence]()
    story.until(800)
    for frame in story.go_on():
        shown = [line for line in story.log if line.step < frame.told][-LOG_LINES:]
        assert story.earlier_than(frame.told) == shown[0].place
        older, _ = story.before(shown[0].place)
        assert older[-1].place < shown[0].place
        if frame.told > 830:
            break


def test_the_host_of_the_house_reads_more_than_a_page_shows(room: LiveTable) -> None:
    early, late = Story(room, SPECTATOR, "en"), Story(room, SPECTATOR, "en")
    for _ in early.go_on():
        pass
    late.catch_up()

    lines = late.lines(300)
    assert len(lines) > 2 * LOG_LINES
    assert lines == early.lines(300)[-len(lines) :]
    assert late.lines(300) == lines


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


@pytest.mark.parametrize("rounds", [2, ROUNDS])
def test_whoever_comes_is_told_whether_there_is_more(rounds: int) -> None:
    story, watcher = Story(long_game(rounds, until=80 * (rounds - 1)), 0, "en"), Watcher("guest0", "en")
    watcher.show({}, story, story.catch_up().told)
    message = watcher.queue.get_nowait()
    assert isinstance(message, str)

    sent = json.loads(message)
    assert ("earlier" in sent) == (len(sent["log"]) == LOG_LINES) == (rounds == ROUNDS)


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
