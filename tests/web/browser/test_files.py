"""The page's files in a real browser: loaded once, and never mixed between versions."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from gridduels.web.pages.files import version
from tests.documents import ROOT
from tests.skips import require_package
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor
from tests.web.server import free_port

pytestmark = pytest.mark.heavy
OTHER = "0" * 16
"""A version that is not ours."""
PATCHED = f"""
import sys
from gridduels.web.pages import files
files.version = lambda: "{OTHER}"
from gridduels.cli import main
sys.exit(main(sys.argv[1:]))
"""
ASKED = """() => performance.getEntriesByType("resource")
    .filter(({name, transferSize}) => name.includes("/static/") && transferSize > 0).map(({name}) => name)"""


def test_a_second_visit_loads_no_file_again(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    assert len(visitor.page.evaluate(ASKED)) > 40
    for _ in range(2):
        visitor.page.reload()
        visitor.sees_board()
        assert visitor.page.evaluate(ASKED) == []


def test_a_page_whose_files_are_gone_is_loaded_again_once(visit: Visit) -> None:
    visitor = visit(allow="404|MIME type")
    pages: list[str] = []

    def older(route: Route) -> None:
        """Return the page of another version of the site."""
        pages.append(route.request.url)
        route.fulfill(body=route.fetch().text().replace(version(), OTHER), content_type="text/html")

    visitor.page.route("**/puzzles", older, times=1)
    visitor.open("/puzzles")
    visitor.sees("Win in")
    assert len(pages) == 1
    visitor.page.route("**/puzzles", older)
    visitor.open("/puzzles")
    expect(visitor.page.get_by_role("alert")).to_contain_text("Some parts of this page didn't load.")
    assert len(pages) == 3


def test_while_servers_are_replaced_the_proxy_finds_the_files_of_every_page(browser: Browser, tmp_path: Path) -> None:
    folders = [tmp_path / "old", tmp_path / "new"]
    for folder in folders:
        folder.mkdir()
    with Server(folders[0], program=("-c", PATCHED)) as old, Server(folders[1]) as new, proxy(old, new) as url:
        visitor = Visitor(browser, url)
        seen = set()
        for _ in range(6):
            visitor.open("/ladder")
            visitor.sees("Light Cycle Duel")
            seen.add(OTHER in visitor.page.content())
        assert seen == {True, False}
        assert visitor.close() == []


def until_open(place: str) -> None:
    """Wait until a server listens on the port."""
    host, port = place.split(":")
    deadline = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection((host, int(port))).close()
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, f"no server listens at {place}"
            time.sleep(0.05)


@contextmanager
def proxy(one: Server, two: Server) -> Iterator[str]:
    """Run a proxy in front of two servers and yield its address."""
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    require_package(program, "HAProxy is missing: apt-get install haproxy")
    place = f"127.0.0.1:{free_port()}"
    names = {
        "SITE": place,
        "SERVER_ONE": one.url.removeprefix("http://"),
        "SERVER_TWO": two.url.removeprefix("http://"),
    }
    command = [str(program), "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")]
    with subprocess.Popen(command, env=os.environ | names, stderr=subprocess.DEVNULL) as running:
        try:
            until_open(place)
            yield f"http://{place}"
        finally:
            running.terminate()
