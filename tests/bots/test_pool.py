"""Bots in processes of their own: the same choices, and nobody waits for one that died."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from stammtisch.bots.random import RandomBot
from stammtisch.bots.rule import RuleBot
from stammtisch.bots.pool import Pool
from stammtisch.core.game import find_game, game_names
from stammtisch.core.table import Table


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(1)
    pool.start()
    _wait_until_ready(pool)
    yield pool
    pool.close()


def _wait_until_ready(pool: Pool) -> None:
    until = time.monotonic() + 60
    while not pool.ready:
        assert time.monotonic() < until, "the processes do not start"
        time.sleep(0.02)


@pytest.mark.parametrize("name", game_names())
def test_a_process_chooses_what_would_be_chosen_here(name: str, pool: Pool) -> None:
    game = find_game(name)
    table = Table(game, seed=5)
    for number in range(12):
        seat = table.waiting[0]
        view = table.view(seat)
        chosen = asyncio.run(pool.choose(game, "random", view, table.options, seat, 7, number))
        assert chosen == RandomBot(game).choose(view, table.options, seat, 7, number)
        table.play(seat, *chosen)


def test_a_process_that_is_killed_is_replaced_and_nobody_waits(pool: Pool) -> None:
    game = find_game("duel")
    table = Table(game, seed=3)
    seat = table.waiting[0]
    killed = active_children()
    assert killed
    for process in killed:
        process.kill()
    chosen = {
        tuple(asyncio.run(pool.choose(game, "random", table.view(seat), table.options, seat, 7, 0))) for _ in range(5)
    }

    assert chosen == {tuple(RuleBot(game).choose(table.view(seat), table.options, seat, 7, 0))}
    _wait_until_ready(pool)
    assert not set(active_children()) & set(killed)


def test_processes_end_with_the_one_that_started_them() -> None:
    program = (
        "import time\nfrom stammtisch.bots.pool import Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(1); pool.start()\n"
        "    while not pool.ready: time.sleep(.02)\n"
        "    print(*pool._executor._processes, flush=True)\n    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:  # noqa: S603
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert Path(f"/proc/{child}").exists()
        parent.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while Path(f"/proc/{child}").exists():
        assert time.monotonic() < until, "a process is left behind"
        time.sleep(0.05)
