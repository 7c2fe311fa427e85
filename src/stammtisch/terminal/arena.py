"""`stammtisch arena`: let bots play each other, and say how sure the result is."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from stammtisch.bots.arena import Deal, Fault, Match
from stammtisch.bots.crew import Crew
from stammtisch.bots.intervals import Estimate
from stammtisch.bots.report import as_json
from stammtisch.bots.standings import Standing, standings
from stammtisch.core.game import find_game
from stammtisch.core.language import Say, voice
from stammtisch.core.options import as_text, make_options
from stammtisch.errors import OptionError
from stammtisch.terminal.chosen import read_choices
from stammtisch.terminal.files import write_text
from stammtisch.terminal.installed import pick_game
from stammtisch.terminal.screen import Screen, make_console

_INTERRUPTED: Final = 130  # what shells expect after Ctrl-C
_SEEDS: Final = 1 << 32  # one that people can type again
_FAULTS_SHOWN: Final = 5
_DOUBT: Final = 1.96  # standard deviations that reach as far as an interval


def run(args: Namespace) -> int:
    """Play a match and show its table; return 0, 1 if a bot was at fault, 130 if somebody had seen enough.

    Raises:
        StammtischError: The game, an option, a bot or the file cannot be had.
    """
    console, say = make_console(), voice("stammtisch.terminal", args.lang)
    game = pick_game(args.game, Screen(console, redraws=False, pause=0), say)
    choices = read_choices(args.option)
    if args.seats is not None:
        if "seats" in choices:
            raise OptionError("seats is given by --seats and by -o; it may be given once")
        choices["seats"] = args.seats
    match = Match.of(game, args.bots, choices, randbelow(_SEEDS) if args.seed is None else args.seed)
    path = None if args.json is None else Path(args.json)
    if path:
        _write(path, match, [], interrupted=True)  # what cannot be written is better known before all is played
    deals, interrupted = _play(match, -(-args.games // len(match.rotations)), args.processes, say)
    _show(match, deals, console, say)
    if interrupted:
        console.print(Text(say("Interrupted: this is what was measured so far."), "bold"))
    if path:
        _write(path, match, deals, interrupted=interrupted)
    return _INTERRUPTED if interrupted else int(any(deal.fault for deal in deals))


def _write(path: Path, match: Match, deals: Sequence[Deal], *, interrupted: bool) -> None:
    write_text(path, json.dumps(as_json(match, deals, interrupted=interrupted), indent=1) + "\n")


def _play(match: Match, number: int, processes: int | None, say: Say) -> tuple[list[Deal], bool]:
    """Return the deals that were finished, and whether somebody stopped it."""
    deals: list[Deal] = []
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    games = len(match.rotations)
    try:
        with bar, Crew(processes or os.cpu_count() or 1) as crew:
            playing = bar.add_task(say("games"), total=number * games)
            for deal in crew.play((match, deal) for deal in range(number)):
                deals.append(deal)
                bar.advance(playing, games)
    except KeyboardInterrupt:
        return deals, True
    return deals, False


def _show(match: Match, deals: Sequence[Deal], console: Console, say: Say) -> None:
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
        console.print(_grid(found, say))
        note = say(
            "The true mean lies within ± in 95 of 100 cases. A lead is by how much a bot stands above the others."
        )
        console.print(Text(note, "dim"))
    faults = [deal.fault for deal in deals if deal.fault]
    for fault in faults[:_FAULTS_SHOWN]:
        console.print(Text(_fault(fault, say), "red"), soft_wrap=True)
    if faults:
        console.print(Text(say("Deals that do not count because of faults: {number}.", number=len(faults))))


def _grid(found: Sequence[Standing], say: Say) -> Grid:
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
            f"{one.rating.strength:.1f} ± {_DOUBT * one.rating.doubt:.1f}",
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
