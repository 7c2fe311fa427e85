"""The games of a study that are worth watching, as transcripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.core.transcripts.transcript import write_transcript
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.course import chances_of, drama, lead_changes, settled
from stammtisch.study.results import CellResults


@dataclass(frozen=True)
class Highlight:
    """A game with what makes it worth watching."""

    why: str
    game: GameRecord


def highlights(games: Sequence[GameRecord]) -> list[Highlight]:
    """Return the watched games that stand out, each once."""
    watched = [game for game in games if game.course]
    found = list[Highlight]()
    for why, value in _WHY.items():
        left = [game for game in watched if game not in [one.game for one in found] and 1 in game.places]
        if left:
            found.append(Highlight(why, max(left, key=value)))
    return found


def transcript_of(one: CellResults, game: GameRecord) -> str:
    """Return a watched game as text."""
    assert game.course is not None
    match = one.cell.match
    table = Table.undealt(find_game(match.game), match.deal_seed(game.deal), match.options)
    table.carry_on()
    for seat, action in game.course.taken:
        table.play(seat, action)
    return write_transcript(table, comments=[f"# bots: {', '.join(one.cell.lineups[game.lineup])}"])


def _winners(game: GameRecord) -> list[int]:
    return [seat for seat, place in enumerate(game.places) if place == 1]


_WHY: Final[dict[str, Callable[[GameRecord], float]]] = {
    "comeback": lambda game: drama(chances_of(game), _winners(game)),
    "changes": lambda game: lead_changes(chances_of(game)),
    "open": lambda game: settled(chances_of(game), _winners(game)[0]),
    "early": lambda game: -settled(chances_of(game), _winners(game)[0]),
}
