"""`stammtisch train`: a net that learns a game by playing itself, in a folder where it can be stopped and goes on."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from stammtisch.bots.nets.net import FOLDER
from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.language import voice
from stammtisch.learning.blas_threads import use_one_blas_thread
from stammtisch.learning.export import export_net
from stammtisch.learning.recipe import DEVICES, Recipe, variants_of
from stammtisch.learning.report import read_log, write_report
from stammtisch.learning.trainer import LOG, Trainer, TrainingProgress
from stammtisch.terminal.commands.arguments import add_language, add_options
from stammtisch.terminal.commands.option_arguments import read_choices
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.screen import Screen, make_console

EXAMPLES: Final = """\
examples:
  stammtisch train gang --out gang --decisions 12e9              on a GPU; every number of seats, as the game says
  stammtisch train gang --out gang --decisions 12e9 --minutes 9  for now: the same command again goes on
  stammtisch train duel --out duel --on numpy --width 64 --games 256 --stretch 32 --batch 1024 --decisions 1e6
  stammtisch train gang --out four -o seats=4 -o rounds=1        one variant instead of all

A training is its recipe: the same game, options, numbers and seed. Ctrl-C stops it; nothing is lost.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    usual = Recipe("", ())
    add_language(parser)
    parser.add_argument("game", metavar="GAME", help="its name; it needs features")
    add_options(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where it is kept, and goes on from")
    parser.add_argument("--on", choices=DEVICES, default=usual.device, help=f"what computes ({usual.device})")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="M", help="stop after so long, for now")
    for name, says in _NUMBERS.items():
        default = getattr(usual, name)
        kind = type(default) if isinstance(default, float) else _whole(name)
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=kind, default=default, metavar="N", help=f"{says} ({default:,})"
        )


def run(args: Namespace) -> int:
    """Train, and say how it goes.

    Raises:
        StammtischError: The game has no features, a number does not fit, or what is in the folder has another recipe.
    """
    console = make_console()
    game = pick_game(args.game, Screen(console, redraws=False, pause=0), voice("stammtisch.terminal", args.lang))
    chosen = read_choices(args.option)
    numbers = {name: getattr(args, name) for name in _NUMBERS}
    recipe = Recipe(game.NAME, variants_of(game, [chosen] if chosen else ()), device=args.on, **numbers)
    if recipe.device == "numpy":
        use_one_blas_thread()
    trainer = Trainer(game, recipe, args.out)
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    show = Console(stderr=True)
    with Progress(*columns, console=show, transient=True, disable=not show.is_terminal) as bar:
        task = bar.add_task("training", total=recipe.decisions, completed=trainer.decisions)
        try:
            for progress in trainer.run(args.minutes):
                bar.update(task, completed=progress.decisions)
                if progress.leads is not None:
                    console.print(_line(progress), highlight=False)
        except KeyboardInterrupt:
            pass
    log = read_log(args.out / LOG)
    leads: dict[str, float] = next((row["leads"] for row in reversed(log) if row["leads"]), {})
    net = export_net(
        args.out, SYSTEM_CLOCK, {f"lead over {name} in training": round(lead, 2) for name, lead in leads.items()}
    )
    about = {
        "command": net.card["command"],
        "decisions": f"{trainer.decisions:,}",
        "seconds": f"{trainer.seconds:,.0f}",
    }
    page = write_report(log, about, args.out)
    told = "trained" if trainer.over else "the same command goes on from here"
    console.print(f"{trainer.decisions:,} decisions: {told}; the net is in {args.out / FOLDER}, how it went in {page}")
    return 0


_NUMBERS: Final = {
    "decisions": "of all games, after which it is trained",
    "seed": "fixes deals and choices",
    "games": "played side by side",
    "stretch": "decisions in each before it learns from them",
    "batch": "decisions for a step of learning",
    "width": "of the net",
    "layers": "residual ones, after the first",
    "learning_rate": "at first",
    "entropy": "what variety is worth at first",
}


def _whole(name: str) -> Callable[[str], int]:
    """Return what reads a whole number, as 12000 or 12e3."""

    def read(text: str) -> int:
        try:
            number = float(text)
        except ValueError:
            number = nan
        if not number.is_integer():
            raise ArgumentTypeError(f"{name} is {text}; it may be a whole number, such as 12000 or 12e3")
        return int(number)

    return read


def _line(progress: TrainingProgress) -> str:
    leads = ", ".join(f"{lead:+.2f} before {name}" for name, lead in (progress.leads or {}).items())
    return (
        f"{progress.decisions / 1e6:10,.1f} M decisions, {progress.seconds:6.0f} s  "
        f"play {progress.playing / 1e6:.2f} M/s, learn {progress.learning / 1e6:.2f} M/s  "
        f"entropy {progress.losses.entropy:.3f}, value error {progress.losses.value:.3f}  {leads}"
    )
