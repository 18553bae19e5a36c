"""Layout: nothing overlaps or overflows."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Route, expect

from gridduels import Duel, load_game
from tests.helpers import GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game
from tests.web.browser.server import Server
from tests.web.browser.visitor import PHONE

NARROW = PHONE | {"viewport": {"width": 320, "height": 568}}


def overlapping(parts: Locator) -> list[tuple[str, str]]:
    """Return pairs of elements whose texts overlap."""
    boxes: list[tuple[str, float, float, float, float]] = parts.evaluate_all("""all => all.map(each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const box = range.getBoundingClientRect();
        return [each.textContent, box.left, box.top, box.right, box.bottom];
    })""")
    return [
        (one, two)
        for number, (one, left, top, right, bottom) in enumerate(boxes)
        for two, left2, top2, right2, bottom2 in boxes[:number]
        if left < right2 and left2 < right and top < bottom2 and top2 < bottom
    ]


@pytest.mark.heavy
def test_the_texts_of_a_card_do_not_overlap_on_a_narrow_phone(visit: Visit) -> None:
    visitor = visit(**NARROW)
    visitor.open("/")
    cards = visitor.page.locator(".duel-card")
    cards.first.wait_for()
    for number in range(cards.count()):
        assert overlapping(cards.nth(number).locator("button, h3, p, a")) == []


SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}


@pytest.mark.heavy
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_the_header_is_one_row_and_the_pages_are_tabs_at_the_bottom(visit: Visit, language: str) -> None:
    visitor = visit(**SMALL, locale=language)
    visitor.open("/robots.txt")
    visitor.page.evaluate("""() => {
        const day = new Date(Date.now() - 86400000).toISOString().slice(0, 10);
        localStorage["gridduels.daily"] = JSON.stringify({[day]: {marks: ["right"], solved: true, counts: true}});
    }""")
    for path in ("/", "/games"):
        visitor.open(path)
        expect(visitor.page.locator("#streak-chip")).to_have_text("1")
        for parts, count in (("header.site > :not(nav)", 4), ("header.site nav a:visible", 5)):
            boxes = visitor.page.locator(parts).evaluate_all("all => all.map(each => each.getBoundingClientRect())")
            assert len(boxes) == count
            assert all(box["left"] >= 0 and box["right"] <= 360 for box in boxes)
            middles = [box["top"] + box["height"] / 2 for box in boxes]
            assert max(middles) - min(middles) < 4
        assert visitor.page.locator("header.site nav a:visible").evaluate_all(
            "all => all.every(each => each.scrollWidth <= each.clientWidth)"
        )


@pytest.mark.heavy
def test_nothing_on_the_strips_is_cut_on_a_phone(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", seat=1, name="Annegret Maximiliane", clock={"seconds": 600, "increment": 3})
    server.post(f"duels/{made['id']}/join", {"invite": made["invite"], "name": "Bartholomäus der XXIII."})
    visitor = visit(**SMALL)
    visitor.sit({**made, "invite": None})
    visitor.sees("away", "#strip-above")
    cut = """all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.className)"""
    assert visitor.page.locator(".strip > *").evaluate_all(cut) == []


@pytest.mark.heavy
def test_the_temperament_of_an_opponent_is_shown_whole_without_moving_the_board(visit: Visit, server: Server) -> None:
    visitor = visit(**SMALL)
    held: list[Route] = []
    visitor.page.route("**/api/ladder", lambda route: held.append(route))
    visitor.sit(server.begin("light-cycle", seat=1, p2="level:5"))
    visitor.sees("Player 2", "#strip-above .who")
    board = visitor.page.get_by_role("grid")
    before = board.bounding_box()
    for route in held:
        route.continue_()
    who = visitor.page.locator("#strip-above .who")
    expect(who).to_have_text("Fears the edge. Never misses a win in one.")
    assert who.evaluate("who => who.scrollWidth <= who.clientWidth")
    assert board.bounding_box() == before


LAPTOP = {"viewport": {"width": 1280, "height": 800}}
SCREENS = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])


@pytest.mark.heavy
def test_what_if_covers_nothing_of_the_board_on_a_narrow_phone(visit: Visit, server: Server) -> None:
    visitor = visit(**NARROW, locale="de")
    visitor.sit(server.begin("light-cycle", p2="random", seat=1))
    for words in ("Schau dir das Brett links", "Am besten ist rechts", "Nicht hoch"):
        visitor.button("Tipp").click()
        visitor.is_told(words)
    visitor.button("Zurück").wait_for()
    bottom = visitor.page.locator("#whatif").evaluate("banner => banner.getBoundingClientRect().bottom")
    assert visitor.page.locator("#board").evaluate("board => board.getBoundingClientRect().top") >= bottom


@pytest.mark.heavy
@pytest.mark.parametrize("size", [PHONE, SMALL, LAPTOP], ids=["phone", "small phone", "laptop"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_started_without_scrolling(visit: Visit, game: str, size: dict[str, object]) -> None:
    visitor = visit(**size)
    visitor.open(f"/#play={game}")
    panel = visitor.page.get_by_role("dialog")
    for mode in ("Emil", "A friend", "Someone here", "Watch"):
        panel.get_by_role("radio", name=mode).check()
        expect(panel.locator("button[type=submit]")).to_be_in_viewport(ratio=1)
        assert panel.evaluate("panel => panel.scrollWidth - panel.clientWidth") == 0, mode
        if mode == "Emil":
            button = panel.locator("button[type=submit]").bounding_box()
            for start in ("Even start", "Book start"):
                expect(panel.get_by_text(start)).to_be_in_viewport(ratio=1)
                place = panel.get_by_text(start).bounding_box()
                assert place
                assert button
                assert place["y"] + place["height"] < button["y"]


_COVERED: Final = """cells => cells.filter(cell => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return !found?.closest("#board");
}).length"""


_UNUSED: Final = """graph =>
    graph.clientWidth - graph.querySelector(".axis").getBoundingClientRect().width"""
"""How much of a graph's width its axis leaves free, in pixels."""


@pytest.mark.heavy
@pytest.mark.parametrize("size", [PHONE, SMALL, LAPTOP], ids=["phone", "small phone", "laptop"])
def test_analysis_keeps_the_board_in_view(visit: Visit, server: Server, size: dict[str, object]) -> None:
    duel = short_game("light-cycle")
    visitor = visit(**size)
    winner = duel.ended.winner
    visitor.sit(server.begin("light-cycle", moves=list(duel.moves), seat=3 - winner, **{f"p{winner}": "level:5"}))
    visitor.button("Analysis").scroll_into_view_if_needed()
    visitor.button("Analysis").click()
    graph = visitor.page.get_by_role("slider")
    expect(graph).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator("#analysis .note")).to_be_in_viewport(ratio=1)
    assert graph.evaluate(_UNUSED) <= 12
    for scrolled in (0, 150, 400, 100_000):
        visitor.page.evaluate("to => scrollTo(0, to)", scrolled)
        for cell in visitor.page.get_by_role("gridcell").all():
            expect(cell).to_be_in_viewport(ratio=1)
        assert visitor.page.get_by_role("gridcell").evaluate_all(_COVERED) == 0
        if size is not LAPTOP:
            expect(graph).to_be_in_viewport(ratio=1)
            expect(visitor.page.locator("#moves [aria-current]")).to_be_in_viewport(ratio=0.9)
    visitor.button("Analysis").click()
    expect(visitor.page.locator("#end").get_by_role("slider")).to_be_attached()
    expect(visitor.page.locator("#moves-card #moves")).to_be_attached()


@pytest.mark.heavy
@SCREENS
def test_the_value_of_every_move_stays_within_its_button(visit: Visit, size: dict[str, object]) -> None:
    duel = Duel(load_game("pathway"), "right left down up")
    visitor = visit(**size)
    visitor.open(f"/explore?game=pathway&moves={','.join(duel.moves)}")
    visitor.page.locator(".moves .worth:not(:empty)").first.wait_for()
    # The longest text that can appear there.
    visitor.page.locator(".moves .worth").evaluate_all("""all => all.forEach(each => {
        each.textContent = "-18 blunder";
        each.closest("button").classList.add("wrong");
    })""")
    outside = """all => all.filter(each => {
        const [worth, button] = [each, each.closest("button")].map(part => part.getBoundingClientRect());
        return worth.right > button.right - 4 || worth.left < button.left || worth.bottom > button.bottom;
    }).length"""
    assert visitor.page.locator(".moves .worth").evaluate_all(outside) == 0


def test_each_setting_has_a_line_of_its_own(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/explore?game=light-cycle&size=3")
    visitor.sees_board()
    visitor.button("Settings").click()
    boxes = visitor.page.get_by_role("checkbox")
    assert len(boxes.evaluate_all("all => [...new Set(all.map(each => each.getBoundingClientRect().left))]")) == 1
    assert overlapping(visitor.page.locator("dialog label")) == []


@pytest.mark.heavy
@SCREENS
def test_the_board_stays_where_it_is_from_the_first_notice_to_the_end(
    visit: Visit, server: Server, size: dict[str, object]
) -> None:
    made = server.begin("light-cycle", size=3, seat=1)
    path, visitor = f"duels/{made['id']}", visit(**size)
    visitor.sit(made)
    seat = server.post(f"{path}/join", {"invite": made["invite"]})["secret"]
    visitor.sees_board()
    place = visitor.page.get_by_role("grid").bounding_box()
    played = short_game("light-cycle", 3)
    for ply, move in enumerate(played.moves):
        server.post(f"{path}/move", {"ply": ply, "move": move}, (made["seat"]["secret"], seat)[ply % 2])
        visitor.sees_ply(ply + 1)
        if ply == 1:
            server.post(f"{path}/takeback", {"ply": 2}, seat)
            visitor.sees("asks to take back")
            assert visitor.page.get_by_role("grid").bounding_box() == place
    visitor.page.locator("#end .figure").first.wait_for()
    assert visitor.page.get_by_role("grid").bounding_box() == place
