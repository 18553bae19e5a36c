"""Themes: light, dark or the device's; the same on every page, and always light in print."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gridduels.pictures.palette import DARK, LIGHT, THEMES
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

PAPER = "getComputedStyle(document.body).backgroundColor"
CELL = "getComputedStyle(document.querySelector('.board .cell')).fill"


def rgb(colour: str) -> str:
    red, green, blue = (int(colour[first : first + 2], 16) for first in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


def choose(visitor: Visitor, theme: str) -> None:
    visitor.page.get_by_label("Colours").select_option(theme)


@pytest.mark.heavy
def test_a_theme_holds_on_every_page_and_in_every_tab(visit: Visit) -> None:
    visitor = visit(color_scheme="dark", allow="404")
    visitor.open("/no/such/page")
    assert visitor.page.evaluate(PAPER) == rgb(DARK.paper)
    other = visitor.new_tab()
    other.goto(visitor.url + "/ladder")
    choose(visitor, "sepia")
    for page in (visitor.page, other):
        page.wait_for_function(f"() => {PAPER} === '{rgb(THEMES['sepia'].palette.paper)}'")
    visitor.open("/games")
    expect(visitor.page.get_by_label("Colours")).to_have_value("sepia")
    choose(visitor, "system")
    assert visitor.page.evaluate(PAPER) == rgb(DARK.paper)


@pytest.mark.heavy
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_matches_the_palette_and_is_readable(visit: Visit, server: Server, theme: str) -> None:
    visitor = visit(color_scheme="light" if THEMES[theme].dark else "dark", allow="404")
    visitor.sit(server.begin("blockade", moves=["@2,2"]))
    choose(visitor, theme)
    assert visitor.page.evaluate(PAPER) == rgb(THEMES[theme].palette.paper)
    result = Axe().run(visitor.page)
    assert result.violations_count == 0, result.generate_report()


@pytest.mark.heavy
@pytest.mark.parametrize("theme", ["system", "ink", "contrast"])
def test_a_position_is_printed_light_with_its_moves_and_without_buttons(
    visit: Visit, server: Server, theme: str
) -> None:
    visitor = visit(color_scheme="dark")
    visitor.sit(server.begin("light-cycle", moves=["right", "left", "down"]))
    choose(visitor, theme)
    visitor.page.emulate_media(media="print")
    assert visitor.page.evaluate(CELL) == rgb(LIGHT.cell)
    for seen in ("h1", "[role=grid]", "#strip-above", "#strip-below", "#moves .move >> nth=2"):
        expect(visitor.page.locator(seen)).to_be_visible()
    expect(visitor.page.locator("button:visible:not(.moves button), select:visible, header:visible")).to_have_count(0)
    assert visitor.page.pdf().startswith(b"%PDF")


@pytest.mark.heavy
def test_a_game_can_be_printed_from_the_share_panel(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", moves=["right"]))
    visitor.page.evaluate("window.print = () => { window.printed = true; }")
    visitor.tool("Share").click()
    visitor.button("Print").click()
    visitor.page.wait_for_function("() => window.printed")
    visitor.page.emulate_media(media="print")
    expect(visitor.page.get_by_role("dialog")).to_be_hidden()
