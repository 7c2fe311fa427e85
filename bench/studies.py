"""Our own games, studied: every number of seats and every variant, and four questions; writes docs/studies.

Each study lies in a folder of its own and goes on from there, so this may be stopped and begun again; what has been
played is not played twice. Seeds are fixed, so anybody gets the same pages, on any machine and with any number of
processes. On a busy machine with two cores all of it took about an hour.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Final

from rich.console import Console

from stammtisch.bots.arena.confidence_interval import estimate
from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.core.options import make_options
from stammtisch.errors import StammtischError
from stammtisch.games.combo.boards import BLUE, RED, BoardChoice
from stammtisch.games.duel.solver.solution import find_solution
from stammtisch.study.block import DealBlock, PlayedBlock, play_block
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.plan import NamedValue
from stammtisch.study.report.words import Form, describe, margin, number
from stammtisch.study.results import CellResults, StudyResults
from stammtisch.study.run import Stop
from stammtisch.study.study_game import study_game

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "docs" / "studies"
FOLDERS: Final = ROOT / ".cache" / "studies"
MARK: Final = "<!-- Made by scripts/bench studies: whatever is changed here by hand is lost. -->"
SEED: Final = 1
SAY: Final = voice("stammtisch.study", "en")
NO_YES: Final = [False, True]

Column = tuple[str, Callable[[CellResults], str]]  # its head, and what stands below it for a cell


class Here:
    """Plays blocks in this process: there are two dozen studies, and processes take seconds to begin."""

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield blocks as they are played, or with their fault."""
        yield from map(play_block, blocks)


@dataclass(frozen=True)
class GameStudy:
    """One study: what `stammtisch study` is given, and what is shown of it."""

    game: str
    name: str
    games: int  # of each cell
    vary: Mapping[str, Sequence[object]]
    columns: Sequence[Column]
    options: Mapping[str, object] = field(default_factory=dict)
    bots: Sequence[str] = ("easy",)

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return FOLDERS / f"{self.game}-{self.name}"


@dataclass(frozen=True)
class Chapter:
    """Studies that answer one question, in one table on the page of the game."""

    heading: str
    about: str
    studies: Sequence[GameStudy]


def _told(name: str, head: str = "") -> Column:
    """Return a column with a measure and how far its interval reaches."""
    about = describe(name, SAY)

    def tell(one: CellResults) -> str:
        return _within(one.measures.get(name), about.form)

    return head or about.label, tell


def _within(measured: Measured | None, form: Form) -> str:
    if measured is None or measured.margin is None:
        return "–"
    value, reach = number(measured.value, form, SAY), margin(measured, form, SAY)
    return f"{value.removesuffix('%')} ± {reach.removesuffix('%')}"


def _each(kind: str, head: str) -> Column:
    """Return a column with a share for every seat, and the widest interval of them."""

    def tell(one: CellResults) -> str:
        shares = [found for place in range(one.cell.seats) if (found := one.measures.get(f"{kind}.{place}"))]
        if not shares:
            return "–"
        reach = max(found.margin or 0.0 for found in shares)
        values = " · ".join(number(found.value, Form.PERCENT, SAY).removesuffix("%") for found in shares)
        return f"{values} ± {number(reach, Form.PERCENT, SAY).removesuffix('%')}"

    return head, tell


def _beyond(some: Sequence[CellResults]) -> str:
    """Return what whoever opens wins beyond the mean of all seats, in all of these cells together: deal by deal."""
    by_deal = defaultdict[int, list[float]](list)
    for one in some:
        seats = [one.measures[f"opener.{place}"].samples for place in range(one.cell.seats)]
        for deal, wins in seats[0].items():
            by_deal[deal].append(wins - fmean(seat[deal] for seat in seats))
    found = estimate([fmean(apart) for apart in by_deal.values()])
    return f"{100 * found.mean:+.1f}" + ("" if found.margin is None else f" ± {100 * found.margin:.1f}")


def _exact(one: CellResults) -> str:
    """Return what the first bluffer wins if both play perfectly."""
    options = make_options(find_game("duel").rules, one.cell.match.options)
    return f"{100 * find_solution(options).value((0, 0, 0, 0)):.3f}"


GAMES: Final[Column] = "games", lambda one: SAY.number(len(one.games))
BOTS: Final[Column] = "bots", lambda one: ", ".join(one.cell.match.bots)
SEATS: Final = _each("win", "each seat wins, %")
LENGTH: Final = (_told("minutes", "minutes"), _told("decisions", "decisions"))
COURSE: Final = (
    _told("real", "with a choice, %"),
    _told("lead_changes", "lead changes"),
    _told("settled", "settled after, %"),
    _told("leader.50", "leader halfway wins, %"),
    _told("stakes.second", "best against second, %"),
)
OPENER: Final[Column] = "the opener beyond the mean, %", lambda one: _beyond([one])
SHARED: Final = _told("shared", "shared wins, %")
KINGS: Final = _told("kingmaking", "kingmaking, %")
PAUL: Final = _told("nobody", "Paul wins, %")
REST: Final = _told("luck.rest", "rest, %")
LUCK: Final = (_told("luck.deal", "luck, %"), _told("luck.player", "player, %"))


def _boards() -> list[NamedValue]:
    choice = BoardChoice()
    return [NamedValue(name, choice.write(board.words())) for name, board in (("blue", BLUE), ("red", RED))]


def _directions(bot: str, games: int) -> list[GameStudy]:
    """Return a study of each number of seats, with every distance over which cards are passed."""
    columns = (
        GAMES,
        BOTS,
        _each("opener", "the opener and those after it win, %"),
        OPENER,
        SHARED,
    )
    return [
        GameStudy(
            "gang",
            f"directions-{bot}-{seats}",
            games,
            {"first_round": [*range(1, seats + 1)]},
            columns,
            {"seats": seats, "rounds": 1},
            (bot,),
        )
        for seats in (3, 4, 5, 6)
    ]


BOARDS: Final[Mapping[str, Sequence[object]]] = {"seats": [2, 3, 4], "board": _boards(), "expert": NO_YES}
SPACES: Final = {"royal": NO_YES, "spaces": [*range(1, 7)]}
CHAPTERS: Final[Mapping[str, Sequence[Chapter]]] = {
    "gang": [
        Chapter(
            "Whole matches",
            "To the limit of 100 points.",
            [
                GameStudy(
                    "gang", "matches", 280, {"seats": [3, 4, 5, 6]}, (GAMES, SEATS, *LENGTH, *COURSE, SHARED, KINGS)
                )
            ],
        ),
        Chapter(
            "Whom opening helps, by passing direction",
            "Single rounds. The opener leads the lowest green card, which it holds after passing; seats are counted on"
            " from there in the order of play. In round 1 cards go to the left neighbour, who plays next; in the last"
            " round of each table nobody passes.",
            [*_directions("easy", 3500), *_directions("strong", 700)],
        ),
        Chapter(
            "What the player decides",
            "One `strong` bot among `easy` ones, single rounds: parts of the variance of who wins.",
            [
                GameStudy(
                    "gang",
                    "skill",
                    560,
                    {"seats": [3, 4, 5, 6]},
                    (GAMES, _told("bot.strong", "strong wins, %"), *LUCK, REST),
                    {"rounds": 1},
                    ("strong", "easy"),
                )
            ],
        ),
    ],
    "party": [
        Chapter(
            "Every variant",
            "`face_down` is Variant 1, `mirror` Variant 2, in which as many games are played as there are people.",
            [
                GameStudy(
                    "party",
                    "variants",
                    200,
                    {"seats": [2, 3, 4, 5, 6], "face_down": NO_YES, "mirror": NO_YES},
                    (GAMES, SEATS, PAUL, *LENGTH, *COURSE, KINGS),
                )
            ],
        ),
        Chapter(
            "By bots that think",
            "The search of `normal` looks 15 playouts ahead.",
            [
                GameStudy(
                    "party",
                    "thinking",
                    60,
                    {"seats": [2, 3, 4, 5, 6]},
                    (GAMES, BOTS, SEATS, PAUL, *LENGTH),
                    bots=("normal",),
                )
            ],
        ),
        Chapter(
            "How strong Paul is",
            "Two players, by how well they play. One of three equal guests would win a third.",
            [
                GameStudy(
                    "party",
                    "paul",
                    500,
                    {"bots": ["random", "easy"], "face_down": NO_YES, "mirror": NO_YES},
                    (GAMES, BOTS, PAUL, SEATS),
                    {"seats": 2},
                ),
                GameStudy(
                    "party",
                    "paul-normal",
                    140,
                    {"face_down": NO_YES, "mirror": NO_YES},
                    (GAMES, BOTS, PAUL, SEATS),
                    {"seats": 2},
                    ("normal",),
                ),
                GameStudy(
                    "party",
                    "paul-strong",
                    40,
                    {},
                    (GAMES, BOTS, PAUL, SEATS),
                    {"seats": 2},
                    ("strong",),
                ),
            ],
        ),
    ],
    "combo": [
        Chapter(
            "Every variant",
            "Seat 1 begins every round. `expert` brings the red board with it.",
            [
                GameStudy(
                    "combo",
                    "variants",
                    400,
                    {"seats": [2, 3, 4], "quick": NO_YES, "expert": NO_YES},
                    (GAMES, SEATS, *LENGTH, COURSE[0], SHARED),
                    {"first": 0},
                )
            ],
        ),
        Chapter(
            "The blue board against the red one",
            "Both boards by both rules, which the option `board` allows; so what the board does is told from what the"
            " expert rules do. Seat 1 begins every round.",
            [
                GameStudy("combo", "boards", 200, BOARDS, (GAMES, BOTS, SEATS, *LENGTH, *COURSE, SHARED), {"first": 0}),
            ],
        ),
        Chapter(
            "Luck on both boards",
            "Two players, `normal` (a search with 100 playouts a decision) against `easy` (rules of thumb): parts of"
            " the variance of who wins.",
            [
                GameStudy(
                    "combo",
                    "luck",
                    100,
                    {"expert": NO_YES},
                    (GAMES, _told("bot.easy", "easy wins, %"), *LENGTH, *LUCK, _told("luck.seat", "seat, %"), REST),
                    {"seats": 2, "first": 0},
                    ("normal", "easy"),
                ),
            ],
        ),
    ],
    "duel": [
        Chapter(
            "Royal against the base game",
            "Seat 1 bluffs first. *Exact* is what it wins if both play perfectly, by the equilibrium that"
            " `stammtisch solve duel` prints and proves; beside it what was measured of bots that play so, and of rules"
            " of thumb.",
            [
                GameStudy(
                    "duel",
                    bot,
                    games,
                    SPACES,
                    (GAMES, BOTS, ("exact, %", _exact), _told("win.0", "seat 1 wins, %"), *LENGTH, *COURSE[1:]),
                    {"first_bluffer": 0},
                    (bot,),
                )
                for bot, games in (("perfect", 3000), ("easy", 6000))
            ],
        ),
        Chapter(
            "What perfect play is worth",
            "Against rules of thumb, each at both places.",
            [
                GameStudy(
                    "duel",
                    "skill",
                    500,
                    SPACES,
                    (GAMES, _told("bot.perfect", "perfect wins, %"), *LUCK, REST),
                    bots=("perfect", "easy"),
                )
            ],
        ),
    ],
}


def main() -> int:
    """Play what has not been played, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=CHAPTERS, default=list(CHAPTERS), help="default: all four")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    parser.add_argument("--share", type=float, default=1.0, help="play so much of all games, for a first look (1)")
    parser.add_argument("--out", type=Path, default=PAGES, help="the folder of the pages (default docs/studies)")
    arguments = parser.parse_args()
    console = Console(stderr=True, highlight=False)
    arguments.out.mkdir(parents=True, exist_ok=True)
    try:
        for game in arguments.games:
            text = "\n".join(_page(game, arguments, console)) + "\n"
            (arguments.out / f"{game}.md").write_text(text, encoding="utf-8")
    except StammtischError as error:
        console.print(f"Stopped: {error}")
        return 1
    return 0


def _page(game: str, arguments: argparse.Namespace, console: Console) -> Iterator[str]:
    """Yield the lines of a game's page."""
    title = find_game(game).words.title(voice(f"stammtisch.games.{game}", "en"))
    yield from (f"# {title}: studies", "", MARK, "")
    yield (
        "What the columns mean is in [Studies](../study.md), what we learned in [the summary](README.md)."
        " ± is half the interval that covers the truth in 95 of 100 cases; behind several shares it is the widest."
        " Every deal is played twice, or once with each rotation of different bots; intervals count deals."
        " Where too few games were watched for an interval, there is a –."
    )
    for chapter in CHAPTERS[game]:
        yield from ("", f"## {chapter.heading}", "", chapter.about)
        found = [(study, _results(study, arguments, console)) for study in chapter.studies]
        yield from ("", "```", *(results.command for _, results in found), "```", "")
        yield from _table(found)


def _results(study: GameStudy, arguments: argparse.Namespace, console: Console) -> StudyResults:
    """Play a study to its end, if it is not there yet.

    Raises:
        StammtischError: It cannot be played, or somebody stopped it.
    """
    begin = time.perf_counter()
    found = study_game(
        study.game,
        options=study.options,
        vary=study.vary,
        bots=None if "bots" in study.vary else study.bots,
        stop=Stop(games=max(1, round(study.games * arguments.share))),
        seed=SEED,
        out=study.folder,
        processes=arguments.processes,
        backend=Here() if arguments.processes == 1 else None,
    )
    console.print(f"{study.folder.name}: {found.played} games in {time.perf_counter() - begin:.0f} s")
    if found.interrupted:
        raise StammtischError("the same command goes on")
    return found.results


def _table(found: Sequence[tuple[GameStudy, StudyResults]]) -> Iterator[str]:
    """Yield the table of a chapter: a row for each cell of its studies, which have the same columns."""
    columns = found[0][0].columns
    names = list(dict.fromkeys(name for study, _ in found for name in (*study.options, *study.vary) if name != "bots"))
    told = [name for name in names if len({_option(one, name) for _, results in found for one in results.cells}) > 1]
    yield "| " + " | ".join([*(f"`{name}`" for name in told), *(head for head, _ in columns)]) + " |"
    yield "|" + "---|" * len(told) + "--:|" * len(columns)
    for study, results in found:
        for one in results.cells:
            cells = [*(_option(one, name) for name in told), *(tell(one) for _, tell in columns)]
            yield "| " + " | ".join(cells) + " |"
        if OPENER in columns:
            where = ["all" if name in study.vary else _option(results.cells[0], name) for name in told]
            together = {GAMES: "", BOTS: BOTS[1](results.cells[0]), OPENER: _beyond(results.cells)}
            yield "| " + " | ".join([*where, *(together.get(column, "") for column in columns)]) + " |"


def _option(one: CellResults, name: str) -> str:
    """Return the value of an option, as it is typed or by its own name."""
    varied = dict(one.cell.varied)
    value = varied.get(name, one.cell.match.options.get(name))
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    sys.exit(main())
