"""Somebody's finished games and what they come to, in the words of a reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isclose

from markupsafe import Markup

from stammtisch.club.statistics import (
    EveningOfGames,
    FoundMoment,
    GameStatistics,
    LuckOfGame,
    ReviewStatistics,
    standing,
)
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import Say
from stammtisch.core.rules_page import voice_of
from stammtisch.store.result_contract import DAILY, Companion, GameResult
from stammtisch.web.tables.display_name import called
from stammtisch.web.view.club.result_charts import place_bar, results_curve, widest_bar
from stammtisch.web.view.number_format import decimals, hundredths
from stammtisch.web.view.review.review_text import signed
from stammtisch.web.view.scene import measure_of


@dataclass(frozen=True)
class FinishedGameLine:
    """A finished game in a list."""

    table: str
    game: str
    title: str
    day: str
    came_off: str
    won: bool
    names: str  # with places
    notes: str  # why it counts for no rating, say


@dataclass(frozen=True)
class EveningLines:
    """Games of one evening, with how often each has won; the tally is empty where it was one game."""

    games: tuple[FinishedGameLine, ...]
    tally: str


@dataclass(frozen=True)
class PlaceLine:
    """How often somebody came to a place."""

    name: str
    games: int
    by_luck: str
    bar: Markup


@dataclass(frozen=True)
class CompanionLine:
    """Somebody with whom one has played, and who won how often."""

    name: str
    games: int
    own: str
    theirs: str


@dataclass(frozen=True)
class MomentLine:
    """A moment of a game, and where it can be looked at."""

    address: str
    told: str


@dataclass(frozen=True)
class StatisticsText:
    """What results come to, in words and pictures."""

    games: int
    rated: int
    wins: str
    wins_by_luck: str
    share: str
    places: tuple[PlaceLine, ...]
    curve: Markup
    drawn: int  # games in the curve; none where there are too few
    reviewed: int
    best: MomentLine | None
    worst: MomentLine | None
    luck: tuple[tuple[str, int, str, str, str], ...]  # title, games known, result, luck and result without it


def title_of_game(name: str, language: str) -> str:
    """Return the title of a game, or its name where it is not installed any more."""
    if name not in game_names():
        return name
    game = find_game(name)
    return game.words.title(voice_of(game, language))


def companion_lines(companions: Sequence[Companion], say: Say) -> list[CompanionLine]:
    """Return with whom somebody has played, as a page lists them."""
    return [
        CompanionLine(called(one.name, say), one.games, _number(one.own, say), _number(one.theirs, say))
        for one in companions
    ]


def evening_lines(
    evenings: Sequence[EveningOfGames], person: str, day: Callable[[float], str], language: str, say: Say
) -> list[EveningLines]:
    """Return evenings as a page lists them; `day` says in words on which day of the house something was."""
    return [
        EveningLines(
            tuple(_line(result, person, day, language, say) for result in evening.results),
            ", ".join(f"{called(name, say)} {_number(wins, say)}" for name, wins in evening.tally)
            if len(evening.results) > 1
            else "",
        )
        for evening in evenings
    ]


def _line(result: GameResult, person: str, day: Callable[[float], str], language: str, say: Say) -> FinishedGameLine:
    seat = result.seat_of(person)
    own = result.seats[seat] if seat is not None else None
    names = ", ".join(
        f"{called(one.name, say)} ({one.place})" for one in sorted(result.seats, key=lambda one: one.place)
    )
    return FinishedGameLine(
        result.table,
        result.game,
        title_of_game(result.game, language),
        day(result.finished),
        _came_off(own.place if own else 0, own.share if own else 0.0, say),
        own is not None and own.share > 0,
        names,
        " · ".join(_notes(result, seat, say)),
    )


def _notes(result: GameResult, seat: int | None, say: Say) -> list[str]:
    notes = [] if result.rated else [say("deal of the day") if result.kind == DAILY else say("just for fun")]
    if seat is not None and result.seats[seat].left:
        notes.append(say("you left before the end"))
    elif seat is not None and result.seats[seat].stood_in:
        number = result.seats[seat].stood_in
        notes.append(say.count("a bot decided {number} time for you", "a bot decided {number} times for you", number))
    return notes


def _came_off(place: int, share: float, say: Say) -> str:
    if 0 < share < 1:
        return say("you shared the win")
    if place == 1:
        return say("you won")
    return {
        2: say("second"),
        3: say("third"),
        4: say("fourth"),
        5: say("fifth"),
        6: say("sixth"),
    }.get(place, say("finished"))


def statistics_text(
    found: GameStatistics, reviews: ReviewStatistics, latest: Sequence[GameResult], person: str, language: str, say: Say
) -> StatisticsText:
    """Return what results come to; `latest` are those that the curve shows, the newest first."""
    names = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"))
    widest = widest_bar(found.places)
    standings = [one for one in (standing(result, person) for result in reversed(latest)) if one is not None]
    return StatisticsText(
        found.games,
        found.rated,
        _number(found.wins, say),
        decimals(found.wins_by_luck, say, 1),
        say("{number} of 100", number=hundredths(found.wins / found.games)) if found.games else "",
        tuple(
            PlaceLine(names[one.place - 1], one.games, decimals(one.by_luck, say, 1), place_bar(one, widest))
            for one in found.places
        ),
        results_curve(standings) if len(standings) > 1 else Markup(),
        len(standings) if len(standings) > 1 else 0,
        reviews.reviewed,
        _moment(reviews.best, say),
        _moment(reviews.worst, say),
        tuple(_luck(one, language, say) for one in reviews.luck),
    )


def _moment(one: FoundMoment | None, say: Say) -> MomentLine | None:
    if one is None:
        return None
    told = say(
        "Your chances went from {before} to {after} of 100.",
        before=hundredths(one.before),
        after=hundredths(one.after),
    )
    return MomentLine(f"/t/{one.table}/replay?step={one.step}&as={one.seat}", told)


def _luck(one: LuckOfGame, language: str, say: Say) -> tuple[str, int, str, str, str]:
    title = title_of_game(one.game, language)
    amount = measure_of(find_game(one.game)).amount
    told = [signed(value, amount(abs(value), say, 0)) for value in (one.result, one.luck, one.adjusted)]
    return (title, one.games, told[0], told[1], told[2])


def _number(value: float, say: Say) -> str:
    """Return a number of wins, of which some may be shared."""
    return decimals(value, say, 0 if isclose(value, round(value)) else 1)
