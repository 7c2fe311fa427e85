"""Proof of what a strategy is worth: its result against the best that anybody could do to it.

Nothing here knows how the strategy was found. Rounds are played by the rules themselves, from what each side sees. The
opponent of seat 0 knows the strategy, weighs the worlds that look alike to it by their chances, and decides anew
whenever the rules ask it. A duel that never ends counts as lost by seat 0, so no convention about it can help.
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
from stammtisch.kernel.seats import NONE

Chances = Callable[[State, Options, int], Mapping[int, float]]  # of the actions of a seat that has this view
Situation = tuple[int, tuple[int, ...]]  # who bluffs, and the cockroaches in ascending order, above 0 towards seat 1
Worlds = dict[tuple[int, ...], float]  # positions, by their words, with their chances

US: Final = 0
_SAME: Final = 1e-12  # a response that leaves less by no more than this is as good


@dataclass
class Course:
    """What a round can come to from one point on: the sum of what follows by chance and of what the opponent chooses."""

    won: float = 0.0
    goes_on: defaultdict[Situation, float] = field(default_factory=lambda: defaultdict(float))
    forks: list[list[Course]] = field(default_factory=list)


def certify(
    o: Options, chances: Chances, value: Callable[[tuple[int, ...]], float], progress: Callable[[float], None]
) -> tuple[float, float]:
    """Return by how much anybody could do better than claimed against a strategy: as its guesser, and as its bluffer.

    `value` claims the chance of a bluffer who sees the cockroaches so, above 0 if they are nearer to the bluffer. The
    gains are the largest of all positions in which a round can begin.
    """
    sure = guarantees(o, chances, progress)
    as_guesser = (value(tuple(-place for place in lanes)) - sure[0, lanes] for bluffer, lanes in sure if bluffer == US)
    as_bluffer = (1.0 - value(lanes) - sure[1, lanes] for bluffer, lanes in sure if bluffer != US)
    return max(as_guesser), max(as_bluffer)


def guarantees(o: Options, chances: Chances, progress: Callable[[float], None]) -> dict[Situation, float]:
    """Return the chance of winning that seat 0 is sure of when it plays so, whatever the other does."""
    all_lanes = combinations_with_replacement(range(-o.spaces, o.spaces + 1), LANES)
    situations = [(bluffer, lanes) for lanes in all_lanes for bluffer in range(SEATS)]
    courses = []
    for number, situation in enumerate(situations):
        progress(number / len(situations))
        courses.append(_play_round(situation, o, chances))
    return _worst(dict(zip(situations, courses, strict=True)))


def _play_round(situation: Situation, o: Options, chances: Chances) -> Course:
    """Return everything that a round which begins so can come to."""
    s = State()
    s.phase, s.rounds = Phase.BLUFF, 1
    s.bluffer, s.roach[:] = situation
    s.red = s.queen = s.winner = NONE
    course = Course()
    _follow({tuple(s.words()): 1.0}, o, chances, course)
    return course


def _follow(worlds: Worlds, o: Options, chances: Chances, course: Course) -> None:
    """Add to a course what follows in these worlds."""
    looks = defaultdict[tuple[int, ...], Worlds](dict)
    for words, chance in worlds.items():
        looks[_look(State.of(words), o, 1 - US)][words] = chance
    for alike in looks.values():
        s = State.of(next(iter(alike)))
        if s.phase == Phase.OVER:
            course.won += sum(alike.values()) if s.winner == US else 0.0
        elif s.rounds > 1:
            course.goes_on[s.bluffer, tuple(sorted(s.roach))] += sum(alike.values())
        elif rules.waiting(s, o) == 1 << (1 - US):
            course.forks.append([_after(action, alike, o, chances) for action in _legal(s, o)])
        else:
            _follow(_when_others_act(alike, o, chances), o, chances, course)


def _after(action: int, alike: Worlds, o: Options, chances: Chances) -> Course:
    """Return what comes of an action of the opponent, who cannot tell these worlds apart."""
    course = Course()
    after = Worlds()
    for words, chance in alike.items():
        after[_acted(words, action, o)] = chance
    _follow(after, o, chances, course)
    return course


def _when_others_act(alike: Worlds, o: Options, chances: Chances) -> Worlds:
    """Return the worlds after the strategy has decided, or the table has done what is to be done."""
    after = defaultdict[tuple[int, ...], float](float)
    for words, chance in alike.items():
        s = State.of(words)
        ours = rules.waiting(s, o) == 1 << US
        likely = chances(State.of(_look(s, o, US)), o, US) if ours else {_legal(s, o)[0]: 1.0}
        assert abs(sum(likely.values()) - 1.0) < 1e-9, "chances are parts of a whole"
        for action, part in likely.items():
            if part > 0:
                after[_acted(words, action, o)] += chance * part
    return after


def _look(s: State, o: Options, seat: int) -> tuple[int, ...]:
    out = State()
    rules.view(s, o, seat, out)
    return tuple(out.words())


def _legal(s: State, o: Options) -> list[int]:
    bits = [0]
    rules.legal(s, o, lowest_in(rules.waiting(s, o)), bits)
    return [nth(bits, number) for number in range(count(bits))]


def _acted(words: tuple[int, ...], action: int, o: Options) -> tuple[int, ...]:
    s = State.of(words)
    seat = lowest_in(rules.waiting(s, o))
    assert rules.check(s, o, seat, action) == rules.Rule.OK, "nobody breaks a rule"
    rules.apply(s, o, seat, action)
    return tuple(s.words())


def _worst(courses: dict[Situation, Course]) -> dict[Situation, float]:
    """Return what is left to seat 0 by the best response, found by improving responses until none is better."""
    can_win = dict.fromkeys(courses, 1.0)
    while True:  # there may be situations in which the opponent can keep seat 0 from winning for ever
        still = {situation: float(_respond(course, can_win)[0] > 0) for situation, course in courses.items()}
        if still == can_win:
            break
        can_win = still
    open_ones = [situation for situation in courses if can_win[situation]]  # from these, any response can fail
    sure = can_win
    while True:
        found = _result([_respond(courses[situation], sure)[1] for situation in open_ones], open_ones)
        if all(found[situation] > sure[situation] - _SAME for situation in open_ones):
            return can_win | found
        sure = can_win | found


def _respond(course: Course, sure: dict[Situation, float]) -> tuple[float, list[Course]]:
    """Return the least that can be left to seat 0 in a course, and the courses that this adds up from."""
    least = course.won + sum(chance * sure[situation] for situation, chance in course.goes_on.items())
    taken = [course]
    for fork in course.forks:
        here, rest = min((_respond(way, sure) for way in fork), key=lambda found: found[0])
        least += here
        taken += rest
    return least, taken


def _result(responses: list[list[Course]], situations: list[Situation]) -> dict[Situation, float]:
    """Return what these responses leave to seat 0, exactly: by one linear solve."""
    index = {situation: number for number, situation in enumerate(situations)}
    won, goes_on = np.zeros(len(index)), np.zeros((len(index), len(index)))
    for number, courses in enumerate(responses):
        for course in courses:
            won[number] += course.won
            for situation, chance in course.goes_on.items():
                if situation in index:
                    goes_on[number, index[situation]] += chance
    found = np.linalg.solve(np.eye(len(index)) - goes_on, won)
    return dict(zip(situations, found.tolist(), strict=True))
