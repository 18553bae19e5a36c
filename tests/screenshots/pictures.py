"""The pictures in the docs and the README: how each one is taken and what it shows.

`python -m tests.screenshots.pictures` (make pictures) retakes them all. Every picture comes from the running
product, on a fixed day and without animations. `docs/pictures/shown.json` records what each one shows: the characters
of a terminal, or the visible texts of a page with a digest of its colours and type. Fonts are drawn differently from
machine to machine, so the tests compare these records, never pixels.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest import mock

from playwright.sync_api import Browser, Page, expect, sync_playwright

from gridduels import Duel, load_game
from gridduels.files import write_atomically
from gridduels.pictures.scene import BOARD, board_shapes, turn_shapes
from gridduels.pictures.shapes import Label
from gridduels.pictures.svg import shapes_svg, style_sheet
from gridduels.terminal.arcade.play import PlayScreen
from tests.terminal.arcade.openers import home, pushed
from tests.terminal.arcade.stage import Stage, friends, on_stage
from tests.web.browser.conftest import CHROMIUM
from tests.web.browser.server import Server
from tests.web.browser.states import end_lost, invited
from tests.web.browser.visitor import PHONE, Visitor

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
RECORD: Final = FOLDER / "shown.json"
NOW: Final = datetime(2026, 1, 7, 10, tzinfo=UTC)
"""When every picture is taken."""
Shown = dict[str, Any]
"""What a picture shows, according to its record."""


# --- The five boards


BOARDS: Final = {
    "light-cycle": "right left up down up",
    "pathway": "right left down up right",
    "grid-runner": "down up right left",
    "gridlock": "up3 left3",
    "blockade": "right @2,0 down left @3,3 left",
}
SIDE, CARD, GAP, TOP, HEIGHT = 150, 170, 10, 46, 238
CARDS: Final = """
.card { fill: #ffffff; stroke: #d9d7cf }
@media (prefers-color-scheme: dark) { .card { fill: #1a2029; stroke: #39424f } }
"""


def boards_svg() -> str:
    """Draw the five games, each after a few moves."""
    width = 2 + len(BOARDS) * (CARD + GAP) - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" role="img">',
        "<title>The five games, each after a few moves</title>",
        f"<style>{style_sheet()}{CARDS}</style>",
    ]
    for number, (id, moves) in enumerate(BOARDS.items()):
        lines += _card(number, Duel(load_game(id), moves))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _card(number: int, duel: Duel) -> Iterator[str]:
    left = 1 + number * (CARD + GAP)
    inside = left + (CARD - SIDE) / 2
    yield f'<rect class="card" x="{left}" y="1" width="{CARD}" height="{HEIGHT - 2}" rx="8"/>'
    yield from shapes_svg([Label("title", left + 12, 24, 14, duel.game.title, "start")])
    yield f'<g transform="translate({inside:g} {TOP}) scale({SIDE / BOARD:.4g})">'
    yield from shapes_svg(board_shapes(duel, 0, 0, BOARD, legal=True))
    yield "</g>"
    yield from shapes_svg(turn_shapes(duel, left + 12, TOP + SIDE + 24, 12))


# --- Arcade screens


class Screen(NamedTuple):
    """An arcade screen: how to reach it, and the size of the terminal."""

    reach: Callable[[Stage], Awaitable[Any]]
    columns: int
    rows: int


async def _values(stage: Stage) -> None:
    await pushed(lambda stage: PlayScreen(friends("light-cycle", "right left up up")))(stage)
    await stage.press("e")
    await stage.sees("wins in")


SCREENS: Final = {"arcade-home.png": Screen(home, 100, 32), "arcade-duel.png": Screen(_values, 80, 24)}


class _Day(date):
    """A calendar stopped at the pictures' day."""

    @classmethod
    def today(cls) -> "_Day":
        return cls(NOW.year, NOW.month, NOW.day)


def screen_of(name: str) -> tuple[Shown, str]:
    """Return what an arcade screen shows, and the screen as SVG."""
    screen = SCREENS[name]

    async def script(stage: Stage) -> tuple[str, str]:
        await screen.reach(stage)
        await stage.until(lambda: "? all keys" in stage.text.splitlines()[-1])
        await stage.rest()
        return stage.text, stage.arcade.export_screenshot()

    with (
        mock.patch("gridduels.terminal.arcade.home.date", _Day),
        mock.patch("gridduels.terminal.arcade.app.date", _Day),
        mock.patch("gridduels.invent.gallery.today", _Day.today),
    ):
        text, svg = on_stage(script, size=(screen.columns, screen.rows))
    return {"text": text.splitlines()}, svg


# --- Pages


class PagePicture(NamedTuple):
    """A page: how to reach it, and the size of the window."""

    reach: Callable[[Visitor, Server], None]
    window: dict[str, Any]


def _start(visitor: Visitor, server: Server) -> None:
    visitor.open("/")
    expect(visitor.page.locator("#today-board svg")).to_be_visible()
    expect(visitor.page.locator("#games .mini svg")).to_have_count(5)
    expect(visitor.page.locator("#turn")).not_to_be_empty()


def _analysis(visitor: Visitor, server: Server) -> None:
    duel = Duel(load_game("light-cycle"), "right left up up up up right right down down")
    visitor.sit(server.begin("light-cycle", moves=list(duel.moves)))
    visitor.tool("Analysis").click()
    visitor.button("Next mistake").click()
    visitor.page.locator("text.label").first.wait_for()


def _day(visitor: Visitor, server: Server) -> None:
    visitor.open("/day")
    expect(visitor.page.locator("#days svg")).to_have_count(7)


def _invited(visitor: Visitor, server: Server) -> None:
    invited(visitor, server)
    visitor.button("Resume the board").wait_for()


def _wide(height: int, scheme: str = "light") -> dict[str, Any]:
    return {"viewport": {"width": 1280, "height": height}, "color_scheme": scheme}


PAGES: Final = {
    "browser-start.png": PagePicture(_start, _wide(1000)),
    "browser-invitation.png": PagePicture(_invited, PHONE),
    "browser-end.png": PagePicture(end_lost, _wide(900)),
    "browser-analysis.png": PagePicture(_analysis, _wide(800, "dark")),
    "browser-day.png": PagePicture(_day, _wide(800)),
}

ON_THAT_DAY: Final = f"""
import time
clock, begun = time.time, time.time()
time.time = lambda: {NOW.timestamp()} + clock() - begun
import gridduels.cli
gridduels.cli.run()
"""
"""A program that runs gridduels with its clock set to that day."""


SAME: Final = 5
"""The number of consecutive identical readings after which a page counts as settled."""


def day_server(folder: Path) -> Server:
    """Return a server whose clock is set to that day."""
    return Server(folder, program=("-c", ON_THAT_DAY))


VISIBLE: Final = """() => {
  const texts = [], looks = new Set();
  for (const each of document.body.querySelectorAll("*")) {
    const { width, height, top, left, bottom, right } = each.getBoundingClientRect();
    if (!width || !height || !each.checkVisibility()) continue;
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) continue;
    const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const label = each.getAttribute("aria-label");
    if (own.length) texts.push(own.map((node) => node.data.trim().replace(/\\s+/g, " ")).join(" "));
    if (label) texts.push(`[${label}]`);
    const style = getComputedStyle(each);
    const drawn = ["color", "backgroundColor", "fontFamily", "fontSize", "fontWeight", "borderRadius", "fill"];
    looks.add(`${each.tagName} ${drawn.map((name) => style[name]).join(" ")}`);
  }
  return { texts, looks: [...looks].sort().join("\\n") };
}"""
"""The texts and labels in the window, and the colours and fonts of everything in it."""


def _settled(page: Page) -> Any:
    """Return what a page shows once it has stopped changing."""
    found, same = page.evaluate(VISIBLE), 0
    while same < SAME:
        page.wait_for_timeout(200)
        before, found = found, page.evaluate(VISIBLE)
        same = same + 1 if found == before else 0
    return found


def page_of(name: str, browser: Browser, server: Server, file: Path | None = None) -> Shown:
    """Return what a page shows, and take its picture if there is a file for it."""
    picture = PAGES[name]
    visitor = Visitor(browser, server.url, locale="en-GB", timezone_id="UTC", **picture.window)
    visitor.page.clock.set_fixed_time(NOW)
    picture.reach(visitor, server)
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate("() => document.fonts.ready.then(() => document.activeElement?.blur())")
    found = _settled(visitor.page)
    if file:
        visitor.page.screenshot(path=file)
    complaints = visitor.close()
    assert complaints == []
    return {"text": found["texts"], "look": hashlib.sha256(found["looks"].encode()).hexdigest()[:16]}


# --- The command


def recorded() -> dict[str, Shown]:
    """Return the records of the pictures by name."""
    found: dict[str, Shown] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def digest(path: Path) -> str:
    """Return the digest that connects a picture with its record."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _draw_terminal(browser: Browser, svg: str, file: Path) -> None:
    """Draw a screen of the arcade, with the fonts of this machine instead of those that the SVG would load."""
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: 1000px }}</style>{svg}")
    page.locator("svg").first.screenshot(path=file)
    page.close()


def main() -> None:
    """Retake every picture. They are replaced together, after the last one is taken."""
    with tempfile.TemporaryDirectory() as folder:
        taken = Path(folder) / "pictures"
        taken.mkdir()
        os.environ["GRIDDUELS_CONFIG"] = folder
        os.environ.setdefault("GRIDDUELS_CACHE", folder)
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        screens = {name: screen_of(name) for name in SCREENS}  # first, since Playwright allows no other event loop
        shown = {name: found for name, (found, _) in screens.items()}
        with sync_playwright() as playwright, day_server(Path(folder)) as server:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name, (_, svg) in screens.items():
                _draw_terminal(browser, svg, taken / name)
            for name in PAGES:
                shown[name] = page_of(name, browser, server, taken / name)
            browser.close()
        record = {name: {"file": digest(taken / name), **found} for name, found in shown.items()}
        write_atomically(FOLDER / "boards.svg", boards_svg())
        for name in shown:
            write_atomically(FOLDER / name, [(taken / name).read_bytes()])
        write_atomically(RECORD, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    print(f"Took {len(shown) + 1} pictures. Look at them in {FOLDER}.")


if __name__ == "__main__":
    main()
