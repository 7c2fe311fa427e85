"""Tests wait for conditions, with a limit, and leave private names of ours alone."""

from __future__ import annotations

import ast
import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.delays import LONGEST, delayed
from tests.waiting import alive_in, eventually, eventually_async

TESTS = Path(__file__).parent
FILES = sorted(path for path in TESTS.rglob("*.py") if path != Path(__file__))

SLEEP = ("time.sleep", "asyncio.sleep", "anyio.sleep", "page.wait_for_timeout")

# Where a test may sleep, and why.
MAY_SLEEP = {
    "waiting.py": "looks again after a moment; everybody else waits through it",
    "delays.py": "delays on purpose, where a run asks for it",
    "web/attacks/floods.py": "clients that are slow on purpose",
    "web/attacks/test_fuzz.py": "a planted fault: the loop is held, without using the processor",
    "web/attacks/test_heavy_requests.py": "a planted fault: the loop is held",
    "web/test_loop_watchdog.py": "holds the loop on purpose, without using the processor",
}
# Private names that tests exchange, and why.
MAY_EXCHANGE = {
    "adapters/test_gymnasium.py: _LOGGED": "so small that what is noted does not fit; usually it is thousands",
    "adapters/test_secrets.py: _driver": "plants a fault in compiled code, which has no other door",
    "kernel/test_worlds.py: _accept": "plants a fault; rules are compiled by their source, so the name stays",
}


def _where(path: Path) -> str:
    return path.relative_to(TESTS).as_posix()


def _calls(source: str) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))


def _sleeps(source: str) -> bool:
    """Whether somebody sleeps for some time; `asyncio.sleep(0)` lets others go on and waits for nothing."""
    for call in _calls(source):
        seconds = [ast.unparse(value) for value in call.args]
        if ast.unparse(call.func).endswith(SLEEP) and seconds not in ([], ["0"]):
            return True
    texts = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return any("time.sleep(" in text for text in texts if isinstance(text, str))  # in programs that tests run


def _exchanged(source: str) -> Iterator[str]:
    """Yield the private names that are exchanged by `monkeypatch`."""
    for call in _calls(source):
        if ast.unparse(call.func).endswith((".setattr", ".setitem", ".delattr")):
            target, *others = [ast.unparse(value).strip("'\"") for value in call.args]
            name = others[0] if call.func.attr == "setattr" and len(others) > 1 else target  # type: ignore[attr-defined]
            if (last := name.rpartition(".")[2]).startswith("_") and not last.startswith("__"):
                yield last


@pytest.mark.parametrize("path", FILES, ids=_where)
def test_no_test_waits_a_fixed_time_or_exchanges_a_private_name(path: Path) -> None:
    source = path.read_text(encoding="utf-8")

    assert not _sleeps(source) or _where(path) in MAY_SLEEP
    assert {f"{_where(path)}: {name}" for name in _exchanged(source)} <= MAY_EXCHANGE.keys()


def test_exceptions_that_nobody_needs_are_gone() -> None:
    sources = {_where(path): path.read_text(encoding="utf-8") for path in FILES}

    assert all(_sleeps(sources[where]) for where in MAY_SLEEP)
    assert {f"{where}: {name}" for where, source in sources.items() for name in _exchanged(source)} == {*MAY_EXCHANGE}


@pytest.mark.parametrize(
    "planted",
    ["time.sleep(0.1)", "asyncio.sleep(seconds)", "page.wait_for_timeout(9)", "run('import time; time.sleep(60)')"],
)
def test_sleeping_is_noticed(planted: str) -> None:
    assert _sleeps(planted)
    assert not _sleeps("asyncio.sleep(0)")


@pytest.mark.parametrize(
    "planted",
    ["m.setattr(host, '_ago', 1)", "m.setattr('stammtisch.x._REST', 0.0)", "m.setitem(worker._READY, 'gang', 1)"],
)
def test_exchanging_a_private_name_is_noticed(planted: str) -> None:
    assert list(_exchanged(planted))
    assert not list(_exchanged("m.setattr(store._listener, 'tell_others', 1)"))


def test_a_condition_that_never_holds_is_named() -> None:
    async def never() -> bool:
        return False

    with pytest.raises(TimeoutError, match=r"waited 0.05 seconds for a miracle; last seen: 0"):
        eventually(lambda: 0, "a miracle", 0.05)
    with pytest.raises(TimeoutError, match=r"waited 0.05 seconds for a miracle; last seen: False"):
        asyncio.run(eventually_async(never, "a miracle", 0.05))


class _Longest:
    """Draws the longest times that there are."""

    def uniform(self, _: float, longest: float) -> float:
        return longest


def test_what_is_delayed_happens_later_and_is_told_later() -> None:
    happened = list[float]()

    async def happen(about: str) -> str:
        happened.append(asyncio.get_running_loop().time())
        return about

    async def ask() -> tuple[float, str, float]:
        loop = asyncio.get_running_loop()
        return loop.time(), str(await delayed(happen, _Longest())("a table")), loop.time()

    begun, told, ended = asyncio.run(ask())

    assert told == "a table"
    assert min(happened[0] - begun, ended - happened[0]) > LONGEST / 2


def test_what_runs_beside_a_command_ends_with_it() -> None:
    script = TESTS.parent / "scripts" / "under-load"
    look = "for one in /proc/[0-9]*; do read -r words <$one/stat; set -- ${words##*)}; echo $3; done 2>/dev/null"
    command = [str(script), "bash", "-c", f"echo $PPID; {look}; exit 3"]
    run = subprocess.run(command, capture_output=True, text=True, start_new_session=True, timeout=60, check=False)  # noqa: S603
    group, *beside = run.stdout.split()

    assert beside.count(group) >= 5, "the script, the command, two loops and the writer"
    assert (run.returncode, run.stderr) == (3, "")
    eventually(lambda: not alive_in(int(group)), "the end of what ran beside it")
