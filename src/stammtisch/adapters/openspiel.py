"""OpenSpiel: every game as one of its Python games. Importing this registers `python_stammtisch_gang` and the others.

NATURE is chance, and what TABLE is forced to do happens by itself. Choices in secret are asked for one after another
and hidden until all are made; a decision of several small choices is a move for each of them. Information states are
what `core/observations/perfect_recall.py` remembers; their tensors are there where the number of decisions has a limit.

Parameters are the options of the game (-1 for a seat that chance draws; lists and boards as JSON), and

- `reward`: `win`, `score` or `rank`, or `zero_sum` where two play: one's own share of the victory less the other's;
- `longest`: the decisions after which a game is broken off, with nothing for anybody; 0 for never,
  which is 100,000 where a game may go on for ever;
- `position`: where the game begins, as `position_text` of `spiel_terms` writes it, instead of its own beginning.

>>> game = pyspiel.load_game("python_stammtisch_duel(spaces=1,reward=zero_sum,longest=8)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action, _ in state.chance_outcomes()]
['first 0', 'first 1']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, cast

import numpy as np

from stammtisch.adapters.spiel_nodes import SpielNode
from stammtisch.adapters.spiel_terms import Parameter, SpielTerms
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.observations.memory import row_width
from stammtisch.core.observations.observation import features_of, has_features, is_open, observed
from stammtisch.core.observations.perfect_recall import Moment
from stammtisch.core.options import choices_of
from stammtisch.core.queries import legal_actions
from stammtisch.errors import FeatureError, extra
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.choices import Between
from stammtisch.kernel.seats import HIDDEN, NATURE, SPECTATOR, TABLE

with extra("environments"):
    import pyspiel

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_NOTHING_KNOWN: Final = "gAR9lC4="  # an empty dictionary, as OpenSpiel writes the attributes of a state
_HALF: Final = 1 << 31


class SpielGame(pyspiel.Game):
    """A game with its parameters; each game has a subclass of its own."""

    game: ClassVar[Game]

    def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
        """Settle the terms.

        Raises:
            OptionError: An option of the game is unknown or outside its limits.
            FeatureError: The game has no features, or `reward`, `longest` or `position` is not what it may be.
        """
        self.terms = SpielTerms(self.game, params or {})
        self.beginning = self.terms.begin()
        low, high = self.terms.utilities()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.rules.ACTIONS,
            max_chance_outcomes=self.game.rules.ACTIONS,  # NATURE shares the numbers of the others
            num_players=self.terms.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=self.terms.sum(),
            max_game_length=self.terms.most,
        )
        super().__init__(game_type(self.terms), info, self.terms.parameters)

    def new_initial_state(self) -> SpielState:
        """Return the state before the first choice."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often NATURE may choose: between two decisions, never as often as there are actions."""
        return self.terms.steps or (self.terms.most + 1) * self.game.rules.ACTIONS

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> SpielObserver:
        """Return what shows states to seats, or with no private information to spectators.

        Raises:
            FeatureError: It is asked for something else.
        """
        return SpielObserver(self.terms, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __deepcopy__(self, memo: object) -> SpielGame:
        """Return the game itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (short_name(self.game.NAME), self.terms.parameters)


class SpielState(pyspiel.State):
    """A moment of a game."""

    __slots__ = ("__dict__", "terms")  # OpenSpiel copies and writes down what is in `__dict__`, not the terms

    node: SpielNode

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.terms = game.terms
        self.node = game.beginning

    @property
    def moment(self) -> Moment:
        """The position, and what everybody remembers of the way to it."""
        return self.node.moment

    @moment.setter
    def moment(self, moment: Moment) -> None:
        self.node = self.terms.tree.stand_at(moment)

    def current_player(self) -> int:
        """Return the seat that is asked; of several that choose in secret, the first that has not chosen."""
        node = self.node
        if node.ended:
            return TERMINAL
        return CHANCE if node.asked == NATURE else node.asked

    def is_terminal(self) -> bool:
        """Whether the game is over or broken off."""
        return self.node.ended

    def _legal_actions(self, player: int) -> list[int]:
        if player == self.node.asked:
            return self.node.actions
        return legal_actions(self.terms.game.rules, self.moment.position, self.terms.options, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the choices of NATURE, all equally likely."""
        actions = self.node.actions
        return [(action, 1 / len(actions)) for action in actions]

    def _apply_action(self, action: int) -> None:
        self.node = self.terms.tree.after(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002  # theirs
        return self.terms.game.notation.write(action) if 0 <= action < self.terms.game.rules.ACTIONS else str(action)

    def returns(self) -> list[float]:
        """Return what every seat has got."""
        return self.terms.returns(self.node)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a state that the seat cannot tell from this one, in a world drawn uniformly from all of those.

        Which hidden choices would have led to that world is left open: its history holds HIDDEN, -3, in place of what
        the seat has not seen, so it can be played on but not replayed. `Moment.imagined` says what others remember.
        """
        stream = [0] * STREAM_LENGTH
        high, low = int(probability_sampler() * _HALF), int(probability_sampler() * _HALF)
        open_stream(stream, high * _HALF + low, WORLDS, 0)
        state: SpielState = self.get_game().deserialize_state(
            f"history={self._history_seen_by(player_id)}\nmove_number={self.move_number()}\n__dict__={_NOTHING_KNOWN}"
        )
        state.moment = self.moment.imagined(player_id, stream)
        return state

    def _history_seen_by(self, player: int) -> str:
        """Return the history as OpenSpiel writes it down; of what came before an imagined world nothing was seen."""
        happened = [entry.player for entry in self.full_history()]
        seen = [sight for seat, sight in self.moment.steps_seen_by(player) if seat != TABLE]
        sights = [HIDDEN] * (len(happened) - len(seen)) + seen
        return ",".join(f"{who}:{sight}" for who, sight in zip(happened, sights, strict=True))

    def __deepcopy__(self, memo: object) -> SpielState:
        """Return the same state, to be played on."""
        return cast(SpielState, self.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def __str__(self) -> str:
        phase = self.terms.game.rules.Phase(self.moment.position.phase).name
        return f"{phase} {' '.join(map(str, self.moment.position.words()))}"


def _load_game(name: str, parameters: Mapping[str, Parameter]) -> SpielGame:
    """Return a game that was taken apart by `pickle`."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


def _read_state(text: str) -> SpielState:
    """Return a state that was taken apart by `pickle`."""
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


class SpielObserver:
    """Shows a state to a seat, or to spectators: what they know, or all that they remember."""

    def __init__(
        self, terms: SpielTerms, what: pyspiel.IIGObservationType, params: Mapping[str, object] | None
    ) -> None:
        """Lay out the numbers.

        Raises:
            FeatureError: There are parameters, or what is asked for is not what a seat or a spectator may know.
        """
        if params:
            raise FeatureError(f"parameters of an observer are {dict(params)}; there may be none")
        if not what.public_info or what.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise FeatureError(f"an observer is asked for {what}; it may show public information, and that of one seat")
        self._terms = terms
        self._recalls: bool = what.perfect_recall
        self._public = what.private_info == pyspiel.PrivateInfoType.NONE
        shapes: dict[str, tuple[int, ...]] = {"observation": (features_of(terms.game).LAYOUT.size,)}
        if self._recalls:
            shapes = {"decisions": (terms.rows, row_width(terms.game, terms.options)), **shapes}
        if self._public or (self._recalls and terms.rows == 0):
            shapes = {}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32) if shapes else None
        self.dict = {}
        if self.tensor is not None:
            parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
            self.dict = {name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=True)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of a state, as a seat knows it, into `tensor` and `dict`."""
        if self.tensor is not None:
            if self._recalls:
                self.tensor[:] = state.moment.numbers(player, self._terms.rows)
            else:
                self.tensor[:] = observed(self._terms.game, self._terms.options, state.moment.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the same as text."""
        viewer = SPECTATOR if self._public else player
        return state.moment.text(viewer) if self._recalls else state.moment.known(viewer)


def game_type(terms: SpielTerms) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game before it begins."""
    kinds = pyspiel.GameType
    utility = {None: kinds.Utility.GENERAL_SUM, 0.0: kinds.Utility.ZERO_SUM}
    seats = cast(Between, choices_of(terms.game.rules)["seats"])
    chance, information = kinds.ChanceMode.EXPLICIT_STOCHASTIC, kinds.Information.IMPERFECT_INFORMATION
    if is_open(terms.game):
        chance, information = kinds.ChanceMode.DETERMINISTIC, kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=short_name(terms.game.NAME),
        long_name=f"Stammtisch: {terms.game.NAME}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information,
        utility=utility.get(terms.sum(), kinds.Utility.CONSTANT_SUM),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats.high,
        min_num_players=seats.low,
        provides_information_state_string=True,
        provides_information_state_tensor=terms.rows > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=SpielTerms(terms.game, {}).parameters,
    )


def short_name(name: str) -> str:
    """Return the name by which OpenSpiel knows a game."""
    return f"python_stammtisch_{name}"


def _register(game: Game) -> type[SpielGame]:
    """Tell OpenSpiel of a game.

    What makes it is a class of its own: OpenSpiel lets go of that only after Python has ended, when hardly anything but
    a class can be let go of.
    """

    class Registered(SpielGame):
        pass

    Registered.game = game
    pyspiel.register_game(game_type(SpielTerms(game, {})), Registered)
    return Registered


GAMES: Final = {game.NAME: _register(game) for game in filter(has_features, map(find_game, game_names()))}
