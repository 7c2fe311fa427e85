"""The moment that decided a game, as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class DecisiveMoment:
    """The table before and after the step that decided a game, with all cards open."""

    step: int  # after so many steps the replay shows it
    pictures: tuple[Markup, ...]
    caption: Markup
