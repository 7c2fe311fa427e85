"""Deep Monte Carlo on many games at once: play against oneself, and learn what every action was worth in the end.

The loop is the same with NumPy and with PyTorch, on a CPU and on a GPU. `examples.train` runs it.
"""

from __future__ import annotations

from typing import Any, Protocol

from stammtisch.bots.arena.confidence_interval import Estimate, estimate

Array = Any  # of NumPy or of PyTorch


class Policy(Protocol):
    """What learns: it says what every action is worth."""

    xp: Any  # the library of its arrays, `numpy` or `torch`: what is used here has the same name in both

    def chance(self, games: int) -> Array:
        """Return a number from 0 to 1 for each game, drawn anew."""

    def values(self, observations: Array) -> Array:
        """Return what every action is worth to the seat that is asked: a row for each game."""

    def learn(self, observations: Array, actions: Array, returns: Array) -> float:
        """Learn what actions led to, and return how far the values were from it: the mean square."""


def train(environment: Any, policy: Policy, *, blocks: int, decisions: int, explore: float) -> None:
    """Play blocks of so many decisions in every game, all seats by the same policy, and learn after each block."""
    xp = policy.xp
    rows = xp.arange(environment.games)
    for block in range(blocks):
        shown, _ = environment.reset(seed=block)  # new deals
        played = []
        for _ in range(decisions):
            seats, observations = (xp.asarray(shown[name], copy=True) for name in ("seat", "observation"))
            actions = choose(policy, observations, shown["action_mask"])
            tries = policy.chance(environment.games) < explore
            actions = xp.where(tries, xp.asarray(environment.draw_actions()), actions)
            shown, rewards, over, broken_off, _ = environment.step(actions)
            paid = xp.where(xp.asarray(broken_off)[:, None], xp.nan, xp.asarray(rewards))  # nobody knows what it led to
            played.append((seats, observations, actions, paid, xp.asarray(over) | xp.asarray(broken_off)))

        final = xp.full_like(played[0][3], xp.nan)  # what the seats of each game got at its end, if that is known
        returns = []
        for seats, _, _, paid, ended in reversed(played):
            final = xp.where(ended[:, None], paid, final)
            returns.append(final[rows, seats])  # an action is worth what its own seat got
        returns = xp.concatenate(returns[::-1])
        known = ~xp.isnan(returns)  # games that the block cut off teach nothing
        observations, actions = (xp.concatenate([step[part] for step in played])[known] for part in (1, 2))
        error = policy.learn(observations, actions, returns[known])
        if (block + 1) % 10 == 0:
            print(f"block {block + 1}: {len(actions)} decisions, mean square error {error:.2f}", flush=True)


def choose(policy: Policy, observations: Array, masks: Array) -> Array:
    """Return the legal action of the highest value in every game."""
    xp = policy.xp
    return xp.where(xp.asarray(masks) != 0, policy.values(observations), -xp.inf).argmax(1)


def evaluate(environment: Any, policy: Policy, *, decisions: int, seed: int) -> Estimate:
    """Return by how much one seat with the policy gets more than the mean of the others, who choose at random.

    A sample is a deal: it is played once with the policy on each seat, and counts with the mean of these games.
    """
    xp = policy.xp
    leads: Array = 0
    for seat in range(environment.seats):
        shown, _ = environment.reset(seed=seed)  # the same deals
        final: Array = 0
        going: Array = True  # of each row only the first game
        for _ in range(decisions):
            best = choose(policy, xp.asarray(shown["observation"]), shown["action_mask"])
            actions = xp.where(xp.asarray(shown["seat"]) == seat, best, xp.asarray(environment.draw_actions()))
            shown, rewards, over, broken_off, _ = environment.step(actions)
            final = final + xp.asarray(rewards) * (xp.asarray(over) & going)[:, None]
            going = going & ~xp.asarray(over) & ~xp.asarray(broken_off)
        others = (final.sum(1) - final[:, seat]) / (environment.seats - 1)
        leads = leads + (final[:, seat] - others) / environment.seats
    return estimate(leads.tolist())
