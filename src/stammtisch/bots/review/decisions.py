"""A game that is over, looked through for one seat: what each decision cost it, by what it knew.

A search says which actions come into question; then these and what was done are played out equally often in the same
worlds. Which is the best is decided by all parts of these worlds but one, and what it gains is measured in that one, so
that nothing looks better by luck alone; how far the parts differ says how sure their mean is.

Where a game has a net, it is asked for a second opinion of what seems to have cost something. The two go wrong in ways
of their own: the search plays on by rules of thumb, the net takes what others may hold as equally likely. What only one
of them finds fault with costs nothing. The chances are the net's: it learned from what happened how a view ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean
from typing import Any, Final

from stammtisch.bots.arena.confidence_interval import estimate
from stammtisch.bots.evaluator import Evaluator, reviewer_of, second_reviewer_of
from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.game import Game, find_game
from stammtisch.core.options import make_options
from stammtisch.core.queries import legal_actions
from stammtisch.core.rows import RowWalk

_THINKING: Final = 60  # decisions of the strong level: a review takes as long as it does for so many
_LEAST: Final = 200  # playouts for a choice, however many there are
_EACH: Final = 8  # playouts for each action, so that there is an opinion of all of them
_COMPARED: Final = 8  # times as many playouts as a search has, at most, compare what comes into question
_LOOK: Final = 4  # of these parts one is enough to see the chances where nothing is in question
_SEED: Final = 1
_NOTHING: Final = 1e-9  # worth that is lost by rounding

Tell = Callable[[int, int], object]  # is told how much is done, and of how much
_Asked = tuple[Any, Any, int, int, int]  # the view, the options, the seat, a seed, the number of the step


def playouts_for(strong: Evaluator, choices: int, least: int, thinking: int = _THINKING) -> int:
    """Return how many playouts there are for each of so many choices in the time of a review."""
    return min(strong.playouts, max(least, strong.playouts * thinking // max(1, choices)))


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, as it is handed to another process."""

    game: str
    choices: Mapping[str, object]
    steps: tuple[tuple[int, int], ...]  # seats and actions
    alike: bool = False  # whether all seats have the same prospects before the first deal


@dataclass(frozen=True)
class Judged:
    """A decision with more than one way to go."""

    step: int  # the number of its first step
    done: tuple[int, ...]
    best: tuple[int, ...]  # what the bot would have done; what was done, where nothing is surely better
    chance: float  # of being ahead in the end as the bot goes on, from 0 to 1
    left: float  # the same after what was done
    lost: float  # worth; below 0 where what was done looks better than what the bot would have done
    error: float  # how far `lost` may be off, in 95 of 100 cases

    @property
    def good(self) -> bool:
        """Whether it is what the bot would have done, or cannot be told from it."""
        return sorted(self.done) == sorted(self.best) or self.lost <= self.error + _NOTHING

    @property
    def cost(self) -> float:
        """The worth that was surely lost by it; what may be luck costs nothing."""
        return 0.0 if self.good else self.lost


@dataclass(frozen=True)
class Review:
    """All decisions of a seat."""

    judged: tuple[Judged, ...]
    playouts: int  # for each choice; 0 where a game is solved


def review(played: FinishedGame, seat: int, tell: Tell, playouts: int = 0) -> Review:
    """Judge the decisions of a seat by what it knew, with so many playouts for a choice or as many as there is time."""
    eyes = _SeatView(played, seat)
    decisions = list(eyes.decisions())
    used = eyes.open(sum(decision.choices for decision in decisions), playouts)
    judged = []
    for number, decision in enumerate(decisions, 1):
        judged.append(eyes.judge(decision))
        tell(number, len(decisions))
    return Review(tuple(judged), used)


@dataclass
class _Decision:
    """A row of choices, at least one of which could have been another."""

    step: int
    position: Any  # before it
    row: list[int]
    choices: int  # how many could have been others


@dataclass(frozen=True)
class _Weighed:
    """What is thought of a choice: the best action and what was done, and by how much that is worse."""

    best: ActionValue
    done: ActionValue
    lost: float = 0.0
    error: float = 0.0

    @property
    def surely_lost(self) -> bool:
        return self.lost > self.error + _NOTHING


class _SeatView:
    """A game as one seat saw it, and a bot that looks through its eyes."""

    def __init__(self, played: FinishedGame, seat: int) -> None:
        self._game: Game = find_game(played.game)
        self._rules = self._game.rules
        self._options: Any = make_options(self._rules, dict(played.choices))
        self._played = played
        self._seat = seat

    def decisions(self) -> Iterator[_Decision]:
        """Yield the decisions of the seat that could have been others."""
        s: Any = self._rules.State()
        o, found = self._options, None
        self._rules.start(s, o)
        for number, (seat, action) in enumerate(self._played.steps):
            if seat != self._seat:
                self._rules.apply(s, o, seat, action)
                continue
            found = found or _Decision(number, s.copy(), [], 0)
            found.row.append(action)
            found.choices += len(legal_actions(self._rules, s, o, seat)) > 1
            decided = s.decided[seat]
            self._rules.apply(s, o, seat, action)
            if s.decided[seat] > decided:
                if found.choices:
                    yield found
                found = None

    def open(self, choices: int, playouts: int) -> int:
        """Get ready to think about so many choices; return how many playouts there are for each."""
        strong = reviewer_of(self._game)
        self._second = second_reviewer_of(self._game)
        self._bot = strong.with_playouts(playouts or playouts_for(strong, choices, _LEAST))
        used = self._bot.playouts
        time = playouts or strong.playouts * _THINKING // max(1, choices)
        self._comparing = strong.with_playouts(min(_COMPARED * used, max(used, time)))
        return used

    def judge(self, decision: _Decision) -> Judged:
        """Say what was done, what it cost, and what the bot would have done.

        A row costs what its choices cost, each as it came: after the others, whatever they were.
        """
        walk = RowWalk(self._rules, decision.position.copy(), self._options, self._seat)
        weighed, chances = list[_Weighed](), list[tuple[float, float]]()
        better: tuple[int, ...] = ()
        for action in decision.row:
            if len(walk.legal()) > 1:
                about = walk.view(), self._options, self._seat, _SEED, decision.step + len(walk.taken)
                one = self._weigh(about, action)
                if one.surely_lost and not better:
                    better = self._instead(decision, (*walk.taken, one.best.action))
                weighed.append(one)
                chances.append(self._chances(about, one))
            walk.follow(action)
        lost, error = sum(one.lost for one in weighed), sqrt(sum(one.error**2 for one in weighed))
        done = tuple(decision.row)
        return Judged(decision.step, done, better or done, chances[0][0], chances[-1][1], lost, error)

    def _instead(self, decision: _Decision, begun: Sequence[int]) -> tuple[int, ...]:
        """Return how the bot goes on after another beginning of a row."""
        walk = RowWalk(self._rules, decision.position.copy(), self._options, self._seat)
        for action in begun:
            walk.follow(action)
        while not walk.complete:
            number = decision.step + len(walk.taken)
            best, *_ = self._bot.evaluate(walk.view(), self._options, self._seat, _SEED, number)
            walk.follow(best.action)  # what it chooses may be drawn, so that others cannot foresee it
        return tuple(walk.taken)

    def _weigh(self, about: _Asked, done: int) -> _Weighed:
        """Return what is thought of a choice by a bot that is given the seat's view."""
        view, options, seat, *_ = about
        choices = len(legal_actions(self._rules, view, options, seat))
        bot = self._bot.with_playouts(max(_EACH * choices, self._bot.playouts))
        actions = [done, *(action for action in bot.in_question(*about) if action != done)]
        comparing = self._comparing
        if len(actions) == 1:
            comparing = comparing.with_playouts(comparing.playouts // _LOOK)
        first = weigh(comparing.compare(*about, actions))
        if self._second is None or not first.surely_lost:
            return first
        return agreed(first, weigh(self._second.compare(*about, [done, first.best.action])))

    def _chances(self, about: _Asked, found: _Weighed) -> tuple[float, float]:
        """Return how likely the seat is to be ahead before and after what was done: as a net says it, if there is one.

        Playing on by rules of thumb tells what is better, but not how a game among better players will end.
        """
        if self._second is None:
            return found.best.ahead, found.done.ahead
        return self._second.chances(*about, found.done.action)


def weigh(parts: Sequence[Sequence[ActionValue]]) -> _Weighed:
    """Return what several parts of the same worlds say of actions, the first of which was done."""
    sums = [sum(part[index].worth for part in parts) for index in range(len(parts[0]))]
    gains = []
    for part in parts:
        best = max(range(len(part)), key=lambda index: (sums[index] - part[index].worth, -index))
        gains.append(part[best].worth - part[0].worth)
    found = estimate(gains)
    best = max(range(len(sums)), key=lambda index: (sums[index], -index))
    first, done = (_together([part[index] for part in parts]) for index in (best, 0))
    return _Weighed(first, done, found.mean, inf if found.margin is None else found.margin)


def agreed(first: _Weighed, second: _Weighed) -> _Weighed:
    """Return what two say of the same choice: what is lost only if both are sure, and then the less of both."""
    if not second.surely_lost:
        return _Weighed(first.done, first.done)
    less = min(first, second, key=lambda one: one.lost)
    return _Weighed(first.best, first.done, less.lost, less.error)


def _together(parts: Sequence[ActionValue]) -> ActionValue:
    """Return several opinions of an action, all equally well founded, as one."""
    tried = sum(part.tried for part in parts)
    worth, ahead = fmean(part.worth for part in parts), fmean(part.ahead for part in parts)
    return ActionValue(parts[0].action, tried, worth, ahead)
