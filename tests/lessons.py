"""Play lessons through as a learner might, against the bots that sit there."""

from __future__ import annotations

from stammtisch.bots.levels import EASY, find_bot
from stammtisch.core.game import Game
from stammtisch.core.words.lesson import Block, Coach, Lesson


def blocks_met(game: Game, lesson: Lesson, row: tuple[int, ...] = ()) -> list[Block]:
    """Return the blocks that come up while the learner takes these actions, and then plays like an easy bot."""
    table, bot, left = lesson.table(game), find_bot(game, EASY), list(row)
    coach = Coach(lesson, table)
    while not table.over and not coach.is_last(coach.met(len(table.steps))):
        seat = lesson.seat if lesson.seat in table.waiting else table.waiting[0]
        if seat == lesson.seat and left:
            table.play(seat, left.pop(0))
        else:
            table.play(seat, *bot.choose(table.view(seat), table.options, seat, lesson.seed, len(table.steps)))
    return list(coach.met(len(table.steps)))
