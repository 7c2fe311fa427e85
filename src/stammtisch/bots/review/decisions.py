"""A game that is over, looked through for one seat: what a strong bot would have done that knew what the seat knew.

Each choice is searched in several parts with chances of their own; how far they differ says how sure their mean is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from stammtisch.bots.arena.confidence_interval import estimate
from stammtisch.bots.evaluator import Evaluator, evaluator_of
from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.game import Game, find_game
from stammtisch.core.options import make_options
from stammtisch.core.queries import legal_actions
from stammtisch.core.rows import RowWalk

_THINKING: Final = 60  # decisions of the strong level: a review takes as long as it does for so many
_LEAST: Final = 200  # playouts for a choice, however many there are
_EACH: Final = 2  # playouts for each action in each part, so that there is an opinion of all of them
_PARTS: Final = 4
_SEED: Final = 1
_NOTHING: Final = 1e-9  # worth that is lost by rounding

Tell = Callable[[int, int], object]  # is told how much is done, and of how much


def playouts_for(strong: Evaluator, choices: int, least: int) -> int:
    """Return how many playouts there are for each of so many choices in the time of a review."""
    return min(strong.playouts, max(least, strong.playouts * _THINKING // max(1, choices)))


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
    best: tuple[int, ...]  # what the bot would have done
    chance: float  # of being ahead in the end as the bot goes on, from 0 to 1
    left: float  # the same after what was done
    lost: float  # worth
    error: float  # how far `lost` may be off, in 95 of 100 cases

    @property
    def good(self) -> bool:
        """Whether it is what the bot would have done, or cannot be told from it."""
        return sorted(self.done) == sorted(self.best) or self.lost <= self.error + _NOTHING


@dataclass(frozen=True)
class Review:
    """All decisions of a seat."""

    judged: tuple[Judged, ...]
    playouts: int  # for each choice; 0 where a game is solved


def review(played: FinishedGame, seat: int, tell: Tell) -> Review:
    """Judge the decisions of a seat by what it knew."""
    eyes = _SeatView(played, seat)
    decisions = list(eyes.decisions())
    playouts = eyes.open(sum(decision.choices for decision in decisions))
    judged = []
    for number, decision in enumerate(decisions, 1):
        judged.append(eyes.judge(decision))
        tell(number, len(decisions))
    return Review(tuple(judged), playouts)


@dataclass
class _Decision:
    """A row of choices, at least one of which could have been another."""

    step: int
    position: Any  # before it
    row: list[int]
    choices: int  # how many could have been others


@dataclass(frozen=True)
class _Thought:
    """What all parts of a search together think of an action, and each of them."""

    whole: ActionValue
    parts: tuple[ActionValue, ...]


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

    def open(self, choices: int) -> int:
        """Get ready to think about so many choices; return how many playouts there are for each."""
        strong = evaluator_of(self._game)
        self._bot = strong.with_playouts(playouts_for(strong, choices, _LEAST) // _PARTS)
        return self._bot.playouts * _PARTS

    def judge(self, decision: _Decision) -> Judged:
        """Say what was done and what the bot would have done.

        Two rows are compared by what is thought of the last choice of each: the first choices of a row are thought
        less of than they deserve, since a search still tries out bad ways to go on from them.
        """
        thoughts: dict[tuple[int, ...], list[_Thought]] = {}
        done, taken = self._walk(decision, thoughts, decision.row)
        row, best = self._walk(decision, thoughts)
        if sorted(row) == sorted(done):
            best = taken
        lost = max(0.0, best.whole.worth - taken.whole.worth)
        error = _error(best, taken)
        chance, left = best.whole.ahead, taken.whole.ahead
        return Judged(decision.step, tuple(done), tuple(row), chance, left, lost, error)

    def _walk(
        self, decision: _Decision, thoughts: dict[tuple[int, ...], list[_Thought]], given: Sequence[int] = ()
    ) -> tuple[list[int], _Thought]:
        """Return a given row, or else the bot's, and what is thought of its last choice that could be another."""
        walk, last = RowWalk(self._rules, decision.position.copy(), self._options, self._seat), None
        while not walk.complete:
            legal = walk.legal()
            action = given[len(walk.taken)] if given else legal[0]
            if len(legal) > 1:
                key = tuple(walk.taken)
                if key not in thoughts:
                    thoughts[key] = self._weigh(walk.view(), decision.step + len(key), _EACH * len(legal))
                last = next((one for one in thoughts[key] if given and one.whole.action == action), thoughts[key][0])
                action = last.whole.action
            walk.follow(action)
        assert last is not None, "a decision that could have been another has such a choice"
        return walk.taken, last

    def _weigh(self, view: Any, number: int, least: int) -> list[_Thought]:
        """Return what is thought of each action by a bot that is given the seat's view, the best first."""
        bot = self._bot.with_playouts(max(least, self._bot.playouts))
        parts = [bot.evaluate(view, self._options, self._seat, _SEED + part, number) for part in range(_PARTS)]
        by_action = [{one.action: one for one in part} for part in parts]
        thoughts = [_together([part[action] for part in by_action]) for action in by_action[0]]
        votes = Counter(part[0].action for part in parts)
        return sorted(thoughts, key=lambda one: (-votes[one.whole.action], -one.whole.worth, one.whole.action))


def _together(parts: Sequence[ActionValue]) -> _Thought:
    """Return several opinions of an action as one."""
    tried = sum(part.tried for part in parts)
    worth = sum(part.worth * part.tried for part in parts) / max(1, tried)
    ahead = sum(part.ahead * part.tried for part in parts) / max(1, tried)
    return _Thought(ActionValue(parts[0].action, tried, worth, ahead), tuple(parts))


def _error(best: _Thought, taken: _Thought) -> float:
    """Return how far the difference of two actions may be off, from how much it varies between the parts."""
    pairs = zip(best.parts, taken.parts, strict=True)
    differences = [one.worth - other.worth for one, other in pairs if one.tried and other.tried]
    margin = estimate(differences).margin if differences else None
    return inf if margin is None else margin
