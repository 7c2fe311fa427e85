"""Matches in which text players hold seats, among bots or each other: the deals and rotations of the arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from stammtisch.adapters.language_models.text_player import (
    PREFIX,
    NewPlayer,
    TextPlayer,
    find_text_player,
    read_answer,
)
from stammtisch.adapters.text import TextGame
from stammtisch.bots.arena.compiled_game import Player, Result
from stammtisch.bots.arena.lineups import Lineup
from stammtisch.bots.arena.match import Deal, Match, play_rotations
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import EASY, find_bot
from stammtisch.core.game import Game, find_game
from stammtisch.core.table import Table
from stammtisch.errors import BotFault, Refused, RowError
from stammtisch.terminal.rules_text import rules_markdown

NO_ACTION: Final = "NO_ACTION"  # what is counted where an answer names no action, or too many


@dataclass
class Speaker:
    """A text player by its name: who makes one for a seat, how long they think, and what they did."""

    name: str
    new: NewPlayer
    seconds: float = 0.0
    decisions: int = 0
    answers: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])  # answers that could not be taken, by rule
    replaced: int = 0  # decisions that a rule of thumb took

    def as_json(self) -> dict[str, object]:
        """Return what was counted."""
        counted = {"answers": self.answers, "refused": dict(self.refused), "replaced": self.replaced}
        return {"decisions": self.decisions, **counted}


@dataclass(frozen=True)
class Terms:
    """How text players are asked."""

    language: str
    tries: int  # answers to one question, before a rule of thumb decides
    rules: bool  # whether the first message holds the rules of the game


class SpokenSeat:
    """A seat that a text player holds for a game: it is told what is new, and asked until its answer can be taken."""

    def __init__(self, speaker: Speaker, game: TextGame, seat: int, thumb: Bot, terms: Terms) -> None:
        self._speaker = speaker
        self._game = game
        self._seat = seat
        self._thumb = thumb
        self._terms = terms
        self._known: int | None = None  # steps that the player has been told of
        self._notice = ""  # what it is told before anything else
        try:
            self._player: TextPlayer = speaker.new(game.table.game, terms.language)
        except Exception as error:
            raise self._fault(error) from error

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return actions that the rules allow: those of the player, or of a rule of thumb when its tries are used up.

        Raises:
            BotFault: The player fails.
        """
        speaker, teller = self._speaker, self._game.teller
        told = "\n\n".join(filter(None, (self._notice, self._news(), teller.choices(view, seat))))
        self._notice = ""
        for left in reversed(range(self._terms.tries)):
            meant = teller.read(view, seat, read_answer(self._ask(told)))
            if not meant.objection:
                return list(meant.actions)
            speaker.refused[meant.rule.name if meant.rule else NO_ACTION] += 1
            again = teller.say.count(
                "Nothing has happened. You have one more try.",
                "Nothing has happened. You have {number} more tries.",
                left,
            )
            told = "\n\n".join((meant.objection, again, teller.choices(view, seat)))
        speaker.replaced += 1
        row = self._thumb.choose(view, options, seat, seed, number)
        named = ", ".join(map(teller.game.notation.write, row))
        self._notice = teller.say(
            "None of your answers could be taken, so a rule of thumb has decided for you: {actions}.", actions=named
        )
        return row

    def _news(self) -> str:
        """Return what the seat is told before it decides, at first with how to answer, and perhaps the rules."""
        game, seat, say = self._game, self._seat, self._game.teller.say
        told = game.observation(seat, self._known or 0)
        if self._known is None:
            how = say(
                "You play a game with others. Say what you like, and end with a line such as “Action: {example}”: it "
                "names what you do, as it is listed; several actions of one decision are parted by commas.",
                example=game.actions(seat)[0][0],
            )
            rules = rules_markdown(game.table.game, self._terms.language)[0].strip() if self._terms.rules else ""
            told = "\n\n".join(filter(None, (how, rules, told)))
        self._known = len(game.table.steps)
        return told

    def _ask(self, told: str) -> str:
        begin = perf_counter()
        try:
            answer = str(self._player.answer(told))
        except Exception as error:
            raise self._fault(error) from error
        self._speaker.seconds += perf_counter() - begin
        self._speaker.answers += 1
        return answer

    def _fault(self, error: Exception) -> BotFault:
        step = len(self._game.table.steps)
        return BotFault(self._speaker.name, self._seat, step, f"{type(error).__name__}: {error}")


class TextMatch:
    """A match with text players among its lineup; they are known by the `text:` before their names."""

    def __init__(self, match: Match, terms: Terms) -> None:
        """Find everybody who plays.

        Raises:
            UnknownBot: There is no text player of a name.
        """
        self.match = match
        self._terms = terms
        self._game: Game = find_game(match.game)
        self.speakers = {
            name: Speaker(name, find_text_player(name.removeprefix(PREFIX)))
            for name in match.bots
            if name.startswith(PREFIX)
        }
        bots = [name for name in match.bots if name not in self.speakers]
        self._bots = {name: Player(name, find_bot(self._game, name), self._game) for name in bots}
        self._players: Mapping[str, Speaker | Player] = {**self.speakers, **self._bots}
        self._thumb = find_bot(self._game, EASY)

    def play_deal(self, number: int) -> Deal:
        """Play a deal with every rotation of the lineup; the first fault ends it."""
        return play_rotations(self.match, number, self._players, self._play)

    def _play(self, lineup: Lineup, deals: int, chance: int) -> Result:
        """Play a game, and return how it ended.

        Raises:
            BotFault: A bot or a text player fails.
        """
        table = Table.undealt(self._game, deals, self.match.options)
        table.carry_on()
        game = TextGame.at_table(table, self._terms.language)
        seats = [self._seated(name, game, seat) for seat, name in enumerate(lineup)]
        while not table.over:
            seat = table.waiting[0]
            decided, step = int(table.position.decided[seat]), len(table.steps)
            row = seats[seat].choose(table.view(seat), table.options, seat, chance, step)
            try:
                table.play(seat, *row)
            except (Refused, RowError) as error:
                raise BotFault(lineup[seat], seat, step, str(error)) from error
            self._players[lineup[seat]].decisions += int(table.position.decided[seat]) > decided
        outcome = table.outcome()
        assert outcome is not None, "the game is over"
        worths = tuple(table.rules.worth(table.position, table.options, seat) for seat in range(table.seats))
        return Result(outcome.scores, outcome.places, worths)

    def _seated(self, name: str, game: TextGame, seat: int) -> Player | SpokenSeat:
        """Return who decides at a seat.

        Raises:
            BotFault: A text player cannot begin.
        """
        if name in self.speakers:
            return SpokenSeat(self.speakers[name], game, seat, self._thumb, self._terms)
        return self._bots[name]
