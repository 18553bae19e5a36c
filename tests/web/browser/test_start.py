"""The position on the front page is played against Emil, on a slow server too."""

import json

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.heavy

UP, LEFT, RIGHT = 1, 5, 7
"""The cells of the three moves; only right wins."""


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    visitor = visit(**PHONE, allow="504")
    visitor.open("/")
    expect(visitor.page.locator("#turn")).to_have_text("Your move")
    assert visitor.offers() == {UP, LEFT, RIGHT}
    return visitor


@pytest.mark.parametrize(("cell", "words"), [(RIGHT, "You're still winning."), (UP, "Emil is winning now.")])
def test_a_move_is_answered_and_judged(visitor: Visitor, cell: int, words: str) -> None:
    visitor.cell(cell).tap()
    visitor.sees(words, "#message")
    expect(visitor.page.locator("#turn")).to_have_text("Your move")
    assert "Player 1" in visitor.labels()[cell]


def test_while_a_move_is_answered_no_other_one_is_played(visitor: Visitor) -> None:
    held: list[Route] = []
    visitor.page.route("**/api/line?*", lambda route: held.append(route), times=1)
    visitor.cell(RIGHT).tap()
    expect(visitor.page.get_by_role("grid")).to_be_visible()
    assert visitor.offers() == set()
    visitor.cell(LEFT).tap()
    held[0].continue_()
    visitor.sees("You're still winning.", "#message")
    assert "Player 1" in visitor.labels()[RIGHT]


def test_a_refused_move_is_taken_back_and_can_be_played_again(visitor: Visitor) -> None:
    refusal = json.dumps({"type": "refused", "code": "slow", "sentence": "The server is too slow."})
    visitor.page.route("**/api/line?*", lambda route: route.fulfill(status=504, body=refusal))
    visitor.cell(RIGHT).tap()
    visitor.sees("The server is too slow.", "#message")
    assert visitor.offers() == {UP, LEFT, RIGHT}
    visitor.page.unroute("**/api/line?*")
    visitor.cell(RIGHT).tap()
    visitor.sees("You're still winning.", "#message")
