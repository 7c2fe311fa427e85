"""Bots in processes of their own: the same choices, less thought under load, and nobody waits for one that died."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from stammtisch.bots import worker
from stammtisch.bots.named import EASY, NORMAL, STRONG, find_bot, level_names, playouts_of
from stammtisch.bots.pool import Pool
from stammtisch.bots.rule import RuleBot
from stammtisch.bots.search import SearchBot
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.options import make_options
from stammtisch.core.table import Table

SEED = 7


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(1)
    pool.start()
    for name in game_names():
        _wait_until_ready(pool, find_game(name))
    yield pool
    pool.close()


def _wait_until_ready(pool: Pool, game: Game | None = None) -> None:
    until = time.monotonic() + 240  # where nothing is compiled yet
    options = make_options(game.rules, {}) if game else None
    while not (pool.ready and (game is None or asyncio.run(pool.is_ready_for(game, options)))):
        assert time.monotonic() < until, "the processes do not start"
        time.sleep(0.02)


def _asked(name: str, seed: int = 5, after: int = 0) -> tuple[Table, int]:
    """Return a table and whose turn it is."""
    table = Table(name, seed=seed)
    for number in range(after):
        seat = table.waiting[0]
        table.play(seat, *RuleBot(table.game).choose(table.view(seat), table.options, seat, 1, number))
    return table, table.waiting[0]


async def _choose(pool: Pool, table: Table, level: str, number: int = 0) -> list[int]:
    seat = table.waiting[0]
    return await pool.choose(table.game, level, table.view(seat), table.options, seat, SEED, number)


@pytest.mark.parametrize("name", game_names())
def test_a_process_chooses_what_would_be_chosen_here(name: str, pool: Pool) -> None:
    table, _ = _asked(name)
    for number, level in enumerate(level_names(table.game)):
        seat = table.waiting[0]
        chosen = asyncio.run(_choose(pool, table, level, number))
        bot = find_bot(table.game, level)
        assert chosen == bot.choose(table.view(seat), table.options, seat, SEED, number)
        table.play(seat, *chosen)


def test_what_a_table_needs_is_prepared_while_people_sit_down(pool: Pool) -> None:
    game = find_game("duel")
    options = make_options(game.rules, {"spaces": 1, "first_bluffer": 1})
    pool.get_ready(game, options)
    until = time.monotonic() + 60
    while not asyncio.run(pool.is_ready_for(game, options)):
        assert time.monotonic() < until, "it is never prepared"
        time.sleep(0.02)
    table = Table(game, seed=1, spaces=1, first_bluffer=1)

    assert asyncio.run(_choose(pool, table, STRONG)) == find_bot(game, STRONG).choose(
        table.view(1), options, 1, SEED, 0
    )


def test_the_more_requests_wait_the_less_is_thought_about_each(pool: Pool) -> None:
    table, seat = _asked("gang")
    strong = playouts_of(table.game, STRONG)

    async def all_at_once() -> list[int]:
        about = (table.game, table.view(seat), table.options, seat, SEED)
        found = await asyncio.gather(*(pool.weigh(*about, number) for number in range(12)))
        return [weighed[1] if weighed else 0 for weighed in found]

    thought = asyncio.run(all_at_once())

    assert thought == [strong >> halvings for halvings in range(6)] + [0] * 6, "what too few say is not told"
    assert asyncio.run(all_at_once()) == thought, "afterwards there is time again"


def test_where_too_many_wait_a_rule_bot_answers_at_once(pool: Pool) -> None:
    table, seat = _asked("gang", after=6)
    by_rule = RuleBot(table.game).choose(table.view(seat), table.options, seat, SEED, 0)
    searched = SearchBot(table.game, playouts_of(table.game, STRONG))

    async def all_at_once() -> list[list[int]]:
        return await asyncio.gather(*(_choose(pool, table, STRONG) for _ in range(20)))

    chosen = asyncio.run(all_at_once())

    assert chosen[0] == searched.choose(table.view(seat), table.options, seat, SEED, 0)
    assert chosen[8:] == [by_rule] * 12


def test_a_rule_bot_answers_until_a_process_is_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STAMMTISCH_CACHE", str(tmp_path))  # everything must be compiled
    table, seat = _asked("duel", after=2)
    view, by_rule = table.view(seat), RuleBot(table.game)
    numbers = range(40)
    fresh = Pool(1)
    fresh.start()
    try:
        _wait_until_ready(fresh)
        early = [asyncio.run(_choose(fresh, table, NORMAL, number)) for number in numbers]
        weighed = asyncio.run(fresh.weigh(table.game, view, table.options, seat, SEED, 0))
    finally:
        for process in active_children():
            if process.pid in (fresh._executor._processes if fresh._executor else ()):  # it would compile to the end
                process.kill()
        fresh.close()

    assert early == [by_rule.choose(view, table.options, seat, SEED, number) for number in numbers]
    assert weighed is None


def test_processes_that_die_while_they_start_are_replaced() -> None:
    others = active_children()
    pool = Pool(1)
    pool.start()
    try:
        for process in set(active_children()) - set(others):
            process.kill()
        table, _ = _asked("duel")
        until = time.monotonic() + 60
        while not pool.ready:
            assert time.monotonic() < until, "nobody takes their places"
            assert asyncio.run(_choose(pool, table, EASY))
            time.sleep(0.1)
    finally:
        pool.close()


def test_a_process_that_is_killed_is_replaced_and_nobody_waits(pool: Pool) -> None:
    table, seat = _asked("duel", seed=3)
    killed = active_children()
    assert killed
    for process in killed:
        process.kill()
    begun = time.monotonic()
    chosen = {tuple(asyncio.run(_choose(pool, table, EASY))) for _ in range(5)}

    assert chosen == {tuple(RuleBot(table.game).choose(table.view(seat), table.options, seat, SEED, 0))}
    assert time.monotonic() - begun < 2
    _wait_until_ready(pool)
    assert not set(active_children()) & set(killed)


def test_a_process_that_is_stuck_is_replaced_and_keeps_nobody_for_long(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = _asked("duel", seed=3)
    _wait_until_ready(pool, table.game)
    stuck = active_children()
    monkeypatch.setattr("stammtisch.bots.pool._PATIENCE", 0.3)
    monkeypatch.setattr("stammtisch.bots.pool._REST", 0.0)
    for process in stuck:
        os.kill(process.pid or 0, signal.SIGSTOP)

    chosen = asyncio.run(_choose(pool, table, NORMAL))

    assert chosen == RuleBot(table.game).choose(table.view(seat), table.options, seat, SEED, 0)
    monkeypatch.undo()
    _wait_until_ready(pool, table.game)
    assert not set(active_children()) & set(stuck)
    assert asyncio.run(_choose(pool, table, NORMAL)) == find_bot(table.game, NORMAL).choose(
        table.view(seat), table.options, seat, SEED, 0
    )


def test_bots_that_could_not_be_prepared_are_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[str]()

    def prepare(name: str, chosen: str) -> None:  # noqa: ARG001
        tried.append(name)
        if len(tried) == 1:
            raise OSError("no space left on device")

    monkeypatch.setattr(worker, "prepare", prepare)
    monkeypatch.setattr(worker, "_READY", set())
    monkeypatch.setattr(worker, "_GIVEN_UP", {})
    worker.see_to(("gang", ""))
    worker.see_to(("gang", ""))
    given_up = (list(tried), worker.is_ready("gang", "{}"))
    monkeypatch.setitem(worker._GIVEN_UP, ("gang", ""), time.monotonic())  # the pause is over
    worker.see_to(("gang", ""))

    assert given_up == (["gang"], False)
    assert (tried, worker.is_ready("gang", "{}")) == (["gang", "gang"], True)


def test_processes_let_the_server_go_first(pool: Pool) -> None:
    _wait_until_ready(pool)
    here = os.getpriority(os.PRIO_PROCESS, 0)

    assert pool._executor
    assert all(os.getpriority(os.PRIO_PROCESS, pid) > here for pid in pool._executor._processes)


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
