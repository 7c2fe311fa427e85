"""Whether a net's chances come true: single rounds of its own play on deals that no training had, all numbers of seats.

At every decision the net says how likely its seat is to be ahead in the end; the page shows how often it was. Prints
the Brier score (the mean squared error of the chances) beside that of always saying the mean, and draws
docs/calibration.svg.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.progress import track

from stammtisch.bots.arena.compiled_game import CompiledGame, Player
from stammtisch.bots.nets.net import net_of
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.core.game import find_game
from stammtisch.core.options import make_options
from stammtisch.kernel.net import AHEAD, HEADS, chance_of

PICTURE = Path(__file__).parents[1] / "docs" / "calibration.svg"
SEATS = (3, 4, 5, 6)
BINS = 10
SIDE, MARGIN = 320, 44
DEALS = 50_000_000  # the seeds of these deals: above those of any training


class Witness(NetBot):
    """A net that remembers what it said to whom."""

    said: list[tuple[int, float]]

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what the net does."""
        self.said.append((seat, chance_of(float(self.ask(view, options, seat)[AHEAD - HEADS]))))
        return super().choose(view, options, seat, seed, number)


def main() -> int:
    """Play, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="rounds, shared by the numbers of seats (default 4000)")
    parser.add_argument("--out", type=Path, default=PICTURE, help="the picture (default docs/calibration.svg)")
    arguments = parser.parse_args()
    found = _play(arguments.games)
    mean = fmean(true for _, true in found)
    brier = fmean((said - true) ** 2 for said, true in found)
    plain = fmean((mean - true) ** 2 for _, true in found)
    rows = _bins(found)
    sys.stdout.write(f"{len(found):,} decisions of {arguments.games:,} rounds\n")
    sys.stdout.write(f"Brier score {brier:.4f}; always saying the mean {plain:.4f}\n")
    sys.stdout.write("said %  came true %  decisions\n")
    for said, true, number in rows:
        sys.stdout.write(f"{100 * said:6.1f}  {100 * true:11.1f}  {number:9,}\n")
    arguments.out.write_text(_picture(rows), encoding="utf-8")
    return 0


def _play(games: int) -> list[tuple[float, float]]:
    """Return for every decision the chance that was given, and whether it came true; shared if others were level."""
    game = find_game("gang")
    net = net_of(game)
    assert net is not None, "the game has a net"
    bot, found = Witness(game, net), list[tuple[float, float]]()
    player = Player("net", bot, game)
    for number in track(range(games), disable=not sys.stderr.isatty()):
        seats = SEATS[number % len(SEATS)]
        options = make_options(
            game.rules, {"seats": seats, "rounds": 1, "first_round": 1 + number // len(SEATS) % seats}
        )
        bot.said = []
        result = CompiledGame(game, options, [player] * seats, DEALS + number, number).play()
        best = max(result.worths)
        shares = [(worth == best) / result.worths.count(best) for worth in result.worths]
        found += [(said, shares[seat]) for seat, said in bot.said]
    return found


def _bins(found: list[tuple[float, float]]) -> list[tuple[float, float, int]]:
    """Return for each tenth of the chances: their mean, how often it came true, and how many there were."""
    rows = []
    for index in range(BINS):
        here = [one for one in found if min(int(one[0] * BINS), BINS - 1) == index]
        if here:
            rows.append((fmean(said for said, _ in here), fmean(true for _, true in here), len(here)))
    return rows


def _picture(rows: list[tuple[float, float, int]]) -> str:
    """Return a reliability diagram: what was said to the right, what came true upwards, larger dots for more."""
    most = max(number for _, _, number in rows)
    dots = "".join(
        f'<circle cx="{MARGIN + SIDE * said:.1f}" cy="{SIDE * (1 - true) + 8:.1f}" '
        f'r="{3 + 7 * (number / most) ** 0.5:.1f}" fill="#1f6f8b" fill-opacity=".8"/>'
        for said, true, number in rows
    )
    ticks = "".join(
        f'<text x="{MARGIN + SIDE * part / 4}" y="{SIDE + 26}" text-anchor="middle">{25 * part} %</text>'
        f'<text x="{MARGIN - 6}" y="{SIDE * (1 - part / 4) + 12}" text-anchor="end">{25 * part} %</text>'
        for part in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE + MARGIN + 24} {SIDE + 52}" width="420" '
        'font-family="sans-serif" font-size="12" fill="#333"><rect width="100%" height="100%" fill="#fff"/>'
        f'<rect x="{MARGIN}" y="8" width="{SIDE}" height="{SIDE}" fill="none" stroke="#ccc"/>'
        f'<line x1="{MARGIN}" y1="{SIDE + 8}" x2="{MARGIN + SIDE}" y2="8" stroke="#b5532a" stroke-dasharray="4 4"/>'
        f'{ticks}{dots}<text x="{MARGIN + SIDE / 2}" y="{SIDE + 44}" text-anchor="middle">chance that was said</text>'
        "</svg>\n"
    )


if __name__ == "__main__":
    sys.exit(main())
