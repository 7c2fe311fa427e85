"""Steps with observations a second beside other libraries: random play, one core, all in one run.

Ours is the vector environment of `gang`: every step takes an action in each of 1,024 games and writes what the seat
that is asked next observes and may do. Each library plays in a process of its own, pinned to the same core, and as fast
as it lets Python play: libraries with a batch get one of 1,024 games, and Pgx the better of steps called one by one and
a hundred of them compiled into one call. Deals count nowhere. A second table is about interfaces that are stepped from
Python: one table in PettingZoo, one seat in Gymnasium, many of them in `make_vec`, and the tree of a game in OpenSpiel.
A third one counts decisions of one learner, opponents played in between, here and in other libraries
(`learner_steps.py`). Seconds are those of the processor. `--ours` leaves out whatever needs other games than ours.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

import learner_steps
from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

BATCH: Final = 1024
STARTING: Final = 4.0  # seconds that a process takes until it plays, on average
CALLED: Final = 100  # steps compiled into one call
PROMISED: Final = {  # how many times as fast we want to be
    "OpenSpiel hearts, with its observer": 25,
    "RLCard bridge": 150,
    "PettingZoo hanabi_v5": 500,
    "Pgx leduc_holdem": 2,
    "Pgx sparrow_mahjong": 30,
}
OURS: Final = "Stammtisch gang"
INTERFACES: Final = {  # how many steps or nodes a second we want, where we want something
    "Stammtisch gang in PettingZoo": 30_000,
    "Stammtisch gang in Gymnasium, against easy bots": 50_000,
    "Stammtisch gang in make_vec, against easy bots": 0,
    "Stammtisch gang in make_vec, against random bots": 0,
    "Stammtisch duel in OpenSpiel, nodes": 64_000,
    "OpenSpiel's own Kuhn poker in Python, nodes": 0,
}
MANY_TABLES: Final = "Stammtisch gang, make_vec, easy"
ONE_TABLE: Final = "Stammtisch gang, Gymnasium at one table, easy"
Steps = Iterator[int]  # how many steps there were since the last one


def main() -> int:
    """Measure and print; with a name, measure only that and print the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each plays (default 5)")
    parser.add_argument("--core", type=int, default=0, help="the core that all are pinned to (default 0)")
    parser.add_argument("--ours", action="store_true", help="measure only what needs no other library's games")
    parser.add_argument("--learners", action="store_true", help="measure only decisions of one learner")
    parser.add_argument("--only", choices=[*PLAYED], help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only:
        _write(_measure(PLAYED[arguments.only](), arguments.seconds))
        return 0
    console = Console()
    peers = [] if arguments.ours or arguments.learners else [*PROMISED]
    learners = [*learner_steps.OURS, *([] if arguments.ours else learner_steps.OTHERS)]
    names = learners if arguments.learners else [OURS, *peers, *INTERFACES, *learners, OURS]
    rates: dict[str, float] = {}
    with console.status("playing …") as status:
        for name in names:
            status.update(f"{name} …")
            rates[name] = max(rates.get(name, 0.0), rate_of(name, arguments.seconds, arguments.core))
            console.print(f"{name}: {rates[name]:,.0f}", highlight=False)
    if not arguments.learners:
        _show_steps(console, rates, peers)
    _show_learners(console, rates, learners)
    kept = all(rates[OURS] >= PROMISED[name] * rates[name] for name in peers)
    return 0 if kept and all(rates.get(name, promised) >= promised for name, promised in INTERFACES.items()) else 1


def summary(seconds: float) -> list[Figure]:
    """Return our environments' speeds beside those of other libraries, and what is stepped from Python."""
    names = [OURS, *PROMISED, *INTERFACES, *learner_steps.OURS, *learner_steps.OTHERS]
    each = max(0.5, seconds / len(names) - STARTING)
    rates = {name: rate_of(name, each) for name in names}
    found = [
        Figure(f"{OURS}, vector environment", rates[OURS], "steps/s", name, rates[OURS] / rates[name], promised)
        for name, promised in PROMISED.items()
    ]
    found += [Figure(name, rates[name], "a second", promised=promised or None) for name, promised in INTERFACES.items()]
    learner = rates[MANY_TABLES]
    return found + [
        Figure(MANY_TABLES, learner, "decisions/s", name, learner / rates[name]) for name in learner_steps.OTHERS
    ]


def _show_steps(console: Console, rates: dict[str, float], peers: list[str]) -> None:
    grid = Grid("library, game", title="steps with observations a second, one core")
    for column in ("steps a second", "ours is faster", "promised"):
        grid.add_column(column, justify="right")
    grid.add_row(OURS, f"{rates[OURS]:,.0f}", "", "")
    for name in peers:
        grid.add_row(name, f"{rates[name]:,.0f}", _times(rates[OURS] / rates[name]), f"{PROMISED[name]} times")
    console.print(grid)
    grid = Grid("interface", title="steps or nodes a second from Python, one core")
    for column in ("a second", "promised"):
        grid.add_column(column, justify="right")
    for name, promised in INTERFACES.items():
        grid.add_row(name, f"{rates[name]:,.0f}", f"{promised:,}" if promised else "")
    console.print(grid)


def _show_learners(console: Console, rates: dict[str, float], learners: list[str]) -> None:
    grid = Grid("library, game, opponents", title="decisions of one learner a second, one core")
    ours = rates[MANY_TABLES], rates[ONE_TABLE]
    for column in ("a second", "make_vec, easy: faster", "Gymnasium, easy: faster"):
        grid.add_column(column, justify="right")
    for name in learners:
        grid.add_row(name, f"{rates[name]:,.0f}", *(_times(one / rates[name]) for one in ours))
    console.print(grid)


def _times(ratio: float) -> str:
    """Return how many times as fast; of what is slower two digits that say something."""
    return f"{ratio:,.1f} times" if ratio >= 1 else f"{ratio:.2g} times"


def rate_of(name: str, seconds: float, core: int = 0) -> float:
    """Measure one of them in a process of its own that is pinned to a core."""
    command = [sys.executable, "-W", "ignore", __file__, "--only", name, "--seconds", str(seconds)]
    one = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "OMP_NUM_THREADS": "1"}
    played = subprocess.run(  # noqa: S603  # ourselves
        command,
        env={**os.environ, **one},
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),  # no threads here
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return float(json.loads(played.stdout.splitlines()[-1]))


def _measure(steps: Steps, seconds: float) -> float:
    """Return the steps a second; the first ones, which compile, do not count."""
    next(steps)
    begin, taken = time.process_time(), 0
    while time.process_time() - begin < seconds:
        taken += next(steps)
    return taken / (time.process_time() - begin)


def _write(figure: float) -> None:
    sys.stdout.write(f"{json.dumps(figure)}\n")


def _ours() -> Steps:
    environment = import_module("stammtisch.batch.vector").VectorEnvironment("gang", games=BATCH, seed=1, threads=1)
    while True:
        environment.step(environment.draw_actions())
        yield BATCH


def _pettingzoo() -> Steps:
    environment = import_module("stammtisch.adapters.pettingzoo").aec_env("gang")
    while True:
        environment.reset()
        steps = 0
        for _ in environment.agent_iter():
            observed, _, over, broken_off, _ = environment.last()
            ended = over or broken_off
            environment.step(None if ended else int(observed["action_mask"].argmax()))
            steps += not ended
        yield steps


def _gymnasium() -> Steps:
    environment = import_module("stammtisch.adapters.gymnasium").SeatEnv("gang")
    while True:
        (observed, _), ended, steps = environment.reset(), False, 0
        while not ended:
            observed, _, over, broken_off, _ = environment.step(int(observed["action_mask"].argmax()))
            ended = over or broken_off
            steps += 1
        yield steps


def _make_vec(opponents: str) -> Callable[[], Steps]:
    def steps() -> Steps:
        import_module("stammtisch.adapters.gymnasium")
        make_vec: Any = import_module("gymnasium").make_vec
        environment = make_vec("stammtisch/Gang-v1", num_envs=BATCH, opponents=opponents, threads=1, copy=False)
        observed, _ = environment.reset(seed=1)
        while True:
            observed, *_ = environment.step(observed["action_mask"].argmax(1))
            yield BATCH

    return steps


def _nodes(game: str, adapter: str) -> Callable[[], Steps]:
    def steps() -> Steps:
        import_module(adapter)
        tree = import_module("pyspiel").load_game(game)

        def walk(state: Any) -> int:
            """Count the nodes, and ask every one what one asks: its actions, or its returns."""
            if state.is_terminal():
                return len(state.returns()) // 2
            return 1 + sum(walk(state.child(action)) for action in state.legal_actions())

        while True:
            yield walk(tree.new_initial_state())

    return steps


def _openspiel() -> Steps:
    pyspiel: Any = import_module("pyspiel")
    make_observation: Any = import_module("open_spiel.python.observation").make_observation
    game = pyspiel.load_game("hearts")
    one_player = pyspiel.PrivateInfoType.SINGLE_PLAYER
    kind = pyspiel.IIGObservationType(perfect_recall=True, public_info=True, private_info=one_player)
    observer = make_observation(game, kind)  # it has no other
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                observer.set_from(state, state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        yield steps


def _rlcard() -> Steps:
    environment: Any = import_module("rlcard").make("bridge")
    while True:
        state, _ = environment.reset()
        steps = 0
        while not environment.is_over():
            state, _ = environment.step(random.choice(list(state["legal_actions"])))
            steps += 1
        yield steps


def _hanabi() -> Steps:
    environment: Any = import_module("pettingzoo.classic.hanabi_v5").env()
    while True:
        environment.reset()
        steps = 0
        for _ in environment.agent_iter():
            observed, _, over, broken_off, _ = environment.last()
            ended = over or broken_off
            environment.step(None if ended else random.choice(observed["action_mask"].nonzero()[0]))
            steps += not ended
        yield steps


def _pgx(name: str) -> Callable[[], Steps]:
    def steps() -> Steps:
        jax: Any = import_module("jax")
        environment: Any = import_module("pgx").make(name)
        auto_reset = import_module("pgx.experimental").auto_reset
        step = jax.vmap(auto_reset(environment.step, environment.init))

        def once(state: Any, key: Any) -> tuple[Any, Any]:
            scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            keys = jax.random.split(key, 2 * BATCH)
            actions = jax.vmap(jax.random.categorical)(keys[:BATCH], scores)
            state = step(state, actions, keys[BATCH:])
            return state, state.observation.sum()  # so that no observation is left out

        many = jax.jit(lambda state, key: jax.lax.scan(once, state, jax.random.split(key, CALLED)))
        single = jax.jit(once)
        state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.key(0), BATCH))
        key = jax.random.key(1)
        timed = []
        for way, taken in ((many, CALLED * BATCH), (single, BATCH)):
            jax.block_until_ready(way(state, key))
            begin = time.perf_counter()
            for _ in range(CALLED * BATCH // taken):
                jax.block_until_ready(way(state, key))
            timed.append((time.perf_counter() - begin, taken, way))
        _, taken, way = min(timed, key=lambda one: one[0])
        while True:
            key, now = jax.random.split(key)
            state, _ = way(state, now)
            jax.block_until_ready(state)
            yield taken

    return steps


PLAYED: Final[dict[str, Callable[[], Steps]]] = {
    OURS: _ours,
    "OpenSpiel hearts, with its observer": _openspiel,
    "RLCard bridge": _rlcard,
    "PettingZoo hanabi_v5": _hanabi,
    "Pgx leduc_holdem": _pgx("leduc_holdem"),
    "Pgx sparrow_mahjong": _pgx("sparrow_mahjong"),
    "Stammtisch gang in PettingZoo": _pettingzoo,
    "Stammtisch gang in Gymnasium, against easy bots": _gymnasium,
    "Stammtisch gang in make_vec, against easy bots": _make_vec("easy"),
    "Stammtisch gang in make_vec, against random bots": _make_vec("random"),
    "Stammtisch duel in OpenSpiel, nodes": _nodes(
        "python_stammtisch_duel(spaces=1,first_bluffer=0,reward=zero_sum,longest=5)", "stammtisch.adapters.openspiel"
    ),
    "OpenSpiel's own Kuhn poker in Python, nodes": _nodes("python_kuhn_poker", "open_spiel.python.games.kuhn_poker"),
    **learner_steps.OURS,
    **learner_steps.OTHERS,
}

if __name__ == "__main__":
    sys.exit(main())
