"""A cache folder for tests that must begin without tables, or break them."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder without tables; compiled code is still shared with the other tests."""
    shared, own = Path(os.environ["GRIDDUELS_CACHE"]) / "compiled", tmp_path / "cache"
    shared.mkdir(exist_ok=True)
    own.mkdir()
    (own / "compiled").symlink_to(shared)
    monkeypatch.setenv("GRIDDUELS_CACHE", str(own))
    return own
