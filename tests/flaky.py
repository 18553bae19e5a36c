"""Markers for tests that may be retried, each with its reason. No other test is retried: a failing test needs
fixing."""

from typing import Final

import pytest

BROWSER: Final = pytest.mark.flaky(reruns=2, reason="a real browser on a busy machine may miss a deadline of the page")
CLUSTER: Final = pytest.mark.flaky(reruns=2, reason="a Ray cluster may fail to start in time on a busy machine")
PROCESSES: Final = pytest.mark.flaky(reruns=2, reason="races real processes, any of which a busy machine may starve")
