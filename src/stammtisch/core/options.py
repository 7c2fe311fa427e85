"""Options of a table: from Python, JSON or text to the record of the rules and back, and the form that asks."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from stammtisch.core.game import Game
from stammtisch.core.language import Say
from stammtisch.errors import OptionError
from stammtisch.kernel.choices import Choice
from stammtisch.kernel.protocol import Rules
from stammtisch.kernel.record import Record


@dataclass(frozen=True)
class FormField:
    """One question of the options form, for pages, terminals and docs."""

    name: str
    choice: Choice
    default: object  # as JSON
    label: str
    help: str


def choices_of(rules: Rules) -> dict[str, Choice]:
    """Return what may be chosen, by name; derived fields of the record are not among it."""
    return {name: cast(Choice, marks[0]) for name, marks in rules.Options.marks.items() if marks}


def defaults_of(rules: Rules) -> dict[str, object]:
    """Return what is played where nothing is chosen, as JSON, by name."""
    return {name: choice.write(getattr(rules.Options, name)) for name, choice in choices_of(rules).items()}


def make_options(rules: Rules, choices: Mapping[str, object]) -> Any:
    """Return the options record for these choices, with defaults for the rest.

    Raises:
        OptionError: A name is unknown, a value is outside its limits, or choices do not go together.
    """
    known = choices_of(rules)
    for name in choices:
        if name not in known:
            raise OptionError(f"no option {name!r}; there are {', '.join(known)}")
    o = rules.Options()
    for name, choice in known.items():
        value = choices[name] if name in choices else choice.write(getattr(rules.Options, name))
        held = choice.read(value)  # defaults too, so that no two records share a list
        if held is None:
            raise OptionError(f"{name} is {_shown(value)}; it may be {choice.accepts()}")
        setattr(o, name, held)
    rules.prepare(o)
    return o


def as_json(rules: Rules, options: Record) -> dict[str, object]:
    """Return every choice as JSON; `make_options` reads it back."""
    return {name: choice.write(getattr(options, name)) for name, choice in choices_of(rules).items()}


def as_text(rules: Rules, options: Record) -> str:
    """Return every choice as `name=value`, parted by spaces.

    >>> from stammtisch.games import duel
    >>> as_text(duel.rules, make_options(duel.rules, {"royal": True}))
    'seats=2 royal=yes first_bluffer=chance spaces=3'
    """
    return " ".join(f"{name}={_word(value)}" for name, value in as_json(rules, options).items())


def read_text(text: str) -> dict[str, object]:
    """Return the choices in a text like that of `as_text`, not yet checked against a game.

    Raises:
        OptionError: A part is not `name=value`, a name comes twice, or a value that begins like JSON is none.
    """
    choices: dict[str, object] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            raise OptionError(f"an option is {part!r}; it may be name=value, such as seats=3")
        if name in choices:
            raise OptionError(f"the option {name!r} is given twice; it may be given once")
        choices[name] = _read_json(name, value) if value[0] in "[{" else value
    return choices


def form(game: Game, say: Say) -> list[FormField]:
    """Return the questions of the options form, in the reader's language."""
    defaults = defaults_of(game.rules)
    return [
        FormField(name, choice, defaults[name], *game.words.option(name, say))
        for name, choice in choices_of(game.rules).items()
    ]


def _word(value: object) -> str:
    """Return a JSON value without spaces; truth values as people write them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    text = json.dumps(value, separators=(",", ":"))
    return text.replace(" ", "\\u0020").replace("#", "\\u0023")  # a space parts options, and # begins a comment


def _read_json(name: str, value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{name} is {_shown(value)}; what begins with [ or {{ may be JSON") from error


def _shown(value: object) -> str:
    """Return a value for a message, the beginning of it if it is long or deep."""
    return value[:80] if isinstance(value, str) else reprlib.repr(value)
