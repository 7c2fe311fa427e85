"""Whether who is ahead wins, and whether those behind gain more than luck would give them, or less.

Who is ahead is what somebody would say who watches. How likely that seat is to win then is asked where everything lies
open: a watcher who takes all worlds for as likely that are possible does not see what actions betray of hidden cards,
and would take that for a gain of one or the other.

If rules of thumb play on, a chance stays the same on average, whatever the game does to those behind: luck gives as
often as it takes. It does not where those who play do other than rules of thumb: gang up on whoever is ahead, or press
an advantage home. That holds at any moment that is known when it comes, as a number of turns is; half of a game's own
turns are known in the end only, and whoever looks there has looked ahead. So parts are those of an average game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured, jackknife, over_deals
from stammtisch.study.moments.watched_game import spread_evenly

PARTS: Final = (25, 50, 75)  # of the turns of an average game, in percent
_DIGITS: Final = 5  # chances are kept with six
_SAME: Final = 10**-_DIGITS

Leader = tuple[float, float]  # what whoever is ahead wins in the end, and its chance at the moment


def catching_up_measures(games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about being ahead, at parts of the game."""
    watched = [game for game in games if game.course and game.course.chances]
    among = 1 + max((game.deal for game in games), default=0)
    turns = fmean(game.course.turns for game in watched if game.course) if watched else 0.0
    moments = {part: int(turns * part / 100) for part in PARTS}
    for part, turn in moments.items():
        on = [game for game in watched if game.course and game.course.turns > turn]
        yield f"leader.{part}", over_deals(on, lambda game, turn=turn: leader(game, turn)[0], share=True)  # type: ignore[misc]
    for part, turn in moments.items():
        on = [game for game in watched if game.course and game.course.turns > turn]
        gains = {game.deal: round(chance - won, _DIGITS) + 0.0 for game in on for won, chance in [leader(game, turn)]}
        yield f"behind.{part}", jackknife(gains, among, fmean)


def leader(game: GameRecord, turn: int) -> Leader:
    """Return how it stands at a turn with the seat that is ahead, or with all that are, on average."""
    course = game.course
    assert course is not None
    looked_at = spread_evenly(range(course.turns), len(course.chances))
    moment = bisect_right(looked_at, turn) - 1
    chances, opened = course.chances[moment], course.opened[moment]
    ahead = [seat for seat, chance in enumerate(chances) if chance > max(chances) - _SAME]
    return fmean(game.win(seat) for seat in ahead), fmean(opened[seat] for seat in ahead)
