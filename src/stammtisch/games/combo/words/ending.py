"""How Combination Race ended: who won, by what, and which step decided it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from stammtisch.core.language import Reader
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.words.narration import SeenStep
from stammtisch.games.combo.position import Options, Reason, State
from stammtisch.games.combo.stones import stones_left


def ending(outcome: GameOutcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    first = outcome.winners[0]
    if outcome.reason == Reason.ONE_LEFT:
        return _only_one_left(first, reader)
    if len(outcome.winners) > 1:
        return _shared(outcome.winners, v.hand_size[first], reader)
    if sum(stones_left(v, seat) == 0 for seat in range(o.seats)) > 1:
        return _by_the_hand(first, v.hand_size[first], reader)
    return _alone(first, v.round_number, reader)


def _only_one_left(seat: int, reader: Reader) -> str:
    if reader.is_you(seat):
        return reader.say("You win: nobody else can place all stones any more.")
    return reader.say("{name} wins: nobody else can place all stones any more.", name=reader.name(seat))


def _shared(winners: Sequence[int], cards: int, reader: Reader) -> str:
    say, others = reader.say, [seat for seat in winners if not reader.is_you(seat)]
    names = ", ".join(map(reader.name, others))
    if len(others) < len(winners):
        return say.count(
            "You have placed all stones, hold {number} card and share the first place with {names}.",
            "You have placed all stones, hold {number} cards and share the first place with {names}.",
            cards,
            names=names,
        )
    return say.count(
        "These have placed all stones, hold {number} card each and share the first place: {names}.",
        "These have placed all stones, hold {number} cards each and share the first place: {names}.",
        cards,
        names=names,
    )


def _by_the_hand(seat: int, cards: int, reader: Reader) -> str:
    if reader.is_you(seat):
        return reader.say.count(
            "You win with {number} card in hand: nobody else who has placed all stones holds as many.",
            "You win with {number} cards in hand: nobody else who has placed all stones holds as many.",
            cards,
        )
    return reader.say.count(
        "{name} wins with {number} card in hand: nobody else who has placed all stones holds as many.",
        "{name} wins with {number} cards in hand: nobody else who has placed all stones holds as many.",
        cards,
        name=reader.name(seat),
    )


def _alone(seat: int, rounds: int, reader: Reader) -> str:
    if reader.is_you(seat):
        return reader.say.count(
            "You win after {number} round: all your stones are placed.",
            "You win after {number} rounds: all your stones are placed.",
            rounds,
        )
    return reader.say.count(
        "{name} wins after {number} round: all stones are placed.",
        "{name} wins after {number} rounds: all stones are placed.",
        rounds,
        name=reader.name(seat),
    )


def decisive(seen: Sequence[SeenStep], o: Options) -> int:
    """Return the step that decided the race: the largest placing of its winner, once ahead for good.

    Where two finished in one round, or only one was left, it is the last placing of all.
    """
    last = seen[-1].after
    finished = [seat for seat in range(o.seats) if stones_left(last, seat) == 0]
    if len(finished) != 1:
        placings = (one for one in reversed(seen) if any(_placed(one, seat) for seat in range(o.seats)))
        return int(next(placings, seen[-1]).step.number)
    winner = finished[0]
    ahead = takewhile(lambda one: _leads(one.after, o, winner), reversed(seen))
    return int(max(ahead, key=lambda one: _placed(one, winner)).step.number)


def _placed(one: SeenStep, seat: int) -> int:
    """Return how many stones a seat placed in a step."""
    return int(stones_left(one.before, seat) - stones_left(one.after, seat))


def _leads(v: State, o: Options, seat: int) -> bool:
    """Whether everybody else has more stones left."""
    return all(stones_left(v, seat) < stones_left(v, other) for other in range(o.seats) if other != seat)
