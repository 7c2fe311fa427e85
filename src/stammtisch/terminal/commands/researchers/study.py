"""`stammtisch study`: what a designer wants to know of a game, played by bots, in one folder."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from math import isfinite
from pathlib import Path
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from stammtisch.bots.levels import EASY
from stammtisch.core.language import Say, voice
from stammtisch.study.block import DEALS
from stammtisch.study.experiments.experiment import Experiment
from stammtisch.study.experiments.skill_trace import cost_of
from stammtisch.study.plan import MOST_CELLS, StudyPlan, make_plan
from stammtisch.study.ray_cluster import RayCluster
from stammtisch.study.report.experiments import asked_sections
from stammtisch.study.report.goal_words import sentences
from stammtisch.study.report.summary import cell_name, comparison, summary
from stammtisch.study.report.words import Form, describe, number, within
from stammtisch.study.results import CellResults
from stammtisch.study.run import Stop, StudyRun
from stammtisch.study.study_game import Studied, study_game
from stammtisch.terminal.commands.arguments import MOST_PROCESSES, add_language, add_options, between
from stammtisch.terminal.commands.option_arguments import read_choices, read_varied
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.screen import Screen, make_console

EXAMPLES: Final = """\
examples:
  stammtisch study gang -o rounds=1 --until 0.01             easy bots, until win shares are known to 1 %
  stammtisch study party --vary seats=3,4,5 --games 2000     side by side, on the same deals
  stammtisch study combo --vary board=printed,@red.json --vary bots=easy,normal
  stammtisch study duel -o spaces=1 --bots perfect --minutes 5
  stammtisch study combo --bots normal,easy --out combo      who plays, and where it is kept
  stammtisch study party --skill --games 400                 how much it helps to think twice as long
  stammtisch study gang --without 'k11 or k12'               what a bot loses without these cards
  stammtisch study duel --openings                           what each opening is worth
  stammtisch study duel --vary spaces=1..6 --vary royal=yes,no --goals minutes:5,advantage:min

Ctrl-C stops it, and the same command goes on; nothing is lost. docs/study.md says what every number means.
"""
_MOST_GAMES: Final = 100_000_000
_USUAL_GAMES: Final = 1000
_INTERRUPTED: Final = 130  # what shells expect after Ctrl-C


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("game", metavar="GAME", help="its name")
    add_options(parser)
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=A,B,C",
        help="compare values of an option (3..6 for all between, @FILE for JSON), bots=A,B+C or game=A,B; repeatable",
    )
    parser.add_argument("--bots", metavar="A,B", help=f"who plays ({EASY})")
    parser.add_argument(
        "--goals", metavar="A:WISH,B:WISH", help="which settings are best: minutes:40, advantage:..2%%, balance:max, …"
    )
    parser.add_argument(
        "--search",
        type=between("search", 2, MOST_CELLS),
        metavar="N",
        help="play so many settings, looked for by the goals, instead of all (optuna, of the extra scale)",
    )
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument(
        "--skill",
        action="store_true",
        help="let the search play itself with twice the thinking, eight times from 20 playouts; says what it costs",
    )
    asked.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="ACTION",
        help="what the first bot loses without an action, such as 'turn 1', 'turn ?' or 'k11 or k12'; repeatable",
    )
    asked.add_argument("--openings", action="store_true", help="draw each seat's first decision, to see them all")
    enough = parser.add_mutually_exclusive_group()
    enough.add_argument(
        "--games",
        type=between("games", 1, _MOST_GAMES),
        metavar="N",
        help=f"how many of each kind, rounded up to whole blocks ({_USUAL_GAMES})",
    )
    enough.add_argument("--minutes", type=_positive("minutes"), metavar="M", help="how long, for now")
    enough.add_argument(
        "--until", type=_positive("until"), metavar="W", help="until the win shares are known so well: 0.01 is ± 1 %%"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="fixes every deal and every choice (drawn, and shown)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where it is kept, and goes on from (study-GAME)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--on", metavar="PLACE", help="a Ray cluster: ray, or ray://HOST:PORT (Ray, of the extra scale)")
    where.add_argument(
        "--processes",
        type=between("processes", 1, MOST_PROCESSES),
        metavar="N",
        help="how many blocks are played at once (all cores)",
    )


def run(args: Namespace) -> int:
    """Study a game and say what was found; return 0, or 130 if somebody had seen enough.

    Raises:
        StammtischError: The game, an option, a bot or the folder cannot be had.
    """
    console, say = make_console(), voice("stammtisch.terminal", args.lang)
    game = pick_game(args.game, Screen(console, redraws=False, pause=0), say)
    out = args.out or Path(f"study-{game.NAME}")
    bots, varied = args.bots.split(",") if args.bots else None, read_varied(args.vary)
    asked = Experiment(skill=args.skill, without=tuple(args.without), drawn=args.openings)
    if asked.skill:
        plan = make_plan(game, read_choices(args.option), varied, bots, 0, asked)
        _announce(plan, _stop(args), args.processes, console, say)
    with RayCluster(args.on) if args.on else nullcontext() as cluster, _progress(args.lang) as tell:
        studied = study_game(
            game,
            options=read_choices(args.option),
            vary=varied,
            bots=bots,
            asked=asked,
            stop=_stop(args),
            seed=args.seed,
            out=out,
            processes=args.processes,
            backend=cluster,
            language=args.lang,
            tell=tell,
            goals=args.goals.split(",") if args.goals else (),
            trials=args.search,
        )
    if studied.page:
        _show(studied, console, args.lang)
    games = sum(len(one.games) for one in studied.results.cells)
    rate = studied.played / studied.seconds if studied.played else 0.0
    console.print(
        say(
            "Games: {games}, seed: {seed}; {played} played now, {rate} a second. The page is {page}.",
            games=say.number(games),
            seed=studied.results.plan.seed,
            played=say.number(studied.played),
            rate=say.number(round(rate)),
            page=studied.page or out,
        ),
        soft_wrap=True,
        highlight=False,
    )
    if studied.interrupted:
        console.print(Text(say("Interrupted: the same command goes on from here."), "bold"))
    return _INTERRUPTED if studied.interrupted else 0


def _announce(plan: StudyPlan, stop: Stop, processes: int | None, console: Console, say: Say) -> None:
    """Say how long a skill trace takes, before it is played."""
    cost = cost_of(plan, stop.blocks(plan.cells), processes)
    told = say(
        "Each {deals} deals of all {cells} steps take one processor about {seconds} seconds.",
        deals=DEALS,
        cells=len(plan.cells),
        seconds=number(cost.seconds, Form.NUMBER, say),
    )
    if isfinite(cost.minutes):
        minutes = number(cost.minutes, Form.NUMBER, say)
        told += " " + say("All of it takes about {minutes} minutes here.", minutes=minutes)
    console.print(told, soft_wrap=True, highlight=False)


def _stop(args: Namespace) -> Stop:
    if args.minutes:
        return Stop(minutes=args.minutes)
    if args.until:
        return Stop(until=args.until)
    return Stop(games=args.games or _USUAL_GAMES)


def _positive(name: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not value > 0 or not isfinite(value):
            raise ArgumentTypeError(f"{name} is {text}; it may be a number above 0")
        return value

    return read


@contextmanager
def _progress(language: str) -> Iterator[Callable[[StudyRun], None]]:
    """Show on a terminal how far it is, and what is known so far."""
    say, told = voice("stammtisch.terminal", language), voice("stammtisch.study", language)
    console = Console(stderr=True)
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def tell(run: StudyRun) -> None:
            parts = [say("{games} games", games=say.number(run.games))]
            if run.blocks and isfinite(run.margin):
                first = next(iter(run.shares.values()))
                shares = ", ".join(number(share, Form.PERCENT, told) for share in first.shares)
                reach = number(run.margin, Form.PERCENT, told)
                parts.append(say("wins by seat {shares}, to ± {reach}", shares=shares, reach=reach))
            bar.update(task, description=" · ".join(parts))

        yield tell


def _show(studied: Studied, console: Console, language: str) -> None:
    """Print what was found, in words and numbers."""
    told, results = voice("stammtisch.study", language), studied.results
    sections = asked_sections(results, told)
    for section in sections:
        console.print(Text(section.heading, "bold"))
        for sentence in section.sentences:
            console.print(sentence, soft_wrap=True, highlight=False)
        console.print(_rows((row.label, f"{row.value} ({row.interval})") for row in section.rows))
    for index, one in enumerate(results.cells if not results.plan.asked.lines else ()):
        if len(results.cells) > 1:
            console.print(Text(cell_name(results, index, told), "bold"))
        for sentence in summary(one, told):
            console.print(sentence, soft_wrap=True, highlight=False)
        console.print(_grid(one, told))
    for sentence in _side_by_side(studied, told):
        console.print(sentence, soft_wrap=True, highlight=False)


def _side_by_side(studied: Studied, told: Say) -> Iterable[str]:
    results = studied.results
    if studied.front:
        return sentences(results, studied.front, told)
    if len(results.cells) > 1 and not results.plan.asked.lines:
        return comparison(results, results.differences, told)
    return ()


def _grid(one: CellResults, told: Say) -> Grid:
    every = ((describe(name, told), measured) for name, measured in one.measures.items())
    return _rows((about.label, within(measured, about.form, told)) for about, measured in every)


def _rows(rows: Iterable[tuple[str, str]]) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1), show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    for label, value in rows:
        grid.add_row(label, value)
    return grid
