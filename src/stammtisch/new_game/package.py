"""Writing the package of a new game: `highcard` and its project under another name."""

from __future__ import annotations

import io
import keyword
import re
import shutil
import sys
import tokenize
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from stammtisch.core.game import game_names
from stammtisch.errors import NewGameError

_HERE: Final = Path(__file__).parent
_PACKAGE: Final = _HERE / "highcard"
_PROJECT: Final = _HERE / "project"  # what stands beside it: pyproject.toml, tests
_WRITTEN: Final = frozenset({".py", ".md", ".toml"})
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_LONGEST: Final = 30  # letters of a name


def write_package(name: str, folder: Path) -> list[Path]:
    """Write a game of this name into a folder, which is made, and return the files.

    Raises:
        NewGameError: The name will not do, or there is something in the folder already; nothing has been written.
        OSError: A file cannot be written; those before it are taken away again.
    """
    check_name(name)
    try:
        there = folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir())))
        folder.mkdir(parents=True, exist_ok=not there)
    except FileExistsError as error:
        raise NewGameError(f"{folder} is there already; nothing was written") from error
    try:
        return list(_write(name, folder))
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def check_name(name: str) -> None:
    """See that a game can be called by a name.

    Raises:
        NewGameError: It is not a name as games have them, or it means something already.
    """
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        allowed = f"small letters, digits and _, at most {_LONGEST} and a letter first, such as 'oldmaid'"
        raise NewGameError(f"the name is {name!r}; it may be {allowed}")
    if name in game_names():
        raise NewGameError(f"the name {name!r} is taken: a game of this name is installed")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or find_spec(name) is not None:
        raise NewGameError(f"the name {name!r} is taken: it means something to Python, or a package is called so")
    if name in _words_of_the_package():
        raise NewGameError(
            f"the name {name!r} is taken: the package itself uses this word, as it does 'rules' or 'seat'"
        )


def _sources() -> Iterator[tuple[Path, Path]]:
    """Yield the files to be written, and where they go in the folder of the game."""
    for top, place in ((_PACKAGE, Path("src") / _PACKAGE.name), (_PROJECT, Path())):
        for path in sorted(top.rglob("*")):
            if path.suffix in _WRITTEN:
                yield path, place / path.relative_to(top)


def _words_of_the_package() -> set[str]:
    """Return the names in its code: a game that is called like one of them would hide it."""
    texts = [path.read_text(encoding="utf-8") for path, _ in _sources() if path.suffix == ".py"]
    tokens = [token for text in texts for token in tokenize.generate_tokens(io.StringIO(text).readline)]
    return {token.string for token in tokens if token.type == tokenize.NAME} - {_PACKAGE.name}


def _write(name: str, folder: Path) -> Iterator[Path]:
    for source, place in _sources():
        path = folder / str(place).replace(_PACKAGE.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
        yield path


def renamed(text: str, name: str) -> str:
    """Return a text of the package as it is for a game of this name."""
    inside = _HERE.name
    for old, new in (
        (f"from stammtisch.{inside} import {_PACKAGE.name}", f"import {name}"),
        (f"stammtisch.{inside}.{_PACKAGE.name}", name),
        (_PACKAGE.name.upper(), name.upper()),
        (_PACKAGE.name.capitalize(), name.replace("_", " ").capitalize()),
        (_PACKAGE.name, name),
    ):
        text = text.replace(old, new)
    return text
