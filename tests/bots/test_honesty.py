"""Whoever asks a bot shows it what its seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stammtisch.bots.arena.compiled_game import CompiledGame, Player
from stammtisch.bots.review.decisions import FinishedGame, review
from stammtisch.bots.review.luck import _play
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.bots.search_bot import ActionValue
from stammtisch.cli import main
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.options import make_options
from stammtisch.core.rows import RowWalk
from stammtisch.core.table import Table
from stammtisch.terminal.play.autosave import Autosave
from stammtisch.testing.walk import legal_actions, view_of
from tests.subjects import SUBJECTS

DEALS = 3
CHANCE = 11
LONGEST = 5000  # steps
CHOICES: dict[str, dict[str, object]] = {  # short games, with decisions in several steps
    "combo": {"quick": "yes"},
    "duel": {"royal": "yes", "spaces": "2", "first_bluffer": "1"},
    "exact": {},
    "gang": {"seats": "3", "rounds": "1"},
    "party": {"seats": "3"},
}

every_game = pytest.mark.parametrize("name", SUBJECTS)
every_installed_game = pytest.mark.parametrize("name", game_names())


class Asked(NamedTuple):
    """What a witness was shown, and what it did."""

    number: int
    seat: int
    view: tuple[int, ...]
    action: int


class Witness:
    """A rule bot that remembers what it was shown; whatever chance it is given, it does the same."""

    playouts = 8

    def __init__(self, game: Game) -> None:
        self._game = game
        self._bot = RuleBot(game)
        self.asked: list[Asked] = []

    def with_playouts(self, playouts: int) -> Witness:  # noqa: ARG002
        """Return this bot: it thinks nothing."""
        return self

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:  # noqa: ARG002
        """Return what the rule bot does."""
        (action,) = self._bot.choose(view, options, seat, CHANCE, number)
        self.asked.append(Asked(number, seat, tuple(view.words()), action))
        return [action]

    def evaluate(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[ActionValue]:
        """Return what the rule bot does, and then everything else."""
        (best,) = self.choose(view, options, seat, seed, number)
        others = [action for action in legal_actions(self._game.rules, view, options, seat) if action != best]
        return [ActionValue(action, 1, 0.0, 0.5) for action in (best, *others)]

    def in_question(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return everything."""
        return [one.action for one in self.evaluate(view, options, seat, seed, number)]

    def compare(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[list[ActionValue]]:
        """Return that all are alike."""
        self.choose(view, options, seat, seed, number)
        return [[ActionValue(action, 1, 0.0, 0.5) for action in actions]] * 2

    def chances(
        self,
        view: Any,
        options: Any,
        seat: int,
        seed: int,
        number: int,
        action: int,  # noqa: ARG002
    ) -> tuple[float, float]:
        """Return that all is open."""
        self.choose(view, options, seat, seed, number)
        return 0.5, 0.5


class Critic(Witness):
    """A witness that thinks everything better than what was done, so that another is asked whether that is so."""

    def compare(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[list[ActionValue]]:
        """Return that the first of them, which was done, costs a point."""
        same, other = super().compare(view, options, seat, seed, number, actions)
        return [[replace(one, worth=float(index > 0)) for index, one in enumerate(part)] for part in (same, other)]


def seats_of(name: str) -> int:
    """Return how many play a game here."""
    seats: int = make_options(SUBJECTS[name].game.rules, CHOICES[name]).seats
    return seats


def hold_against(table: Table, witness: Witness, seats: Sequence[int], fewest: int = 1) -> None:
    """Hold what a witness was shown against a game: at all choices of these seats, from so many actions at least.

    Raises:
        AssertionError: It was shown anything but the view of its seat, or nothing was there to be hidden from it.
    """
    rules, o, s = table.rules, table.options, table.rules.State()
    due, hidden = list[Asked](), 0
    rules.start(s, o)
    for step in table.steps:
        if step.seat in seats and len(legal_actions(rules, s, o, step.seat)) >= fewest:
            view = view_of(rules, s, o, step.seat)
            due.append(Asked(step.number, step.seat, tuple(view.words()), step.action))
            hidden += view != s
        rules.apply(s, o, step.seat, step.action)

    asked = dict.fromkeys(witness.asked)  # it may be asked again
    assert next((pair for pair in zip_longest(asked, due) if pair[0] != pair[1]), None) is None
    assert hidden > 0


def _table(name: str, kind: type[Table] = Table) -> Table:
    return kind.undealt(SUBJECTS[name].game, DEALS, CHOICES[name])


def _reviewed(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Witness, Witness]:
    """Return a game, and who was asked when it was reviewed for seat 0: first, and for a second opinion."""
    table = _table(name)
    first, second = Critic(table.game), Witness(table.game)
    monkeypatch.setattr("stammtisch.bots.review.decisions.reviewer_of", lambda _: first)
    monkeypatch.setattr("stammtisch.bots.review.decisions.second_reviewer_of", lambda _: second)
    _play(table, Witness(table.game), CHANCE, LONGEST)
    review(
        FinishedGame(name, CHOICES[name], tuple((step.seat, step.action) for step in table.steps)), 0, lambda *_: None
    )
    return table, first, second


@every_game
def test_the_arena_shows_bots_their_views(name: str) -> None:
    table = _table(name)
    witness = Witness(table.game)
    players = [Player("witness", witness, table.game)] * table.seats
    bout = CompiledGame(table.game, table.options, players, DEALS, CHANCE)
    bout.play()
    table.carry_on()
    for asked in dict.fromkeys(witness.asked):
        table.play(asked.seat, asked.action)

    assert bout.position == table.position
    hold_against(table, witness, range(table.seats))


@every_game
def test_whoever_measures_luck_shows_bots_their_views(name: str) -> None:
    table = _table(name)
    witness = Witness(table.game)

    assert _play(table, witness, CHANCE, LONGEST)
    hold_against(table, witness, range(table.seats))


@every_installed_game
def test_a_review_shows_both_its_bots_what_the_seat_saw(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = _reviewed(name, monkeypatch)

    hold_against(table, first, [0], fewest=2)
    hold_against(table, second, [0], fewest=2)


@every_installed_game
def test_whoever_reviews_what_the_seat_did_not_see_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.bots.review.decisions.RowWalk", _OpenWalk)
    table, *reviewers = _reviewed(name, monkeypatch)
    for witness in reviewers:
        with pytest.raises(AssertionError):
            hold_against(table, witness, [0], fewest=2)


@every_installed_game
def test_the_terminal_shows_bots_their_views(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    witness, file = Witness(find_game(name)), tmp_path / "game.txt"
    monkeypatch.setattr("stammtisch.terminal.commands.players.play.find_bot", lambda *_: witness)
    options = [part for option, value in CHOICES[name].items() for part in ("-o", f"{option}={value}")]
    main(["play", name, "--bots", str(seats_of(name)), "--seed", str(DEALS), "--save", str(file), *options])
    _, table, _ = Autosave.resume(file)

    assert table.over
    hold_against(table, witness, range(table.seats))


class _OpenWalk(RowWalk):
    """A walk that hides nothing."""

    def view(self) -> Any:
        """Return everything."""
        return self.position.copy()


class _Open(Table):
    """A table that hides nothing."""

    def view(self, seat: int) -> Any:  # noqa: ARG002
        """Return everything."""
        return self.position.copy()


@every_game
def test_a_witness_notices_a_table_that_hides_nothing(name: str) -> None:
    table = _table(name, _Open)
    witness = Witness(table.game)
    _play(table, witness, CHANCE, LONGEST)
    with pytest.raises(AssertionError):
        hold_against(table, witness, range(table.seats))
