"""What is kept of a game that a study has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any, NamedTuple, Self

from stammtisch.kernel.seats import NONE


class TriedChoice(NamedTuple):
    """What a choice was worth, in chances to win."""

    second: float  # what the best way is worth more than the second best
    worst: float  # than the worst
    own: float  # the chance of the seat that chooses, by its best way
    moved: float  # how far it moves the chance of the other whom it moves most


class SecondOpinion(NamedTuple):
    """What a net and playouts said of the chance of the seat to decide."""

    net: float
    playouts: float
    error: float  # of the playouts: the variance of what they say
    happened: float  # its part of being ahead, where the game was next settled


@dataclass(frozen=True)
class Course:
    """How a watched game went."""

    turns: int  # over which its moments are spread evenly
    chances: tuple[tuple[float, ...], ...]  # at each moment, by seat: to win, as somebody sees it who watches
    opened: tuple[tuple[float, ...], ...]  # the same where everything lies open, hidden cards included
    hidden: float  # of the spread of results, summed over its moments: what lies in that which seats do not see
    spread: float  # of results, summed over its moments
    choices: tuple[TriedChoice, ...]  # some of them, spread over the game
    opinions: tuple[SecondOpinion, ...]  # at each moment, where there is a net
    taken: tuple[tuple[int, int], ...]  # what seats did: they and their actions


@dataclass(frozen=True)
class GameRecord:
    """A game that was played."""

    deal: int
    lineup: int  # which of its cell
    over: bool  # or broken off, since it took too many steps
    places: tuple[int, ...]  # by seat, 1 is best; all 0 if it was broken off
    scores: tuple[int, ...]
    steps: int
    chances: int  # choices of NATURE that could have been others
    # what follows is known of games that came to an end
    decisions: int = 0
    rounds: int = 0  # decisions of the seat that had most
    seconds: float = 0.0  # at a person's pace
    choices: int = 0  # single actions of seats
    ways: int = 0  # that were open to them, summed over the choices
    real: int = 0  # decisions in which there was more than one way to go
    course: Course | None = None
    openings: tuple[tuple[int, ...], ...] = ()  # by seat: the actions of its first decision
    forced: int = 0  # actions that a bot goes without, and took since nothing else was legal
    opener: int = NONE  # the seat that was first to decide while nobody else owed a decision

    def win(self, seat: int) -> float:
        """Return a seat's part of the win: shared wins are split, and there may be none."""
        return (self.places[seat] == 1) / max(self.places.count(1), 1)

    def as_row(self) -> list[Any]:
        """Return it as JSON."""
        return list(astuple(self))

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> Self:
        """Return what `as_row` was given."""
        values: dict[str, Any] = dict(zip((each.name for each in fields(cls)), row, strict=True))
        values |= {name: tuple(values[name]) for name in ("places", "scores")}
        values["openings"] = tuple(map(tuple, values["openings"]))
        if course := values["course"]:
            turns, chances, opened, hidden, spread, choices, opinions, taken = course
            values["course"] = Course(
                turns=turns,
                chances=tuple(map(tuple, chances)),
                opened=tuple(map(tuple, opened)),
                hidden=hidden,
                spread=spread,
                choices=tuple(TriedChoice(*each) for each in choices),
                opinions=tuple(SecondOpinion(*each) for each in opinions),
                taken=tuple((seat, action) for seat, action in taken),
            )
        return cls(**values)
