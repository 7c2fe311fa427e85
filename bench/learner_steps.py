"""What `scripts/bench peers` measures of one learner: its decisions, with all that its opponents do in between.

The learner looks at its observation and its mask and takes a legal action, the first one or any; that costs nearly
nothing, so what is measured is the environment. Opponents are what each library brings: ours follow rules of thumb or
a net, or play at random as everywhere else, which the names say. Every function yields how many decisions of the
learner there were since the last time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

BATCH: Final = 1024
CALLED: Final = 16  # decisions of the learner compiled into one call
_MOST: Final = 64  # actions of opponents between two decisions
Steps = Iterator[int]


def _make_vec(opponents: str) -> Callable[[], Steps]:
    def steps() -> Steps:
        import_module("stammtisch.adapters.gymnasium")
        find_game = import_module("stammtisch.core.game").find_game
        others: Any = import_module("stammtisch.bots.nets.net").net_of(find_game("gang"))
        make_vec: Any = import_module("gymnasium").make_vec
        environment = make_vec(
            "stammtisch/Gang-v1",
            num_envs=BATCH,
            opponents=others if opponents == "net" else opponents,
            threads=1,
            copy=False,
        )
        observed, _ = environment.reset(seed=1)
        while True:
            observed, *_ = environment.step(observed["action_mask"].argmax(1))
            yield BATCH

    return steps


def _gymnasium(opponents: str) -> Callable[[], Steps]:
    def steps() -> Steps:
        environment = import_module("stammtisch.adapters.gymnasium").SeatEnv("gang", opponents=opponents)
        while True:
            (observed, _), ended, taken = environment.reset(), False, 0
            while not ended:
                observed, _, over, broken_off, _ = environment.step(int(observed["action_mask"].argmax()))
                ended = over or broken_off
                taken += 1
            yield taken

    return steps


def _openspiel(name: str) -> Callable[[], Steps]:
    """Play as OpenSpiel's loops do: player 0 is given its observation, the others draw an action."""

    def steps() -> Steps:
        pyspiel: Any = import_module("pyspiel")
        make_observation: Any = import_module("open_spiel.python.observation").make_observation
        game = pyspiel.load_game(name)
        one_player = pyspiel.PrivateInfoType.SINGLE_PLAYER
        kind = pyspiel.IIGObservationType(perfect_recall=True, public_info=True, private_info=one_player)
        observer = make_observation(game, kind)  # it has no other
        while True:
            state, taken = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                    continue
                if state.current_player() == 0:
                    observer.set_from(state, 0)
                    taken += 1
                state.apply_action(random.choice(state.legal_actions()))
            yield taken

    return steps


def _pettingzoo(name: str) -> Callable[[], Steps]:
    """Play as PettingZoo's loop does: every agent is asked by `last`, and the first of them is the learner."""

    def steps() -> Steps:
        environment: Any = import_module(f"pettingzoo.classic.{name}").env()
        while True:
            environment.reset()
            learner, taken = environment.possible_agents[0], 0
            for agent in environment.agent_iter():
                observed, _, over, broken_off, info = environment.last(observe=True)
                if over or broken_off:
                    environment.step(None)
                    continue
                mask = observed["action_mask"] if "action_mask" in observed else info["action_mask"]
                environment.step(int(random.choice(mask.nonzero()[0])))
                taken += agent == learner
            yield taken

    return steps


def _pgx(name: str) -> Callable[[], Steps]:  # noqa: C901  # what it compiles is one piece
    """Play in compiled batches: after the learner's action others draw theirs until it is asked again or it is over."""

    def steps() -> Steps:  # noqa: C901
        jax: Any = import_module("jax")
        environment: Any = import_module("pgx").make(name)

        def drawn(state: Any, key: Any) -> Any:
            scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            return jax.random.categorical(key, scores)

        def waits(held: Any) -> Any:
            state, _, taken = held
            return ~state.terminated & (state.current_player != 0) & (taken < _MOST)

        def go_on(held: Any) -> Any:
            state, key, taken = held
            key, choice, chance = jax.random.split(key, 3)
            return environment.step(state, drawn(state, choice), chance), key, taken + 1

        def wait(state: Any, key: Any) -> Any:
            return jax.lax.while_loop(waits, go_on, (state, key, 0))[0]

        def begin(key: Any) -> Any:
            key, others = jax.random.split(key)
            return wait(environment.init(key), others)

        def decide(state: Any, key: Any) -> Any:
            """Take a decision of the learner; a game that is over is followed by the next one."""
            choice, chance, others, fresh, again = jax.random.split(key, 5)
            state = wait(environment.step(state, drawn(state, choice), chance), others)
            state = jax.lax.cond(state.terminated, lambda: environment.init(fresh), lambda: state)
            state = wait(state, again)
            return state, environment.observe(state, 0).sum()  # so that no observation is left out

        def once(state: Any, key: Any) -> tuple[Any, Any]:
            return jax.vmap(decide)(state, jax.random.split(key, BATCH))  # type: ignore[no-any-return]

        many = jax.jit(lambda state, key: jax.lax.scan(once, state, jax.random.split(key, CALLED)))
        single = jax.jit(once)
        state = jax.jit(jax.vmap(begin))(jax.random.split(jax.random.key(0), BATCH))
        key = jax.random.key(1)
        timed = []
        for way, taken in ((many, CALLED * BATCH), (single, BATCH)):
            jax.block_until_ready(way(state, key))
            begun = time.perf_counter()
            for _ in range(CALLED * BATCH // taken):
                jax.block_until_ready(way(state, key))
            timed.append((time.perf_counter() - begun, taken, way))
        _, taken, way = min(timed, key=lambda one: one[0])
        while True:
            key, now = jax.random.split(key)
            state, _ = way(state, now)
            jax.block_until_ready(state)
            yield taken

    return steps


OURS: Final[dict[str, Callable[[], Steps]]] = {
    "Stammtisch gang, make_vec, random": _make_vec("random"),
    "Stammtisch gang, make_vec, easy": _make_vec("easy"),
    "Stammtisch gang, make_vec, its net": _make_vec("net"),
    "Stammtisch gang, Gymnasium at one table, easy": _gymnasium("easy"),
    "Stammtisch gang, Gymnasium at one table, random": _gymnasium("random"),
}
OTHERS: Final[dict[str, Callable[[], Steps]]] = {
    "OpenSpiel hearts, Python loop, random": _openspiel("hearts"),
    "PettingZoo hanabi_v5, random": _pettingzoo("hanabi_v5"),
    "PettingZoo texas_holdem_v4, random": _pettingzoo("texas_holdem_v4"),
    "PettingZoo leduc_holdem_v4, random": _pettingzoo("leduc_holdem_v4"),
    "Pgx leduc_holdem, random": _pgx("leduc_holdem"),
    "Pgx sparrow_mahjong, random": _pgx("sparrow_mahjong"),
}
