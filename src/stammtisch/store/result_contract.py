"""What a store keeps of each game that was finished, and what may be asked of it: a part of the contract of stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

USUAL: Final = "usual"  # the kind of a game that anybody may open
DAILY: Final = "daily"  # the kind of a try at a deal of the day


@dataclass(frozen=True)
class SeatResult:
    """How one seat came off in a game that is over."""

    person: str  # empty where a bot had the seat
    name: str  # as it was shown at the table
    level: str  # of the bot; empty where a person had the seat
    score: int
    place: int  # from 1; those who are equal share one
    share: float  # of the win: 1 for whoever won alone, 1/2 for each of two who did together
    left: bool = False  # whether the person got up before the end
    stood_in: int = 0  # decisions that a bot took for the person: they had left, they were away, or their time was up


@dataclass(frozen=True)
class GameResult:
    """A game that is over, as it counts for history, ratings and boards."""

    table: str
    game: str
    version: int  # of the rules
    choices: Mapping[str, object]  # the options, long ones by their hash
    finished: float  # seconds since 1970
    rated: bool
    steps: int
    seats: tuple[SeatResult, ...]
    evening: str  # the table at which the same people had begun to play, one game after another
    kind: str = USUAL
    number: int = 0  # the store's, from 1 and without gaps, in the order in which results were written down

    def seat_of(self, person: str) -> int | None:
        """Return where a person sat, if they did."""
        return next((seat for seat, one in enumerate(self.seats) if person and one.person == person), None)


@dataclass(frozen=True)
class TableOver:
    """A table that is over, for whoever looks for those that have no result."""

    changed: float
    id: str
    has_result: bool


@dataclass(frozen=True)
class Placing:
    """How often somebody came to a place at tables of a game with so many seats."""

    game: str
    seats: int
    place: int
    games: int
    shares: float  # of the wins, added up
    rated: int  # of these games


@dataclass(frozen=True)
class Companion:
    """Somebody with whom a person has played."""

    person: str
    name: str  # as it was shown when they last played
    games: int
    theirs: float  # wins of the other, shared ones in part
    own: float  # wins of the person in these games


@dataclass(frozen=True)
class ReviewSummary:
    """What a review has found about a game of somebody, in short."""

    game: str
    table: str
    seat: int
    finished: float
    found: str  # JSON


class ResultStore(Protocol):
    """The results of finished games; what ends a game writes its result, see `TableStore.finish`."""

    async def keep_result(self, result: GameResult) -> bool:
        """Keep the result of a table that is over already; whether it had none, for a second one changes nothing."""

    async def result(self, table_id: str) -> GameResult | None:
        """Return the result of a table."""

    async def last_result(self) -> int:
        """Return the number of the newest result; 0 if there is none."""

    async def results_after(self, number: int, most: int = -1) -> list[GameResult]:
        """Return the results with higher numbers in their order, so many at most (all, if negative).

        None is skipped: whoever has read up to a number has read all up to it, whichever servers write.
        """

    async def results_of(self, person: str, game: str = "", before: int = 0, most: int = -1) -> list[GameResult]:
        """Return the results of a person, the newest first.

        Args:
            person: Who sat there.
            game: Only those of this game, if it is named.
            before: Only those with a lower number, if one is given.
            most: How many at most; all, if it is negative.
        """

    async def placings(self, person: str) -> list[Placing]:
        """Return how often a person came to which place."""

    async def companions(self, person: str, most: int = -1) -> list[Companion]:
        """Return with whom a person has played most, bots not counted."""

    async def review_summaries(self, person: str, most: int = -1) -> list[ReviewSummary]:
        """Return what reviews have found about games of a person in short, the newest game first."""

    async def tables_over(self, after: tuple[float, str], most: int) -> list[TableOver]:
        """Return tables that are over, so many at most, those changed longest ago first.

        Args:
            after: Where to go on: when the last one was changed that is known, and its id.
            most: How many at most.
        """
