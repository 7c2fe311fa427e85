"""Play lessons through as a learner might, against the bots that sit there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from stammtisch.bots.levels import EASY, find_bot
from stammtisch.core.game import Game
from stammtisch.core.table import Table
from stammtisch.core.words.lesson import Block, Coach, Lesson


def blocks_met(game: Game, lesson: Lesson, row: tuple[int, ...] = ()) -> list[Block]:
    """Return the blocks that come up while the learner takes these actions, and then plays like an easy bot."""
    table, bot, left = lesson.table(game), find_bot(game, EASY), list(row)
    coach = Coach(lesson, table)
    while not table.over and not coach.is_last(len(table.steps), coach.met(len(table.steps))):
        seat = lesson.seat if lesson.seat in table.waiting else table.waiting[0]
        if seat == lesson.seat and left:
            table.play(seat, left.pop(0))
        else:
            table.play(seat, *bot.choose(table.view(seat), table.options, seat, lesson.seed, len(table.steps)))
    return list(coach.met(len(table.steps)))


def wilful_way(game: Game, lesson: Lesson, will: int) -> Iterator[tuple[Table, list[Block]]]:
    """Let a learner do whatever is allowed, by chance, until the lesson ends.

    Yields the table before each of the learner's actions, with the blocks that have come up since the one before.
    """
    table, bot, chance = lesson.table(game), find_bot(game, EASY), Random(will)
    coach, told = Coach(lesson, table), 0
    while not table.over and not coach.is_last(len(table.steps), met := coach.met(len(table.steps))):
        if lesson.seat in table.waiting:
            yield table, list(met[told:])
            told = len(met)
            table.play(lesson.seat, chance.choice(table.legal(lesson.seat)))
        else:
            seat = table.waiting[0]
            table.play(seat, *bot.choose(table.view(seat), table.options, seat, lesson.seed, len(table.steps)))


def read_and_done(game: Game, lesson: Lesson, will: int) -> tuple[list[Block], int]:
    """Return what a learner who does anything at all has been told before the end, and how often they have acted."""
    tables = [table for table, _ in wilful_way(game, lesson, will)]
    return list(Coach(lesson, tables[-1]).met(len(tables[-1].steps))), len(tables)
