"""Ask for what comes with extras; what is said to each is written as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr
from importlib import import_module
from io import StringIO

from stammtisch import cli

COMMANDS = (
    ("serve", "--port", "0"),
    ("study", "duel"),
    ("doctor", "--data", "postgresql://nowhere/house"),
    ("mcp",),
    ("arena", "duel", "easy", "--save", "nowhere"),
)
MODULES = (
    *(f"stammtisch.adapters.{name}" for name in ("gymnasium", "vector", "pettingzoo", "openspiel")),
    "stammtisch.testing",
    "stammtisch.datasets.loader",
)


def said(arguments: Sequence[str]) -> str:
    """Return how a command ends, and what it says."""
    with redirect_stderr(StringIO()) as heard:
        code = cli.main(arguments)
    return f"{code} {heard.getvalue()}"


def raised(module: str) -> str:
    """Return with what a module cannot be imported."""
    try:
        import_module(module)
    except ImportError as error:
        return f"{type(error).__name__}: {error}"
    return ""


heard = {" ".join(words): said(words) for words in COMMANDS} | {name: raised(name) for name in MODULES}
json.dump(heard, sys.stdout)
