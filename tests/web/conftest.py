"""One server for all tests in a module that have no special needs."""

from collections.abc import Iterator

import pytest

from tests.postgres import postgres as postgres
from tests.web.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server process."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert '"internal error"' not in running.log
