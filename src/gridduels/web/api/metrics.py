"""Metrics: counters for whoever runs the server, in the text form that Prometheus reads."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

__all__ = ["Measure", "Metrics"]

_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Measure(NamedTuple):
    """What somebody else counts: a number, or one for each set of labels."""

    name: str
    kind: str
    about: str
    value: float | Mapping[str, float]


class Metrics:
    """What has happened since the server started."""

    def __init__(self) -> None:
        self._actions: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._responses: Counter[str] = Counter()
        self._times = [0] * (len(_BOUNDS) + 1)
        self._total = 0.0
        self.created = 0
        self.expired = 0

    def acted(self, kind: str, seconds: float) -> None:
        """Counts something a player did, and how long it took to be kept and told to everybody."""
        self._actions[kind] += 1
        self._times[bisect_left(_BOUNDS, seconds)] += 1
        self._total += seconds

    def refused(self, code: str) -> None:
        """Counts a refusal."""
        self._refusals[code] += 1

    def responded(self, status: int) -> None:
        """Counts an answer over HTTP."""
        self._responses[str(status)] += 1

    def text(self, measures: Iterable[Measure] = ()) -> str:
        """Everything, with what others count."""
        lines = [
            *_lines(_counted("actions_total", "What players did that was accepted.", "kind", self._actions)),
            *_lines(_counted("refusals_total", "What visitors asked for and did not get.", "code", self._refusals)),
            *_lines(_counted("responses_total", "Answers over HTTP.", "status", self._responses)),
            *_lines(Measure("duels_created_total", "counter", "Duels begun.", self.created)),
            *_lines(Measure("duels_expired_total", "counter", "Unfinished duels removed.", self.expired)),
            *self._histogram(),
        ]
        for measure in measures:
            lines += _lines(measure)
        return "\n".join(lines) + "\n"

    def _histogram(self) -> list[str]:
        name = "gridduels_action_seconds"
        lines = [f"# HELP {name} From a player's message to its announcement.", f"# TYPE {name} histogram"]
        count = 0
        for bound, number in zip((*_BOUNDS, "+Inf"), self._times, strict=True):
            count += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {count}')
        return [*lines, f"{name}_sum {self._total:.6f}", f"{name}_count {count}"]


def _counted(name: str, about: str, label: str, counts: Counter[str]) -> Measure:
    return Measure(name, "counter", about, {f'{label}="{key}"': count for key, count in sorted(counts.items())})


def _lines(measure: Measure) -> list[str]:
    name, value = f"gridduels_{measure.name}", measure.value
    head = [f"# HELP {name} {measure.about}", f"# TYPE {name} {measure.kind}"]
    if isinstance(value, Mapping):
        return [*head, *(f"{name}{{{labels}}} {number:g}" for labels, number in value.items())]
    return [*head, f"{name} {value:g}"]
