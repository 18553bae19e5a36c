"""One server for all tests of a module that need nothing special of it."""

from collections.abc import Iterator

import pytest

from tests.postgres import postgres
from tests.web.server import Server

__all__ = ["postgres", "server"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server process."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert '"internal error"' not in running.log
