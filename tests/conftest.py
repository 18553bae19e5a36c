"""Settings for all tests: CI=true makes the random ones the same on every run."""

import gc
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.skips import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

pytest.register_assert_rewrite("tests.helpers")

settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")


gc.set_threshold(10_000, 10, 10)  # the screens of the arcade make objects by the million, nearly all without a cycle


def pytest_collection_finish() -> None:
    """What has been imported and collected stays: who looks for garbage need not go through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Tables and compiled code of the tests are kept apart from the user's, for all workers and for the next run."""
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
        with suppress(FileNotFoundError):  # another run of the tests was faster
            if table.stat().st_mtime < changed:
                table.unlink()
