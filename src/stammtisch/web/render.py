"""Pages and regions as HTML: templates, and what they are given."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, meta, select_autoescape
from jinja2.runtime import Macro
from markupsafe import Markup

from stammtisch.bots.named import EASY, NORMAL, PERFECT, STRONG, level_names
from stammtisch.core.game import find_game
from stammtisch.core.language import Say
from stammtisch.kernel.choices import Between, Choice, SeatOrChance, YesNo
from stammtisch.web.scene import Scene, face_of, look_of

REGIONS: Final = ("seats", "table", "hand", "ask")
_FEW: Final = 8  # values that lie side by side on a page
_KEPT: Final = 4096  # pieces of each kind, and regions


@cache
def environment() -> Environment:
    """Return the templates."""
    env = Environment(
        loader=PackageLoader("stammtisch.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates are part of the program
    )
    env.globals["modules"] = modules()
    env.globals["pieces"] = pieces
    env.globals["level_name"] = level_name
    env.globals["level_names"] = level_names
    env.globals["face"] = lambda name: face_of(find_game(name))
    env.filters["kind"] = kind_of
    return env


class Pieces:
    """The macros of a template. What one makes of the same arguments is made once: they must be hashable."""

    def __init__(self, template: str) -> None:
        module = environment().get_template(template).module
        for name, macro in vars(module).items():
            if isinstance(macro, Macro):
                setattr(self, name, lru_cache(_KEPT)(macro))


pieces: Final = cache(Pieces)


def modules() -> list[str]:
    """Return the files of the page's client, which a page asks for all at once."""
    return sorted(file.name for file in (files("stammtisch.web") / "static" / "client").iterdir())


def level_name(level: str, say: Say) -> str:
    """Return how well a bot plays, in a word."""
    return {EASY: say("easy"), NORMAL: say("normal"), STRONG: say("strong"), PERFECT: say("perfect")}.get(level, level)


def kind_of(choice: Choice) -> str:
    """Return which control asks for a choice."""
    match choice:
        case Between(low, high):
            return "fixed" if low == high else "few" if high - low < _FEW else "number"
        case YesNo():
            return "yes"
        case SeatOrChance():
            return "seat"
        case _:
            return "text"


def render(template: str, **values: Any) -> str:
    """Return a page."""
    return environment().get_template(template).render(**values)


def regions(scene: Scene) -> dict[str, str]:
    """Return the regions of a table as HTML, by name.

    A region is made of the values that its template names and of nothing else: what was made of the same values is
    there already.
    """
    values = {**scene.values(), **face_of(scene.game).shape(scene)}
    look = look_of(scene.game)
    own = {"table": f"games/{look}/table.html", "hand": f"games/{look}/hand.html"}
    html: dict[str, str] = {}
    for region in REGIONS:
        template = own.get(region, f"regions/{region}.html")
        named = ((name, _frozen(values[name])) for name in _names(template) if name in values)
        html[region] = _region(template, tuple(named))
    return html


@lru_cache(_KEPT)
def _region(template: str, values: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(render(template, **dict(values)))  # noqa: S704  # our own templates escape


@cache
def _names(template: str) -> tuple[str, ...]:
    """Return what a template names: what it is given, and some that it sets itself."""
    env = environment()
    source, _, _ = env.loader.get_source(env, template)  # type: ignore[union-attr]  # it has one
    return tuple(sorted(meta.find_undeclared_variables(env.parse(source)) - env.globals.keys()))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
