"""A cache folder for tests that must start without tables, or damage them; every written proof is checked."""

from pathlib import Path

import pytest

from tests.caches import new_cache
from tests.engine.script import unchecked_proofs, written_proofs_are_checked

__all__ = ["unchecked_proofs", "written_proofs_are_checked"]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder without tables; compiled code is still shared with the other tests."""
    own = new_cache(tmp_path)
    monkeypatch.setenv("GRIDDUELS_CACHE", str(own))
    return own
