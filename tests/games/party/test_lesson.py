"""The first lesson: nobody has to do with the king before it was said what he does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from stammtisch.bots.levels import EASY, find_bot
from stammtisch.core.language import LANGUAGES
from stammtisch.core.words.lesson import Coach, read_lesson
from stammtisch.games import party
from stammtisch.games.party.position import KING, Phase
from stammtisch.kernel.bits import has_in


def _choices(seed: int) -> Iterator[tuple[bool, set[str]]]:
    """Yield the choices of a learner who plays at random: whether a king is part of it, and what was explained."""
    lesson = read_lesson(party, "en")
    assert lesson
    table, bot, random = lesson.table(party), find_bot(party, EASY), Random(seed)
    coach, king_seen = Coach(lesson, table), False
    while not table.over:
        seat = lesson.seat if lesson.seat in table.waiting else table.waiting[0]
        view = table.view(seat)
        if seat == lesson.seat:
            king_seen |= bool(has_in(view.shown[1] | view.shown[2] | view.shown[3] | view.hand[seat], KING))
            yield king_seen and view.phase == Phase.PLAY, {block.title for block in coach.met(len(table.steps))}
            table.play(seat, random.choice(table.actions(seat)))
        else:
            table.play(seat, *bot.choose(view, table.options, seat, lesson.seed, len(table.steps)))


@pytest.mark.parametrize("seed", range(4))
def test_the_king_is_explained_before_the_first_choice_that_he_is_part_of(seed: int) -> None:
    choices = list(_choices(seed))

    assert any(with_king for with_king, _ in choices)
    assert all("saw king" in met for with_king, met in choices if with_king)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_choice_already_says_that_there_is_a_king(language: str) -> None:
    lesson = read_lesson(party, language)
    assert lesson
    block = lesson.block("ask PLAY")

    assert block
    assert f"{KING}" in block.text
