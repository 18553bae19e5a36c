"""The docs' pictures of pages match the current pages; `make pictures` retakes stale ones."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.screenshots.pictures import PAGES, day_server, page_of, recorded
from tests.web.browser.conftest import browser as browser
from tests.web.browser.server import Server


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with day_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.mark.parametrize("name", PAGES)
def test_the_picture_of_a_page_is_current(name: str, browser: Browser, server: Server) -> None:
    taken = {key: told for key, told in recorded()[name].items() if key != "file"}
    assert taken == page_of(name, browser, server), f"docs/pictures/{name} is stale: run make pictures"
