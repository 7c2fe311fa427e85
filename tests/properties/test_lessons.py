"""Every lesson can be learned: its deal brings up what it explains, in four languages."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.language import LANGUAGES
from stammtisch.core.words.lesson import ASK, END, HELLO, REFUSED, read_lesson
from tests.lessons import blocks_met, read_and_done, wilful_way
from tests.sample import exact

LESSONS = {game.NAME: game for game in (*map(find_game, game_names()), exact) if read_lesson(game, "en")}
LONGEST = 280  # letters of a block: one to three short sentences, read in ten seconds
MOST = 12  # things to explain: all of it takes three minutes
LONG = 40  # actions of a learner who does anything at all: then they have seen enough
WILLS = range(20)
MINUTES = 3  # what the button promises, and nine learners in ten need
READING = 60 / 200  # seconds for a word
ACTING = 4  # seconds for an action, or for going on
every_lesson = pytest.mark.parametrize("game", LESSONS.values(), ids=LESSONS)


@every_lesson
def test_every_block_comes_up_for_somebody_who_plays_the_lesson(game: Game) -> None:
    lesson = read_lesson(game, "en")
    assert lesson
    ways = [blocks_met(game, lesson, row) for row in (*lesson.tries, ())]

    assert [block.moment for block in ways[0][:2]] == [HELLO, ASK]
    met = {block.title for way in ways for block in way}
    missing = [block.title for block in lesson.blocks if block.title not in met and block.moment not in (REFUSED, END)]
    assert missing == []


@every_lesson
def test_the_end_of_a_lesson_is_reached_whatever_the_learner_does(game: Game) -> None:
    lesson = read_lesson(game, "en")
    assert lesson

    actions = [sum(1 for _ in islice(wilful_way(game, lesson, will), LONG + 1)) for will in WILLS]

    assert max(actions) <= LONG


@every_lesson
def test_a_lesson_is_short(game: Game) -> None:
    for language in LANGUAGES:
        lesson = read_lesson(game, language)
        assert lesson
        assert len(lesson.topics) <= MOST
        assert [block.title for block in lesson.blocks if len(block.text) > LONGEST] == [], language


@every_lesson
def test_a_lesson_takes_as_long_as_its_button_says(game: Game) -> None:
    english = read_lesson(game, "en")
    assert english
    ways = [read_and_done(game, english, will) for will in WILLS]
    for language in LANGUAGES:
        lesson = read_lesson(game, language)
        assert lesson
        words = {block.title: len(re.findall(r"[\w’]+", block.text)) for block in lesson.blocks}
        end = words[lesson.end.title] if lesson.end else 0
        seconds = sorted(
            ACTING * (done + sum(block.moment != ASK for block in read))
            + READING * (end + sum(words[block.title] for block in read))
            for read, done in ways
        )

        assert seconds[len(seconds) * 9 // 10 - 1] <= 60 * MINUTES, language


@pytest.mark.parametrize("game", [game for game in LESSONS.values() if game is not exact], ids=lambda game: game.NAME)
def test_a_lesson_says_everything_in_every_language(game: Game) -> None:
    told = [read_lesson(game, language) for language in LANGUAGES]

    for blocks in zip(*(lesson.blocks for lesson in told if lesson), strict=True):
        assert len({block.title for block in blocks}) == 1
        assert len({block.text for block in blocks}) == len(LANGUAGES), blocks[0].title
