"""Moments of Gang of Crooks: what a learner's first round stops at, and what decided a match."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.words.narration import SeenStep
from stammtisch.games.gang.cards import CROOKS, POLITICIAN, colour_of
from stammtisch.games.gang.rules import Options, Phase, State
from stammtisch.games.gang.words.log import last_trick
from stammtisch.games.gang.words.questions import stake
from stammtisch.kernel.seats import NONE


def notices(seen: SeenStep, o: Options, viewer: int) -> tuple[str, ...]:
    """Return the names of what has just happened that a newcomer should hear about."""
    before, after = seen.before, seen.after
    match before.phase:
        case Phase.PASS:
            return ("cards_changed_hands",) if after.phase == Phase.PLAY else ()
        case Phase.PLAY:
            return _about_a_card(seen, viewer)
        case Phase.TRICK:
            return _about_a_trick(after, o, viewer)
        case Phase.ROUND:
            return ("gang_united",) if after.phase == Phase.CHOICE else ("points_counted",)
        case _:
            return ()


def _about_a_card(seen: SeenStep, viewer: int) -> tuple[str, ...]:
    step, before, after = seen
    led = before.trick[before.leader]
    followed = led == NONE or bool(colour_of(led) >> step.action & 1)
    thrown = () if followed else ("you_threw_in" if step.seat == viewer else "somebody_threw_in",)
    return (*thrown, "first_crook") if after.broken and not before.broken else thrown


def _about_a_trick(after: State, o: Options, viewer: int) -> tuple[str, ...]:
    mine, cards = after.leader == viewer, last_trick(after, o)
    if POLITICIAN in cards:
        return ("took_politician" if mine else "others_took_politician",)
    if any(CROOKS >> card & 1 for card in cards):
        return ("took_crooks" if mine else "others_took_crooks",)
    return ("took_trick" if mine else "others_took_trick",)


def decisive(seen: Sequence[SeenStep], o: Options) -> int:
    """Return the step that cost somebody who did not win most: the last card of a trick, or the use of a united gang.

    Where nothing cost anything it is the last decision.
    """
    totals = [seen[-1].after.total[seat] for seat in range(o.seats)] if seen else []
    found = 0, max((one.step.number for one in seen if one.step.seat < o.seats), default=0)
    before_round = found
    for step, before, after in seen:
        if before.phase == Phase.DEAL:
            before_round = found
        elif before.phase == Phase.TRICK and totals[after.leader] > min(totals):
            found = _worse(found, _points(after, o), step.number - 1)
        elif before.phase == Phase.CHOICE:  # the tricks of this round cost nothing
            won = totals[step.seat] == min(totals)
            found = _worse(before_round, stake(after, o), step.number) if won else before_round
    return found[1]


def _worse(found: tuple[int, int], cost: int, step: int) -> tuple[int, int]:
    """Return a step and what it cost, or this one if it cost at least as much."""
    return (cost, step) if cost >= max(1, found[0]) else found


def _points(v: State, o: Options) -> int:
    """Return what the last trick costs whoever took it."""
    cards = last_trick(v, o)
    return sum(CROOKS >> card & 1 for card in cards) + o.politician * (POLITICIAN in cards)
