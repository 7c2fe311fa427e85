"""A seat at a table, for somebody who plays by sentences: at a table of our own against bots, or at a live one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

from stammtisch.adapters.language_models.telling import SeatTeller
from stammtisch.adapters.text import NAMES, TextGame
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import find_game
from stammtisch.core.nature import seed_for_bots
from stammtisch.core.table import Table
from stammtisch.errors import OptionError, StammtischError
from stammtisch.kernel.seats import MAX_SEATS
from stammtisch.terminal.api_client import LONGEST_WAIT, Declined
from stammtisch.terminal.seat_client import NOT_BEGUN, SeatClient


class Seat(Protocol):
    """What tools need of a seat, wherever its table stands."""

    teller: SeatTeller
    number: int
    halted: str  # why nobody is asked anything now, where the house says so

    @property
    def view(self) -> Any:
        """What the seat may know; nothing before the game has begun."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def told(self, *, everything: bool = False) -> list[str]:
        """Return what has happened since this was asked last, or from the first step on, in sentences."""

    def wait(self, seconds: int) -> None:
        """Let others go on until the seat is asked, for so long at most."""

    def take(self, actions: Sequence[int]) -> str:
        """Take a row of actions that the rules allow; return nothing, or why they could not be taken."""

    def leave(self) -> None:
        """Get up."""

    def aftermath(self) -> list[str]:
        """Return what is to be said when the game is over, beside how it ended."""


class LocalSeat:
    """A seat at a table of our own; bots decide as soon as they are asked, and this seat is not."""

    halted = ""

    def __init__(self, text_game: TextGame, number: int, bots: Mapping[int, Bot]) -> None:
        """Sit down where nobody else does; `bots` are the others, by seat."""
        self.number = number
        self.teller = text_game.teller
        self._game = text_game
        self._bots = bots
        self._seed = seed_for_bots(text_game.table.seed)
        self._known = 0  # steps that the seat has been told of

    @classmethod
    def at_new_table(
        cls,
        name: str,
        choices: Mapping[str, object],
        bots: Sequence[str],
        number: int,
        seed: int | None,
        language: str,
    ) -> LocalSeat:
        """Open a table and deal; the last of the bots named takes all seats that are left.

        Raises:
            UnknownGame: No game of this name is installed.
            UnknownBot: There is no bot of a name.
            OptionError: An option, the seat or the number of bots does not fit.
            NatureError: The seed is out of range.
        """
        game = find_game(name)
        table = Table.undealt(game, seed, dict(choices))
        table.carry_on()
        others = [seat for seat in range(table.seats) if seat != number]
        if len(others) == table.seats:
            raise OptionError(f"seat is {number}; it may be 0 to {table.seats - 1}")
        if not 1 <= len(bots) <= len(others):
            raise OptionError(f"bots are {len(bots)}; there may be 1 to {len(others)}")
        names = [*bots, *[bots[-1]] * (len(others) - len(bots))]
        playing = {other: find_bot(game, bot) for other, bot in zip(others, names, strict=True)}
        seat = cls(TextGame.at_table(table, language), number, playing)
        seat._let_bots_decide()
        return seat

    @property
    def view(self) -> Any:
        """What the seat may know."""
        return self._game.table.view(self.number)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.over

    def told(self, *, everything: bool = False) -> list[str]:
        """Return what has happened since this was asked last, or from the first step on, in sentences."""
        since, self._known = 0 if everything else self._known, len(self._game.table.steps)
        return self._game.told(self.number, since)

    def wait(self, seconds: int) -> None:
        """Do nothing: bots have decided already."""

    def take(self, actions: Sequence[int]) -> str:
        """Take a row of actions, and let the bots answer."""
        self._game.table.play(self.number, *actions)
        self._let_bots_decide()
        return ""

    def leave(self) -> None:
        """Leave the table to itself."""

    def aftermath(self) -> list[str]:
        """Say how to be dealt the same again."""
        return [self.teller.say("To be dealt the same again: seed {seed}.", seed=self._game.table.seed)]

    def _let_bots_decide(self) -> None:
        table = self._game.table
        while not table.over and self.number not in table.waiting:
            seat = table.waiting[0]
            row = self._bots[seat].choose(table.view(seat), table.options, seat, self._seed, len(table.steps))
            table.play(seat, *row)


class LiveSeat:
    """A seat at a live table, through the interface for programs; before the game begins there is nothing to see.

    Until then a thread waits for the beginning, so that our words for the deal are opened at once and nobody has to
    wait for whoever thinks. From then on the house is asked only when we are, so that it knows whether we are there.
    """

    def __init__(self, client: SeatClient, name: str, number: int | None, language: str) -> None:
        """Take a seat, or the first free one.

        Raises:
            StammtischError: The name or the seat cannot be had, or the server is gone.
        """
        self.number = client.sit_down(name, number)
        self._client = client
        self._language = language
        self._told: list[str] = []  # from the first step on
        self._known = 0  # sentences that the seat has been told
        self._decided = 0
        self._number = NOT_BEGUN
        self.halted = ""  # why nobody is asked anything now, where the house says so
        self.view: Any = None
        self.over = False
        self.teller = self._new_teller()
        self._left = False
        self._begun = Event()
        Thread(target=self._await_beginning, name="beginning of the game", daemon=True).start()

    def told(self, *, everything: bool = False) -> list[str]:
        """Return what has happened since this was asked last, or from the first step on, in sentences."""
        since, self._known = 0 if everything else self._known, len(self._told)
        return self._told[since:]

    def wait(self, seconds: int) -> None:
        """Look, and look again until we are asked, the game is over or the seconds have passed.

        Raises:
            StammtischError: The seat is no longer ours, or the server is gone.
        """
        until = monotonic() + seconds
        if not self._begun.wait(seconds):
            return
        self._follow(self._client.look(self._number, told=True))
        while not (self.over or self.teller.is_asked(self.view, self.number)) and (
            left := max(0, int(until - monotonic()))
        ):
            self._follow(self._client.look(self._number, left, told=True))

    def take(self, actions: Sequence[int]) -> str:
        """Take a row of actions; return what the house has against it."""
        write = self.teller.game.notation.write
        try:
            answer = self._client.act(self._decided, [write(action) for action in actions])
        except Declined as declined:
            self.wait(0)
            return str(declined)
        self.wait(0)
        return "" if answer else self.teller.say("The table has gone on meanwhile; look before you decide.")

    def leave(self) -> None:
        """Get up; a bot goes on for good."""
        self._left = True
        self._client.server.ask(f"{self._client.path}/stand", {})

    def aftermath(self) -> list[str]:
        """Say that the house has ended the game, if it has, and what is wrong with the deal, if anything is."""
        say = self.teller.say
        played = self.view is not None and self.teller.is_over(self.view)
        ended = [] if played else [say("The house has ended this game. There is no result.")]
        faults = self._client.faults()
        return ended + [say("The deal is not the one that was promised: {problem}.", problem=one) for one in faults]

    def _await_beginning(self) -> None:
        """Follow the table until the game begins, or is ended before that, or the seat is not ours any more."""
        with suppress(StammtischError):  # whoever looks is told
            answer: Mapping[str, Any] = {"number": NOT_BEGUN, "stage": "open", "you": self.number}
            while answer["number"] == NOT_BEGUN and answer["stage"] != "over" and answer["you"] == self.number:
                if self._left:
                    break
                answer = self._client.look(NOT_BEGUN, LONGEST_WAIT)
        self._begun.set()

    def _follow(self, answer: Mapping[str, Any]) -> None:
        """Take over what the server says, and ask on while it has more to tell.

        Raises:
            StammtischError: The seat is no longer ours, or the server is gone.
        """
        if answer["you"] != self.number:
            raise StammtischError(self.teller.say("Your seat is no longer yours: somebody else plays there for good."))
        while True:
            if self.view is None and answer["view"] is not None:
                self._client.table = self._client.server.ask(self._client.path)  # who sits where is known now
                self.teller = self._new_teller()
            self._told += answer["told"]
            self._number = max(self._number, 0) + len(answer["steps"]) if answer["view"] is not None else NOT_BEGUN
            if self._number == answer["number"]:
                break
            answer = self._client.look(self._number, told=True)
        self.view = None if answer["view"] is None else self._client.view(answer)
        self._decided = answer["decided"]
        self.over = answer["stage"] == "over"
        self.halted = "" if answer["legal"] or answer["outcome"] else answer["ask"]

    def _new_teller(self) -> SeatTeller:
        names = [place["name"] or NAMES[seat % MAX_SEATS] for seat, place in enumerate(self._client.table["seats"])]
        return SeatTeller(self._client.game, self._client.options, self._language, names)
