"""Moments of Costume Party: what a learner's first game stops at, and what decided a match."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.words.narration import SeenStep
from stammtisch.games.party.position import KING, Options, Phase, State
from stammtisch.games.party.words.costumes import values_in
from stammtisch.kernel.bits import has_in


def notices(seen: SeenStep, o: Options, viewer: int) -> tuple[str, ...]:
    """Return the names of what has just happened that a newcomer should hear about."""
    before, after = seen.before, seen.after
    match before.phase:
        case Phase.DRAW:
            return ("king",) if has_in(after.hand[viewer] & ~before.hand[viewer], KING) else ()
        case Phase.PLAY:
            return _about_the_reveal(after, o, viewer) if after.phase == Phase.TAKE else ()
        case Phase.TAKE:
            return _about_a_take(before, after, viewer)
        case Phase.MOVE:
            following = before.round_number + 1
            return ("last_round" if following == o.last else "played_cards_moved", f"round_{following}")
        case Phase.COUNT:
            return ("sums_counted",)
        case _:
            return ()


def _about_the_reveal(after: State, o: Options, viewer: int) -> tuple[str, ...]:
    played = [after.played[seat] for seat in range(o.seats)]
    mine = after.turn == viewer
    if KING in played:
        return ("my_king" if mine else "other_king", "king")
    if played.count(played[viewer]) > 1:
        return ("equal_cards",)
    return ("i_begin" if mine else "other_begins",)


def _about_a_take(before: State, after: State, viewer: int) -> tuple[str, ...]:
    mine, left = before.turn == viewer, sum_of(after, before.turn) < sum_of(before, before.turn)
    if mine:
        return ("my_pair_left",) if left else ("my_card_counts",)
    return ("other_pair_left",) if left else ("other_card_counts",)


def sum_of(v: State, guest: int) -> int:
    """Return what lies open before a guest."""
    return sum(values_in(v.display[guest]))


def decisive(seen: Sequence[SeenStep], o: Options) -> int:
    """Return the take that made the winner's sum fall most, or cost most of whoever came second.

    What left again later cost nothing. Where nothing of the kind happened it is the last decision.
    """
    decided = [one for one in seen if one.step.seat < o.seats]
    if not decided:
        return 0
    totals = seen[-1].after.total
    first, second, *_ = sorted(range(o.guests), key=lambda guest: totals[guest])
    found, stays = (0, decided[-1].step.number), 0
    for step, before, after in reversed(seen):
        if before.phase == Phase.COUNT:
            stays = before.display[second]
        elif before.phase == Phase.TAKE and step.seat < o.seats and before.turn in (first, second):
            fell = sum_of(before, first) - sum_of(after, first)
            came = sum(values_in(after.display[second] & ~before.display[second] & stays))
            found = max(found, (came if before.turn == second else fell, step.number))
    return found[1]
