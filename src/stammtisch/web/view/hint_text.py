"""Hints: what a strong bot would do that knows what a seat knows, and why. Nobody but that seat is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from stammtisch.bots.evaluator import is_advised_by_net
from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.rows import RowWalk
from stammtisch.core.words.optional_words import reason
from stammtisch.web.tables.record import Advice
from stammtisch.web.view.measures import Measure
from stammtisch.web.view.number_format import hundredths

if TYPE_CHECKING:
    from stammtisch.web.view.scene import Scene

BEST: Final = 3  # actions that a hint names


@dataclass(frozen=True)
class HintedAction:
    """An action as a hint shows it."""

    label: Markup
    chance: int  # of a hundred futures, those in which the seat is ahead; or as many as a net thinks
    standing: str
    share: int  # of a hundred times, those in which perfect play does it, where a game is solved


@dataclass(frozen=True)
class Hint:
    """A hint as a page shows it: what to do and why, and the figures behind it."""

    best: Markup  # empty where several are equally good
    why: Markup
    actions: tuple[HintedAction, ...]  # none where there is nothing to choose
    playouts: int  # 0 where a game is solved
    by_net: bool = False  # whether chances are what a net says, and counted in no futures


def advice(
    acted: int, weighed: list[ActionValue], playouts: int, before: Sequence[int] = (), after: Sequence[int] = ()
) -> Advice:
    """Return the best of what was weighed; where it takes a mixture to play perfectly, all of that."""
    first, *others = weighed
    rest = sorted((one for one in others if one.tried), key=lambda one: -one.worth) if playouts else others
    mixed = sum(one.share > 0 for one in weighed)
    return Advice(acted, (first, *rest)[: max(BEST, mixed)], playouts, tuple(before), tuple(after))


def advised(found: Advice) -> frozenset[int]:
    """Return the actions that an advice is about: the best with its row, or those that perfect play takes as often."""
    return frozenset((*found.before, *(one.action for one in _equals(found)), *found.after))


def _equals(found: Advice) -> list[ActionValue]:
    """Return the best action, and those between which perfect play leaves it to chance."""
    first = found.best[0]
    return [one for one in found.best if one is first or 0 < hundredths(first.share) == hundredths(one.share)]


def hint(scene: Scene, found: Advice, measure: Measure) -> Hint:
    """Return an advice in the words of its reader."""
    o = scene.options
    if len(scene.legal) == 1 and not found.before:
        only = (found.best[0].action, *found.after)
        return Hint(_row(scene, only), scene.draw(scene.say("There is only one thing to do.")), (), 0)
    actions = tuple(
        HintedAction(
            _row(scene, (*found.before, one.action, *(found.after if one is found.best[0] else ()))),
            hundredths(one.ahead),
            measure.standing(measure.of(one.worth, o), scene.say),
            hundredths(one.share),
        )
        for one in found.best
    )
    by_net = is_advised_by_net(scene.game)
    if len(_equals(found)) > 1:
        told = scene.say(
            "All that glow are equally good. Leave it to chance: whoever always does the same is found out."
        )
        return Hint(Markup(), scene.draw(told), actions, found.playouts, by_net)
    return Hint(actions[0].label, scene.draw(_reason(scene, found)), actions, found.playouts, by_net)


def _row(scene: Scene, actions: Sequence[int]) -> Markup:
    """Return a row of actions in words and small cards, each as the seat sees it when it comes to it."""
    label, reader, o = scene.game.words.label, scene.drawing_reader, scene.options
    walk = RowWalk(scene.game.rules, scene.view.copy(), o, scene.viewer)
    told = [label(walk.position, o, actions[0], reader)]
    for before, action in pairwise(actions):
        walk.follow(before)
        told.append(label(walk.position, o, action, reader))
    return scene.draw(", ".join(told))


def _reason(scene: Scene, found: Advice) -> str:
    """Say in one sentence what speaks for the best action: the game's reason, or else how it compares."""
    about = scene.game, scene.view, scene.options, scene.viewer
    told = (reason(*about, action, scene.drawing_reader) for action in (*found.before, found.best[0].action))
    return next(filter(None, told), "") or _compared(scene, found)


def _compared(scene: Scene, found: Advice) -> str:
    say, (best, *others), by_net = scene.say, found.best, is_advised_by_net(scene.game)
    first = hundredths(best.ahead)
    if not others:
        if by_net:
            return say("You are ahead with it in about {first} of 100 cases.", first=first)
        return say("You are ahead with it in {first} of 100 futures.", first=first)
    second = hundredths(others[0].ahead)
    if first <= second:
        return say("The next best is about as good.")
    if by_net:
        return say(
            "You are ahead with it in about {first} of 100 cases, with the next best in {second}.",
            first=first,
            second=second,
        )
    return say(
        "You are ahead with it in {first} of 100 futures, with the next best in {second}.", first=first, second=second
    )
