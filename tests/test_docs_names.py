"""Whatever the docs and comments name in backquotes is there: files, modules, classes, functions, routes, tests."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from stammtisch.web.app import make_app

ROOT = Path(__file__).parents[1]
CODE = [path for top in ("src", "tests", "bench", "scripts", "examples") for path in sorted((ROOT / top).rglob("*.py"))]
PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
    *sorted((ROOT / "docs" / "notation").glob("*.md")),
    *sorted((ROOT / "docs" / "rules").glob("*.md")),
    *sorted((ROOT / "docs" / "studies").glob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
]
SOURCES = sorted(
    path for ending in ("*.css", "*.js", "*.html") for path in (ROOT / "src" / "stammtisch" / "web").rglob(ending)
)
SHELL = [ROOT / ".ci" / "run", *sorted((ROOT / "contrib").iterdir())]  # what has comments after `#`, and is no Python
SHELL += [path for path in sorted((ROOT / "scripts").iterdir()) if path.is_file() and path.suffix in ("", ".sh")]
# Where a path in a text may begin.
TOPS = [ROOT, ROOT / "src", ROOT / "src" / "stammtisch", ROOT / "src" / "stammtisch" / "web"]
TOPS += [ROOT / "docs", ROOT / "tests", ROOT / "examples", ROOT / "src" / "stammtisch" / "kernel"]
TOPS += [path for top in ("games", "templates", "static") for path in (ROOT / "src" / "stammtisch" / "web").glob(top)]
ENDINGS = (".py", ".md", ".html", ".css", ".js", ".po", ".toml", ".txt", ".lock", ".service", ".timer", ".svg", ".json")
ELSEWHERE = {  # files that are somebody's own, or of the example of a game that one adds
    *(
        "src/exact/",
        "src/exact/pages/en.md",
        "src/stammtisch/games/exact/",
        "tests/games/exact/",
        "docs/rules/exact.md",
    ),
    *(
        "study.html",
        "study.json",
        "measures.json",
        "about.json",
        "tests/games/exact/hidden.py",
        "exact.de.md",
        "de.md",
        "en.md",
        "tests/test_laws.py",
        "tests/test_compiled.py",
    ),
    *(
        "tests/test_transcripts.py",
        "house.db",
        "mine.txt",
        "my-board.json",
        "@my-board.json",
        "golden.txt",
        "report.html",
        "/data",
        "/opt/stammtisch/bin",
        "/dev/null",
    ),
    *(
        "/var/lib/stammtisch/house.db",
        "10.1.0.0/16",
        "application/problem+json",
        "pages/",
        "lesson/",
        "~/.cache",
        "~/.pgpass",
    ),
    *(".cache/bytecode", ".cache/screenshots", "POST /api/people%0A"),
}
FOREIGN = {  # classes and headers of others
    *("Accept-Language", "Authorization", "Allow", "Final", "Host", "HttpOnly", "Retry-After", "Secure", "Lax"),
    *("IntEnum", "ModuleNotFoundError", "None", "Origin", "Cookie", "True", "False", "Annotated", "Protocol"),
    *("ContextVar", "StreamReader", "ValueError", "OSError", "KeyError", "TypeError", "UnicodeError", "PlackettLuce"),
    *("pg_dump", "max_locks_per_transaction", "my_package", "__cuda_array_interface__", "python_stammtisch_gang"),
    *("prometheus_client", "stammtisch_watchers", "exact_rules_c89d7bc266b952e4"),  # the second has another name now
    *("stammtisch_combo_v2", "stammtisch_party_v2"),  # of OpenSpiel, put together
}
PARTS = {path.stem for path in (ROOT / "src" / "stammtisch").iterdir()}
NAME = re.compile(r"[A-Za-z_]\w*")
LONG = 40  # letters of a text that is not a name


@cache
def _known() -> tuple[set[str], dict[str, set[str]]]:
    """Return every name that our code defines, uses or spells out, and by class what belongs to it."""
    names, classes = set[str](), defaultdict[str, set[str]](set)
    for path in CODE:
        names |= set(path.relative_to(ROOT).with_suffix("").parts)
        if path == Path(__file__):
            continue  # it spells out what is not there
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names |= set(_names_in(node))
            if isinstance(node, ast.ClassDef):
                classes[node.name] |= set(_members(node))
    return names, dict(classes)


def _names_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.alias():
            yield from (*node.name.split("."), node.asname or "")
        case ast.Constant(value=str(text)) if len(text) < LONG:  # options, fields of JSON
            yield from NAME.findall(text)


def _members(cls: ast.ClassDef) -> Iterator[str]:
    for base in cls.bases:
        yield f":{ast.unparse(base)}"
    for node in ast.walk(cls):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name


def _has(cls: str, member: str) -> bool:
    known = _known()[1]
    if member in known.get(cls, ()):
        return True
    bases = [name[1:].split("[")[0].split(".")[-1] for name in known.get(cls, ()) if name.startswith(":")]
    return any(base not in known or _has(base, member) for base in bases if base not in ("Protocol", "Exception"))


@cache
def _routes() -> tuple[str, ...]:
    return tuple(_paths(make_app(ROOT / "unused.db").routes))


def _paths(routes: list[BaseRoute]) -> Iterator[str]:
    for route in routes:
        if isinstance(route, Mount):
            yield f"{route.path}/"
        elif isinstance(route, Route | WebSocketRoute):
            yield route.path


def _texts(path: Path) -> Iterator[str]:
    """Yield what people read of a file: a page without its listings, comments and docstrings of code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    elif path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield ast.get_docstring(node) or ""
    elif path in SHELL:
        yield from re.findall(r"(?:^|[ \t])#(?!!)(.*)$", text, re.MULTILINE)
    else:
        yield from re.findall(r"/\*.*?\*/|^\s*//.*?$|\{#.*?#\}", text, re.DOTALL | re.MULTILINE)


def missing(told: str) -> bool:
    """Whether a text in backquotes names something of ours that is not there."""
    told = told.removeprefix("../")
    if told in ELSEWHERE:
        return False
    if any(sign in told for sign in ("<", "*", "…", "{place}", "stammtisch/Gang-v1")) or " " in told.strip("/"):
        return _no_route(told) if re.match(r"(GET|POST) /", told) else False
    if told.startswith("/"):
        return _no_route(told)
    if "/" in told or told.endswith(ENDINGS):
        return _no_file(told)
    return _no_name(told)


def _no_route(told: str) -> bool:
    path = told.rsplit(" ", maxsplit=1)[-1].split("?", maxsplit=1)[0].split("#", maxsplit=1)[0]
    if "…" in path:
        return not any(route.startswith(path.split("…")[0]) for route in _routes())
    wanted = re.sub(r"\{\w+\}|\b[A-Z]{2,}\b", "{}", path)
    return not any(route.startswith(f"{path}/") for route in _routes()) and wanted not in {
        re.sub(r"\{[\w:]+\}", "{}", route) for route in _routes()
    }


def _no_file(told: str) -> bool:
    path = told.split(":", maxsplit=1)[0].split("#", maxsplit=1)[0]
    if "/" not in path:
        return not any(found.name == path for found in ROOT.rglob(path) if ".venv" not in found.parts)
    return not any((top / path).exists() for top in TOPS)


def _no_name(told: str) -> bool:
    told = told.split("(", maxsplit=1)[0].split("[", maxsplit=1)[0].split("=", maxsplit=1)[0].lstrip("@").strip()
    parts = told.split(".")
    if not all(NAME.fullmatch(part) for part in parts):
        return False
    names, classes = _known()
    if parts[0] == "stammtisch":
        return _no_module(parts[1:])
    if len(parts) == 2 and parts[0] in classes:
        return not _has(parts[0], parts[1])
    is_class = re.fullmatch(r"[A-Z][a-z]\w*", parts[0]) and parts[0] not in FOREIGN
    is_ours = is_class or "_" in parts[0] or (told != parts[0] and parts[0] in names)
    return bool(is_ours) and any(part not in names for part in parts) and parts[0] not in FOREIGN


def _no_module(parts: list[str]) -> bool:
    """Whether a dotted name leads nowhere: through folders to a file, and in it to a name that it spells out."""
    place = ROOT / "src" / "stammtisch"
    for index, part in enumerate(parts):
        if (place / part).is_dir():
            place /= part
        elif (place / f"{part}.py").is_file():
            return any(
                name not in NAME.findall((place / f"{part}.py").read_text("utf-8")) for name in parts[index + 1 :][:1]
            )
        else:
            return part not in NAME.findall((place / "__init__.py").read_text("utf-8"))
    return False


def test_every_module_that_a_string_names_is_there() -> None:
    """Patches, drivers and commands name modules as text, where no type checker looks."""
    named = [
        (str(path.relative_to(ROOT)), node.value)
        for path in CODE
        if path != Path(__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"stammtisch(\.\w+)+", node.value)
        and node.value.split(".")[1] in PARTS  # other strings are keys of scopes and names of units
    ]

    assert len(named) > 20
    assert [(path, told) for path, told in named if _no_module(told.split(".")[1:])] == []


@pytest.mark.parametrize(
    "files", [PAGES, SOURCES, CODE, SHELL], ids=["pages", "templates, styles and scripts", "code", "shell"]
)
def test_everything_that_is_named_is_there(files: list[Path]) -> None:
    named = [
        (str(path.relative_to(ROOT)), name)
        for path in files
        for text in _texts(path)
        for name in re.findall(r"`([^`\n]+)`", text)
    ]

    assert len(named) > 1
    assert sorted((path, name) for path, name in named if missing(name)) == []


@pytest.mark.parametrize("path", SHELL, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_of_ours_that_a_script_uses_is_there(path: Path) -> None:
    used = re.findall(r"(?<![\w/.])(?:tests|scripts|docs|src|bench)/[\w/.-]*\w", path.read_text(encoding="utf-8"))

    assert [name for name in used if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize(
    "told",
    [
        "Room.play",
        "web/room.py",
        "seat.html",
        "/t/{table}/nowhere",
        "GET /api/nothing",
        "no_such_function()",
        "stammtisch.web.kernel",
    ],
)
def test_what_is_not_there_is_noticed(told: str) -> None:
    assert missing(told)
