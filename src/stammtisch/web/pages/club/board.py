"""The board of the house: its notice, who is new, who is on a streak, the games of the week, tables to go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from stammtisch.club.board import DAYS, ROW, Board, read_board
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import Say
from stammtisch.store.board_contract import KnownPerson
from stammtisch.store.contract import Face
from stammtisch.store.result_contract import GameResult
from stammtisch.web.faces import known_face, usual_face
from stammtisch.web.pages.request import PageRequest, title_of
from stammtisch.web.pages.start import open_state, table_line
from stammtisch.web.tables.display_name import called, shown_name
from stammtisch.web.view.ending.places import listed

_TALL: Final = 100  # of the bar of the day on which most was played


@dataclass(frozen=True)
class Named:
    """Somebody whom the board names."""

    name: str
    face: Face


@dataclass(frozen=True)
class DayBar:
    """A day as a column: how many games, and for each kind how far up its part begins and how tall it is."""

    name: str
    number: int
    parts: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class WonGame:
    """Who won what with whom, and when."""

    game: str
    title: str
    winners: tuple[Named, ...]
    others: tuple[Named, ...]
    told: str
    day: str


async def board(page: PageRequest) -> Response:
    """Show what there is to tell of the last days."""
    registry = page.registry
    found = await read_board(registry.store, await registry.weeks.week(), page.person.id)
    blocked = await registry.store.blocked(page.person.id)
    people = {person: _named(page, person, one) for person, one in found.people.items()}
    return page.render(
        "board.html",
        days=_bars(page, found),
        played=found.played,
        by_game=[(game, _title(page, game), number) for game, number in found.by_game()],
        newcomers=[people[person] for person in found.newcomers],
        unseen=found.unseen,
        streaks=[(people[one.person], one.wins) for one in found.streaks],
        finished=[_finished(page, game, people) for game in found.games],
        listed=[
            table_line(page, room, open_state(page, room))
            for room in await registry.listed()
            if room.host not in blocked
        ],
        deal=await _deal_of_the_day(page),
        days_told=DAYS,
        wins_told=ROW,
    )


async def _deal_of_the_day(page: PageRequest) -> tuple[int, int, int]:
    """Return how many people have played today, and how many of so many games the reader has."""
    daily = page.registry.daily
    own = await page.registry.store.tries_of(page.person.id, daily.today)
    return await daily.players(daily.today), sum(one.worth is not None for one in own), len(daily.games())


def _named(page: PageRequest, person: str, known: KnownPerson) -> Named:
    return Named(shown_name(known.name) or page.say("Guest"), known_face(person, known))


def _title(page: PageRequest, game: str) -> str:
    return title_of(find_game(game), page.language) if game in game_names() else game


def _bars(page: PageRequest, found: Board) -> list[DayBar]:
    """Return the days as columns, all of one scale; the kinds are stacked in the same order everywhere."""
    order = [game for game, _ in found.by_game()]
    numbers = [[(one.game, one.number) for one in found.counts if one.day == day] for day in range(len(found.days))]
    most = max([sum(number for _, number in day) for day in numbers], default=0) or 1
    bars = []
    for at, day in zip(found.days, numbers, strict=True):
        parts, below = [], 0
        for game, number in sorted(day, key=lambda one: order.index(one[0])):
            top = below + number
            parts.append((game, _TALL * below // most, _TALL * top // most - _TALL * below // most))
            below = top
        bars.append(DayBar(page.day(at, "EEEEEE"), below, tuple(parts)))
    return bars


def _finished(page: PageRequest, game: GameResult, people: Mapping[str, Named]) -> WonGame:
    seats = [(seat.place == 1, people.get(seat.person) or _stranger(page, seat.name)) for seat in game.seats]
    winners, others = (tuple(named for won, named in seats if won == first) for first in (True, False))
    told, day = _who_won(page.say, winners, others), page.day(game.finished, "EEEE")
    return WonGame(game.game, _title(page, game.game), winners, others, told, day)


def _stranger(page: PageRequest, name: str) -> Named:
    """Return whoever is called what they were called at the table: a bot, or somebody whom the reader may not see."""
    return Named(called(shown_name(name), page.say) or page.say("Guest"), usual_face(name))


def _who_won(say: Say, winners: Sequence[Named], others: Sequence[Named]) -> str:
    """Return in a sentence who has won against whom."""
    first, rest = (listed([one.name for one in some], say) for some in (winners, others))
    if not winners:
        return say("Nobody at the table wins")
    if not others:
        return say("{names} share the win", names=first)
    return say.count(
        "{winners} won against {others}",
        "{winners} won together against {others}",
        len(winners),
        winners=first,
        others=rest,
    )
