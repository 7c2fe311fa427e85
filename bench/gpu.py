"""Random games of every game on one GPU: steps a second, and whether they end as on the CPU, byte for byte."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from stammtisch.batch import cuda as gpu
from stammtisch.batch.cpu import play_random_games
from stammtisch.games import combo, duel, gang, party

GAMES = {"gang": (gang, {"rounds": 1}), "party": (party, {}), "combo": (combo, {}), "duel": (duel, {})}


def main() -> int:
    """Measure."""
    import os

    for name, (game, choices) in GAMES.items():
        rules: Any = game.rules
        for number in (1 << 17, 1 << 20):
            positions, counts = gpu.play_random_games(game, choices, games=number, seed=3, most=4000)
            gpu.cuda.synchronize()
            options = gpu.cuda.to_device(
                np.array(gpu.make_options(rules, choices).words(), np.int64).view(rules.Options.dtype)
            )
            for block in (64, 128):
                best = 1e9
                for _ in range(2):
                    blank = gpu.cuda.to_device(np.zeros(number, rules.State.dtype))
                    gpu.cuda.synchronize()
                    begin = time.perf_counter()
                    gpu.player(rules)[-(-number // block), block](blank, options, 3, 0, 4000, counts)
                    gpu.cuda.synchronize()
                    best = min(best, time.perf_counter() - begin)
                steps = int(counts.copy_to_host()[:, 0].sum())
                print(
                    f"{name} games {number} block {block}: {steps / best / 1e9:.2f} billion steps a second, {steps / number:.0f} steps a game, state {rules.State.length} words",
                    flush=True,
                )
        small = play_random_games(game, choices, games=4096, seed=3, most=4000).positions
        same = blank.copy_to_host()[:4096].tobytes() == small.tobytes()
        k = next(iter(gpu.player(rules).overloads.values()))
        print(
            name,
            "equal",
            same,
            "regs",
            k.regs_per_thread,
            "local",
            gpu.player(rules).get_local_mem_per_thread(),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
