"""The house stays tidy: who imports whom, how long files are, what rules may contain, what locks may not."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import stammtisch

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stammtisch"
FILES = sorted(SOURCE.rglob("*.py"))
RULES = [
    *sorted((SOURCE / "games").glob("*/rules.py")),
    SOURCE / "new_game" / "highcard" / "rules.py",
    *(path for folder in ("tests/sample", "examples") for path in sorted((ROOT / folder).rglob("rules.py"))),
]
LONGEST = 500
PARTS = ("position.py", "rules.py", "apply.py", "view.py")  # of rules that would be too long in one file
KERNELS = [
    path for rules in RULES for path in sorted(rules.parent.rglob("*.py")) if "\n@kernel\n" in path.read_text("utf-8")
]

# By part of the package: the parts it may import, beside itself and `errors`.
MAY_IMPORT = {
    "errors": set[str](),
    "clock": set[str](),
    "kernel": set[str](),
    "core": {"kernel"},
    "games": {"kernel", "core"},
    "batch": {"kernel", "core", "bots"},
    "ratings": set[str](),
    "bots": {"kernel", "core", "ratings", "clock"},
    "store": {"core", "clock"},
    "club": {"kernel", "core", "ratings", "bots", "store", "clock"},
    "learning": {"kernel", "core", "batch", "bots", "clock"},
    "study": {"kernel", "core", "batch", "bots", "clock"},
    "datasets": {"kernel", "core", "bots"},
    "testing": {"kernel", "core", "batch"},
    "new_game": {"kernel", "core", "batch", "bots", "testing"},
    "terminal": {"kernel", "core", "ratings", "bots", "learning", "study", "datasets", "store", "club", "clock"}
    | {"new_game"},
    "web": {"kernel", "core", "ratings", "bots", "games", "store", "club", "clock"},
    "adapters": {"kernel", "core", "batch", "bots", "terminal"},
    "cli": {"core", "terminal", "web", "store", "club"},
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


@pytest.mark.parametrize(
    "path", [path for path in RULES if SOURCE / "games" in path.parents], ids=lambda path: path.parent.name
)
def test_rules_import_only_the_kernel_and_their_own_data(path: Path) -> None:
    own = {"games", path.parent.name}

    for names in _own_imports(path):
        assert names[0] in ("kernel", "errors") or own == set(names[:2]), names
        if names[0] == "games" and (data := path.parent / f"{names[2]}.py").exists():
            parts = {names[0] for names in _own_imports(data)}
            assert "core" not in parts, f"the compile cache does not look at {data.name}"


@pytest.mark.parametrize(
    "path",
    [path for path in (SOURCE / "games").rglob("*.py") if {"words", "solver"}.isdisjoint(path.parts)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_what_is_compiled_reaches_no_folder_that_the_compile_cache_leaves_out(path: Path) -> None:
    found = [names[2] for names in _own_imports(path) if names[0] == "games" and len(names) > 2]

    assert path.name == "__init__.py" or {"words", "solver"}.isdisjoint(found)


# What reads the time itself, and why it is not told by the clock that tests turn.
MAY_READ_TIME = {
    "clock.py": "it is the clock",
    "web/http/access_log.py": "it measures how long an answer took",
    "web/loop_watchdog.py": "it measures the machine and the event loop",
    "store/sqlite/store.py": "a file that another process holds, in a thread without a loop",
    "store/postgresql/pool.py": "care for connections: a turned clock must not cut them",
    "store/postgresql/listener.py": "care for connections: a turned clock must not cut them",
    "store/postgresql/store.py": "a database that is just starting",
    "web/server/connection_limits.py": "one look a second at all connections, by the loop's own time",
    "web/server/http_protocol.py": "deadlines of connections, by the loop's own time; tests make them short",
    "web/server/websocket_protocol.py": "frames of sockets, by the loop's own time; tests make the limits small",
    "web/svg_to_png.py": "a process of its own is given up that takes too long",
    "bots/arena/compiled_game.py": "it measures how long a decision takes",
    "bots/review/luck.py": "how long a process of its own may compute",
    "bots/processes/background_task.py": "a process of its own is looked after",
    "bots/processes/worker_pool.py": "processes that compute are looked after",
}
READS_TIME = re.compile(
    r"\btime\.(time|monotonic|sleep|perf_counter)\(|datetime\.now|asyncio\.(sleep|timeout|wait_for)\("
    r"|\bloop\.time\(|\bcall_(later|at)\(|^from time import",
    re.MULTILINE,
)


def test_the_stored_record_of_a_table_is_read_by_its_keys_in_two_places_only() -> None:
    keys = re.compile(r"""facts(\[|\.get\()["'](host|places|advice|rest|stand_ins|deal|ended|evening|next)["']""")
    reading = {str(path.relative_to(SOURCE)) for path in FILES if keys.search(path.read_text(encoding="utf-8"))}

    assert reading == {"web/tables/record.py", "terminal/commands/hosts/table_check.py"}


def test_time_is_given_and_read_only_where_there_is_a_reason() -> None:
    parts = [path for path in FILES if _part(path) in ("web", "store", "bots", "clock")]
    reading = {str(path.relative_to(SOURCE)) for path in parts if READS_TIME.search(path.read_text(encoding="utf-8"))}

    assert reading == set(MAY_READ_TIME)


OTHERS = [path for folder in ("tests", "bench", "scripts", "examples") for path in (ROOT / folder).rglob("*.py")]


@pytest.mark.parametrize("path", [*FILES, *OTHERS])
def test_no_file_is_too_long_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


MOST_MODULES = 12
# All that lies in the larger parts, from the lowest up; each imports its own layer and those below it.
LAYERS = {
    "core": (
        "language nature outcome queries step",
        "game rows",
        "game_forms options rules_page",
        "table",
        "fair_deal",
        "observations transcripts words",
    ),
    "store": (
        "coordination_contract daily_contract migrations private_files rating_contract result_contract",
        "board_contract",
        "contract",
        "keys memory sql",
        "transfer.archive",
        "sqlite postgresql",
        "open",
        "transfer",
    ),
    "terminal": (
        "api_client files progress_bar rules_text",
        "deal_client",
        "seat_client",
        "play",
        "commands.arguments commands.option_arguments commands.pick_game",
        "commands",
    ),
    "web": (
        "event_log faces fields metrics loop_watchdog static_files svg_to_png worker_thread",
        "http tables request_queue",
        "server",
        "games art view",
        "live",
        "api health",
        "pages",
        "app serve",
    ),
}
# Folders side by side, none of which needs another.
APART = (
    ("core.observations", "core.transcripts", "core.words"),
    ("store.memory", "store.sql"),
    ("store.sqlite", "store.postgresql"),
    ("terminal.commands.hosts", "terminal.commands.players", "terminal.commands.researchers"),
)
FOLDERS = sorted({path.parent for path in FILES})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SOURCE.parent)))
def test_a_folder_can_be_overlooked(folder: Path) -> None:
    modules = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    alike = [(one, other) for one in modules for other in modules if one < other and _differ_by_an_ending(one, other)]

    assert len(modules) <= MOST_MODULES
    assert alike == []


def _differ_by_an_ending(one: str, other: str) -> bool:
    """Whether two names are one word with two endings, such as `hints` and `hinting`."""
    stems = {re.sub(r"(ing|ed|e)$", "", name.removesuffix("s")) for name in (one, other)}
    return len(stems) == 1


@pytest.mark.parametrize(("one", "other"), [("hints", "hinting"), ("reviewed", "reviews"), ("answers", "answering")])
def test_names_that_differ_by_an_ending_are_noticed(one: str, other: str) -> None:
    assert _differ_by_an_ending(one, other)
    assert not _differ_by_an_ending("table", "tables_of_people")


def test_no_two_classes_have_one_name() -> None:
    found = defaultdict[str, list[str]](list)
    for path in (path for path in FILES if "games" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(SOURCE)))

    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def _layer(names: list[str]) -> int:
    """Return how high something lies in its part, by the longest name that a layer has for it."""
    heights = {name: height for height, layer in enumerate(LAYERS[names[0]]) for name in layer.split()}
    told = ".".join(names[1:])
    return heights[max((name for name in heights if f"{told}.".startswith(f"{name}.")), key=len)] if told else 0


def _named(path: Path) -> list[str]:
    return [part for part in path.relative_to(SOURCE).with_suffix("").parts if part != "__init__"]


@pytest.mark.parametrize(
    "path", [path for path in FILES if _part(path) in LAYERS], ids=lambda path: ".".join(_named(path))
)
def test_the_layers_of_a_part_import_downwards(path: Path) -> None:
    own = _named(path)
    found = [names for names in _own_imports(path) if names[0] == own[0] and _is_module(names)]

    assert [names for names in found if _layer(names) > _layer(own)] == []


def _is_module(names: list[str]) -> bool:
    """Whether a name that is imported is a module or a folder, not what is in one."""
    path = SOURCE.joinpath(*names)
    return path.is_dir() or path.with_suffix(".py").exists()


def test_a_layer_is_found_for_whatever_lies_in_it() -> None:
    assert _layer(["store", "transfer", "archive"]) < _layer(["store", "sqlite", "store"])
    assert _layer(["store", "sqlite", "archive"]) < _layer(["store", "transfer", "backup"])
    assert _layer(["terminal", "commands", "pick_game"]) < _layer(["terminal", "commands", "players", "play"])


@pytest.mark.parametrize("folders", APART, ids=lambda folders: folders[0])
def test_folders_side_by_side_do_not_need_each_other(folders: tuple[str, ...]) -> None:
    for folder in folders:
        others = tuple(f"{other}." for other in folders if other != folder)
        for path in SOURCE.joinpath(*folder.split(".")).rglob("*.py"):
            reached = [".".join(names) for names in _own_imports(path)]
            assert [name for name in reached if f"{name}.".startswith(others)] == [], path


def test_the_page_on_the_design_says_the_same_order() -> None:
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^In `(\w+)` the order is (.+)\.$", page, re.MULTILINE))

    assert told.keys() == LAYERS.keys()
    for part, order in told.items():
        steps = [re.findall(rf"`(?:{part}/)?([\w/]+)(?:\.py)?`", step) for step in order.split("←")]
        heights = [{_layer([part, *name.split("/")]) for name in step} for step in steps]
        assert all(max(one) < min(next_) for one, next_ in pairwise(heights)), part


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
