"""A position or a game embedded in another site's page, in a real browser."""

import functools
import html
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import Visitor

pytestmark = pytest.mark.heavy
KEPT = """localStorage.length + document.cookie.length + (await indexedDB.databases()).length
    + (await caches.keys()).length + (await navigator.serviceWorker.getRegistrations()).length"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: object) -> None:
        """Log nothing."""


@pytest.fixture
def elsewhere(visit: Visit, tmp_path: Path) -> Iterator[Callable[[str], tuple[Visitor, FrameLocator]]]:
    """Return a visitor who sees an embedded frame in another site's page."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=site.serve_forever, daemon=True).start()

    def show(frame: str) -> tuple[Visitor, FrameLocator]:
        (tmp_path / "index.html").write_text(
            f"<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>{frame}</main>"
        )
        visitor = visit(allow="frame-ancestors|404|422", service_workers="allow")
        visitor.page.goto(f"http://localhost:{site.server_port}/")
        return visitor, visitor.page.frame_locator("iframe")

    yield show
    site.shutdown()
    site.server_close()


def test_an_embedded_game_can_be_stepped_through(
    visit: Visit, server: Server, elsewhere: Callable[[str], tuple[Visitor, FrameLocator]]
) -> None:
    player = visit()
    made = server.begin("light-cycle", moves=["right", "left", "up"])
    player.sit(made)
    player.tool("Share").click()
    visitor, frame = elsewhere(player.page.get_by_label("Code for a web page").input_value())
    expect(frame.locator("#where")).to_have_text("3 of 3: Player 1 up")
    expect(frame.locator("svg .tokens > *")).to_have_count(2)
    frame.get_by_label("To the start").click()
    expect(frame.locator("#where")).to_have_text("3 moves")
    frame.get_by_label("One move forward").click()
    expect(frame.locator("#where")).to_have_text("1 of 3: Player 1 right")
    frame.get_by_role("button", name="Replay").click()
    expect(frame.locator("#where")).to_have_text("3 of 3: Player 1 up")
    expect(frame.get_by_role("link")).to_have_attribute("href", f"{server.url}/duel/{made['id']}")
    inner = visitor.page.frames[1]
    assert inner.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_nothing_is_kept_in_the_browser(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    visitor.open("/embed?game=gridlock&moves=up2")
    visitor.sees("1 of 1")
    assert visitor.page.evaluate(f"(async () => {KEPT})()") == 0


def test_a_position_of_explore_is_shown(
    visit: Visit, server: Server, elsewhere: Callable[[str], tuple[Visitor, FrameLocator]]
) -> None:
    player = visit()
    player.open("/explore?game=blockade&moves=right,@2,0,down&ply=2")
    player.button("Embed").click()
    code = player.page.get_by_label("Code for a web page").input_value()
    assert html.unescape(code).count("moves=right%2C%402%2C0%2Cdown&ply=2") == 1
    visitor, frame = elsewhere(code)
    expect(frame.locator("#where")).to_contain_text("2 of 3")
    check(visitor)


def test_an_embed_that_fails_says_why_and_no_other_page_can_be_framed(
    server: Server, elsewhere: Callable[[str], tuple[Visitor, FrameLocator]]
) -> None:
    _, frame = elsewhere(f'<iframe title="x" src="{server.url}/embed?game=chess"></iframe>')
    expect(frame.locator("#opening")).to_contain_text("chess")
    visitor, _ = elsewhere(f'<iframe title="x" src="{server.url}/ladder"></iframe>')
    assert visitor.page.frames[1].url != f"{server.url}/ladder"
