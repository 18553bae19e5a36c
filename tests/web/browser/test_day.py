"""The duel of the day: rules with pictures, favourites, earlier days, and a puzzle with its own streak."""

import pytest
from playwright.sync_api import expect

from gridduels import Duel, load_game
from gridduels.engine import solve
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.test_daily import SCREENS, finish

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize("screen", SCREENS)
def test_every_rule_has_a_picture_before_and_after(visit: Visit, screen: dict[str, object]) -> None:
    visitor = visit(**screen)
    visitor.open("/day?day=2026-01-05")
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Kalera")
    expect(visitor.page.locator("#rules li")).to_have_count(3)
    expect(visitor.page.locator("#rules svg")).to_have_count(6)
    check(visitor)
    visitor.page.get_by_role("link", name="Rule book").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Kalera")


def test_the_duel_is_called_by_its_name_while_it_is_played(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/day?day=2026-01-05")
    visitor.page.locator("#choices button").first.click()
    expect(visitor.page.locator("#title")).to_have_text("Kalera")


def test_favourites_stay_and_earlier_days_go_back_to_the_first(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/day?day=2026-01-05")
    star = visitor.page.get_by_role("heading", level=1).get_by_role("button", name="Favourite: Kalera")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    visitor.open("/day")
    expect(visitor.page.locator("#days li")).to_have_count(14)
    visitor.button("Earlier days").click()
    expect(visitor.page.locator("#days li")).to_have_count(28)
    visitor.page.get_by_role("link", name="Kalera").click()
    star.click()
    expect(visitor.page.locator("#favourites")).to_be_hidden()


def test_its_puzzle_counts_for_a_streak_of_its_own(visit: Visit, server: Server) -> None:
    duel = server.get("days?count=1")[0]
    puzzle = server.get_whole(f"puzzles/day?game={duel['code']}&day={duel['day']}")
    game = load_game(duel["code"])
    visitor = visit()
    visitor.open("/day")
    visitor.page.get_by_role("link", name="Solve it").click()
    visitor.sees(duel["name"])
    visitor.sees("have their own streak")
    finish(visitor, solve(game), Duel(game, start=puzzle["start"]))
    visitor.sees("Solved, and it counts towards your streak!")
    visitor.sees("Streak: 1")
    visitor.open("/day")
    visitor.sees("You've already solved this one.")
    visitor.open("/puzzles")
    visitor.sees("Solve it today on the first try to start a streak.")
