"""Random games that are played compiled and written down, and whether a drawn world could have gone the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from stammtisch.core.options import make_options
from stammtisch.games.combo import rules
from stammtisch.games.combo.rules import Options, State
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.compile import driver
from stammtisch.kernel.record import Words
from tests.games.combo.compare import ACTOR, TEXTS, cards, difference
from tests.games.combo.moods import Mood
from tests.games.combo.naive import PACK
from tests.games.combo.oracle import Oracle
from tests.games.combo.situation import Actor

LONGEST = 60_000  # steps of a game


class Recorded(NamedTuple):
    """A game that was played, step by step; there is one position more than there are steps."""

    steps: list[list[int]]
    legal: Words
    positions: Words


class Moment(NamedTuple):
    """A position of a game, and how it came to it."""

    choices: Mapping[str, object]
    o: Options
    s: State
    steps: list[tuple[Actor, str]]


class Past(NamedTuple):
    """What the steps of a game say of the cards that are hidden now."""

    period: dict[str, int]  # by card: when it was last shuffled
    drawn: dict[str, int]  # by card in a hand that was not taken openly: the step at which it was drawn


def recorded(choices: Mapping[str, object], games: Sequence[int], mood: Mood = Mood.EVEN) -> Iterator[Recorded]:
    """Yield random games; each is gone when the next one is played."""
    options = np.array(make_options(rules, choices).words(), np.int64)
    steps, legal = np.zeros((LONGEST, 2), np.int64), np.zeros((LONGEST, words_for(rules.ACTIONS)), np.int64)
    positions = np.zeros((LONGEST + 1, State.length), np.int64)
    play = driver("tests.games.combo.record", rules).record_game
    for number in games:
        end = play(options, 2026, number, mood, steps, legal, positions)
        if end == LONGEST and mood == Mood.HOARDING:
            continue  # those who like to draw may go on for very long
        assert end < LONGEST
        yield Recorded(steps[:end].tolist(), legal, positions[: end + 1])


def moments(
    choices: Mapping[str, object], games: Sequence[int], suits: Callable[[Words], Words], mood: Mood = Mood.EVEN
) -> Iterator[Moment]:
    """Yield positions of random games; of each game those whose numbers are picked out from all its positions."""
    o = make_options(rules, choices)
    for game in recorded(choices, games, mood):
        steps = [(ACTOR[seat], TEXTS[action]) for seat, action in game.steps]
        for number in suits(game.positions).tolist():
            yield Moment(choices, o, State.of(game.positions[number].tolist()), steps[:number])


def past(at: Moment) -> Past:
    """Return what became of the cards, from the steps alone."""
    oracle, shuffles, period, drawn = Oracle(at.choices), 0, dict.fromkeys(PACK, 0), dict[str, int]()
    for number, (who, text) in enumerate(at.steps):
        if oracle.chapter in ("DEAL", "DRAW"):
            drawn[text] = number
        elif oracle.chapter == "SHUFFLE":
            shuffles += 1
            period |= dict.fromkeys(oracle.discards, shuffles)
        oracle.act(who, text)
    held = [card for player in oracle.players for card in player.hand if card not in player.taken]
    return Past(period, {card: drawn[card] for card in held})


def could_have_gone(world: State, at: Moment, then: Past) -> bool:
    """Whether the same game, but for hidden cards that were drawn, leads to this world."""
    steps = list(at.steps)
    for seat in range(at.o.seats):
        before, now = (hidden_in(s, seat) for s in (at.s, world))
        draws = sorted((then.period[card], then.drawn[card]) for card in before)
        for (period, number), card in zip(draws, sorted(now, key=then.period.__getitem__), strict=True):
            if then.period[card] != period:
                return False
            steps[number] = "nature", card
    oracle = Oracle(at.choices)
    for who, text in steps:
        if who not in oracle.waiting or not oracle.allows(text):
            return False
        oracle.act(who, text)
    if oracle.waiting and not oracle.legal():
        return False
    return difference(world.words(), oracle) == ""


def hidden_in(s: State, seat: int) -> list[str]:
    """Return the cards of a hand that were not taken openly."""
    return [card for card, (colour, bit) in _PLACE.items() if s.hand[seat][colour] & ~s.taken[seat][colour] & bit]


_PLACE = {card: next((colour, word) for colour, word in enumerate(cards([card])) if word) for card in PACK}
