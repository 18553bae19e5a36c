"""Who goes first, and the pie rule."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_friends import couple


@pytest.mark.heavy
def test_after_the_first_move_the_opponent_may_swap_sides(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server, first="swap")
    one.cell(11).click()
    two.sees("Instead of moving, you can swap sides.")
    expect(one.button("Swap sides")).to_have_count(0)
    two.button("Swap sides").click()
    two.sees("Sides swapped. You're Player 1 now.")
    one.sees("Sides swapped. You're Player 2 now.")
    two.is_told("Sides swapped.")
    one.sees("Your move.")
    one.cell(13).click()
    two.sees_ply(2)
    two.sees("Your move.")
    expect(two.page.locator("[data-notice=sides]")).to_have_count(0)


@pytest.mark.heavy
def test_against_the_computer_the_first_move_alternates(visit: Visit) -> None:
    visitor = visit()
    for plies in (0, 1):
        visitor.open("/#play=light-cycle")
        visitor.page.get_by_role("radio", name="Emil").check()
        visitor.page.get_by_role("radio", name="Book start").check()
        visitor.start()
        visitor.page.wait_for_url("**/duel/*")  # the start page says "Your move." too
        visitor.sees("Your move.")
        visitor.sees_ply(plies)
