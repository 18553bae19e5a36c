"""axe finds no violations in any state of the newer pages: light and dark, phone and desktop."""

from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.states import STATES
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import Visitor

LAPTOP: Final = (1440, 900)
LOOKS: Final[dict[str, tuple[tuple[int, int], dict[str, Any]]]] = {
    "light": (LAPTOP, {"color_scheme": "light"}),
    "dark": (LAPTOP, {"color_scheme": "dark"}),
    "forced colours": (LAPTOP, {"forced_colors": "active"}),
    "200 % zoom": ((720, 450), {}),
    "360 px": ((360, 740), {}),
}
"""Zoom halves the size of a window in CSS pixels."""


@pytest.mark.heavy
@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing(visit: Visit, server: Server, name: str) -> None:
    visitor = visit(allow="409")
    STATES[name](visitor, server)
    check(visitor)


def front(visitor: Visitor, server: Server) -> None:
    visitor.open("/")
    visitor.page.locator(".duel-card .mini svg").last.wait_for()


def duel(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.begin("blockade", p2="level:6", seat=1))
    visitor.button("More").click()


def what_if(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.begin("light-cycle", p2="level:6", seat=1))
    for words in ("Look at the middle left.", "Best is right", "Not up"):
        visitor.button("Hint").click()
        visitor.is_told(words)
    visitor.page.locator("#whatif").wait_for()


def day(visitor: Visitor, server: Server) -> None:
    visitor.open("/day")
    visitor.page.locator("#days li").first.wait_for()


PAGES: Final = {
    "front": front,
    "duel": duel,
    "what if": what_if,
    "end": STATES["end-lost"],
    "puzzles": STATES["daily"],
    "ladder": STATES["ladder"],
    "lobby": STATES["lobby"],
    "day": day,
}


@pytest.mark.heavy
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_any_colours_at_any_width(visit: Visit, server: Server, name: str) -> None:
    visitor = visit()
    PAGES[name](visitor, server)
    for look, ((width, height), media) in LOOKS.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.emulate_media(**{"color_scheme": "light", "forced_colors": "none"} | media)
        result = Axe().run(visitor.page)
        assert result.violations_count == 0, f"{look}: {result.generate_report()}"
        over = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{look}: the page is {over} pixels too wide"
