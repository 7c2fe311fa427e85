"""What a game may say beside the `Words` that it must; where it does not, a page shows less and still works."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from stammtisch.core.game import Game
from stammtisch.core.language import Reader, Say
from stammtisch.core.step import Step

_Answer = TypeVar("_Answer")


def goal(game: Game, o: Any, say: Say) -> tuple[str, ...]:
    """Return what wins, in three short lines: `words.goal(o, say)`."""
    return _said(game, "goal", (), o, say)


def help_line(game: Game, v: Any, o: Any, seat: int, reader: Reader) -> str:
    """Say under a question what may be done and what it leads to: `words.help_line(v, o, seat, reader)`."""
    return _said(game, "help_line", "", v, o, seat, reader)


def heading(game: Game, step: Step, before: Any, after: Any, o: Any, reader: Reader) -> str:
    """Return the title of the part that begins with a step: `words.heading(step, before, after, o, reader)`."""
    return _said(game, "heading", "", step, before, after, o, reader)


def reason(game: Game, v: Any, o: Any, seat: int, action: int, reader: Reader) -> str:
    """Say in one sentence what speaks for an action: `words.reason(v, o, seat, action, reader)`."""
    return _said(game, "reason", "", v, o, seat, action, reader)


def notices(game: Game, seen: Any, o: Any, viewer: int) -> tuple[str, ...]:
    """Return the names of what a lesson may explain in a step: `words.notices(seen, o, viewer)`."""
    return _said(game, "notices", (), seen, o, viewer)


def facts(game: Game, v: Any, o: Any, seat: int) -> tuple[str, ...]:
    """Return the names of what is true for a seat that is asked, for a lesson: `words.facts(v, o, seat)`."""
    return _said(game, "facts", (), v, o, seat)


def decisive(game: Game, seen: Sequence[Any], o: Any) -> int:
    """Return the number of the step that decided a game: `words.decisive(seen, o)`, else its last decision.

    `seen` holds a `SeenStep` of `core.words.narration` for each step, with views that hide nothing.
    """
    own = getattr(game.words, "decisive", None)
    if own is not None:
        return int(own(seen, o))
    return next((one.step.number for one in reversed(seen) if 0 <= one.step.seat < o.seats), 0)


def _said(game: Game, name: str, nothing: _Answer, *about: object) -> _Answer:
    own: Callable[..., _Answer] | None = getattr(game.words, name, None)
    return nothing if own is None else own(*about)
