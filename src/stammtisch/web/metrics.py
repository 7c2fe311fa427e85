"""What is counted while the process runs, for Prometheus.

Counters belong to the process, because what happens at a table is counted where it happens. They have a registry of
their own, so that no figures of other libraries come along. Gauges are read when Prometheus asks, of the app it asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds

disable_created_metrics()  # type: ignore[no-untyped-call]  # one series more for each, which nobody looks at

REGISTRY: Final = CollectorRegistry()
STEPS: Final = Counter(
    "stammtisch_steps", "Steps that were written, those of NATURE and TABLE among them.", registry=REGISTRY
)
EVENTS: Final = Counter(
    "stammtisch_events",
    "What happened at tables: opened, started, decided, refused, over, reviewed, reported, paused, …",
    ("event", "game"),
    registry=REGISTRY,
)
REQUESTS: Final = Histogram(
    "stammtisch_request_seconds",
    "How long requests took, by route and status.",
    ("route", "status"),
    registry=REGISTRY,
    buckets=_BUCKETS,
)
LOOP_DELAY: Final = Histogram(
    "stammtisch_loop_delay_seconds",
    "By how much the event loop was late to wake somebody who slept.",
    registry=REGISTRY,
    buckets=_BUCKETS,
)
LOOP_BUSY: Final = Histogram(
    "stammtisch_loop_busy_seconds",
    "Processor time that the event loop used between two wakings, which are 20 ms apart if nothing holds it.",
    registry=REGISTRY,
    buckets=_BUCKETS,
)


def exposition(tables: Mapping[str, int], in_memory: int, sockets: int, store_queue: int) -> bytes:
    """Return every figure in the text format that Prometheus reads; the gauges are given, as they are now."""
    gauges = CollectorRegistry()
    by_stage = Gauge("stammtisch_tables", "Tables that are kept, by stage.", ("stage",), registry=gauges)
    for stage, number in sorted(tables.items()):
        by_stage.labels(stage).set(number)
    for name, about, value in (
        ("stammtisch_tables_in_memory", "Tables that this process holds.", in_memory),
        ("stammtisch_sockets", "Sockets that are open.", sockets),
        ("stammtisch_store_queue", "Requests that wait for the store.", store_queue),
    ):
        Gauge(name, about, registry=gauges).set(value)
    return generate_latest(REGISTRY) + generate_latest(gauges)
