"""Proof of what a strategy is worth: its results against the best that anybody could do to it.

Nothing here knows how the strategy was found. Rounds are played by the rules themselves, and each side decides by what
the rules let it see. The opponent of seat 0 knows the strategy, weighs the worlds that look alike to it by their
chances, and decides anew whenever it is asked. A duel that never ends counts as lost by seat 0, so what is proved holds
however such duels are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import LANES, SEATS, Options, Phase, State
from stammtisch.kernel.bits import count, lowest_in, nth
from stammtisch.kernel.seats import NONE, TABLE

Lanes = tuple[int, ...]
Situation = tuple[int, Lanes]  # who bluffs, and the cockroaches in ascending order, above 0 towards seat 1
Worlds = list[tuple[State, float]]  # each with its chance
Strategy = Callable[[State, Options], Mapping[int, float]]  # from a seat's view to the chances of its actions
Progress = Callable[[float], None]  # is told which part of the work is done, from 0 to 1

US: Final = 0
THEM: Final = 1
_SAME: Final = 1e-12  # a response that leaves less by no more than this is as good


@dataclass(slots=True)
class Course:
    """What can come of a moment: what follows by chance, and the forks at which the opponent chooses, all added up."""

    won: float = 0.0
    goes_on: dict[Situation, float] = field(default_factory=lambda: defaultdict(float))
    forks: list[list[Course]] = field(default_factory=list)

    def add(self, other: Course) -> None:
        """Add what comes of another moment of the same kind."""
        self.won += other.won
        for situation, chance in other.goes_on.items():
            self.goes_on[situation] += chance
        self.forks += other.forks


def certify(
    o: Options, strategy: Strategy, value: Callable[[Lanes], float], progress: Progress = lambda _: None
) -> tuple[float, float]:
    """Return how much more than claimed anybody could win against a strategy: as a guesser, and as a bluffer.

    `value` claims the chance of a bluffer who sees the cockroaches so, above 0 if they are near. The gains are the
    largest of all situations in which a round can begin.
    """
    sure = guarantees(o, strategy, progress)
    against_bluffer = max(
        value(tuple(-place for place in lanes)) - least for (bluffer, lanes), least in sure.items() if bluffer == US
    )
    against_guesser = max(1.0 - value(lanes) - least for (bluffer, lanes), least in sure.items() if bluffer == THEM)
    return against_bluffer, against_guesser


def guarantees(o: Options, strategy: Strategy, progress: Progress = lambda _: None) -> dict[Situation, float]:
    """Return the chance to win that seat 0 is sure of when it plays so, whatever the other does."""
    courses = dict[Situation, Course]()
    every = list(combinations_with_replacement(range(-o.spaces, o.spaces + 1), LANES))
    for number, lanes in enumerate(every):
        progress(number / len(every))
        for bluffer in range(SEATS):
            courses[bluffer, lanes] = _Round(o, strategy).begin(bluffer, lanes)
    return least_left(courses)


class _Round:
    """One round in all the ways in which it can be played."""

    def __init__(self, o: Options, strategy: Strategy) -> None:
        self._o = o
        self._strategy = strategy
        self._asked = dict[str, Mapping[int, float]]()
        self._chosen = dict[tuple[tuple[str, float], ...], list[Course]]()

    def begin(self, bluffer: int, lanes: Lanes) -> Course:
        """Return what a round that begins so can come to."""
        s = State()
        s.phase, s.rounds, s.bluffer, s.roach = Phase.BLUFF, 1, bluffer, list(lanes)
        s.red = s.queen = s.winner = NONE
        return self._course([(s, 1.0)])

    def _course(self, worlds: Worlds) -> Course:
        """Return what can come of these worlds."""
        course = Course()
        looks = defaultdict[str, Worlds](list)
        for s, chance in worlds:
            if s.phase == Phase.OVER:
                course.won += chance if s.winner == US else 0.0
            elif s.rounds > 1:
                course.goes_on[s.bluffer, tuple(sorted(s.roach[lane] for lane in range(LANES)))] += chance
            else:
                looks[_key(self._view(s, THEM))].append((s, chance))
        for alike in looks.values():
            if rules.waiting(alike[0][0], self._o) == 1 << THEM:
                course.forks.append(self._fork(alike))
            else:
                course.add(self._course([world for s, chance in alike for world in self._decided(s, chance)]))
        return course

    def _fork(self, alike: Worlds) -> list[Course]:
        """Return what comes of each action of the opponent, who cannot tell these worlds apart."""
        key = tuple((_key(s), chance) for s, chance in alike)
        if key not in self._chosen:
            ways = self._legal(alike[0][0])
            self._chosen[key] = [self._course([(self._after(s, way), part) for s, part in alike]) for way in ways]
        return self._chosen[key]

    def _decided(self, s: State, chance: float) -> Worlds:
        """Return the worlds after a decision of the strategy."""
        view = self._view(s, US)
        key = _key(view)
        if key not in self._asked:
            self._asked[key] = self._strategy(view, self._o)
        return [(self._after(s, action), chance * part) for action, part in self._asked[key].items() if part > 0]

    def _view(self, s: State, seat: int) -> State:
        out = State()
        rules.view(s, self._o, seat, out)
        return out

    def _legal(self, s: State) -> list[int]:
        bits = [0]
        rules.legal(s, self._o, lowest_in(rules.waiting(s, self._o)), bits)
        return [nth(bits, number) for number in range(count(bits))]

    def _after(self, s: State, action: int) -> State:
        """Return the position after an action and what the table does then."""
        s, seat = s.copy(), lowest_in(rules.waiting(s, self._o))
        assert rules.check(s, self._o, seat, action) == rules.Rule.OK, "a strategy keeps to the rules"
        rules.apply(s, self._o, seat, action)
        while rules.waiting(s, self._o) == 1 << TABLE:
            rules.apply(s, self._o, TABLE, self._legal(s)[0])
        return s


def _key(s: State) -> str:
    return str(vars(s))


def least_left(courses: dict[Situation, Course]) -> dict[Situation, float]:
    """Return what the best response leaves to seat 0, found by improving responses until none is better."""
    can_win = dict.fromkeys(courses, 0.0)
    while True:  # where this ends with 0, the opponent can keep seat 0 from winning for ever
        still = {situation: float(_respond(course, can_win)[0] > 0) for situation, course in courses.items()}
        if still == can_win:
            break
        can_win = still
    undecided = [situation for situation in courses if can_win[situation]]
    sure = can_win
    while True:
        found = can_win | _result({situation: _respond(courses[situation], sure)[1] for situation in undecided})
        if all(found[situation] > sure[situation] - _SAME for situation in undecided):
            return found
        sure = found


def _respond(course: Course, sure: dict[Situation, float]) -> tuple[float, list[Course]]:
    """Return the least that can be left to seat 0 in a course, and the courses that this adds up from."""
    least = course.won + sum(chance * sure[situation] for situation, chance in course.goes_on.items())
    taken = [course]
    for fork in course.forks:
        here, rest = min((_respond(way, sure) for way in fork), key=lambda found: found[0])
        least += here
        taken += rest
    return least, taken


def _result(responses: dict[Situation, list[Course]]) -> dict[Situation, float]:
    """Return what these responses leave to seat 0, exactly; from elsewhere it cannot win."""
    index = {situation: number for number, situation in enumerate(responses)}
    won, goes_on = np.zeros(len(index)), np.zeros((len(index), len(index)))
    for number, courses in enumerate(responses.values()):
        for course in courses:
            won[number] += course.won
            for situation, chance in course.goes_on.items():
                if situation in index:
                    goes_on[number, index[situation]] += chance
    found = np.linalg.solve(np.eye(len(index)) - goes_on, won)
    return dict(zip(responses, found.tolist(), strict=True))
