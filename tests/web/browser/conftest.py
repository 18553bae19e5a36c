"""A real server and a real browser per module. While Playwright runs, nothing else may use asyncio."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.skips import require_package
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

# The first time, rules are compiled and small tables are built while a page waits.
expect.set_options(timeout=60_000)
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first uses the same engine without windows and takes half the time."""
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        program = CHROMIUM or (own if Path(own).exists() else None)
        require_package(
            program, "the browser tests need Chromium: apt-get install chromium, or playwright install chromium"
        )
        # The sandbox does not run as root, which containers usually are.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("server"))) as server:
        yield server


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Return a factory of visitors, each with their own browser. Any error in a console fails the test."""
    visitors: list[Visitor] = []

    def make(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, **options))
        return visitors[-1]

    yield make
    complaints = [complaint for visitor in visitors for complaint in visitor.close()]
    assert complaints == []
