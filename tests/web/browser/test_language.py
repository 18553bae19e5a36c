"""The page in German, chosen by the browser's language or by the visitor, without a word of English."""

import re
import time
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from gridduels import Duel, load_game
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import PHONE

PATIENCE: Final = 60.0
ENGLISH = re.compile(
    r"\b(the|you|your|and|with|from|move|moves|player|game|board|play|rules|wins?|won|lost|settings|keys|share|back|of|to)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"Grid Duels|Light Cycle Duel|Pathway Duel|Grid Runner Duel|Blockade Runner|GridLock|English")
EVERYTHING = """() => {
    const labelled = [...document.querySelectorAll("[aria-label], [title], [alt]")];
    const labels = labelled.flatMap(each => [each.ariaLabel, each.title, each.alt]);
    return [document.title, document.body.innerText, ...labels].filter(Boolean).join("\\n");
}"""


def english(page: Page) -> list[str]:
    """Return the lines of a page that contain common English words; names don't count."""
    lines = dict.fromkeys(NAMES.sub("", page.evaluate(EVERYTHING)).splitlines())
    return [line for line in lines if ENGLISH.search(line)]


def sees_no_english(page: Page) -> None:
    """Check that a page's texts contain no English; retry while parts of it are still being replaced."""
    until = time.monotonic() + PATIENCE
    while (found := english(page)) and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert found == []


@pytest.mark.heavy
def test_a_game_in_german_has_no_english_text(visit: Visit, server: Server) -> None:
    visitor = visit(locale="de-DE", **PHONE)
    page, duel = visitor.page, Duel(load_game("light-cycle"))
    visitor.sit(server.begin("light-cycle", p2="easy", seat=1))
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.locator("#strip-below")).to_contain_text("Du bist dran.")
    sees_no_english(page)
    visitor.cell(0).click()
    expect(page.locator("#message")).not_to_be_empty()
    sees_no_english(page)
    page.get_by_role("button", name="Tipp").click()
    expect(page.locator("#message")).to_contain_text("Du kannst den Sieg erzwingen")
    sees_no_english(page)
    visitor.button("Mehr").click()
    page.get_by_role("button", name="Regeln").click()
    expect(page.get_by_role("dialog")).to_contain_text("Jeder steuert ein Lichtrad.")
    sees_no_english(page)
    page.get_by_role("button", name="Schließen").click()
    visitor.play(duel, "right")
    expect(page.locator("#moves li").first).to_contain_text("rechts")
    visitor.button("Mehr").click()
    page.get_by_role("button", name="Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    expect(page.locator("#end")).to_contain_text("Cleo hat dich erwischt.")
    expect(page.locator("#end")).to_contain_text("Genaue Züge")
    sees_no_english(page)


DRAWN: Final = {
    "/": ".duel-card .mini svg",
    "/lobby": "#pairs button",
    "/puzzles": "[role=grid]",
    "/ladder": "#rungs li",
    "/explore": "[role=grid]",
    "/games": "#no-going",
    "/learn/pathway": "[role=grid]",
    "/api": "#paths",
    "/nothing": "h1",
}
"""A part of each page that appears once the page is complete."""


@pytest.mark.heavy
@pytest.mark.parametrize("path", DRAWN)
def test_no_page_has_english_text_in_german(visit: Visit, path: str) -> None:
    visitor = visit(locale="de-AT", allow="404")
    visitor.open(path)
    expect(visitor.page.locator(DRAWN[path]).last).to_be_visible()
    visitor.page.evaluate("document.querySelectorAll('[translate=no]').forEach(each => each.remove())")
    sees_no_english(visitor.page)


@pytest.mark.heavy
def test_another_language_is_chosen_at_the_top_and_remembered(visit: Visit) -> None:
    visitor = visit(locale="fr-FR")
    visitor.open("/ladder")
    heading = visitor.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("The ladder")
    visitor.page.get_by_label("Language").select_option("de")
    expect(heading).to_have_text("Die Leiter")
    visitor.open("/games")
    expect(heading).to_have_text("Deine Spiele")
    visitor.page.get_by_label("Sprache").select_option("en")
    expect(heading).to_have_text("Your games")


@pytest.mark.heavy
def test_a_german_page_never_flashes_english_and_nothing_moves(visit: Visit) -> None:
    visitor = visit(locale="de-DE")
    visitor.page.add_init_script("""
        window.seen = [];
        window.shift = 0;
        new PerformanceObserver(list => list.getEntries().forEach(each => window.shift += each.value))
            .observe({type: "layout-shift", buffered: true});
        const look = () => {
            const title = document.querySelector("h1");
            if (title && getComputedStyle(title).visibility === "visible") window.seen.push(title.textContent);
            requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    """)
    visitor.page.route("**/texts/de/*.js", lambda route: route.fulfill(response=route.fetch()))
    visitor.open("/ladder")
    expect(visitor.page.locator("#rungs li").first).to_be_visible()
    assert set(visitor.page.evaluate("window.seen")) == {"Die Leiter"}
    assert visitor.page.evaluate("window.shift") < 0.02
