"""Markers of the tests that may be tried again, each with the reason. No other test is: one that fails needs fixing."""

from typing import Final

import pytest

BROWSER: Final = pytest.mark.flaky(reruns=2, reason="a real browser on a busy machine may miss a deadline of the page")
CLUSTER: Final = pytest.mark.flaky(reruns=2, reason="a Ray cluster may fail to start in time on a busy machine")
PROCESSES: Final = pytest.mark.flaky(reruns=2, reason="races real processes, any of which a busy machine may starve")
