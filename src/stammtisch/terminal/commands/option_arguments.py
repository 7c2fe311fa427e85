"""Options on the command line: `name=value`, or `name=@file` for what is too long to type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from stammtisch.core.options import read_text as read_options
from stammtisch.errors import OptionError
from stammtisch.terminal.files import read_text

_FROM_FILE: Final = "=@"


def read_choices(parts: Sequence[str]) -> dict[str, object]:
    """Return what was chosen, not yet checked against a game.

    Raises:
        OptionError: A part is not of this form, a name comes twice, or a file holds no JSON.
        StammtischError: A file cannot be read.
    """
    typed = ["".join(part.split()) for part in parts if _FROM_FILE not in part]
    choices = read_options(" ".join(typed))
    for part in parts:
        name, in_a_file, path = part.partition(_FROM_FILE)
        if in_a_file:
            if name in choices:
                raise OptionError(f"the option {name!r} is given twice; it may be given once")
            choices[name] = _read_json(Path(path))
    return choices


def _read_json(path: Path) -> object:
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} holds no JSON: {error}") from error
