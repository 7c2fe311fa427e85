"""Pages and regions as HTML: templates, and what they are given."""

from __future__ import annotations

import operator
import re
from functools import cache, lru_cache
from typing import Any, ClassVar, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, meta, select_autoescape
from jinja2.ext import Extension
from jinja2.runtime import Macro
from markupsafe import Markup

from stammtisch.bots.levels import EASY, MASTER, NORMAL, PERFECT, STRONG, level_names
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import Say
from stammtisch.kernel.choices import Between, Choice, SeatOrChance, YesNo
from stammtisch.web import static_files
from stammtisch.web.faces import seat_colours
from stammtisch.web.view.ending.panel import ending_of
from stammtisch.web.view.scene import Scene, face_of, look_of
from stammtisch.web.view.template_code import PlainCode, escape_once

REGIONS: Final = ("seats", "table", "hand", "ask", "coach", "end")
_OWN_REGIONS: Final = ("table", "hand")  # which each game draws by itself
_FEW: Final = 8  # values that lie side by side on a page
_KEPT: Final = 4096  # pieces of each kind, and regions
_LEFT_OUT: Final = object()  # what a template names and is not given


class _Templates(Environment):
    """Templates that are compiled to plain code, and what that asks for."""

    code_generator_class = PlainCode
    call: ClassVar[Any] = operator.call
    escape_once = staticmethod(escape_once)


class _Unindented(Extension):
    """Makes one space of indentation when templates are read: it is for us, and every viewer would be sent it.

    One has to stay: behind a block that ends a line, it is all that keeps two attributes apart.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002  # Jinja's
        """Return a template that is about to be compiled."""
        return re.sub(r"^[ \t]+", " ", source, flags=re.MULTILINE)


class _Versioned(Extension):
    """Leads pages to the files of this version, wherever a template names one."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002  # Jinja's
        """Return a template that is about to be compiled."""
        return source.replace('"/static/', f'"{static_files.address()}')


@cache
def environment() -> Environment:
    """Return the templates."""
    env = _Templates(
        loader=PackageLoader("stammtisch.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        extensions=[_Unindented, _Versioned],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates are part of the program
    )
    env.globals["modules"] = modules()
    env.globals["pieces"] = pieces
    env.globals["level_name"] = level_name
    env.globals["level_names"] = level_names
    env.globals["room"] = None  # pages about a table have one
    env.globals["seat_colours"] = seat_colours
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
    return static_files.files_in(static_files.FOLDER / "client")


def level_name(level: str, say: Say) -> str:
    """Return how well a bot plays, in a word."""
    names = {EASY: say("easy"), NORMAL: say("normal"), STRONG: say("strong"), MASTER: say("master")}
    return (names | {PERFECT: say("perfect")}).get(level, level)


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
    return _template(template).render(values)


@cache
def _template(name: str) -> Template:
    template = environment().get_template(name)
    template.globals = dict(template.globals)  # copied at each rendering, which takes long from Jinja's layers
    return template


def compile_templates() -> None:
    """Compile every template now, which takes some hundred milliseconds."""
    for name in environment().list_templates():
        _template(name)
    for game in map(find_game, game_names()):
        _templates(look_of(game))


def regions(scene: Scene) -> dict[str, str]:
    """Return the regions of a table as HTML, by name.

    A region is made of the values that its template names and of nothing else: what was made of the same values is
    there already.
    """
    values = {**scene.values(), "end": ending_of(scene), **face_of(scene.game).shape(scene)}
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = _frozen(value)
    find = values.get
    return {
        region: _region(template, names, tuple([find(name, _LEFT_OUT) for name in names]))
        for region, template, names in _templates(look_of(scene.game))
    }


@cache
def _templates(look: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the regions of a table, each with its template, and what that names."""
    of_look = {region: f"games/{look}" if region in _OWN_REGIONS else "regions" for region in REGIONS}
    files = [(region, f"{folder}/{region}.html") for region, folder in of_look.items()]
    return [(region, template, _names(template)) for region, template in files]


@lru_cache(_KEPT)
def _region(template: str, names: tuple[str, ...], values: tuple[Any, ...]) -> Markup:
    named = {name: value for name, value in zip(names, values, strict=True) if value is not _LEFT_OUT}
    return Markup(render(template, **named))  # noqa: S704  # our own templates escape


def _names(template: str) -> tuple[str, ...]:
    """Return what a template names: what it is given, and some that it sets itself."""
    env = environment()
    source, _, _ = env.loader.get_source(env, template)  # type: ignore[union-attr]  # it has one
    return tuple(sorted(meta.find_undeclared_variables(env.parse(source)) - env.globals.keys()))


def _frozen(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return tuple([_frozen(item) if isinstance(item, list) else item for item in value])
