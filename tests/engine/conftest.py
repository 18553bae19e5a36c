"""A cache folder for tests that must start without tables, or damage them."""

from pathlib import Path

import pytest

from tests.caches import new_cache


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder without tables; compiled code is still shared with the other tests."""
    own = new_cache(tmp_path)
    monkeypatch.setenv("GRIDDUELS_CACHE", str(own))
    return own
