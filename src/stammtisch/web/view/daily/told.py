"""Results of a deal of the day in words: beside par, people and bots, in what the game counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from babel.dates import format_date

from stammtisch.club.daily.par import Par
from stammtisch.club.daily.standing import DailyStanding, Entry
from stammtisch.core.game import Game
from stammtisch.core.language import Say
from stammtisch.web.view.scene import measure_of

CELLS: Final = 10  # in the row of cells that says how many of the bots' games were worse
_FULL, _EMPTY = "\N{BLACK PARALLELOGRAM}", "\N{WHITE PARALLELOGRAM}"


@dataclass(frozen=True)
class DailyLine:
    """A line in the list of a deal: somebody's result, or what par is."""

    place: int  # 0 for what is nobody's
    name: str
    told: str
    you: bool = False
    table: str = ""  # where it can be looked at, if it may be


def day_name(day: date, say: Say) -> str:
    """Return a day as people write it, in one line."""
    return format_date(day, "long", locale=say.language).replace(" ", "\N{NO-BREAK SPACE}")


def capitalized(told: str) -> str:
    """Return a sentence that begins something.

    >>> capitalized("won; par is 60 games of 100")
    'Won; par is 60 games of 100'
    """
    return told[:1].upper() + told[1:]


def beside_par(game: Game, options: Any, above: float, say: Say) -> str:
    """Say how much better or worse than par something is."""
    measure = measure_of(game)
    number = measure.of(above, options)
    if abs(number) < measure.unit / 2:
        return say("exactly par")
    amount = measure.amount(abs(number), say, 0)
    if number < 0:
        return say("{amount} worse than par", amount=amount)
    return say("{amount} better than par", amount=amount)


def result_told(game: Game, options: Any, worth: float, par: float, say: Say) -> str:
    """Say how a result stands beside par; where single games are only won or lost, which of it."""
    measure = measure_of(game)
    if not measure.base:
        return beside_par(game, options, worth - par, say)
    amount = measure.amount(measure.base + measure.of(par, options), say, 0)
    return say("won; par is {amount}", amount=amount) if worth > 0 else say("lost; par is {amount}", amount=amount)


def worth_told(game: Game, options: Any, worth: float, say: Say) -> str:
    """Say how somebody came off, in what the game counts."""
    measure = measure_of(game)
    number = measure.of(worth, options)
    return measure.standing(number, say) or measure.amount(measure.base + number, say, 0)


def par_told(game: Game, options: Any, par: Par, say: Say) -> list[str]:
    """Say what par is, how sure that is, and how far single games lie apart."""
    measure = measure_of(game)
    sure = measure.amount(measure.of(par.error, options), say, 0)
    told = [
        say("Par: {told}", told=worth_told(game, options, par.mean, say)),
        say.count(
            "Our strong bots have played it once; nobody can say how far that is off.",
            "Our strong bots have played it {number} times, so it is right to about {sure}.",
            par.counted,
            sure=sure,
        ),
    ]
    if measure.base or len(par.worths) == 1:
        return told
    low, high = (beside_par(game, options, worth - par.mean, say) for worth in quartiles(par))
    return [*told, say("Half of their games ended between “{low}” and “{high}”.", low=low, high=high)]


def quartiles(par: Par) -> tuple[int, int]:
    """Return the worths below which a quarter and three quarters of the bots' games are."""
    every = [worth for worth, times in sorted(par.worths.items()) for _ in range(times)]
    return every[len(every) // 4], every[(3 * len(every)) // 4]


def shares_told(found: DailyStanding, say: Say) -> Iterator[str]:
    """Say how many people and bots did worse."""
    if found.people is not None:
        yield say("Better than {share} of people.", share=say.percent(found.people))
    if found.bots is not None:
        yield say("Better than {share} of the bots’ games.", share=say.percent(found.bots))


def streak_told(days: int, say: Say) -> str:
    """Say on how many days in a row somebody has played; nothing for a single one."""
    return say.count("{number} day in a row", "{number} days in a row", days) if days > 1 else ""


def cells_filled(found: DailyStanding) -> int:
    """Return how many cells are filled: by the share of the bots' games that were worse, at least one.

    None is, where nothing is known of the bots' games yet.
    """
    return 0 if found.bots is None else max(1, round(CELLS * found.bots))


def shared_text(title: str, headline: str, found: DailyStanding) -> str:
    """Return what is shared: how it went, and nothing of the deal."""
    filled = cells_filled(found)
    cells = [_FULL * filled + _EMPTY * (CELLS - filled)] if filled else []
    return "\n".join([title, *cells, headline])


def lines_of(
    entries: Sequence[Entry], game: Game, options: Any, par: Par, person: str, say: Say, *, open_now: bool
) -> list[DailyLine]:
    """Return the list of a deal with the results of some people, the best first, and par among them.

    Args:
        entries: The results, the best first.
        game: The game.
        options: Its options.
        par: What our strong bots made of it.
        person: Who reads it.
        say: The voice of the pages.
        open_now: Whether games may be looked at.
    """
    lines: list[tuple[float, DailyLine]] = []
    for entry in entries:
        place = 1 + sum(other.worth > entry.worth for other in entries)
        told = _line_told(game, options, entry.worth, par, say)
        table = entry.table if open_now or entry.person == person else ""
        name = entry.name or say("Guest")
        lines.append((entry.worth, DailyLine(place, name, told, entry.person == person, table)))
    if par.counted:
        lines.append((par.mean, DailyLine(0, say("Par"), worth_told(game, options, par.mean, say))))
        ends = ((max(par.worths), say("the bots’ best game")), (min(par.worths), say("the bots’ worst game")))
        for worth, name in () if measure_of(game).base or len(par.worths) == 1 else ends:
            lines.append((worth, DailyLine(0, name, beside_par(game, options, worth - par.mean, say))))
    return [line for _, line in sorted(lines, key=lambda item: -item[0])]


def _line_told(game: Game, options: Any, worth: int, par: Par, say: Say) -> str:
    """Say how somebody came off, beside a par that stands in the same list."""
    if measure_of(game).base:
        return say("won") if worth > 0 else say("lost")
    return beside_par(game, options, worth - par.mean, say) if par.counted else worth_told(game, options, worth, say)
