"""Every lesson can be learned: its deal brings up what it explains, in four languages."""

from __future__ import annotations

from itertools import islice

import pytest

from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.language import LANGUAGES
from stammtisch.core.words.lesson import ASK, END, HELLO, REFUSED, read_lesson
from tests.lessons import blocks_met, wilful_way
from tests.sample import exact

LESSONS = {game.NAME: game for game in (*map(find_game, game_names()), exact) if read_lesson(game, "en")}
LONGEST = 280  # letters of a block: one to three short sentences, read in ten seconds
MOST = 12  # things to explain: all of it takes three minutes
LONG = 40  # actions of a learner who does anything at all: then they have seen enough
WILLS = range(20)
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


@pytest.mark.parametrize("game", [game for game in LESSONS.values() if game is not exact], ids=lambda game: game.NAME)
def test_a_lesson_says_everything_in_every_language(game: Game) -> None:
    told = [read_lesson(game, language) for language in LANGUAGES]

    for blocks in zip(*(lesson.blocks for lesson in told if lesson), strict=True):
        assert len({block.title for block in blocks}) == 1
        assert len({block.text for block in blocks}) == len(LANGUAGES), blocks[0].title
