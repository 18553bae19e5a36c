"""The kinds of stores; all keep the same promises."""

from pathlib import Path

import pytest

from tests.postgres import Cluster
from tests.web.stores.places import Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return a place for a new store."""
    if request.param == "sqlite":
        return tmp_path / "db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.database()
