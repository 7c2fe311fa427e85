"""PettingZoo: all seats of a table, one after another (`aec_env`) or together (`parallel_env`).

Agents are called `seat_0`, `seat_1`, … and are shown an `action_mask` and an `observation`, as the `features.LAYOUT` of
the game describes it. A decision of several small choices is a step for each of them. Choices in secret are asked for
in the order of the seats, or together; nobody sees them before the last.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from stammtisch.adapters.episode import ANSI, RAISE, Episode, EpisodeSettings, Seen, as_seed, draw_seed
from stammtisch.core.game import Game, Portable
from stammtisch.core.table import Table
from stammtisch.errors import ActionError, extra
from stammtisch.kernel.seats import SPECTATOR

with extra("environments"):
    from gymnasium import Space
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv

from stammtisch.adapters.spaces import action_space, observation_space

Infos = dict[str, dict[str, Any]]
Returned = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class _Seats(Portable):
    """What both interfaces have in common: the terms, and the game that is being played."""

    _waits: ClassVar[bool]
    _episode: Episode | None = None

    def __init__(
        self,
        game: Game | str,
        reward: str = "win",
        longest: int = 0,
        illegal: str = RAISE,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Set a table; `EpisodeSettings` says what the arguments mean, and what is raised."""
        self._terms = EpisodeSettings(game, reward, longest, illegal, render_mode, options, waits=self._waits)
        self.render_mode = render_mode
        name = f"stammtisch_{self._terms.game.NAME}_v{self._terms.game.rules.VERSION}"
        self.metadata = {"name": name, "render_modes": [ANSI], "render_fps": 1, "is_parallelizable": False}
        self.possible_agents = self._terms.agents
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self._terms) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self._terms) for agent in self.possible_agents}
        self._generator, _ = np_random()

    @property
    def table(self) -> Table:
        """The table at which this game is played, for logs and transcripts; no learner may look at it.

        Raises:
            ActionError: No game has begun.
        """
        return self._game.table

    def observation_space(self, agent: str) -> Space[Seen]:
        """Return the space of what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of its actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        """Return what an agent knows and what it may do.

        Raises:
            ActionError: No game has begun, or there is no agent of this name.
        """
        return self._game.observe(self._seat(agent))

    def render(self) -> str | None:
        """Return the table as a spectator sees it, if that was asked for.

        Raises:
            ActionError: No game has begun.
        """
        table = self._game.table
        return self._terms.picture(table.view(SPECTATOR), SPECTATOR) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def _game(self) -> Episode:
        if self._episode is None:
            raise ActionError("no game has begun; reset begins one")
        return self._episode

    @property
    def _running(self) -> Episode:
        if self._game.ended:
            raise ActionError("the game is over; reset begins another")
        return self._game

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ActionError(f"agent is {agent!r}; it may be {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _begin(self, seed: int | None) -> Episode:
        """Begin the game of a seed, or the next one.

        Raises:
            NatureError: The seed is out of range.
        """
        if seed is not None:
            seed = as_seed(seed)
            self._generator, _ = np_random(seed)
        self._episode = Episode(self._terms, draw_seed(self._generator) if seed is None else seed)
        self.agents = self.possible_agents.copy()
        return self._episode


class SeatsInTurn(_Seats, AECEnv[str, Seen, int | None]):
    """A table at which one seat acts at a time."""

    _waits = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # theirs
        """Begin another game: that of the seed, which is the one of `Table(…, seed=seed)`, or the next one.

        Raises:
            NatureError: The seed is out of range.
        """
        game = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[game.asked]

    def observe(self, agent: str) -> Seen:
        """Return what an agent knows and, if it is selected, what it may do.

        Raises:
            ActionError: No game has begun, or there is no agent of this name.
        """
        seen = super().observe(agent)
        if agent != self.agent_selection:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        """Take an action of the agent that is selected; nothing, of one whose game has ended.

        Raises:
            ActionError: The action is not legal and does not forfeit the game, or no game is being played.
        """
        game = self._game if self.agents else self._running  # agents are there until they have heard of the end
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.take({self._seat(agent): action})
        self.rewards = dict(zip(self.agents, game.rewards, strict=True))
        self._accumulate_rewards()  # from nothing: they come at the end
        self.terminations = dict.fromkeys(self.agents, game.terminated)
        self.truncations = dict.fromkeys(self.agents, game.truncated)
        self.agent_selection = self.agents[0 if game.ended else game.asked]


class SeatsTogether(_Seats, ParallelEnv[str, Seen, int]):
    """A table at which all seats act at once: those that are asked choose, the others wait, which is the last action.

    A game is broken off by the first step with which at least `longest` decisions have been taken.
    """

    _waits = True

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # theirs
    ) -> tuple[dict[str, Seen], Infos]:
        """Begin another game: that of the seed, which is the one of `Table(…, seed=seed)`, or the next one.

        Raises:
            NatureError: The seed is out of range.
        """
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Returned:
        """Take an action of every agent.

        Raises:
            ActionError: An action is not legal and does not forfeit the game, or no game is being played.
        """
        game, agents = self._running, self.agents
        given = {self._seat(agent): action for agent, action in actions.items()}
        game.take({seat: given.get(seat) for seat in range(len(agents))})
        if game.ended:
            self.agents = []
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, game.rewards, strict=True)),
            dict.fromkeys(agents, game.terminated),
            dict.fromkeys(agents, game.truncated),
            {agent: {} for agent in agents},
        )


aec_env: Final = SeatsInTurn
parallel_env: Final = SeatsTogether
