"""Rules stay plain Python; drivers that call them are compiled when asked for, once per game, and kept on disk."""

from __future__ import annotations

import gc
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar, cast

from stammtisch.kernel.compiler.announcement import announced
from stammtisch.kernel.compiler.bound_driver import DriverEntry, bind, entry_names
from stammtisch.kernel.compiler.cache_folder import cache_root, folder_in_cache
from stammtisch.kernel.compiler.linking import kernels_optimized_once

F = TypeVar("F", bound=Callable[..., Any])

SLOT: Final = "from stammtisch.kernel.drivers.placeholders import"  # begins the line of a driver that a game replaces
_NO_HINTS: Final = "stammtisch.kernel.drivers.uniform_policy"  # for games without rules of thumb
_DAYS_KEPT: Final = 30
_NEVER_COMPILED: Final = frozenset({"words", "solver"})  # folders of a game that no driver reaches
_WORDY: Final = "from stammtisch.core"  # what says this never reaches compiled code; a layout test keeps it so

_kernels: list[tuple[Callable[..., Any], bool]] = []  # and whether each is to be inlined wherever it is called
_at_once = [False]  # whether they are registered when they are marked
_drivers: dict[tuple[str, str], ModuleType] = {}


def kernel(function: F) -> F:
    """Mark a function as compilable: it stays plain Python, and is compiled when a driver calls it."""
    _mark(function, inline=False)
    return function


def inlined(function: F) -> F:
    """Mark a function as a kernel that is compiled into whatever calls it: for what is hot and called in few places."""
    _mark(function, inline=True)
    return function


def entry(signature: str, *, makes_arrays: bool = True) -> Callable[[F], F]:
    """Mark a function of a driver, which Python calls with words and numbers: it is compiled when it is asked for.

    One that makes arrays counts who uses them, and every view of a row; that may take longer than a step of a game.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        import numba  # noqa: PLC0415  # a second of import that interpreted play never pays

        register_kernels()
        settings: dict[str, Any] = {
            "cache": True,
            "nogil": True,
            "no_cfunc_wrapper": True,
            "_nrt": makes_arrays,
        }  # `_nrt`: whether it counts
        return numba.njit(signature, **settings)(function)

    def marked(function: F) -> F:
        return cast(F, DriverEntry(function, compiled))

    return marked


def _mark(function: Callable[..., Any], *, inline: bool) -> None:
    _kernels.append((function, inline))
    if _at_once[0]:
        register_kernels()


def register_kernels() -> None:
    """Let compiled code call all that is marked, from now on at once: whoever compiles by another way asks for it once.

    None of them makes an array, so none counts who uses it.
    """
    from numba.extending import register_jitable  # noqa: PLC0415

    from stammtisch.kernel.compiler.processor import register_instructions  # noqa: PLC0415  # needs a kernel itself

    _at_once[0] = True
    register_instructions()
    while _kernels:
        function, inline = _kernels.pop()
        register_jitable(forceinline=inline, no_cfunc_wrapper=True, _nrt=False)(function)


def driver(template: str, rules: ModuleType) -> ModuleType:
    """Return the driver module `template` bound to the game with these `rules`; it compiles what it is asked for.

    A driver is generated as a file of its own for each game: closures over compiled functions are never cached, and
    two games whose records look alike would share one cached function. The folder's name holds a hash of all sources
    that reach compiled code, so a stale one is never found. Processes that ask for the same at once wait for one.
    """
    key = (template, rules.__name__)
    if key not in _drivers:
        source = _source_of(template)
        name = template.rpartition(".")[2]
        folder = _folder(source, rules)
        with _only_one(folder, "lock"):
            path, bound = folder / f"{name}.py", _bound(source, template, rules)
            if not path.exists() or path.read_text(encoding="utf-8") != bound:  # half a file, if somebody was stopped
                path.write_text(bound, encoding="utf-8")
        _drivers[key] = _load(f"{folder.name}.{name}", path, rules)
        os.utime(folder)
    return _drivers[key]


def is_compiled(bound: ModuleType, name: str) -> bool:
    """Whether an entry of a driver lies on disk."""
    assert bound.__file__ is not None, "drivers live in files"
    path = Path(bound.__file__)
    return any((path.parent / "__pycache__").glob(f"{path.stem}.{name}-*.nbi"))


def compile_entries(bound: ModuleType, *names: str) -> None:
    """Compile entries of a driver, or all of them, as far as they do not lie on disk."""
    for name in names or entry_names(bound):
        if not is_compiled(bound, name):
            getattr(bound, name)


def _source_of(template: str) -> str:
    spec = importlib.util.find_spec(template)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no driver {template!r}")
    return Path(spec.origin).read_text(encoding="utf-8")


def _bound(source: str, template: str, rules: ModuleType) -> str:
    """Put the parts of the game that a driver asks for, its rules among them, into the driver's slot."""
    slots = re.findall(rf"^{re.escape(SLOT)} (.+)\n", source, re.MULTILINE)
    if len(slots) != 1:
        raise ValueError(f"{template} has the line {SLOT!r} {len(slots)} times; it needs it once")
    parts = slots[0].split(", ")
    named = "".join(f"import {_part(name, rules)} as {name}\n" for name in parts)
    return source.replace(f"{SLOT} {slots[0]}\n", named)


def _part(name: str, rules: ModuleType) -> str:
    """Return the module of a game that fills a slot; a game without rules of thumb chooses evenly."""
    if name == "rules":
        return rules.__name__
    module = f"{rules.__package__}.{name}"
    there = bool(rules.__package__) and importlib.util.find_spec(module) is not None
    if not there and name != "hints":
        raise ModuleNotFoundError(f"the game of {rules.__name__} has no {name}: there is no module {module}")
    return module if there else _NO_HINTS


def _folder(source: str, rules: ModuleType) -> Path:
    """Return the folder of this driver's sources, made if it is not there; old ones of the same game go."""
    digest = hashlib.sha256(source.encode())
    for path in _compiled_sources(rules):
        digest.update(path.name.encode() + path.read_bytes())
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "0")
    digest.update(f"{platform.python_version()} {version('numba')} {version('numpy')} {checks}".encode())
    prefix = rules.__name__.replace(".", "_")
    root, name = cache_root(), f"{prefix}_{digest.hexdigest()[:16]}"
    if not (root / name).exists():
        for old in root.glob(f"{prefix}_*"):
            with suppress(FileNotFoundError):  # another process may be removing it
                if old.stat().st_mtime < time.time() - _DAYS_KEPT * 86400:
                    shutil.rmtree(old, ignore_errors=True)
    return folder_in_cache(root, name)


def _compiled_sources(rules: ModuleType) -> Iterator[Path]:
    assert rules.__file__ is not None, "rules live in a file"
    yield from sorted(Path(__file__).parent.glob("*.py"))
    yield from sorted((Path(__file__).parent / "compiler").glob("*.py"))
    yield Path(__file__).parent / "drivers" / "uniform_policy.py"
    folder = Path(rules.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        if not _NEVER_COMPILED & {*path.relative_to(folder).parts} and _WORDY not in path.read_text(encoding="utf-8"):
            yield path


@contextmanager
def _only_one(folder: Path, name: str) -> Iterator[None]:
    """Let one process at a time write a thing into a folder."""
    with (folder / name).open("w") as lock:
        try:
            import fcntl  # noqa: PLC0415  # not on Windows, where two processes may do the same work twice
        except ImportError:
            yield
        else:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Let nobody look for garbage, of which compiling makes little: that takes a tenth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _load(name: str, path: Path, rules: ModuleType) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # Numba looks functions up here when it loads them from disk
    spec.loader.exec_module(module)

    @contextmanager
    def guard(entry: DriverEntry, name: str) -> Iterator[None]:
        with _only_one(path.parent, f"lock-{name}"):
            if is_compiled(module, name):
                yield
            else:
                with announced(rules, path.stem, entry.function), kernels_optimized_once(), _collector_at_rest():
                    yield

    return bind(module, guard)
