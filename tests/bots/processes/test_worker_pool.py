"""Bots in processes of their own: the same choices, less thought under load, and nobody waits for one that died."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path
from typing import Any, TypeVar

import pytest

from stammtisch.bots.levels import EASY, NORMAL, STRONG, find_bot, level_names, playouts_of
from stammtisch.bots.nets.net_search_bot import NetSearchBot
from stammtisch.bots.processes.worker import Preparations, prepare
from stammtisch.bots.processes.worker_pool import WorkerPool
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.bots.search_bot import ActionValue, SearchBot
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.options import make_options
from stammtisch.core.table import Table
from tests.turned_clock import TurnedClock
from tests.waiting import eventually

T = TypeVar("T")
SEED = 7
COMPILING = 240.0  # seconds, where nothing is compiled yet


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool(1, COMPILING)  # however busy the machine is, nobody is taken to be stuck
    pool.start()
    for name in game_names():
        _wait_until_ready(pool, find_game(name))
    yield pool
    pool.close()


def _wait_until_ready(pool: WorkerPool, game: Game | None = None) -> None:
    eventually(lambda: pool.ready, "processes that start", COMPILING)
    if game:
        _wait_until_prepared(pool, game, make_options(game.rules, {}))


def _wait_until_prepared(pool: WorkerPool, game: Game, options: Any) -> None:
    eventually(lambda: asyncio.run(pool.is_ready_for(game, options)), f"bots for {game.NAME}", COMPILING)


@contextmanager
def _holding(pool: WorkerPool) -> Iterator[Callable[[], None]]:
    """Stop the processes, so that none is done before everybody has asked; what is yielded lets them go on."""
    assert pool._executor
    processes = list(pool._executor._processes)

    def go_on() -> None:
        for process in processes:
            os.kill(process, signal.SIGCONT)

    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield go_on
    finally:
        go_on()


async def _all_at_once(pool: WorkerPool, requests: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Return what is answered to requests that are all made before the first is answered."""
    with _holding(pool) as go_on:
        asked = [asyncio.ensure_future(request) for request in requests]
        await asyncio.sleep(0)
        go_on()
        return await asyncio.gather(*asked)


def _asked(name: str, seed: int = 5, after: int = 0) -> tuple[Table, int]:
    """Return a table and whose turn it is."""
    table = Table(name, seed=seed)
    for number in range(after):
        seat = table.waiting[0]
        table.play(seat, *RuleBot(table.game).choose(table.view(seat), table.options, seat, 1, number))
    return table, table.waiting[0]


async def _choose(pool: WorkerPool, table: Table, level: str, number: int = 0) -> list[int]:
    seat = table.waiting[0]
    return await pool.choose(table.game, level, table.view(seat), table.options, seat, SEED, number)


@pytest.mark.parametrize("name", game_names())
def test_a_process_chooses_what_would_be_chosen_here(name: str, pool: WorkerPool) -> None:
    table, _ = _asked(name)
    for number, level in enumerate(level_names(table.game)):
        seat = table.waiting[0]
        chosen = asyncio.run(_choose(pool, table, level, number))
        bot = find_bot(table.game, level)
        assert chosen == bot.choose(table.view(seat), table.options, seat, SEED, number)
        table.play(seat, *chosen)


def test_what_a_table_needs_is_prepared_while_people_sit_down(pool: WorkerPool) -> None:
    game = find_game("duel")
    options = make_options(game.rules, {"spaces": 1, "first_bluffer": 1})
    pool.get_ready(game, options)
    _wait_until_prepared(pool, game, options)
    table = Table(game, seed=1, spaces=1, first_bluffer=1)

    assert asyncio.run(_choose(pool, table, STRONG)) == find_bot(game, STRONG).choose(
        table.view(1), options, 1, SEED, 0
    )


def test_the_more_requests_wait_the_less_is_thought_about_each(pool: WorkerPool) -> None:
    table, seat = _asked("party")  # it has no net: that of gang stops as soon as it is sure
    strong = playouts_of(table.game, STRONG)

    def thought() -> list[int]:
        about = (table.game, table.view(seat), table.options, seat, SEED)
        found = asyncio.run(_all_at_once(pool, [pool.evaluate(*about, number) for number in range(12)]))
        return [weighed[1] if weighed else 0 for weighed in found]

    first = thought()

    assert first == [strong >> halvings for halvings in range(4)] + [0] * 8, "what too few say is not told"
    assert thought() == first, "afterwards there is time again"


def test_where_too_many_wait_a_rule_bot_answers_at_once(pool: WorkerPool) -> None:
    table, seat = _asked("party", after=6)
    by_rule = RuleBot(table.game).choose(table.view(seat), table.options, seat, SEED, 0)
    searched = SearchBot(table.game, playouts_of(table.game, STRONG))

    chosen = asyncio.run(_all_at_once(pool, [_choose(pool, table, STRONG) for _ in range(20)]))

    assert chosen[0] == searched.choose(table.view(seat), table.options, seat, SEED, 0)
    assert chosen[8:] == [by_rule] * 12


def test_a_rule_bot_answers_until_a_process_is_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STAMMTISCH_CACHE", str(tmp_path))  # everything must be compiled
    table, seat = _asked("duel", after=2)
    view, by_rule = table.view(seat), RuleBot(table.game)
    numbers = range(40)
    fresh = WorkerPool(1)
    fresh.start()
    try:
        _wait_until_ready(fresh)
        early = [asyncio.run(_choose(fresh, table, NORMAL, number)) for number in numbers]
        weighed = asyncio.run(fresh.evaluate(table.game, view, table.options, seat, SEED, 0))
    finally:
        for process in active_children():
            if process.pid in (fresh._executor._processes if fresh._executor else ()):  # it would compile to the end
                process.kill()
        fresh.close()

    assert early == [by_rule.choose(view, table.options, seat, SEED, number) for number in numbers]
    assert weighed is None


def test_processes_that_die_while_they_start_are_replaced() -> None:
    others = active_children()
    pool = WorkerPool(1)
    pool.start()
    try:
        for process in set(active_children()) - set(others):
            process.kill()
        table, _ = _asked("duel")

        def asked() -> bool:
            assert asyncio.run(_choose(pool, table, EASY)), "a rule bot stands in"
            return pool.ready

        eventually(asked, "somebody who takes their places")
    finally:
        pool.close()


def test_a_process_that_is_killed_is_replaced_and_nobody_waits(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "patience", math.inf)
    table, seat = _asked("duel", seed=3)
    killed = active_children()
    assert killed
    for process in killed:
        process.kill()
    by_rule = RuleBot(table.game).choose(table.view(seat), table.options, seat, SEED, 0)

    async def waits_for_nobody_who_starts() -> bool:
        answer = asyncio.ensure_future(_choose(pool, table, EASY))
        await asyncio.sleep(0)  # whoever waits for nothing is done after one turn of the loop
        right = answer.done() or pool.ready
        assert await answer == by_rule
        return right

    assert asyncio.run(_choose(pool, table, EASY)) == by_rule, "it is not waited for, or this would never end"
    for _ in range(5):
        assert asyncio.run(waits_for_nobody_who_starts())
    _wait_until_ready(pool)
    assert not set(active_children()) & set(killed)


def test_a_process_that_is_stuck_is_replaced_and_keeps_nobody_for_long() -> None:
    table, seat = _asked("duel", seed=3)
    others, pool = active_children(), WorkerPool(1, COMPILING, rest=0.0)
    pool.start()
    try:
        _wait_until_ready(pool, table.game)
        stuck = set(active_children()) - set(others)
        pool.patience = 0.3
        for process in stuck:
            os.kill(process.pid or 0, signal.SIGSTOP)

        chosen = asyncio.run(_choose(pool, table, NORMAL))

        assert chosen == RuleBot(table.game).choose(table.view(seat), table.options, seat, SEED, 0)
        pool.patience = COMPILING
        _wait_until_ready(pool, table.game)
        assert not set(active_children()) & stuck
        assert asyncio.run(_choose(pool, table, NORMAL)) == find_bot(table.game, NORMAL).choose(
            table.view(seat), table.options, seat, SEED, 0
        )
    finally:
        pool.close()


def test_bots_that_could_not_be_prepared_are_tried_again_after_a_while() -> None:
    tried, clock, need = list[str](), TurnedClock(), ("gang", "")

    def prepare(name: str, chosen: str) -> None:  # noqa: ARG001
        tried.append(name)
        if len(tried) == 1:
            raise OSError("no space left on device")

    preparations = Preparations(prepare, clock)
    preparations.see_to(need)
    clock.advance(59.0)
    preparations.see_to(need)
    given_up = (list(tried), preparations.is_ready(need), preparations.asked.empty())
    clock.advance(1.0)
    preparations.see_to(need)

    assert given_up == (["gang"], False, True)
    assert (tried, preparations.is_ready(need)) == (["gang", "gang"], True)


def test_the_first_hint_finds_prepared_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    told, really = list[int](), NetSearchBot.evaluate

    def evaluate(bot: NetSearchBot, *about: Any) -> list[ActionValue]:
        found = really(bot, *about)
        told.append(sum(one.tried for one in found))
        return found

    monkeypatch.setattr(NetSearchBot, "evaluate", evaluate)
    prepare("gang", "")

    assert any(told), "a hint of gang looks ahead by a net, which takes seconds to compile"


def test_processes_let_the_server_go_first(pool: WorkerPool) -> None:
    _wait_until_ready(pool)
    here = os.getpriority(os.PRIO_PROCESS, 0)

    assert pool._executor
    assert all(os.getpriority(os.PRIO_PROCESS, pid) > here for pid in pool._executor._processes)


def test_processes_end_with_the_one_that_started_them() -> None:
    program = (
        "import signal\nfrom stammtisch.bots.processes.worker_pool import WorkerPool\n"
        "if __name__ == '__main__':\n"
        "    pool = WorkerPool(1); pool.start()\n"
        "    pool._starting[0].result()\n"
        "    print(*pool._executor._processes, flush=True)\n    signal.pause()\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:  # noqa: S603
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert Path(f"/proc/{child}").exists()
        parent.send_signal(signal.SIGKILL)
    eventually(lambda: not Path(f"/proc/{child}").exists(), "the end of a process that was left behind")
