"""Metrics: counters for the server's operator, scraped by Prometheus."""

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

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters since the server started."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._actions = self._counters("actions", "Actions of players.", "kind")
        self._refusals = self._counters("refusals", "Refused requests.", "code")
        self._responses = self._counters("responses", "HTTP responses.", "status")
        self.created = Counter("gridduels_duels_created", "Duels begun.", registry=self._registry)
        self.expired = Counter("gridduels_duels_expired", "Expired duels that were removed.", registry=self._registry)
        about = "Time from a player's message to its broadcast."
        self._seconds = Histogram("gridduels_action_seconds", about, buckets=_BOUNDS, registry=self._registry)

    def _counters(self, name: str, about: str, label: str) -> Callable[[str], Counter]:
        """Return a function that quickly looks up the counter for a label value."""
        return cache(Counter(f"gridduels_{name}", about, [label], registry=self._registry).labels)

    def acted(self, kind: str, seconds: float) -> None:
        """Count a player's action and record how long it took to persist and broadcast."""
        self._actions(kind).inc()
        self._seconds.observe(seconds)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals(str(code)).inc()

    def responded(self, status: int) -> None:
        """Count an HTTP response."""
        self._responses(str(status)).inc()

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a metric that is read on demand."""
        Gauge(f"gridduels_{name}", about, registry=self._registry).set_function(value)

    def watch(self, store: "Store", pools: "Mapping[str, Pool]") -> None:
        """Add the store's and the workers' counters."""
        self._registry.register(_Counted(store, pools))

    def text(self) -> bytes:
        """Return all metrics in the Prometheus format."""
        return generate_latest(self._registry)


class _Counted(Collector):
    """Metrics counted elsewhere and read on demand."""

    def __init__(self, store: "Store", pools: "Mapping[str, Pool]") -> None:
        self._store, self._pools = store, pools

    def collect(self) -> Iterator[Metric]:
        store, pools = self._store, self._pools
        yield CounterMetricFamily("gridduels_commits", "Database transactions.", store.commits)
        yield CounterMetricFamily("gridduels_commit_seconds", "Seconds spent in transactions.", store.commit_seconds)
        yield CounterMetricFamily("gridduels_saved", "Rows saved in transactions.", store.saved)
        yield _by_pool("busy", "Questions being answered.", ((name, pool.busy) for name, pool in pools.items()))
        yield _by_pool("waiting", "Waiting questions.", ((name, pool.waiting) for name, pool in pools.items()))
        yield _by_pool("workers", "Running workers.", ((name, len(pool.processes)) for name, pool in pools.items()))
        questions = CounterMetricFamily("gridduels_pool_questions", "Questions, by result.", labels=["pool", "result"])
        for name, pool in pools.items():
            for result, count in pool.counts.items():
                questions.add_metric([name, result], count)
        yield questions


def _by_pool(name: str, about: str, values: Iterable[tuple[str, float]]) -> Metric:
    found = GaugeMetricFamily(f"gridduels_pool_{name}", about, labels=["pool"])
    for pool, value in values:
        found.add_metric([pool], value)
    return found
