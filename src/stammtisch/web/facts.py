"""What is known about a table around its game: its stage, who sits where, what was agreed on, whether it rests."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from stammtisch.core.game import Game, find_game
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.kept import Saved
from stammtisch.web.places import Place, Rest, Terms

OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"


class Facts:
    """A table as it is kept, in the words of those who sit there."""

    def __init__(self, saved: Saved) -> None:
        self.id = saved.id
        self.game: Game = find_game(saved.game)
        self.take_over(saved)

    def take_over(self, saved: Saved) -> None:
        """Replace what is known by what is kept."""
        self.saved = saved
        usual = {**asdict(Terms()), "advice": {}, "rest": {}, "ended": ""}
        self.saved.facts = {**usual, **saved.facts}  # a file may be older than some of them
        self.places = [Place(**place) for place in saved.facts["places"]]

    @property
    def stage(self) -> str:
        """Whether the table is open, running or over."""
        return self.saved.stage

    @property
    def host(self) -> str:
        """Who has opened the table."""
        return str(self.saved.facts["host"])

    @property
    def begun(self) -> bool:
        """Whether there is a game to look at: not before the first card, nor where the house closed the table then."""
        return self.stage != OPEN and self.saved.facts["ended"] != OPEN

    @property
    def ended(self) -> bool:
        """Whether the house has ended it, so that there is no result."""
        return bool(self.saved.facts["ended"])  # the stage in which it did

    @property
    def rest(self) -> Rest:
        """How the table rests or has rested."""
        return Rest(**self.saved.facts["rest"])

    @property
    def paused(self) -> bool:
        """Whether the house has paused the game."""
        return self.stage == RUNNING and self.rest.since > 0

    @property
    def readable(self) -> bool:
        """Whether the rules are still those that the table was begun with."""
        return self.saved.version == self.game.rules.VERSION

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, for sentences."""
        return tuple(place.name or f"{index + 1}" for index, place in enumerate(self.places))

    @property
    def hints(self) -> bool:
        """Whether one may ask for hints here: it was agreed on, and at most one person sits at the table."""
        return bool(self.saved.facts["hints"]) and sum(bool(place.person) for place in self.places) <= 1

    @property
    def terms(self) -> Terms:
        """What was agreed on beside the options of the game."""
        facts = self.saved.facts
        return Terms(facts["pace"], facts["listed"], facts["level"], facts["hints"])

    def seat_of(self, person: str) -> int:
        """Return where a person sits; SPECTATOR if nowhere."""
        return next((seat for seat, place in enumerate(self.places) if person and place.person == person), SPECTATOR)
