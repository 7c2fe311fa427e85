"""The tools by which a language model plays: every answer is a text, a refusal too, and made from the view of its seat.

Their names, arguments and docstrings are what a model is told about them; `mcp_server` offers them as they are here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Annotated, Any, Concatenate, Final, Literal, ParamSpec

from stammtisch.adapters.language_models.seats import LiveSeat, LocalSeat, Seat
from stammtisch.bots.levels import EASY, level_names
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import Say, voice
from stammtisch.core.options import form
from stammtisch.core.rules_page import anchor_of, voice_of
from stammtisch.errors import StammtischError, extra
from stammtisch.terminal.api_client import LONGEST_WAIT
from stammtisch.terminal.rules_text import rules_markdown
from stammtisch.terminal.seat_client import SeatClient

with extra("environments"):
    from pydantic import Field

_Asked = ParamSpec("_Asked")
Language = Annotated[
    Literal["", "de", "en", "fr", "it"], Field(description="what is spoken; empty for the language of the server")
]
Actions = Annotated[
    list[str] | str,
    Field(
        description='actions of one decision as `look` lists them, such as ["hide 2"]; several where it has several, '
        "or a text in which commas part them"
    ),
]
_GAME: Final = "its short name, as `list_games` gives it"


def _in_words(tool: Callable[Concatenate[SeatTools, _Asked], str]) -> Callable[Concatenate[SeatTools, _Asked], str]:
    """Let a tool answer in words what is wrong, and let nobody ask two things at once."""

    @wraps(tool)
    def answer(self: SeatTools, /, *args: _Asked.args, **named: _Asked.kwargs) -> str:
        with self._lock:
            try:
                return tool(self, *args, **named)
            except StammtischError as error:
                return str(error)

    return answer


def _row(given: list[str] | str) -> list[str]:
    """Return what is given as a row: models write a text where they should write a list."""
    return [part.strip() for part in given.split(",")] if isinstance(given, str) else given


class SeatTools:
    """One seat at one table after another, in the hands of a language model."""

    def __init__(self, language: str = "en") -> None:
        """Sit nowhere yet.

        Raises:
            ValueError: The language is none of ours.
        """
        self.seat: Seat | None = None
        self._language = language
        self.say: Say = voice("stammtisch.adapters", language)
        self._lock = Lock()

    @_in_words
    def list_games(self, language: Language = "") -> str:
        """List the games: what each is called, its options with their defaults, and the levels of its bots."""
        return "\n\n".join(self._about(name, language or self._language) for name in game_names())

    @_in_words
    def open_table(
        self,
        game: Annotated[str, Field(description=_GAME)],
        options: Annotated[
            dict[str, Any] | None, Field(description="options that differ from their defaults, by name")
        ] = None,
        bots: Annotated[
            list[str] | str | None,
            Field(
                description="levels of the others, in the order of the seats, the last for all that are left; or easy"
            ),
        ] = None,
        seat: Annotated[int, Field(description="where you sit, counted from 0")] = 0,
        seed: Annotated[int | None, Field(description="fixes the deals; drawn where it is not given")] = None,
        language: Language = "",
    ) -> str:
        """Open a table of your own against bots, sit down, and see what you are asked."""
        if refusal := self._busy():
            return refusal
        spoken = language or self._language
        self.seat = LocalSeat.at_new_table(game, options or {}, _row(bots or EASY), seat, seed, spoken)
        self.say = self.seat.teller.say
        return self._seen(self.seat)

    @_in_words
    def join_table(
        self,
        link: Annotated[str, Field(description="the link of the table, as people are sent it: http…/t/…")],
        name: Annotated[str, Field(description="what the others call you, up to 24 letters")],
        seat: Annotated[
            int | None, Field(description="counted from 0; the first free one where it is not given")
        ] = None,
        language: Language = "",
    ) -> str:
        """Take a seat at a live table, with people and bots; the game begins when its host begins it."""
        if refusal := self._busy():
            return refusal
        spoken = language or self._language
        self.seat = LiveSeat(SeatClient.find(link, spoken), name, seat, spoken)
        self.say = self.seat.teller.say
        return self._seen(self.seat)

    @_in_words
    def look(
        self,
        *,
        everything: Annotated[bool, Field(description="tell all that happened, and not only what is new")] = False,
        wait: Annotated[
            int,
            Field(ge=0, le=LONGEST_WAIT, description="seconds to wait at a live table until you are asked"),
        ] = 0,
    ) -> str:
        """See what your seat sees: what has happened, the table, what you are asked, and what you may do."""
        if self.seat is None:
            return self._nowhere()
        self.seat.wait(wait)
        return self._seen(self.seat, everything=everything)

    @_in_words
    def legal_actions(self) -> str:
        """List what you may do now: each action as it is written, and in words."""
        if self.seat is None:
            return self._nowhere()
        return self._choices(self.seat) or self._status(self.seat)

    @_in_words
    def why_not(self, actions: Actions) -> str:
        """Ask whether the rules allow actions, and if not, why; nothing is done."""
        if self.seat is None or self.seat.view is None:
            return self._nowhere() if self.seat is None else self._status(self.seat)
        return self._objection(self.seat, _row(actions)) or self.say("The rules allow this.")

    @_in_words
    def act(self, actions: Actions) -> str:
        """Decide: all the actions are taken or none; then see what followed, until you are asked again."""
        seat = self.seat
        if seat is None or seat.view is None:
            return self._nowhere() if seat is None else self._status(seat)
        row = _row(actions)
        if refusal := self._objection(seat, row):
            return "\n\n".join(filter(None, (refusal, self.say("Nothing has happened."), self._choices(seat))))
        meant = seat.teller.read(seat.view, seat.number, row)
        return "\n\n".join(filter(None, (seat.take(meant.actions), self._seen(seat))))

    @_in_words
    def read_rules(
        self,
        game: Annotated[str, Field(description=f"{_GAME}; empty for the game that you play")] = "",
        rule: Annotated[str, Field(description="only this rule, by the name that a refusal gives; empty for all")] = "",
        language: Language = "",
    ) -> str:
        """Read the rules of a game, or one of them."""
        if not game and self.seat is None:
            return self._nowhere()
        chosen = find_game(game) if game or self.seat is None else self.seat.teller.game
        spoken = language or (self.seat.teller.language if self.seat else self._language)
        return rules_markdown(chosen, spoken, rule)[0].strip()

    @_in_words
    def leave_table(self) -> str:
        """Get up. At a live table a bot goes on in your place, for good."""
        if self.seat is None:
            return self._nowhere()
        seat, self.seat = self.seat, None
        if not seat.over:
            seat.leave()
        return self.say("You have left the table.")

    def _about(self, name: str, language: str) -> str:
        game, say = find_game(name), voice_of(find_game(name), language)
        options = [
            f"- {field.name} = {json.dumps(field.default, ensure_ascii=False)} ({field.choice.accepts()}): {field.help}"
            for field in form(game, say)
        ]
        return "\n".join([f"{name}: {game.words.title(say)}", *options, f"- bots: {', '.join(level_names(game))}"])

    def _busy(self) -> str:
        if self.seat is None or self.seat.over:
            return ""
        return self.say("You sit at a table whose game is not over; leave_table gets you up.")

    def _nowhere(self) -> str:
        return self.say("You sit at no table; open_table opens one, and join_table takes a seat at a live one.")

    def _seen(self, seat: Seat, *, everything: bool = False) -> str:
        """Return all that a seat is told: what is new, the table, the question, and what it may do."""
        if seat.view is None:
            return self._status(seat)
        told = seat.told(everything=everything)
        shown = seat.teller.observation(seat.view, seat.number, told)
        after = seat.aftermath() if seat.over else [seat.halted]
        return "\n\n".join(filter(None, (shown, *after, self._choices(seat))))

    def _status(self, seat: Seat) -> str:
        """Return what a seat is to be told that can do nothing now."""
        if seat.view is None and seat.over:
            return "\n".join(seat.aftermath())
        if seat.view is None:
            return self.say("You sit at seat {seat}. The game has not begun; look with wait.", seat=seat.number)
        return seat.halted or seat.teller.question(seat.view, seat.number)

    def _choices(self, seat: Seat) -> str:
        """Return what a seat may do, in lines."""
        return "" if seat.view is None or seat.halted else seat.teller.choices(seat.view, seat.number)

    def _objection(self, seat: Seat, actions: list[str]) -> str:
        """Return why actions cannot be taken, and where the rule is to be read, or nothing."""
        meant = seat.teller.read(seat.view, seat.number, actions)
        if meant.rule is None:
            return meant.objection
        more = self.say("To read more: read_rules with rule “{rule}”.", rule=anchor_of(meant.rule))
        return f"{meant.objection}\n{more}"
