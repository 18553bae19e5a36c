"""The workshop and the gallery: make a duel, see the solver's answer, share it and play it."""

import re

import pytest
from playwright.sync_api import expect

from gridduels.invent.gallery import best
from tests.web.asking import compile_measures
from tests.web.browser.conftest import Visit
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.heavy

LARGE = "duel1-3x6-k1-t1-r1-gn-l-sc"
"""A duel that takes a while to solve."""
NARROW = PHONE | {"viewport": {"width": 360, "height": 640}}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compile_measures()


def press(visitor: Visitor, row: str, key: str) -> None:
    """Press a key in a row of switches."""
    visitor.page.get_by_role("group", name=row, exact=True).get_by_role("radio", name=key, exact=True).check()


def test_the_answer_follows_every_switch_and_names_a_rule_that_does_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/workshop")
    visitor.sees("Player 1 wins in 11 moves.", "#verdict")
    visitor.sees("All 12,147 positions solved.", "#verdict")
    visitor.sees("Unfair: Player 1 wins", "#verdict")
    visitor.sees("Protected paths never matter here.", "#report")
    expect(visitor.page.locator(".idle:visible")).to_have_count(1)
    visitor.button("Remove").click()
    expect(visitor.page.locator(".idle:visible")).to_have_count(0)
    expect(visitor.page).to_have_url(re.compile(r"\?duel=duel1-5x3-o1-t0-r1t-ge-l-s0$"))
    press(visitor, "Goal", "no goal")
    press(visitor, "Leaves", "a wall")
    expect(visitor.page.get_by_role("group", name="Paths that must stay open")).to_be_hidden()
    expect(visitor.page).to_have_url(re.compile(r"\?duel=duel1-5x3-o1-t1-r1t-gn-l-s0$"))
    visitor.sees("Cross Builder Trap", "#name")


def test_the_board_is_painted_on_both_halves_at_once(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/workshop?duel=duel1-3x4-k1-t1-gn-l-sc")
    visitor.cell(2).click()
    assert ["blocked" in label for label in visitor.labels()] == [cell in (2, 9) for cell in range(12)]
    visitor.page.get_by_role("radio", name="Starts").check()
    visitor.cell(1).click()
    assert "Player 1" in visitor.labels()[1]
    assert "Player 2" in visitor.labels()[10]
    expect(visitor.page).to_have_url(re.compile(r"-s1-b4$"))
    visitor.page.get_by_role("button", name="Rows: one more").click()
    assert len(visitor.labels()) == 16
    visitor.sees("positions solved.", "#verdict")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The token has no move at the start."), ("de", "Der Stein hat am Anfang keinen Zug.")],
)
def test_a_contradiction_is_one_sentence_with_a_way_back(visit: Visit, language: str, sentence: str) -> None:
    visitor = visit(allow="422", locale=language)
    visitor.open("/workshop?duel=duel1-4x4-o1-t1-gn-l-sc-b2")
    visitor.cell(4).click()
    expect(visitor.page.locator("#verdict .error")).to_have_text(sentence)
    expect(visitor.page.locator("#result")).to_be_hidden()
    visitor.button({"en": "Undo last change", "de": "Letzte Änderung zurücknehmen"}[language]).click()
    expect(visitor.page.locator("#result")).to_be_visible()
    expect(visitor.page.locator("#verdict .error")).to_have_count(0)


def test_a_large_duel_shows_progress_and_can_be_cancelled(visit: Visit) -> None:
    visitor = visit(allow="422")
    working = {"type": "working", "stage": "finding positions", "done": 812400, "total": None}
    visitor.page.route("**/api/workshop?*", lambda route: route.fulfill(status=202, json=working))
    visitor.page.clock.install()
    visitor.open(f"/workshop?duel={LARGE}")
    visitor.sees("Solving…", "#verdict")
    visitor.sees("812,400 so far. It stops at 1,000,000.", "#verdict")
    expect(visitor.page.locator("#share")).to_be_visible()
    visitor.button("Cancel").click()
    visitor.sees("Not solved.", "#verdict")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.clock.run_for(10_000)
    assert asked == []
    visitor.button("Solve it").click()
    visitor.sees("Solving…", "#verdict")


def test_a_link_shows_the_same_duel_to_someone_else_and_a_friend_can_join_at_once(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.open("/workshop?duel=duel1-3x4-k1-t1-gn-l-sc")
    host.sees("positions solved.", "#verdict")
    press(host, "Steps", "straight")
    link = host.page.get_by_label("Link to this duel").input_value()
    friend.page.goto(link)
    expect(friend.page.get_by_role("radio", name="straight")).to_be_checked()
    host.button("Play a friend now").click()
    host.page.get_by_role("img", name="The link as a QR code").wait_for()
    friend.page.goto(host.page.url)
    friend.accept()
    host.sees_board()
    assert len(host.labels()) == 12


def test_the_computer_plays_a_duel_that_someone_has_made(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/workshop?duel=duel1-3x4-k1-t1-gn-l-sc")
    visitor.button("Play Kismet").click()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees_board()
    visitor.cell(min(visitor.offers())).click()
    visitor.sees_ply(2)


def test_a_link_that_names_no_duel_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/workshop?duel=duel9-what")
    visitor.sees("The link's duel can't be read, so here is another one.", "#message")
    visitor.sees("Player 1 wins in 11 moves.", "#verdict")


def test_the_gallery_shows_the_best_by_their_endings_with_their_books(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/gallery")
    cards = visitor.page.locator(".gallery-card")
    expect(cards).to_have_count(20)
    visitor.button("Traps: get them stuck").click()
    traps = [each for each in best() if each.ending == "trap"]
    expect(cards.locator("visible=true").locator("h2")).to_have_text([each.name for each in traps])
    cards.locator("visible=true").first.get_by_role("link", name="Rule book").click()
    expect(visitor.page.get_by_role("heading", name="Strategy")).to_be_visible()
    assert visitor.page.locator("svg").count() > 3


def test_a_duel_of_the_gallery_is_played_at_once_and_changed_in_the_workshop(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/gallery")
    visitor.page.locator(".gallery-card").first.get_by_role("link", name="Change it").click()
    visitor.sees("positions solved.", "#verdict")
    expect(visitor.page).to_have_url(re.compile("duel=duel1-"))
    visitor.open("/gallery")
    visitor.page.locator(".gallery-card").first.get_by_role("button", name="Play Emil").click()
    visitor.sees_board()


def test_axe_finds_nothing(visit: Visit) -> None:
    visitor = visit(allow="422")
    visitor.open("/workshop")
    visitor.sees("positions solved.", "#verdict")
    check(visitor)
    visitor.open("/workshop?duel=duel1-4x4-o1-t1-gn-l-sc-b12")
    visitor.sees("This duel can't be played.", "#verdict")
    check(visitor)
    visitor.open("/gallery")
    visitor.page.locator(".gallery-card").first.wait_for()
    check(visitor)


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_wider_than_a_narrow_phone_and_the_answer_stays_in_view(visit: Visit, language: str) -> None:
    visitor = visit(**NARROW, locale=language)
    for path, ready in (("/workshop", "#report .shares"), ("/gallery", ".gallery-card")):
        visitor.open(path)
        visitor.page.locator(ready).first.wait_for()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 360
        if path == "/workshop":
            visitor.page.get_by_role("group").last.scroll_into_view_if_needed()
            expect(visitor.page.locator("#verdict h2")).to_be_in_viewport()
