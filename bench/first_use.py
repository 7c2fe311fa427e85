"""What the first use of a game costs, beside an older commit: each way in, in a process of its own, nothing on disk.

There and here by turns. Seconds are those of the processor, of the process and of those that it starts, imports among
them; those on the clock stand in brackets. With `--again` a second process follows, which finds everything on disk.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

from beside import ROOT, checked_out
from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

WANTED: Final = 0.5  # of what it took in the older commit
GAMES: Final = ("gang", "party", "combo", "duel")
USES: Final = {
    "VectorEnvironment": """
from stammtisch.batch.vector import VectorEnvironment
environment = VectorEnvironment(game, games=64, seed=1)
environment.step(environment.draw_actions())
""",
    "make_vec, easy": """
import gymnasium, stammtisch.adapters.gymnasium
name = next(one for one in gymnasium.registry if one.startswith(f"stammtisch/{game.capitalize()}-"))
environment = gymnasium.make_vec(name, num_envs=64, opponents="easy")
seen, _ = environment.reset(seed=1)
environment.step(seen["action_mask"].argmax(1))
""",
    "arena, easy": """
from stammtisch.cli import main
assert main(["arena", game, "easy", "random", "--games", "2", "--seed", "1"]) == 0
""",
    "bot that searches": """
from stammtisch import Table
from importlib import import_module, util
levels = "levels" if util.find_spec("stammtisch.bots.levels") else "named"
table = Table(game, seed=1)
seat = table.waiting[0]
bot = import_module(f"stammtisch.bots.{levels}").find_bot(table.game, "search:100")
think = getattr(bot, "evaluate", None) or bot.weigh  # as it was called
think(table.view(seat), table.options, seat, 0, 0)
""",
    "PettingZoo": """
from stammtisch.adapters.pettingzoo import aec_env
environment = aec_env(game)
environment.reset(seed=1)
environment.step(int(environment.last()[0]["action_mask"].argmax()))
""",
    "OpenSpiel": """
import pyspiel, stammtisch.adapters.openspiel
state = pyspiel.load_game(f"python_stammtisch_{game}").new_initial_state()
state.apply_action(state.legal_actions()[0])
""",
    "random games": """
from stammtisch.batch.cpu import play_random_games
play_random_games(game, games=64, seed=1)
""",
}
IN_SHORT: Final = ("VectorEnvironment", "arena, easy", "bot that searches")

Seconds = tuple[float, float]  # of the processor and on the clock


def main() -> int:  # noqa: C901  # it goes through places, uses, games and rounds
    """Measure in turns, and print the table; return 1 if something takes more than half of what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default="f505ca9", metavar="COMMIT", help="the older one (f505ca9)")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="all by default")
    parser.add_argument("--uses", nargs="+", choices=[*USES], default=[*USES], help="all by default")
    parser.add_argument("--rounds", type=int, default=1, help="how often each is measured; medians are shown (1)")
    parser.add_argument("--here", action="store_true", help="measure only this commit")
    parser.add_argument("--again", action="store_true", help="measure a second use, too")
    arguments = parser.parse_args()
    places = {"here": ROOT} if arguments.here else {arguments.against: checked_out(arguments.against), "here": ROOT}
    if not arguments.here:
        subprocess.run(["bash", "-c", ". scripts/setup.sh && set_up test"], cwd=places[arguments.against], check=True)  # noqa: S607
    console, missed = Console(width=110), 0
    grid = Grid("use", "game", title="seconds of the processor (on the clock)")
    for heading in (*places, *([] if arguments.here else ["ratio"]), *(["here, again"] if arguments.again else [])):
        grid.add_column(heading, justify="right")
    for use in arguments.uses:
        for game in arguments.games:
            costs: dict[str, list[list[Seconds]]] = {name: [] for name in places}
            for number in range(arguments.rounds):
                for name in list(places)[:: 1 if number % 2 == 0 else -1]:
                    costs[name].append(_costs(places[name], use, game, 1 + arguments.again))
            first = {name: _middle([each[0] for each in found]) for name, found in costs.items()}
            row = [_written(each) for each in first.values()]
            if not arguments.here:
                ratio = first["here"][0] / first[arguments.against][0]
                missed += ratio > WANTED
                row.append(f"{ratio:.2f}")
            if arguments.again:
                row.append(_written(_middle([each[1] for each in costs["here"]])))
            grid.add_row(use, game, *row)
            console.print(f"{use}, {game}: {'  '.join(row)}", highlight=False)
    console.print(grid)
    return int(missed > 0)


def summary(_: float) -> list[Figure]:
    """Return what the first use of gang costs in this commit, and a second one that finds all on disk."""
    found = []
    for use in IN_SHORT:
        first, again = (cost for cost, _ in _costs(ROOT, use, "gang", 2))
        found.append(Figure(f"gang, {use}", first, "s of the processor", "its second use", first / again))
    return found


def _middle(costs: list[Seconds]) -> Seconds:
    return sorted(costs)[len(costs) // 2]


def _costs(place: Path, use: str, game: str, times: int) -> list[Seconds]:
    """Return what the first use costs, and those that follow it."""
    with tempfile.TemporaryDirectory() as cache:
        return [_run(place, use, game, cache) for _ in range(times)]


def _run(place: Path, use: str, game: str, cache: str) -> Seconds:
    """Return what a process takes, and whatever it starts."""
    lines = [f"game = {game!r}", "if __name__ == '__main__':", *(f"    {line}" for line in USES[use].splitlines())]
    script = Path(cache) / "use.py"  # a file, so that processes can be started from it
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    begin = perf_counter()
    process = subprocess.Popen(  # noqa: S603  # our own
        [str(place / ".venv" / "bin" / "python"), "-W", "ignore", str(script)],
        env={**os.environ, "STAMMTISCH_CACHE": f"{cache}/compiled", "OPENBLAS_NUM_THREADS": "1"},
        cwd=cache,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{use} of {game} failed in {place}")
    return used.ru_utime + used.ru_stime, perf_counter() - begin


def _written(cost: Seconds) -> str:
    return f"{cost[0]:.1f} ({cost[1]:.1f})"


if __name__ == "__main__":
    sys.exit(main())
