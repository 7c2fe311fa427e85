"""The tree of a game for OpenSpiel: positions on compiled rules, and what seats remember when somebody asks for it."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, cast

import numpy as np

from stammtisch.core.game import Game
from stammtisch.core.observations.perfect_recall import Moment
from stammtisch.core.queries import legal_actions, rule_against
from stammtisch.errors import Refused
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.compile import driver
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Words
from stammtisch.kernel.seats import NATURE, NONE, TABLE

_NOBODY_DRAWS: Final = np.zeros(0, np.int64)  # so NATURE is asked as seats are


class SpielTree:
    """The compiled rules of a game with its options; any number of threads may ask it."""

    def __init__(self, game: Game, options: Any, most: int) -> None:
        """Compile the rules, or find them.

        Args:
            game: The game.
            options: Its options, as a record.
            most: The decisions after which nobody is asked any more.
        """
        self.game, self.options, self.most = game, options, most
        self._code: Any = driver("stammtisch.kernel.drivers.table_steps", cast(ModuleType, game.rules))
        self._asked: int = self._code.ASKED
        self._lengths: tuple[int, int] = words_for(game.rules.ACTIONS), self._code.LISTING
        self._o = np.array(options.words(), np.int64)

    def stand_at(self, moment: Moment) -> SpielNode:
        """Return the node of a moment, after what TABLE is forced to do."""
        moment = carry_on(moment)
        node = self._node(np.array(moment.position.words(), np.int64), NONE, 0, None, moment.decisions)
        node.known = moment
        return node

    def after(self, node: SpielNode, action: int) -> SpielNode:
        """Return the node after an action of whoever is asked, and what TABLE is forced to do then.

        Raises:
            Refused: The rules do not allow it.
        """
        seat = node.asked
        return self._node(node.words.copy(), seat, action, node, node.decisions + (0 <= seat < NATURE))

    def rewards(self, node: SpielNode, kind: int) -> list[float]:
        """Return what every seat gets; nothing before the game is over."""
        paid = np.zeros(self.options.seats, np.float64)
        if node.asked == NONE:
            self._code.pay(node.words, self._o, np.zeros(Outcome.length, np.int64), kind, paid)
        rewards: list[float] = paid.tolist()
        return rewards

    def _node(self, words: Words, seat: int, action: int, before: SpielNode | None, decisions: int) -> SpielNode:
        """Return the node after an action, which is taken on `words`."""
        legal, listing = (np.empty(length, np.int64) for length in self._lengths)
        count = self._code.follow(words, self._o, _NOBODY_DRAWS, legal, listing, seat, action)
        if count < 0 and before is not None:
            rule = rule_against(self.game.rules, before.moment.position, self.options, seat, action)
            known = 0 <= action < self.game.rules.ACTIONS
            raise Refused(seat, action, self.game.notation.write(action) if known else str(action), rule)
        listed = listing.tolist()
        asked = listed[self._asked]
        if asked == NONE or (asked < NATURE and decisions >= self.most):
            return SpielNode(self, words, asked, True, [], before, action, decisions)  # noqa: FBT003
        return SpielNode(self, words, asked, False, listed[:count], before, action, decisions)  # noqa: FBT003


class SpielNode:
    """A position in the tree. It never changes, so any number of states share it."""

    __slots__ = ("_action", "_before", "actions", "asked", "decisions", "ended", "known", "tree", "words")

    def __init__(
        self,
        tree: SpielTree,
        words: Words,
        asked: int,
        ended: bool,  # noqa: FBT001  # made hundreds of thousands of times a second
        actions: list[int],
        before: SpielNode | None,
        action: int,
        decisions: int,
    ) -> None:
        self.tree = tree
        self.words = words
        self.asked = asked  # who owes a decision; NONE when the game is over
        self.ended = ended  # over or broken off
        self.actions = actions  # what whoever is asked may do
        self.decisions = decisions
        self.known: Moment | None = None
        self._before = before
        self._action = action

    @property
    def moment(self) -> Moment:
        """What everybody remembers of the way here."""
        way, node = list[tuple[SpielNode, SpielNode]](), self
        while node.known is None:
            assert node._before is not None, "the first node is that of a moment"
            way.append((node._before, node))
            node = node._before
        moment = node.known
        for before, after in reversed(way):
            moment = after.known = carry_on(moment.after(before.asked, after._action))
        return moment

    def __deepcopy__(self, memo: object) -> SpielNode:
        """Return the node itself."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.moment, self.tree.most)


def carry_on(moment: Moment) -> Moment:
    """Return the moment after what TABLE is forced to do."""
    rules, o = moment.game.rules, moment.options
    while rules.waiting(moment.position, o) >> TABLE & 1:
        moment = moment.after(TABLE, legal_actions(rules, moment.position, o, TABLE)[0])
    return moment


def _rebuilt(moment: Moment, most: int) -> SpielNode:
    """Return a node that was taken apart by `pickle`."""
    return SpielTree(moment.game, moment.options, most).stand_at(moment)
