"""Pages don't shift while loading, and they are small."""

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.web.browser.server import Server
from tests.web.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.heavy

MOST_SHIFT = 0.02
LATE = 0.5
"""Delay of late parts, in seconds."""
MOST_BYTES = 80_000
"""Bytes loaded on a first visit, before and after the first board."""
SCREENS = pytest.mark.parametrize(
    "screen",
    [PHONE, {"viewport": {"width": 1280, "height": 800}}, PHONE | {"locale": "de"}],
    ids=["phone", "laptop", "german"],
)
PAGES = {
    "/": ".duel-card",
    "/lobby": "#lobby, main",
    "/puzzles": "[role=grid]",
    "/puzzles?game=pathway": "[role=grid]",
    "/ladder": "main li",
    "/day": "#days li",
    "/explore?game=light-cycle&size=3": "text.label",
    "/games": "main h1",
    "/learn/pathway": "[role=grid]",
    "/workshop": ".grid-cell",
    "/gallery": ".gallery-card",
    "/api": ".shell-line button",
}
"""Each page, and what it shows once it is ready."""
WATCH = """
window.shifts = [];
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue; // what a person asks for may move
        const who = entry.sources.map(each => each.node?.outerHTML?.slice(0, 80) ?? each.node?.textContent);
        window.shifts.push([entry.value, ...who]);
    }
}).observe({ type: "layout-shift", buffered: true });
"""


class Observed(Visitor):
    """Return a visitor whose browser reports layout shifts and sizes."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        super().__init__(browser, url, reduced_motion="no-preference", **options)
        self.weight = 0
        self.page.add_init_script(WATCH)
        self.page.on("requestfinished", self._weigh)

    def _weigh(self, request: Request) -> None:
        # Fonts are extra: the first paint doesn't wait for them.
        if not request.url.endswith(".woff2"):
            self.weight += request.sizes()["responseBodySize"]

    def shifts(self) -> list[Any]:
        """Return the layout shifts since the page was opened."""
        settled = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(shifts))))"
        found: list[Any] = self.page.evaluate(settled)
        return found


def check(visitor: Observed) -> None:
    visitor.page.wait_for_load_state("load")
    shifts = visitor.shifts()
    assert sum(value for value, *_ in shifts) < MOST_SHIFT, "\n".join(str(each) for each in shifts)
    assert visitor.weight < MOST_BYTES
    assert visitor.close() == []


@SCREENS
@pytest.mark.parametrize("path", PAGES)
def test_a_page_does_not_move_by_itself_and_weighs_little(
    browser: Browser, server: Server, path: str, screen: dict[str, Any]
) -> None:
    visitor = Observed(browser, server.url, **screen)
    visitor.open(path)
    visitor.page.locator(PAGES[path]).first.wait_for()
    assert visitor.page.locator("html").get_attribute("lang") == screen.get("locale", "en")
    check(visitor)


@SCREENS
@pytest.mark.parametrize("late", ["*.woff2", "api/games", "api/days*"])
def test_the_front_page_does_not_move_when_a_part_of_it_is_late(
    browser: Browser, server: Server, late: str, screen: dict[str, Any]
) -> None:
    def hold(route: Route) -> None:
        time.sleep(LATE)
        route.continue_()

    visitor = Observed(browser, server.url, **screen)
    visitor.page.route(f"**/{late}", hold)
    visitor.open("/")
    visitor.page.locator(".duel-card").first.wait_for()
    expect(visitor.page.locator("#day-board svg")).to_be_visible()
    check(visitor)


@SCREENS
@pytest.mark.parametrize("mode", ["computer", "friend", "watching"])
def test_a_game_does_not_move_by_itself_and_weighs_little(
    browser: Browser, server: Server, mode: str, screen: dict[str, Any]
) -> None:
    made = server.begin("light-cycle", seat=1, p2="random" if mode == "computer" else "human")
    visitor = Observed(browser, server.url, **screen)
    if mode == "watching":
        made["seat"] = None
    visitor.sit(made)
    if mode == "computer":
        visitor.cell(11).click()
        visitor.sees_ply(2)
    check(visitor)
