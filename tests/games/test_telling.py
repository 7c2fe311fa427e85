"""What our games tell a reader beside what they must: goals, help, headings, and a log for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.language import LANGUAGES, Reader
from stammtisch.core.rules_page import voice_of
from stammtisch.core.words import optional_words
from stammtisch.core.words.narration import EVERYTHING, SeenStep, ViewLog
from stammtisch.kernel.seats import SPECTATOR

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "duel": ("duel", {"royal": True}),
    "gang": ("gang", {"rounds": 1}),
    "party": ("party", {}),
    "party for two, with both variants": ("party", {"seats": 2, "face_down": True, "mirror": True}),
}
TILES = ("green", "red")
CARD = re.compile(r"<([^>]*)>")
every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def played(name: str) -> tuple[Table, tuple[tuple[int, Any, int], ...]]:
    """Return a whole game of random actions, and its decisions: who, what they saw, and what they did."""
    game, options = GAMES[name]
    table, chance = Table(game, seed=5, **options), Random(5)
    decisions = []
    while not table.over:
        seat = table.waiting[0]
        action = chance.choice(table.actions(seat))
        decisions.append((seat, table.view(seat), action))
        table.play(seat, action)
    return table, tuple(decisions)


@cache
def seen_by(name: str, viewer: int) -> tuple[SeenStep, ...]:
    """Return what a viewer saw of that game."""
    return tuple(ViewLog(played(name)[0]).seen(viewer))


def reader(name: str, language: str, you: int) -> Reader:
    """Return a reader in whose sentences cards stand in angle brackets, in the notation."""
    table, _ = played(name)
    return Reader(voice_of(table.game, language), NAMES[: table.seats], you, lambda text, _: f"<{text}>")


def told(name: str, language: str, you: int) -> Iterator[tuple[SeenStep, str, str]]:
    """Yield what a seat saw, with heading and sentence."""
    table, _ = played(name)
    who, words = reader(name, language, you), table.game.words
    for seen in seen_by(name, you):
        heading = optional_words.heading(table.game, *seen, table.options, who)
        yield seen, heading, words.log(*seen, table.options, who)


@every_language
@every_game
def test_a_goal_has_three_short_lines(name: str, language: str) -> None:
    table, _ = played(name)
    lines = optional_words.goal(table.game, table.options, reader(name, language, 0).say)

    assert len(lines) == 3
    assert all(0 < len(line) <= 125 for line in lines)


@every_game
def test_help_is_one_line_under_every_question(name: str) -> None:
    table, decisions = played(name)
    lines = [
        optional_words.help_line(table.game, v, table.options, seat, reader(name, "en", seat))
        for seat, v, _ in decisions
    ]

    assert all(lines)
    assert max(map(len, lines)) <= 140
    assert len(set(lines)) > 1


@every_game
def test_a_log_has_headings_and_no_more_lines_than_steps(name: str) -> None:
    table, _ = played(name)
    headings = [heading for _, heading, _ in told(name, "en", 0) if heading]
    lines = [line for _, _, line in told(name, "en", 0) if line]

    assert headings[0] == optional_words.heading(table.game, *seen_by(name, 0)[0], table.options, reader(name, "en", 0))
    assert len(headings) < len(lines) <= len(table.steps)


@every_game
def test_a_log_says_you_and_not_the_name_of_whoever_reads_it(name: str) -> None:
    lines = [line for _, _, line in told(name, "en", 0) if line]

    assert not [line for line in lines if NAMES[0] in line]
    assert [line for line in lines if re.search(r"\b[Yy]ou\b", line)]


@every_language
@every_game
def test_a_log_has_cards_and_no_codes_for_them(name: str, language: str) -> None:
    table, _ = played(name)
    lines = [line for _, _, line in told(name, language, 0)]
    for text in {card for line in lines for card in CARD.findall(line)}:
        assert text in TILES or table.game.notation.write(table.game.notation.read(text)) == text
    assert not [line for line in lines if re.search(r"\b[gbrkvy]\d", CARD.sub("", line))]


@every_game
def test_whoever_watches_hears_of_nobody_as_you(name: str) -> None:
    table, _ = played(name)
    lines = [table.game.words.log(*seen, table.options, reader(name, "en", -1)) for seen in seen_by(name, SPECTATOR)]

    assert not [line for line in lines if re.search(r"\b[Yy]ou\b", line)]


@every_game
def test_something_speaks_for_most_of_what_may_be_done_and_nothing_speaks_in_codes(name: str) -> None:
    table, decisions = played(name)
    reasons = [
        optional_words.reason(table.game, v, table.options, seat, action, reader(name, "en", seat))
        for seat, v, action in decisions
    ]

    assert sum(map(bool, reasons)) > 3 / 4 * len(reasons)
    assert len(set(reasons)) > 3


@every_game
def test_a_step_that_somebody_took_decided_the_game(name: str) -> None:
    table, _ = played(name)
    step = table.steps[optional_words.decisive(table.game, seen_by(name, EVERYTHING), table.options)]

    assert step.seat < table.seats


@every_game
def test_the_winner_is_told_that_they_win(name: str) -> None:
    table, _ = played(name)
    outcome = table.outcome()
    assert outcome is not None
    said = {
        seat: table.game.words.ending(outcome, table.view(seat), table.options, reader(name, "en", seat))
        for seat in range(table.seats)
    }

    assert {seat for seat, line in said.items() if line.startswith("You win")} == set(outcome.winners)
