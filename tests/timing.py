"""How long each test takes: by the clock, and in the processor, with the processes that it started."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SLOWEST = 10
PROPERTY = "cpu seconds"  # how a worker tells the process that prints

BEFORE = pytest.StashKey[float]()  # what the processor had done when a part of a test began


class Times(NamedTuple):
    """What a test took; its set-up and tear-down, and what it compiled, are part of it."""

    wall: float
    cpu: float
    test: str


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=Path, help="write how long each test took into this file, after what it holds")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--times"):
        config.pluginmanager.register(Timing(config.getoption("--times"), is_worker=hasattr(config, "workerinput")))


class Timing:
    """A plugin that writes what each test took into a file, one line each."""

    def __init__(self, path: Path, *, is_worker: bool) -> None:
        self.path = path
        self.is_worker = is_worker
        self.taken: dict[str, tuple[float, float]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note how busy the processor was before; processes that go on are counted when they end."""
        item.stash[BEFORE] = _cpu()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """Tell with each report what the processor did since the last one."""
        report: pytest.TestReport = yield  # type: ignore[assignment]  # what the inner hooks return
        now = _cpu()
        report.user_properties.append((PROPERTY, now - item.stash[BEFORE]))
        item.stash[BEFORE] = now
        return report  # type: ignore[return-value]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one of the three parts of a test; write the test down with the last one, where all workers report to."""
        wall, cpu = self.taken.pop(report.nodeid, (0.0, 0.0))
        cpu += sum(float(str(spent)) for name, spent in report.user_properties[-1:] if name == PROPERTY)
        self.taken[report.nodeid] = wall + report.duration, cpu
        if report.when == "teardown" and not self.is_worker:
            wall, cpu = self.taken.pop(report.nodeid)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{wall:.3f}\t{cpu:.3f}\t{report.nodeid}\n")


def _cpu() -> float:
    return sum(os.times()[:4])


def summary(lines: list[str]) -> Iterator[str]:
    """Yield the slowest tests, and the time by folder."""
    told = [line.rstrip("\n").split("\t", 2) for line in lines]
    times = [Times(float(wall), float(cpu), test) for wall, cpu, test in told]
    yield f"the {SLOWEST} slowest of {len(times)} tests"
    yield from (f"{one.wall:6.1f} s  {one.test}" for one in sorted(times, reverse=True)[:SLOWEST])
    folders: dict[str, list[Times]] = defaultdict(list)
    for one in times:
        folders["/".join(one.test.partition("::")[0].split("/")[:-1]) or "."].append(one)
    yield "by folder: in the processor, by the clock, tests"
    for folder, ones in sorted(folders.items(), key=lambda item: -sum(one.cpu for one in item[1])):
        cpu, wall = sum(one.cpu for one in ones), sum(one.wall for one in ones)
        yield f"{cpu:6.1f} s {wall:6.1f} s {len(ones):6}  {folder}"


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as written:
        sys.stdout.writelines(f"{line}\n" for line in summary(written.readlines()))
