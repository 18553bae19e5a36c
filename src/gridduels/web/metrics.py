"""Metrics: counters for whoever runs the server, which Prometheus reads."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from gridduels.web.pool.pools import Pool
    from gridduels.web.stores.store import Store

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What has happened since the server started."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._actions = self._counters("actions", "What players did that was accepted.", "kind")
        self._refusals = self._counters("refusals", "What visitors asked for and did not get.", "code")
        self._responses = self._counters("responses", "Answers over HTTP.", "status")
        self.created = Counter("gridduels_duels_created", "Duels begun.", registry=self._registry)
        self.expired = Counter("gridduels_duels_expired", "Duels removed for their age.", registry=self._registry)
        about = "From a player's message to its announcement."
        self._seconds = Histogram("gridduels_action_seconds", about, buckets=_BOUNDS, registry=self._registry)

    def _counters(self, name: str, about: str, label: str) -> Callable[[str], Counter]:
        """A counter for each value of a label, found quickly."""
        return cache(Counter(f"gridduels_{name}", about, [label], registry=self._registry).labels)

    def acted(self, kind: str, seconds: float) -> None:
        """Counts something a player did, and how long it took to be kept and told to everybody."""
        self._actions(kind).inc()
        self._seconds.observe(seconds)

    def refused(self, code: str) -> None:
        """Counts a refusal."""
        self._refusals(str(code)).inc()

    def responded(self, status: int) -> None:
        """Counts an answer over HTTP."""
        self._responses(str(status)).inc()

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Adds something that is looked at when it is asked for."""
        Gauge(f"gridduels_{name}", about, registry=self._registry).set_function(value)

    def watch(self, store: "Store", pools: "Mapping[str, Pool]") -> None:
        """Adds what the store and the workers count themselves."""
        self._registry.register(_Counted(store, pools))

    def text(self) -> bytes:
        """Everything, in the form that Prometheus reads."""
        return generate_latest(self._registry)


class _Counted(Collector):
    """What others count, read when it is asked for."""

    def __init__(self, store: "Store", pools: "Mapping[str, Pool]") -> None:
        self._store, self._pools = store, pools

    def collect(self) -> Iterator[Metric]:
        store, pools = self._store, self._pools
        yield CounterMetricFamily("gridduels_commits", "Transactions of the database.", store.commits)
        yield CounterMetricFamily("gridduels_commit_seconds", "Seconds spent in them.", store.commit_seconds)
        yield CounterMetricFamily("gridduels_saved", "Rows saved in them.", store.saved)
        yield _by_pool("busy", "Questions being answered.", ((name, pool.busy) for name, pool in pools.items()))
        yield _by_pool("waiting", "Questions that wait.", ((name, pool.waiting) for name, pool in pools.items()))
        yield _by_pool("workers", "Workers there are.", ((name, len(pool.processes)) for name, pool in pools.items()))
        questions = CounterMetricFamily(
            "gridduels_lane_questions", "Questions, by what came of them.", labels=["lane", "result"]
        )
        for name, pool in pools.items():
            for result, count in pool.counts.items():
                questions.add_metric([name, result], count)
        yield questions


def _by_pool(name: str, about: str, values: Iterable[tuple[str, float]]) -> Metric:
    found = GaugeMetricFamily(f"gridduels_lane_{name}", about, labels=["lane"])
    for pool, value in values:
        found.add_metric([pool], value)
    return found
