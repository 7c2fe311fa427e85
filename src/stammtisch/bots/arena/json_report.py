"""A match as JSON: what was played, every result, and what they say about each bot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from stammtisch.bots.arena.confidence_interval import CONFIDENCE
from stammtisch.bots.arena.match import Deal, Match
from stammtisch.bots.arena.standings import standings
from stammtisch.core.game import find_game

FORMAT: Final = 2  # grows when the fields change their meaning


def as_json(match: Match, deals: Iterable[Deal], *, interrupted: bool) -> dict[str, Any]:
    """Return the report of a match; but for the times, the same seed and deals give the same."""
    known = sorted(deals, key=lambda deal: deal.number)
    whole = [deal for deal in known if deal.fault is None]
    return {
        "format": FORMAT,
        "game": match.game,
        "version": find_game(match.game).rules.VERSION,
        "options": match.options,
        "lineup": match.lineup,
        "seed": match.seed,
        "interrupted": interrupted,
        "deals": len(whole),
        "games": sum(len(deal.games) for deal in whole),
        "confidence": CONFIDENCE,
        "bots": [asdict(standing) for standing in standings(match.bots, whole)],
        "faults": [asdict(deal.fault) for deal in known if deal.fault],
        "played": [
            {"deal": deal.number, "seed": match.deal_seed(deal.number), "lineup": game.lineup, **asdict(game.result)}
            for deal in whole
            for game in deal.games
        ],
    }
