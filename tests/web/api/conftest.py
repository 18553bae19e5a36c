"""One connection for all requests in a module."""

from collections.abc import Iterator

import httpx
import pytest

from tests.web.server import Server


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.http() as client:
        yield client
