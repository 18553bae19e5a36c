"""axe finds no violations on any page or state of a game: light and dark, phone and desktop."""

from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, ViewportSize, expect

from tests.helpers import SLOW_GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

Look = tuple[Literal["light", "dark"], ViewportSize]
LOOKS: Final[tuple[Look, ...]] = (("dark", {"width": 390, "height": 844}), ("light", {"width": 1440, "height": 900}))
"""Each colour scheme and each layout once, because colours don't depend on the layout."""


def check(visitor: Visitor) -> None:
    """Check that axe finds nothing and that the page has one h1."""
    for scheme, screen in LOOKS:
        visitor.page.set_viewport_size(screen)
        visitor.page.emulate_media(color_scheme=scheme)
        result = Axe().run(visitor.page)
        assert result.violations_count == 0, f"{screen}, {scheme}: {result.generate_report()}"
    expect(visitor.page.locator("h1:visible")).to_have_count(1)


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    return visit(allow="404|WebSocket|ERR_INTERNET_DISCONNECTED")


@pytest.mark.heavy
def test_the_start_page(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.sees("Blockade Runner")
    check(visitor)
    visitor.page.get_by_role("button", name="Play Blockade Runner").click()
    for mode in ("A friend", "Emil", "Someone here", "Watch"):
        visitor.page.get_by_role("radio", name=mode).check()
    for fold in ("Board and clock", "More options", "Full rules"):
        visitor.page.get_by_text(fold, exact=True).click()
    check(visitor)


@pytest.mark.heavy
def test_a_game_from_its_start_to_its_end(visitor: Visitor, server: Server) -> None:
    made = server.begin("blockade", size=3, seat=1, clock={"seconds": 60, "increment": 0})
    visitor.sit(made)
    visitor.page.get_by_role("img", name="The link as a QR code").wait_for()
    check(visitor)
    server.post(f"duels/{made['id']}/join", {"invite": made["invite"]})
    visitor.sees_board()
    visitor.wall.click()
    visitor.cell(4).hover()
    check(visitor)
    visitor.page.keyboard.press("?")
    check(visitor)
    visitor.page.keyboard.press("Escape")
    visitor.tool("Resign").click()
    check(visitor)
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.sees("You lost.")
    check(visitor)


@pytest.mark.heavy
def test_questions_and_notices(visitor: Visitor, server: Server) -> None:
    made = server.begin("pathway", seat=1)
    seat = server.post(f"duels/{made['id']}/join", {"invite": made["invite"]})["secret"]
    visitor.sit(made)
    visitor.cell(1).click()
    visitor.sees_ply(1)
    server.post(f"duels/{made['id']}/move", {"ply": 1, "move": "left"}, seat)
    server.post(f"duels/{made['id']}/takeback", {"ply": 2}, seat)
    visitor.sees("asks to take back “left”.")
    visitor.sees("has left.")
    visitor.context.set_offline(True)
    visitor.sees("Connection lost.")
    check(visitor)


@pytest.mark.heavy
@pytest.mark.parametrize("game", SLOW_GAMES)
def test_the_board_of_each_game_with_its_values(visitor: Visitor, game: str) -> None:
    moves = short_game(game, 3).moves
    visitor.open(f"/explore?game={game}&size=3&moves={','.join(moves)}&ply={len(moves) - 1}")
    expect(visitor.page.locator(".graph svg")).to_be_visible()
    check(visitor)


@pytest.mark.heavy
def test_a_puzzle(visitor: Visitor) -> None:
    visitor.open("/puzzles?game=light-cycle&size=3")
    visitor.sees("to move", "#turn")
    check(visitor)


@pytest.mark.heavy
def test_pages_that_report_errors(visitor: Visitor) -> None:
    for path in ("/no/such/page", "/duel/nosuchgame12"):
        visitor.open(path)
        visitor.sees("Go to the start page")
        check(visitor)


@pytest.mark.heavy
def test_nothing_moves_with_reduced_motion(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    visitor.page.clock.install()
    visitor.open("/")
    visitor.button("Resume the boards").wait_for()
    board = sample_of(visitor)
    before = board.inner_html()
    visitor.page.clock.run_for(10_000)
    assert board.inner_html() == before


@pytest.mark.heavy
def test_boards_move_and_can_be_paused_without_further_requests(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference")
    visitor.page.clock.install()
    visitor.open("/")
    board = sample_of(visitor)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    before = board.inner_html()
    for _ in range(10):  # a board rests for a while at its end
        visitor.page.clock.run_for(1100)
        if board.inner_html() != before:
            break
    assert board.inner_html() != before
    visitor.button("Pause the boards").click()
    visitor.page.clock.run_for(1100)  # the boards of the last step move one after another
    before = board.inner_html()
    visitor.page.clock.run_for(10_000)
    assert board.inner_html() == before
    assert not [url for url in asked if url.endswith("samples.json")]


def sample_of(visitor: Visitor) -> Locator:
    """Wait until the first board of the front page shows a sample game, and return it."""
    board = visitor.page.locator(".duel-card .mini svg").first
    expect(board.locator(".ribbons path, .marks rect")).not_to_have_count(0)
    return board
