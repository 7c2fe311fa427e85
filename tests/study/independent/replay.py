"""Games of a study, played again at a `Table` by rules in Python, and counted as people would count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from typing import Any, cast

from stammtisch.core.game import Game, find_game, hints_of
from stammtisch.core.table import Table
from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.chance import draw, stream_for
from stammtisch.kernel.seats import NATURE, TABLE


@dataclass
class Decision:
    """What a seat decided, perhaps in a row of choices."""

    seat: int
    ways: list[int] = field(default_factory=list)  # at each choice
    complete: bool = False


@dataclass
class Turn:
    """What was decided by all who owed a decision at one moment."""

    asked: tuple[int, ...]
    taken: int  # actions of seats before it
    decisions: dict[int, Decision] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether everybody who was asked has decided."""
        return all(seat in self.decisions and self.decisions[seat].complete for seat in self.asked)

    @property
    def seconds(self) -> float:
        """The longest thinking: a second for a decision, and two for each bit of choice."""
        return max(1 + 2 * sum(map(log2, one.ways)) for one in self.decisions.values())


@dataclass
class Replay:
    """A game that came to its end."""

    deal: int
    bots: tuple[str, ...]
    table: Table
    turns: list[Turn]
    taken: list[tuple[int, int]]

    @cached_property
    def places(self) -> tuple[int, ...]:
        """By seat."""
        outcome = self.table.outcome()
        assert outcome is not None, "it came to its end"
        return outcome.places

    def win(self, seat: int) -> float:
        """Return a seat's part of the win."""
        winners = [other for other, place in enumerate(self.places) if place == 1]
        return 1 / len(winners) if seat in winners else 0.0

    @property
    def decisions(self) -> list[Decision]:
        """All that was decided."""
        return [one for turn in self.turns for one in turn.decisions.values()]

    @property
    def rounds(self) -> int:
        """How often that seat decided that decided most often."""
        return max([one.seat for one in self.decisions].count(seat) for seat in range(self.table.seats))

    @property
    def seconds(self) -> float:
        """How long people would take: TABLE a second for each of its steps."""
        whole = sum(turn.seconds for turn in self.turns) + sum(step.seat == TABLE for step in self.table.steps)
        return round(whole, 3)  # as a study keeps it: which games are as long as another tells how sure a length is

    @property
    def branching(self) -> float:
        """How many ways a choice had."""
        ways = [ways for one in self.decisions for ways in one.ways]
        return sum(ways) / len(ways)

    @property
    def real(self) -> float:
        """The share of decisions in which there was something to choose."""
        return sum(max(one.ways) > 1 for one in self.decisions) / len(self.decisions)

    @property
    def chance(self) -> bool:
        """Whether NATURE had anything to choose; none of its choices in our games is without another way."""
        return any(step.seat == NATURE for step in self.table.steps)

    @property
    def opener(self) -> int | None:
        """The first to decide while nobody else owed a decision."""
        alone = [turn.asked[0] for turn in self.turns if len(turn.asked) == 1]
        return alone[0] if alone else None


def replay(name: str, options: dict[str, Any], bots: Sequence[str], deal: int, seeds: tuple[int, int]) -> Replay:
    """Play a game again.

    Args:
        name: Of the game.
        options: Of the game.
        bots: Who sits where: `easy` or `random`.
        deal: Its number.
        seeds: Of NATURE, and of those who sit there.
    """
    game = find_game(name)
    table = Table(game, seed=seeds[0], **options)
    found = Replay(deal, tuple(bots), table, [], [])
    while table.waiting:
        seat = table.waiting[0]
        if not found.turns or found.turns[-1].over:
            found.turns.append(Turn(table.waiting, len(found.taken)))
        decided = table.position.decided[seat]
        own = found.turns[-1].decisions.setdefault(seat, Decision(seat))
        own.ways.append(len(table.actions(seat)))
        action = choose(game, bots[seat], table, seat, seeds[1])
        found.taken.append((seat, action))
        table.play(seat, action)
        own.complete = table.position.decided[seat] > decided
    return found


def choose(game: Game, bot: str, table: Table, seat: int, seed: int) -> int:
    """Return what somebody does who sits there, as far as the seat can see."""
    view, stream = table.view(seat), stream_for(seat, seed, len(table.steps))
    legal = [0] * words_for(game.rules.ACTIONS)
    game.rules.legal(view, table.options, seat, legal)
    if bot == "random":
        return nth(legal, draw(stream, count(legal)))
    return int(cast(Any, hints_of(game)).suggest(view, table.options, seat, legal, stream))
