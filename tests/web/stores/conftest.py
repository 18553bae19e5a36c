"""The places where duels can be kept: what is promised of one holds in all."""

from pathlib import Path

import pytest

from tests.postgres import Cluster
from tests.web.stores.places import Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where nothing is kept yet."""
    if request.param == "sqlite":
        return tmp_path / "db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.database()
