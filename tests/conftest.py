"""Settings for all tests; with CI=true, randomised tests are the same on every run."""

import gc
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.skips import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

pytest.register_assert_rewrite("tests.helpers")

settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")


gc.set_threshold(10_000, 10, 10)  # the arcade's screens create millions of objects, almost none of them in cycles


def pytest_collection_finish() -> None:
    """Freeze everything imported and collected, so that garbage collection does not scan it again and again."""
    gc.collect()
    gc.freeze()


RACING: Final = {Path(__file__).parent / folder for folder in ("web", "terminal")}
RACES: Final = pytest.mark.flaky(reruns=1, reason="races real browsers, terminals or servers on a busy machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let heavy tests that race real programs be tried a second time, and be listed as RERUN. No other test is."""
    for item in items:
        if item.get_closest_marker("heavy") and not RACING.isdisjoint(item.path.parents):
            item.add_marker(RACES)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' tables and compiled code separate from the user's, shared by all workers and later runs."""
    cache = getattr(config, "cache", None)  # missing with -p no:cacheprovider
    if cache is not None:
        folder = cache.mkdir("gridduels")
        os.environ["GRIDDUELS_CACHE"] = str(folder)
        if not hasattr(config, "workerinput"):
            remove_stale_tables(folder / "tables", config.rootpath / "src" / "gridduels")


def remove_stale_tables(tables: Path, package: Path) -> None:
    """Remove tables that are older than the rules. Opening one warns, which tests of a silent command would fail on."""
    sources = (source for name in ("board.py", "games/*/*.py", "engine/kernels/*.py") for source in package.glob(name))
    changed = max((source.stat().st_mtime for source in sources), default=0.0)
    for table in tables.glob("*.table"):
        with suppress(FileNotFoundError):  # another test run was faster
            if table.stat().st_mtime < changed:
                table.unlink()
