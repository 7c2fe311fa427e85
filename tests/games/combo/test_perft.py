"""The number of ways a game can begin, or a story go on, as the rules, the oracle and the file count them."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import pytest

from stammtisch import read_transcript
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import make_options, read_text
from stammtisch.games import combo
from stammtisch.games.combo import notation, rules
from stammtisch.kernel import NATURE, TABLE
from stammtisch.testing import Position
from stammtisch.testing.perft import perft
from stammtisch.testing.walk import begin, legal_actions, seats_waited_for, step_on
from tests.games.combo.oracle import Oracle
from tests.games.combo.player import Player
from tests.games.combo.situation import Actor, Shuffle
from tests.games.perft_tables import count_rows, fast, read_counts

SEED = 11
COUNTS = read_counts(__file__)
WORDS: dict[str, object] = {"yes": True, "no": False} | {str(number): number for number in range(5)}
ACTORS: dict[int, Actor] = {NATURE: "nature", TABLE: "table"} | {seat: seat for seat in range(4)}
every_line = pytest.mark.parametrize("start", COUNTS)


class Dealt:
    """A game of the oracle in which NATURE does what a seed says."""

    def __init__(self, choices: dict[str, object]) -> None:
        self.choices = choices
        self.oracle = Oracle(choices)
        self.dealt = 0  # choices of NATURE so far

    @property
    def waiting(self) -> list[Actor]:
        """Who may act now."""
        return self.oracle.waiting

    def legal(self, who: Actor, /) -> list[str]:
        """Return what `who` may do now; NATURE has one way to go."""
        actions = sorted(map(notation.read, self.oracle.legal()))
        if who == "nature":
            actions = [SeededNature(SEED).choose(self.dealt, actions)]
        return [notation.write(action) for action in actions]

    def act(self, who: Actor, text: str, /) -> None:
        """Do something that is legal."""
        self.oracle.act(who, text)
        self.dealt += who == "nature"

    def copy(self) -> Dealt:
        """Return the same position once more."""
        twin = Dealt(self.choices)
        twin.dealt = self.dealt
        vars(twin.oracle).update({name: _twin(value) for name, value in vars(self.oracle).items() if name != "_do"})
        return twin


def _twin(value: Any) -> Any:
    if isinstance(value, list):
        return [_twin(part) for part in value]
    if isinstance(value, Player | Shuffle):
        twin = copy(value)
        vars(twin).update({name: _twin(part) for name, part in vars(value).items()})
        return twin
    return copy(value) if isinstance(value, set | dict) else value


def test_the_file_counts_tables_quick_or_not_expert_or_not_and_goes_on_from_stories() -> None:
    tables = [make_options(rules, read_text(start)) for start in COUNTS if "=" in start]

    assert {(o.quick, o.expert) for o in tables} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {o.seats for o in tables} == {2, 3, 4}
    assert len(COUNTS) - len(tables) == 12


@every_line
def test_the_rules_count_as_the_file_does(start: str) -> None:
    counts = fast(COUNTS[start])

    assert count_by_rules(start, len(counts)) == counts


@every_line
def test_the_oracle_counts_as_the_file_does(start: str) -> None:
    counts = fast(COUNTS[start])

    assert count_by_oracle(start, len(counts)) == counts


@pytest.mark.deep
@every_line
def test_rules_and_oracle_count_as_the_file_does_to_its_end(start: str) -> None:
    counts = COUNTS[start]

    assert count_by_rules(start, len(counts)) == counts
    assert count_by_oracle(start, len(counts)) == counts


def beginning(start: str) -> tuple[dict[str, object], list[tuple[int, str]]]:
    """Return the options of a line, and the steps of the story with which it begins."""
    if "=" in start:
        return read_text(start), []
    name, _, number = start.rpartition(" after ")
    story = read_transcript((Path(__file__).parent / "transcripts" / f"{name}.txt").read_text("utf-8"))
    steps = [(line.seat, line.action) for line in story.play if line.refused_by is None]
    return story.choices, steps[: int(number)]


def count_by_rules(start: str, depth: int) -> list[int]:
    """Return the counts of the rules."""
    choices, steps = beginning(start)
    if not steps:
        return perft(combo, choices, depth, SEED)
    at, counts = begin(combo, choices), [0] * depth
    for seat, text in steps:
        at = step_on(at, seat, notation.read(text))
    _go_on(at, 0, 0, counts)
    return counts


def _go_on(at: Position, dealt: int, depth: int, counts: list[int]) -> None:
    """Add how many rows of actions there are to each depth from here, as `perft` counts them from the start."""
    waited_for = seats_waited_for(rules, at.s, at.o)
    if depth == len(counts) or not waited_for:
        return
    seat = waited_for[0]
    actions = legal_actions(rules, at.s, at.o, seat)
    if seat == NATURE:
        actions = [SeededNature(SEED).choose(dealt, actions)]
        dealt += 1
    counts[depth] += len(actions)
    for action in actions:
        _go_on(step_on(at, seat, action), dealt, depth + 1, counts)


def count_by_oracle(start: str, depth: int) -> list[int]:
    """Return the counts of the oracle."""
    choices, steps = beginning(start)
    game = Dealt(
        {name: WORDS.get(value, value) if isinstance(value, str) else value for name, value in choices.items()}
    )
    for seat, text in steps:
        game.oracle.act(ACTORS[seat], text)
    return count_rows(game, depth)
