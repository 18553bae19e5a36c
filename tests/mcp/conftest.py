"""A server that admits assistants, shared by all tests in a module."""

import gc
from collections.abc import Iterator

import pytest

from tests.web.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), "--mcp") as running:
        yield running
        assert '"internal error"' not in running.log


@pytest.fixture(autouse=True)
def _nothing_is_left_for_other_tests_to_warn_of() -> Iterator[None]:
    """Collect the streams that the SDK's client leaves behind, so that other tests do not warn about them."""
    yield
    gc.collect()
