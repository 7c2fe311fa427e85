"""The house stays tidy: who imports whom, how long files are, what rules may contain, what locks may not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import stammtisch

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stammtisch"
FILES = sorted(SOURCE.rglob("*.py"))
RULES = [path for path in [*FILES, *(ROOT / "tests" / "sample").rglob("*.py")] if path.name == "rules.py"]
LONGEST = 500
PARTS = ("position.py", "rules.py", "course.py", "sight.py")  # of rules that would be too long in one file
KERNELS = [
    path for rules in RULES for path in sorted(rules.parent.glob("*.py")) if "\n@kernel\n" in path.read_text("utf-8")
]

# By part of the package: the parts it may import, beside itself and `errors`.
MAY_IMPORT = {
    "errors": set[str](),
    "kernel": set[str](),
    "core": {"kernel"},
    "games": {"kernel", "core"},
    "batch": {"kernel", "core"},
    "bots": {"kernel", "core"},
    "store": {"core"},
    "testing": {"kernel", "core", "batch"},
    "terminal": {"kernel", "core", "bots", "store"},
    "web": {"kernel", "core", "bots", "games", "store"},
    "adapters": {"kernel", "core", "bots", "terminal"},
    "cli": {"core", "terminal", "web", "store"},
    "__init__": {"core"},
}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _own_imports(path: Path) -> Iterator[list[str]]:
    """Yield the parts of each name below `stammtisch` that a file imports."""
    for name in _imports(path):
        if name.startswith("stammtisch."):
            yield name.split(".")[1:]


def _part(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_each_part_imports_only_what_lies_below_it(path: Path) -> None:
    allowed = MAY_IMPORT[_part(path)] | {_part(path), "errors"}

    assert {names[0] for names in _own_imports(path)} - allowed == set()


def test_the_page_on_the_design_has_the_same_table() -> None:
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)(?:/<game>)?`(?: \(the rest\))? \| .* \| (.*) \|$", page, re.MULTILINE)
    told = {part: set(re.findall(r"`(\w+)`", cell)) for part, cell in rows}

    assert told == {part: may for part, may in MAY_IMPORT.items() if part not in ("errors", "__init__")}


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "games").rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_no_game_imports_another(path: Path) -> None:
    games = {names[1] for names in _own_imports(path) if names[0] == "games" and len(names) > 1}

    assert games <= {path.relative_to(SOURCE / "games").parts[0]}


@pytest.mark.parametrize("path", [path for path in RULES if SOURCE in path.parents], ids=lambda path: path.parent.name)
def test_rules_import_only_the_kernel_and_their_own_data(path: Path) -> None:
    own = {"games", path.parent.name}

    for names in _own_imports(path):
        assert names[0] in ("kernel", "errors") or own == set(names[:2]), names
        if names[0] == "games" and (data := path.parent / f"{names[2]}.py").exists():
            parts = {names[0] for names in _own_imports(data)}
            assert "core" not in parts, f"the compile cache does not look at {data.name}"


@pytest.mark.parametrize("path", [*FILES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").glob("*.py")])
def test_no_file_is_too_long_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def _kernels(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        marks = {ast.unparse(mark) for mark in getattr(node, "decorator_list", ())}
        if isinstance(node, ast.FunctionDef) and marks & {"kernel", "inlined"}:
            yield node


FORBIDDEN = (
    *(ast.Dict, ast.Set, ast.List, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.Raise, ast.Try, ast.With, ast.Lambda, ast.Slice, ast.JoinedStr, ast.Starred, ast.Assert, ast.Div),
)


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_kernels_keep_to_the_compilable_subset(path: Path) -> None:
    for function in _kernels(path):
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for node in (inner for statement in body for inner in ast.walk(statement)):
            where = f"{path.parent.name}, {function.name}, line {getattr(node, 'lineno', '?')}"
            assert not isinstance(node, FORBIDDEN), f"{where}: {type(node).__name__}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, str | float)), where
            two_at_once = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple)
            assert not two_at_once, f"{where}: a[i][j] serves lists too, a[i, j] does not"
            calls_a_method = isinstance(node, ast.Call) and not isinstance(node.func, ast.Name)
            assert not calls_a_method, f"{where}: rows have no methods"


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_rules_have_their_fixed_order(path: Path) -> None:
    order = ["Phase", "Rule", "Options", "State", "prepare", "start", "waiting", "legal", "check", "apply"]
    order += ["seen", "view", "redeal", "settled", "worth", "outcome"]
    found = []
    for part in (path.with_name(name) for name in PARTS):
        body = ast.parse(part.read_text(encoding="utf-8")).body if part.exists() else []
        here = [node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in order]
        assert here == sorted(here, key=order.index), part
        found += here

    assert sorted(found) == sorted(order)


def test_the_public_names_are_those_that_are_there() -> None:
    there = {name for name in vars(stammtisch) if not name.startswith("_")}
    packages = {path.name for path in SOURCE.iterdir()} | {path.stem for path in SOURCE.glob("*.py")}

    assert set(stammtisch.__all__) == there - packages


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.lock")), ids=lambda path: path.name)
def test_locks_hold_names_versions_and_hashes_but_no_addresses(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()

    assert sum("==" in line for line in lines) > 10
    assert all(re.fullmatch(r"[\w.\-]+==\S+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in lines)
