"""Results of games that were never played: people and bots, shared places, and some who left."""

from __future__ import annotations

from random import Random

from stammtisch.store.contract import Store
from stammtisch.store.result_contract import GameResult, SeatResult
from tests.store.opened_stores import table

PEOPLE = ("anna", "ben", "cleo", "dora", "emil", "fina")


def seat(person: str = "", place: int = 1, level: str = "", *, left: bool = False, stood_in: int = 0) -> SeatResult:
    """Return how a person or a bot came off."""
    return SeatResult(person, person or "Resi", level, 10 - place, place, float(place == 1), left, stood_in)


def result(
    *seats: SeatResult, number: int = 1, game: str = "party", rated: bool = True, steps: int = 100
) -> GameResult:
    """Return the result of a game."""
    return GameResult(
        f"t{number}", game, 1, {"seats": len(seats)}, 5.0, rated, steps, seats, f"t{number}", number=number
    )


def many(number: int, chance: Random) -> list[GameResult]:
    """Return so many results: of several pools, some of them unrated, with shared places, bots and people who left."""
    found = []
    for index in range(1, number + 1):
        seats = chance.choice((2, 4))
        people = chance.sample(PEOPLE, chance.randint(1, seats))
        sat = [seat(one, chance.randint(1, seats), left=chance.random() < 0.1) for one in people]
        sat += [
            seat("", chance.randint(1, seats), chance.choice(("easy", "normal"))) for _ in range(seats - len(people))
        ]
        found.append(result(*sat, number=index, rated=chance.random() < 0.9))
    return found


async def keep(store: Store, results: list[GameResult]) -> None:
    """Keep results of tables that are over."""
    for one in results:
        await store.save_table(table(one.table, "over"))
        assert await store.keep_result(one)
