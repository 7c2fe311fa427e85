"""Pictures on the pages of rules: our own cards, and tables as somebody who watches sees them in a real game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from markupsafe import Markup

from stammtisch.bots.random_bot import RandomBot
from stammtisch.core.game import Game, find_game
from stammtisch.core.step import Step
from stammtisch.core.table import Table
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.faces import usual_face
from stammtisch.web.tables.record import Place
from stammtisch.web.view.render import regions, render
from stammtisch.web.view.scene import Scene, look_of

_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")  # as on the rest of the page
_OPENING: Final = re.compile(r'<h2 id="part-(\d+)">.*?</h2>\n(?:<p>.*?</p>\n)?', re.DOTALL)
_FIGURE: Final = Markup(
    '<figure class="plate"><div class="felt {}" aria-hidden="true" inert>{}</div><figcaption>{}</figcaption></figure>\n'
)


@dataclass(frozen=True)
class Plate:
    """A picture with the sentence below it."""

    picture: Markup
    caption: str
    style: str = ""  # how it is laid out: `stage` for a whole table


@dataclass(frozen=True)
class PicturedStep:
    """A game at one step, as somebody who watches sees it."""

    game: Game
    options: Any
    before: Any  # the view before the step
    step: Step
    view: Any

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        return _NAMES[: self.options.seats]

    def scene(self, language: str) -> Scene:
        """Return what a page is drawn from, for looking only."""
        places = [Place(name=name, costume=usual_face(name).costume) for name in self.names]
        shown = self.options, self.view, SPECTATOR, language, places, self.names, self.before, self.step
        return Scene(self.game, *shown, acts=False)


@cache
def moment(name: str, seed: int, until: Callable[[Any], bool], **choices: object) -> PicturedStep:
    """Play a game at random until what a watcher sees is as wanted.

    Raises:
        LookupError: The game was over before.
    """
    played, shown = (Table.undealt(find_game(name), seed, choices) for _ in range(2))
    played.carry_on()
    for step in _steps(played):
        before = shown.view(SPECTATOR)
        shown.follow(step.seat, step.action)
        view = shown.view(SPECTATOR)
        if until(view):
            return PicturedStep(shown.game, shown.options, before, shown.steps_seen_by(SPECTATOR)[-1], view)
    raise LookupError(f"no such moment in {name} with seed {seed}")


def _steps(table: Table) -> Iterator[Step]:
    """Yield the steps of a table, and those that people who decide at random add to them."""
    yield from table.steps
    bot = RandomBot(table.game)
    while not table.over:
        seat = table.waiting[0]
        (action,) = bot.choose(table.view(seat), table.options, seat, table.seed, len(table.steps))
        yield from table.play(seat, action)


def table_of(scene: Scene) -> Markup:
    """Return the middle of a table."""
    return _without_ids(regions(scene)["table"])


def drawn(template: str, **values: object) -> Markup:
    """Return a picture that a template draws."""
    return _without_ids(render(template, **values))


def _without_ids(html: str) -> Markup:
    """Return a piece of a page that can be on it twice."""
    return Markup(re.sub(r' id="[^"]*"', "", html))  # noqa: S704  # our own templates escape


@cache
def plates_of(name: str, language: str) -> dict[int, Plate]:
    """Return the pictures of a page of rules, by the number of their part; a game may have none."""
    module = f"stammtisch.web.games.{name}.rule_pictures"
    return import_module(module).plates(language) if look_of(find_game(name)) == name and find_spec(module) else {}


def illustrated(html: str, game: Game, language: str) -> Markup:
    """Return a page of rules with its pictures, each below the heading of its part and the paragraph that opens it."""
    plates = plates_of(game.NAME, language)

    def with_plate(opening: re.Match[str]) -> str:
        plate = plates.get(int(opening[1]))
        figure = _FIGURE.format(plate.style, plate.picture, plate.caption) if plate else ""
        return f"{opening[0]}{figure}"

    return Markup(_OPENING.sub(with_plate, html))  # noqa: S704  # our own pages
