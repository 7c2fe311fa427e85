"""What a page is drawn from: one view of a table, in one language, with what its viewer may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Generic, Self, TypeVar, overload

from markupsafe import Markup, escape

from stammtisch.core.game import Game
from stammtisch.core.language import Reader, Say, voice
from stammtisch.core.outcome import GameOutcome, outcome_of
from stammtisch.core.queries import legal_actions, rule_against
from stammtisch.core.rules_page import as_anchor, voice_of
from stammtisch.core.step import Step
from stammtisch.core.words import optional_words
from stammtisch.kernel.seats import NONE
from stammtisch.web.art.cockroach import roach
from stammtisch.web.faces import seat_colours
from stammtisch.web.tables.lessons import Bubble
from stammtisch.web.tables.record import Advice, Evening, Place
from stammtisch.web.tables.stand_in import StandInOffer
from stammtisch.web.view.ending.moment import DecisiveMoment
from stammtisch.web.view.hint_text import Hint, advised, hint
from stammtisch.web.view.log.card_marks import drawn, marked
from stammtisch.web.view.log.log_parts import LogPart, Sentence, in_parts
from stammtisch.web.view.measures import PLAIN, Measure

_KEPT: Final = 4096  # things of each kind that were drawn, or made once

_T = TypeVar("_T")


def made_once(kind: Callable[..., _T]) -> Callable[..., _T]:
    """Return what makes things of a kind, and of the same values the same thing.

    Pages are drawn from hundreds of small things. Where those of one kind are only made so, they need not be compared
    value by value (`eq=False`): that nothing has changed is quick to see.
    """
    return lru_cache(_KEPT)(kind)


class _Once(Generic[_T]):
    """A property that is found out once, as `functools.cached_property` does it with a lock: a scene has one reader."""

    def __init__(self, find: Callable[[Any], _T]) -> None:
        self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

    @overload
    def __get__(self, scene: None, owner: object) -> Self: ...
    @overload
    def __get__(self, scene: object, owner: object) -> _T: ...
    def __get__(self, scene: object, owner: object) -> _T | Self:
        if scene is None:
            return self
        found = scene.__dict__[self._name] = self._find(scene)
        return found


@dataclass(frozen=True, eq=False)
class Offer:
    """An action as a button shows it: its text in the notation, its label, and why it is not possible now."""

    action: int
    text: str
    label: str
    legal: bool
    refusal: str = ""  # empty where it is legal
    rule: str = ""  # the name of the rule that forbids it, for the link to the rules page
    hint: str = ""  # a word that says so, where it is what a hint advises: it glows


@dataclass(frozen=True, eq=False)
class PublicSeat:
    """A seat as everybody sees it: the same for all viewers, so that it is drawn once for all of them."""

    seat: int
    name: str
    bot: bool
    asked: bool
    away: bool
    kept: bool  # a bot fills in
    left: bool
    level: str  # of a bot; empty for a person
    hints: int  # that were taken
    since: int  # when a decision was asked for, in seconds since 1970; 0 if none is owed by a person
    until: int  # when the clock takes it; 0 if none runs
    costume: int = 0  # of their face
    colour: int = 0  # of their face, as pages dye the seat
    people: str = ""  # the address of the page about the people of the table, for seats of people


the_offer: Final = made_once(Offer)
_seat: Final = made_once(PublicSeat)


@dataclass
class Scene:
    """A view with its reader."""

    game: Game
    options: Any
    view: Any
    viewer: int
    language: str
    places: list[Place]
    names: tuple[str, ...]
    before: Any = None  # the viewer's view before the last step
    step: Step | None = None  # the last step as the viewer saw it
    remembered: Any = None  # an earlier view of the viewer's, where the game's page has `remembers`: the newest such
    over: bool = False
    log: tuple[Sentence, ...] = ()  # the newest, with the headings of their parts
    you: int = NONE  # the seat of whoever reads
    away: frozenset[int] = frozenset()  # seats whose people show no sign
    kept: frozenset[int] = frozenset()  # seats that a bot keeps warm
    table: str = ""  # its id, for addresses
    since: float = 0.0  # when the decision that is owed was asked for
    clock: float = 0.0  # seconds for a decision; 0: no clock
    hinting: bool = False  # whether one may ask for hints here
    advice: Advice | None = None  # what the viewer was told who asked
    take_back: bool = False  # whether the viewer may practise what they decided last
    halted: str = ""  # why nothing is decided now: the house has paused or ended the game
    ended: bool = False  # by the house, without a result
    coach: Bubble | None = None  # what the viewer is told who learns the game here
    stand_ins: tuple[StandInOffer, ...] = ()  # seats for which the viewer may ask for a bot
    who_added: tuple[str, ...] = ()  # to the chance of the deal, in sentences, when all is open
    proof: str = ""  # what the viewer's browser checks that with, as JSON
    evening: Evening = field(default_factory=Evening)  # what the same people have played before
    following: str = ""  # the table at which the same people play again
    rating: str = ""  # how the game moved the rating of the viewer, in a sentence; empty while that is hidden
    daily: str = ""  # the page of the deal of the day that is played here
    moment: DecisiveMoment | None = None  # what decided the game, when it is over
    acts: bool = True  # whether the viewer can act here: not in a replay
    better: tuple[int, ...] = ()  # in a replay: the row of actions that a review finds better than what was done

    @_Once
    def say(self) -> Say:
        """The voice of the pages."""
        return voice("stammtisch.web", self.language)

    @_Once
    def reader(self) -> Reader:
        """The voice of the game, with the names of the table."""
        return Reader(voice_of(self.game, self.language), self.names, self.you)

    @_Once
    def drawing_reader(self) -> Reader:
        """The same for sentences that are drawn: cards are marked in them."""
        return replace(self.reader, card=marked)

    @_Once
    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        if self.halted:
            return []
        bits = self.game.rules.waiting(self.view, self.options)
        return [seat for seat in range(self.options.seats) if bits >> seat & 1]

    @_Once
    def sitting(self) -> tuple[PublicSeat, ...]:
        """Who sits where, and who is waited for."""
        found, waiting = [], self.waiting
        colours = seat_colours(tuple([place.colour for place in self.places]))
        for seat, place in enumerate(self.places):
            asked, thinks = seat in waiting, self.acts and not place.bot and not place.left
            since = int(self.since) if asked and thinks else 0
            until = since + int(self.clock) if since and self.clock else 0
            away, kept = seat in self.away, seat in self.kept
            level = place.level if place.bot else ""
            people = f"/t/{self.table}/people" if self.table and self.acts and place.person else ""
            known = (seat, self.names[seat], place.bot, asked, away, kept, place.left, level, place.hints)
            found.append(_seat(*known, since, until, place.costume, colours[seat], people))
        return tuple(found)

    def values(self) -> dict[str, object]:
        """Return what the templates of every game may name."""
        seated = self.viewer < self.options.seats
        return {
            "say": self.say,
            "look": look_of(self.game),
            "table": self.table,
            "facts": (),
            "acts": self.acts,
            "seated": seated,
            "my_turn": self.my_turn,
            "over": self.over,
            "halted": self.halted,
            "ended": self.ended,
            "coach": self.coach if self.acts else None,
            "guide": roach("glad") if self.coach else "",
            "name": self.game.NAME,
            "sitting": self.sitting,
            "me": self.sitting[self.viewer] if seated else None,
            "decided": self.decided,
            "ask": self.ask,
            "anchor": self.anchor,
            "help_line": self.help_line,
            "take_back": self.take_back and self.acts,
            "hinting": self.hinting,
            "hint": self.hint,
            "waiting_names": self.waiting_names,
            "stand_ins": self.stand_ins if self.acts else (),
            "ending": self.ending,
            "following": self.following,
            "daily": self.daily,
            "who_added": self.who_added,
            "proof": self.proof,
            "news": self.news,
        }

    @property
    def news(self) -> Markup:
        """What happened last."""
        return next((self.draw(line.text) for line in reversed(self.log) if not line.heading), Markup())

    @property
    def log_parts(self) -> tuple[LogPart, ...]:
        """What happened, part by part."""
        return in_parts(self.log, self.draw)

    def draw(self, sentence: str) -> Markup:
        """Return a sentence in which cards are marked, with small pictures of them."""
        return draw_sentence(sentence, self.game, self.language)

    @property
    def anchor(self) -> str:
        """Where the page of rules speaks about this moment; nothing while nobody is asked."""
        phase = self.game.rules.Phase(int(self.view.phase))
        return f"#phase-{as_anchor(phase.name)}" if self.waiting else ""

    @property
    def waiting_names(self) -> str:
        """Who is waited for."""
        return ", ".join(self.names[seat] for seat in self.waiting)

    @property
    def my_turn(self) -> bool:
        """Whether the viewer owes a decision here."""
        return self.acts and self.viewer in self.waiting

    @_Once
    def legal(self) -> list[int]:
        """The viewer's legal actions."""
        if not self.my_turn:
            return []
        return legal_actions(self.game.rules, self.view, self.options, self.viewer)

    @property
    def decided(self) -> int:
        """How many decisions the viewer has completed: what a form carries, so that an old one is known."""
        return int(self.view.decided[self.viewer]) if self.viewer < self.options.seats else 0

    def offer(self, action: int) -> Offer:
        """Return an action for a button."""
        text = self.game.notation.write(action)
        if action in self.legal:
            label = self.game.words.label(self.view, self.options, action, self.reader)
            return the_offer(action, text, label, legal=True, hint=self.hint_word(action))
        if self.viewer >= self.options.seats or not self.acts or self.over:
            return the_offer(action, text, "", legal=False, hint=self.hint_word(action))
        if not self.my_turn:  # whoever clicks is told more
            return the_offer(action, text, "", legal=False, refusal=self.halted or self.say("It is not your turn."))
        rule, refusal = self.refusal(action)
        return the_offer(action, text, "", legal=False, refusal=refusal, rule=rule)

    def hint_word(self, action: int) -> str:
        """Return what is added to the name of an action that a hint or a review advises; nothing to any other."""
        if action not in self.advised:
            return ""
        return self.say("better") if self.better else self.say("hint")

    @_Once
    def advised(self) -> frozenset[int]:
        """The actions that a hint advises: a whole row of choices, or all between which chance should decide."""
        if self.better:
            return frozenset(self.better)
        return advised(self.advice) if self.advice and self.my_turn else frozenset()

    def refusal(self, action: int) -> tuple[str, str]:
        """Return the name of the rule that forbids an action to the viewer, and why."""
        rule = rule_against(self.game.rules, self.view, self.options, self.viewer, action)
        why = self.game.words.explain(rule, self.view, self.options, self.viewer, action, self.reader)
        return rule.name, why

    @property
    def hint(self) -> Hint | None:
        """What the viewer was advised to do, if they asked."""
        return hint(self, self.advice, measure_of(self.game)) if self.advice and self.my_turn else None

    @_Once
    def ask(self) -> str:
        """What the viewer is asked, or nothing."""
        if not self.my_turn:
            return ""
        return self.game.words.ask(self.view, self.options, self.viewer, self.reader)

    @property
    def help_line(self) -> Markup:
        """What the viewer may do who is asked, and what it leads to."""
        if not self.my_turn:
            return Markup()
        reader = self.drawing_reader
        return self.draw(optional_words.help_line(self.game, self.view, self.options, self.viewer, reader))

    @_Once
    def outcome(self) -> GameOutcome | None:
        """How it ended, where it is over."""
        return outcome_of(self.game.rules, self.view, self.options) if self.over else None

    @_Once
    def ending(self) -> str:
        """How it ended, in a sentence."""
        return self.game.words.ending(self.outcome, self.view, self.options, self.reader) if self.outcome else ""


def look_of(game: Game) -> str:
    """Return the name of a game's own templates and styles, or of those that do for any game."""
    return _look(game.NAME)


@cache
def _look(name: str) -> str:
    return name if find_spec(f"stammtisch.web.games.{name}") else "plain"


def face_of(game: Game) -> ModuleType:
    """Return the module that shapes a game for its templates."""
    return _face(game.NAME)


@cache
def _face(name: str) -> ModuleType:
    return import_module(f"stammtisch.web.games.{_look(name)}.page")


def is_stepwise(game: Game) -> bool:
    """Whether the page of a game sends a row of small choices one by one."""
    return bool(getattr(face_of(game), "STEPWISE", False))


def measure_of(game: Game) -> Measure:
    """Return how the worths of a game are told."""
    measure: Measure = getattr(face_of(game), "MEASURE", PLAIN)
    return measure


def draw_sentence(sentence: str, game: Game, language: str) -> Markup:
    """Return a sentence of a game in which cards are marked, with small pictures of them where the game has some."""
    return _drawn(sentence, game, language)  # packages are hashable


@lru_cache(_KEPT)
def _drawn(sentence: str, game: Game, language: str) -> Markup:
    say, game_say = voice("stammtisch.web", language), voice_of(game, language)
    chip = getattr(face_of(game), "chip", None)
    return drawn(sentence, lambda text, name: chip(text, say, game_say) if chip else escape(name))
