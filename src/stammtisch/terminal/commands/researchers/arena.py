"""`stammtisch arena`: let bots play each other, and say how sure the result is."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from secrets import randbelow
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from stammtisch.bots.arena.confidence_interval import Estimate
from stammtisch.bots.arena.json_report import as_json
from stammtisch.bots.arena.match import Deal, Fault, Match, compile_for
from stammtisch.bots.arena.standings import Standing, standings
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.core.game import find_game
from stammtisch.core.language import Say, voice
from stammtisch.core.observations.observation import features_of
from stammtisch.core.options import as_text, make_options
from stammtisch.errors import DatasetError, OptionError
from stammtisch.ratings.model import margin
from stammtisch.terminal.commands.arguments import MOST_PROCESSES, add_language, add_options, between
from stammtisch.terminal.commands.option_arguments import read_choices
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.files import write_text
from stammtisch.terminal.play.screen import Screen, make_console
from stammtisch.terminal.progress_bar import progress_bar

EXAMPLES: Final = """\
examples:
  stammtisch arena duel strong easy --games 200
  stammtisch arena gang strong random -o rounds=1            one strong bot against three random ones
  stammtisch arena party strong normal easy --seats 3 --seed 7 --json party.json
  stammtisch arena gang strong easy --games 100000 --save gang-games     every game, for offline learning
  stammtisch arena combo search:500 search:200ms

A bot is random, a level (easy, normal, strong; master or perfect where there is one), search:PLAYOUTS,
search:MILLISECONDSms, or one that a package brings. The last one named takes all seats that are left. Every deal is
played with each rotation of the bots round the table. docs/bots.md says what the figures mean, docs/offline-data.md
what --save keeps.
"""
_MOST_GAMES: Final = 10_000_000
INTERRUPTED: Final = 130  # what shells expect after Ctrl-C
_SEEDS: Final = 1 << 32  # one that people can type again
_FAULTS_SHOWN: Final = 5


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_match_arguments(parser)
    parser.add_argument(
        "--processes",
        type=between("processes", 1, MOST_PROCESSES),
        metavar="N",
        help="how many games are played at once (all cores)",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="DIR",
        help="keep every game there while it plays: transcripts, and Parquet files of decisions (extra data)",
    )


def add_match_arguments(parser: ArgumentParser) -> None:
    """Add what any match may be given, whoever plays it."""
    add_language(parser)
    parser.add_argument("game", metavar="GAME", help="its name")
    parser.add_argument("bots", metavar="BOT", nargs="+", help="who plays")
    parser.add_argument(
        "--games",
        type=between("games", 1, _MOST_GAMES),
        default=100,
        metavar="N",
        help="how many, rounded up to whole deals (100)",
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help="how many seats there are (as the game has, or the bots)"
    )
    add_options(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="fixes every deal and every choice (drawn, and shown)")
    parser.add_argument("--json", metavar="FILE", help="write everything there, too")


def run(args: Namespace) -> int:
    """Play a match and show its table; return 0, 1 if a bot was at fault, 130 if somebody had seen enough.

    Raises:
        StammtischError: The game, an option, a bot or the file cannot be had.
    """
    console, say = make_console(), voice("stammtisch.terminal", args.lang)
    match = read_match(args, console, say)
    path = None if args.json is None else Path(args.json)
    if args.save:
        _require_place(args.save, match)
    if path:
        _write(path, match, [], interrupted=True)  # what cannot be written is better known before all is played
    deals, stopped = _play(match, -(-args.games // len(match.rotations)), args, say)
    if isinstance(stopped, DatasetError) and not deals:
        raise stopped
    show_match(match, deals, console, say, interrupted=stopped is not None)
    if path:
        _write(path, match, deals, interrupted=stopped is not None)
    if isinstance(stopped, DatasetError):
        raise stopped
    return INTERRUPTED if stopped else int(any(deal.fault for deal in deals))


def read_match(args: Namespace, console: Console, say: Say, others: Sequence[str] = ()) -> Match:
    """Return the match that the command line describes; `others` are names of whoever plays beside bots.

    Raises:
        StammtischError: The game, an option or a bot cannot be had.
    """
    game = pick_game(args.game, Screen(console, redraws=False, pause=0), say)
    choices = read_choices(args.option)
    if args.seats is not None:
        if "seats" in choices:
            raise OptionError("seats is given by --seats and by -o; it may be given once")
        choices["seats"] = args.seats
    return Match.of(game, args.bots, choices, randbelow(_SEEDS) if args.seed is None else args.seed, others)


def _write(path: Path, match: Match, deals: Sequence[Deal], *, interrupted: bool) -> None:
    write_text(path, json.dumps(as_json(match, deals, interrupted=interrupted), indent=1) + "\n")


def _require_place(folder: Path, match: Match) -> None:
    """Make sure that games can be kept in a folder, as far as that is known before they are played.

    Raises:
        StammtischError: They cannot.
    """
    from stammtisch.datasets.writer import require_empty  # noqa: PLC0415  # what it needs comes with an extra

    features_of(find_game(match.game))
    require_empty(folder)


def _play(
    match: Match, number: int, args: Namespace, say: Say
) -> tuple[list[Deal], KeyboardInterrupt | DatasetError | None]:
    """Return the deals that were finished, and what stopped it before the end."""
    deals: list[Deal] = []
    games = len(match.rotations)
    try:
        compile_for(match)
        with progress_bar(say("games")) as show, closing(_deals(match, number, args)) as playing:
            show(0, number * games)
            for deal in playing:
                deals.append(deal)
                show(len(deals) * games, number * games)
    except (KeyboardInterrupt, DatasetError) as stopped:
        return deals, stopped
    return deals, None


def _deals(match: Match, number: int, args: Namespace) -> Generator[Deal, None, None]:
    processes = args.processes or os.cpu_count() or 1
    if args.save:
        from stammtisch.datasets.writer import save_games  # noqa: PLC0415  # what it needs comes with an extra

        yield from save_games(match, number, args.save, processes)
    else:
        with MatchWorkers(processes) as workers:
            yield from workers.play((match, deal) for deal in range(number))


def show_match(match: Match, deals: Sequence[Deal], console: Console, say: Say, *, interrupted: bool) -> None:
    """Print what was played, how each bot did, and who was at fault."""
    rules = find_game(match.game).rules
    options = as_text(rules, make_options(rules, match.options))
    console.print(Text.assemble((match.game, "bold"), " ", (options, "dim")), soft_wrap=True)
    whole = [deal for deal in deals if deal.fault is None]
    games = sum(len(deal.games) for deal in whole)
    said = say("Games: {games}, deals: {deals}, seed: {seed}.", games=games, deals=len(whole), seed=match.seed)
    console.print(Text(said), soft_wrap=True)
    found = standings(match.bots, whole)
    if found:
        console.print(_grid(found, len(match.lineup), say))
        note = say(
            "The true mean lies within ± in 95 of 100 cases. A lead is by how much a bot stands above the others."
        )
        console.print(Text(note, "dim"))
    faults = [deal.fault for deal in deals if deal.fault]
    for fault in faults[:_FAULTS_SHOWN]:
        console.print(Text(_fault(fault, say), "red"), soft_wrap=True)
    if faults:
        console.print(Text(say("Deals that do not count because of faults: {number}.", number=len(faults))))
    if interrupted:
        console.print(Text(say("Interrupted: this is what was measured so far."), "bold"))


def _grid(found: Sequence[Standing], seats: int, say: Say) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1))
    grid.add_column(say("bot"))
    for heading in (say("score"), say("place"), say("wins"), say("lead"), say("rating"), say("thinks")):
        grid.add_column(heading, justify="right")
    for one in found:
        grid.add_row(
            Text(one.bot, "bold"),
            _within(one.score),
            _within(one.place),
            _percent(one.wins),
            "–" if one.lead is None else _within(one.lead),
            f"{one.rating.strength:.0f} ± {margin(one.rating, seats):.0f}",
            _time(one.seconds),
        )
    return grid


def _within(value: Estimate) -> str:
    """Return a mean with its interval."""
    if value.margin is None:
        return f"{value.mean:.2f}"
    digits = 2 if value.margin < 1 else 1
    return f"{value.mean:.{digits}f} ± {value.margin:.{digits}f}"


def _percent(value: Estimate) -> str:
    return f"{100 * value.mean:.0f}" + ("" if value.margin is None else f" ± {100 * value.margin:.0f}") + " %"


def _time(seconds: float) -> str:
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-6:.3g} µs"


def _fault(fault: Fault, say: Say) -> str:
    if fault.seat is None:
        return say("{bot}: {problem} (deal {deal}).", bot=fault.bot, problem=fault.problem, deal=fault.deal)
    return say(
        "{bot} is at fault: {problem} (deal {deal}, seat {seat}, step {step}).",
        **{name: getattr(fault, name) for name in ("bot", "problem", "deal", "seat", "step")},
    )
