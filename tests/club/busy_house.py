"""Houses in which much was played: results of a few hundred people over two years, without the steps of their games.

Of the games that somebody has played alone with bots, the first of a kind on a day is their try at its deal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Final

from stammtisch.club.audience import ALL, MET
from stammtisch.core.game import find_game
from stammtisch.core.options import as_json, make_options
from stammtisch.store.open import open_archive
from stammtisch.store.result_contract import GameResult, SeatResult
from stammtisch.store.sql.rows import result_values, seat_values
from stammtisch.store.transfer.archive import ArchivedTable, HouseRecords
from tests.store.opened_stores import closing

YEARS: Final = 2
_BATCH: Final = 1000
_SEATS: Final = {"duel": (2, 2), "party": (2, 6), "gang": (3, 6), "combo": (2, 4)}
_LOVED: Final = {"duel": 5, "party": 3, "gang": 4, "combo": 2}
_BOTS: Final = ("Resi", "Ottokar", "Wanda", "Ferdl", "Ludmilla", "Kuno")
_ALONE: Final = 0.45  # of the games are played by one person with bots
_OPEN: Final = 0.6  # of the people show what they have played, to everybody or to those they have met
_FRIENDS: Final = 8  # about as many sit together again and again


def person(number: int) -> str:
    """Return the id of a person."""
    return f"person{number:06}"


async def fill(
    place: str, games: int, people: int, now: float, seed: int = 1, tell: Callable[[int], object] = abs
) -> None:
    """Put finished games into an empty place, the last of them finished just now.

    A few play every day and most now and then; half of the games are played alone with bots, the others in circles of
    friends; more is played from year to year.

    Args:
        place: A file, or the address of a database.
        games: How many.
        people: By how many people.
        now: When it is, in seconds since 1970.
        seed: What chance follows from.
        tell: Is told how many games are there.
    """
    random = Random(seed)
    names = {person(number): f"Änne {number}" for number in range(people)}
    shown_to = {one: random.choice((MET, ALL)) for one in names if random.random() < _OPEN}
    tries: dict[tuple[str, str, str], ArchivedTable] = {}
    async with closing(open_archive(place, to_fill=True)) as archive:
        left, done = _tables(games, people, now, random, tries), 0
        while some := list(islice(left, _BATCH)):
            await archive.write_tables(some)
            done += len(some)
            tell(done)
        tried = frozenset((*key, one.id, one.changed) for key, one in tries.items())
        around = HouseRecords({}, names, frozenset(), frozenset(), (), shown_to=shown_to, tries=tried)
        await archive.write_house_records(around)


def _tables(
    games: int, people: int, now: float, random: Random, tries: dict[tuple[str, str, str], ArchivedTable]
) -> Iterator[ArchivedTable]:
    """Yield the tables, those first that were finished first, and note which are tries at deals of the day."""
    keen = [1 / (1 + number / 12) for number in range(people)]
    options = {game: as_json(find_game(game).rules, make_options(find_game(game).rules, {})) for game in _SEATS}
    moments = sorted(now - YEARS * 365 * 86_400 * random.random() ** 1.5 for _ in range(games))
    for number, finished in enumerate(moments, 1):
        host = random.choices(range(people), keen)[0]
        game = random.choices([*_LOVED], [*_LOVED.values()])[0]
        seats = random.randint(*_SEATS[game])
        circle = [one for one in range(host - host % _FRIENDS, host - host % _FRIENDS + _FRIENDS) if one < people]
        guests = [] if random.random() < _ALONE else random.sample([one for one in circle if one != host], 1)
        while guests and len(guests) < seats - 1 and random.random() < 0.6:
            guests = list({*guests, random.choice(circle)} - {host})
        sat = [host, *guests][:seats]
        placed = random.sample(range(1, seats + 1), seats)
        told = tuple(
            SeatResult(person(sat[seat]), f"Änne {sat[seat]}", "", 10 - place, place, float(place == 1))
            if seat < len(sat)
            else SeatResult("", _BOTS[seat], "normal", 10 - place, place, float(place == 1))
            for seat, place in enumerate(placed)
        )
        table = f"t{number:011}"
        result = GameResult(
            table,
            game,
            find_game(game).rules.VERSION,
            options[game],
            finished,
            rated=True,
            steps=60,
            seats=told,
            evening=table,
            number=number,
        )
        day = datetime.fromtimestamp(finished, UTC).date().isoformat()
        key = (day, game, person(host))
        tried = not guests and key not in tries
        archived = _archived(result, day if tried else "")
        if tried:
            tries[key] = archived
        yield archived


def _archived(result: GameResult, day: str) -> ArchivedTable:
    """Return the table of a result; with a day, one at which its deal was tried."""
    places = [
        {"person": seat.person, "name": seat.name, "bot": not seat.person, "level": seat.level, "ready": True}
        for seat in result.seats
    ]
    facts: dict[str, object] = {"host": result.seats[0].person, "pace": "none", "listed": False, "places": places}
    if day:
        told = {"day": day, "table": f"{result.game}-{day}", "until": result.finished, "worth": result.seats[0].score}
        facts["daily"] = told
    seats = tuple((result.number, number, *seat_values(seat)) for number, seat in enumerate(result.seats))
    return ArchivedTable(
        result.table,
        result.game,
        result.version,
        json.dumps(result.choices),
        b"s" * 32,
        "over",
        result.finished,
        json.dumps(facts),
        1,
        (),
        (),
        (),
        (result.number, *result_values(result)),
        seats,
    )
