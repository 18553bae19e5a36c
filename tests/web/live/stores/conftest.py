"""The places where duels can be kept: what is promised of one holds in all."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where nothing is kept yet."""
    return tmp_path / "db"
