"""Figures about this server process, in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from stammtisch.web.house import House

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
EDGES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # of the buckets, in seconds

STEPS: Final = "stammtisch_steps_total"
EVENTS: Final = "stammtisch_events_total"
REQUESTS: Final = "stammtisch_request_seconds"
_ABOUT: Final[Mapping[str, tuple[str, str]]] = {
    STEPS: ("counter", "Steps that were written, those of NATURE and TABLE among them."),
    EVENTS: (
        "counter",
        "What happened at tables: opened, started, decided, refused, over, reviewed, reported, paused, …",
    ),
    REQUESTS: ("histogram", "How long requests took, by route and status."),
    "stammtisch_tables": ("gauge", "Tables that are kept, by stage."),
    "stammtisch_tables_in_memory": ("gauge", "Tables that this process holds."),
    "stammtisch_watchers": ("gauge", "Sockets that are open."),
    "stammtisch_store_queue": ("gauge", "Wishes that wait for the store."),
}

Labels = tuple[tuple[str, str], ...]


@dataclass
class _Times:
    """Durations of one kind of request, in buckets."""

    buckets: list[int] = field(default_factory=lambda: [0] * (len(EDGES) + 1))
    seconds: float = 0.0


class Metrics:
    """What is counted while the process runs."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._times: dict[Labels, _Times] = {}

    def count(self, name: str, number: int = 1, **labels: str) -> None:
        """Count so many more."""
        self._counts[name, tuple(labels.items())] += number

    def counted(self, name: str, **labels: str) -> int:
        """Return how many there have been."""
        return self._counts[name, tuple(labels.items())]

    def took(self, seconds: float, **labels: str) -> None:
        """Note how long a request took."""
        times = self._times.setdefault(tuple(labels.items()), _Times())
        times.buckets[bisect_left(EDGES, seconds)] += 1
        times.seconds += seconds

    def lines(self, gauges: Mapping[tuple[str, Labels], int]) -> Iterator[str]:
        """Yield everything, with the gauges as they are now."""
        figures: dict[str, list[str]] = {name: [] for name in _ABOUT}
        for (name, labels), value in (*self._counts.items(), *gauges.items()):
            figures[name].append(f"{name}{_shown(labels)} {value}")
        for labels, times in self._times.items():
            figures[REQUESTS].extend(_histogram(labels, times))
        for name, found in figures.items():
            kind, about = _ABOUT[name]
            yield f"# HELP {name} {about}"
            yield f"# TYPE {name} {kind}"
            yield from found


METRICS: Final = Metrics()  # one server, one process


def _histogram(labels: Labels, times: _Times) -> Iterator[str]:
    so_far = 0
    for edge, number in zip((*map(str, EDGES), "+Inf"), times.buckets, strict=True):
        so_far += number
        yield f"{REQUESTS}_bucket{_shown((*labels, ('le', edge)))} {so_far}"
    yield f"{REQUESTS}_sum{_shown(labels)} {times.seconds:.6f}"
    yield f"{REQUESTS}_count{_shown(labels)} {so_far}"


def _shown(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


async def metrics(request: Request) -> Response:
    """Answer Prometheus."""
    house: House = request.app.state.house
    stages = await house.store.count_by_stage()
    audiences = house.audiences()
    gauges: dict[tuple[str, Labels], int] = {
        ("stammtisch_tables", (("stage", stage),)): number for stage, number in sorted(stages.items())
    }
    gauges["stammtisch_tables_in_memory", ()] = len(audiences)
    gauges["stammtisch_watchers", ()] = sum(len(audience.watchers) for audience in audiences)
    gauges["stammtisch_store_queue", ()] = house.store.waiting
    text = "\n".join(METRICS.lines(gauges)) + "\n"
    return PlainTextResponse(text, media_type=CONTENT_TYPE)
