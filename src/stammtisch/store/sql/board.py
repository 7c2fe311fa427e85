"""What the board of the house asks a database: about everybody's games of some days, not all there were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stammtisch.store.board_contract import DayCount, KnownPerson, WinStreak
from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql.database import Database
from stammtisch.store.sql.rows import RESULT_COLUMNS, SEAT_COLUMNS, results_in

_NEWEST: Final = f"""
SELECT {RESULT_COLUMNS}, {SEAT_COLUMNS} FROM results JOIN result_seats USING (number)
WHERE number IN (
  SELECT number FROM results AS late WHERE finished >= $1
  AND (SELECT count(*) FROM result_seats AS sat WHERE sat.number = late.number AND person <> '') > 1
  ORDER BY finished DESC LIMIT $2
) ORDER BY finished DESC, number DESC, seat
"""  # noqa: S608  # our own names
# With CROSS JOIN, SQLite begins with the games of these days, and not with all seats there are in the order of people.
# Whoever came long ago is known by the first of their games: no more of them are looked at.
_NEWCOMERS: Final = """
SELECT sat.person FROM results CROSS JOIN result_seats AS sat
WHERE finished >= $1 AND sat.number = results.number AND sat.person <> '' GROUP BY sat.person
HAVING NOT EXISTS (
  SELECT 1 FROM result_seats AS older JOIN results AS earlier ON earlier.number = older.number
  WHERE older.person = sat.person AND earlier.finished < $1
) ORDER BY min(finished) DESC, sat.person LIMIT $2
"""
_AMONG_PEOPLE: Final = """EXISTS (
  SELECT 1 FROM result_seats AS other WHERE other.number = {0}.number AND other.person NOT IN ('', {0}.person)
)"""
# First whose last game lately was won, then how far back that goes. Who got up before the end has not won.
_STREAKS: Final = f"""
WITH lately AS (
  SELECT sat.person, max(sat.number) AS number FROM results CROSS JOIN result_seats AS sat
  WHERE finished >= $1 AND sat.number = results.number AND sat.person <> '' AND {_AMONG_PEOPLE.format("sat")}
  GROUP BY sat.person
), winners AS (
  SELECT last.person, coalesce((
    SELECT lost.number FROM result_seats AS lost
    WHERE lost.person = last.person AND (lost.place > 1 OR lost.gone = 1) AND {_AMONG_PEOPLE.format("lost")}
    ORDER BY lost.number DESC LIMIT 1
  ), 0) AS lost
  FROM lately JOIN result_seats AS last ON last.person = lately.person AND last.number = lately.number
  WHERE last.place = 1 AND last.gone = 0
), streaks AS (
  SELECT person, (
    SELECT count(*) FROM result_seats AS won
    WHERE won.person = winners.person AND won.number > winners.lost AND {_AMONG_PEOPLE.format("won")}
  ) AS wins FROM winners
) SELECT person, wins FROM streaks WHERE wins >= $2 ORDER BY wins DESC, person LIMIT $3
"""  # noqa: S608  # our own names
_MET: Final = """
SELECT DISTINCT other.person FROM result_seats AS own JOIN result_seats AS other ON other.number = own.number
WHERE own.person = $1 AND own.person <> '' AND other.person NOT IN ('', own.person)
"""
_KNOWN: Final = """
SELECT id, name, costume, colour, shown_to, EXISTS (SELECT 1 FROM blocks WHERE blocks.person = id AND other = $1)
FROM people WHERE id {0}
"""


class SqlBoard:
    """What is asked about everybody's games at once."""

    _sql: Database

    async def count_by_day(self, days: Sequence[float]) -> list[DayCount]:
        """Return how many games were finished on each day since the first; `days` are their beginnings, in order."""
        ends = " ".join(f"WHEN finished < ${day + 2} THEN {day}" for day in range(len(days) - 1))
        day = f"CASE {ends} ELSE {len(days) - 1} END" if ends else "0"
        question = f"SELECT {day}, game, count(*) FROM results WHERE finished >= $1 GROUP BY 1, 2 ORDER BY 1, 2"  # noqa: S608
        return [DayCount(*row) for row in await self._sql.read(question, *days)]

    async def newest_among_people(self, since: float, most: int) -> list[GameResult]:
        """Return the results since a time of games at which two people sat or more, those finished last first."""
        return results_in(await self._sql.read(_NEWEST, since, self._sql.limit(most)))

    async def newcomers(self, since: float, most: int) -> list[str]:
        """Return who has finished their first game here since a time, the newest first."""
        return [row[0] for row in await self._sql.read(_NEWCOMERS, since, self._sql.limit(most))]

    async def win_streaks(self, since: float, fewest: int, most: int) -> list[WinStreak]:
        """Return who has won their last games with other people, with one since a time; the longest rows first."""
        return [WinStreak(*row) for row in await self._sql.read(_STREAKS, since, fewest, self._sql.limit(most))]

    async def met(self, person: str) -> frozenset[str]:
        """Return with whom somebody has finished a game."""
        return frozenset(row[0] for row in await self._sql.read(_MET, person))

    async def known_people(self, people: Sequence[str], asker: str) -> dict[str, KnownPerson]:
        """Return how people are known to somebody who asks, by their ids; those without a name left out."""
        rows = await self._sql.read(_KNOWN.format(self._sql.among("$2")), asker, self._sql.lines(people))
        return {
            person: KnownPerson(name, costume, colour, shown_to, bool(avoids))
            for person, name, costume, colour, shown_to, avoids in rows
        }
