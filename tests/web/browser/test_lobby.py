"""The lobby: pairing, challenges, bots that step in, and games to watch."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, Request, expect

from gridduels import Duel, load_game
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import PHONE, Visitor
from tests.web.server import Server as HastyServer

SCREENS = [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone")]


@pytest.fixture
def offered(server: Server) -> Iterator[None]:
    """Withdraw all offers."""
    yield
    for each in server.get("lobby")["challenges"]:
        with suppress(HTTPError):  # it may just have been withdrawn
            server.post(f"duels/{each['id']}/join", {})


@pytest.mark.heavy
@pytest.mark.parametrize("screen", SCREENS)
def test_two_people_who_want_the_same_game_are_paired(visit: Visit, screen: dict[str, object]) -> None:
    one, two = visit(**screen), visit(**screen)
    one.open("/lobby")
    one.button("Pathway Duel").click()
    one.sees("Looking for someone to play Pathway Duel")
    two.open("/lobby")
    two.sees("wants to play now", "#challenges")
    two.button("Pathway Duel").click()
    for visitor in (one, two):
        visitor.page.wait_for_url("**/duel/*")
        visitor.sees_board()
        expect(visitor.page.locator("#title")).to_contain_text("Pathway Duel")


@pytest.mark.heavy
def test_a_challenge_is_offered_found_at_once_and_taken(visit: Visit, offered: None) -> None:
    maker, taker = visit(), visit()
    taker.open("/lobby")
    taker.sees("No one is waiting right now.")
    maker.open("/lobby")
    maker.button("Offer a game").click()
    maker.page.get_by_label("Game", exact=True).select_option("GridLock")
    maker.page.get_by_label("Clock").select_option("no clock")
    maker.button("Offer this game").click()
    maker.sees("Looking for someone to play GridLock")
    taker.page.get_by_role("button", name=re.compile(r"^Play GridLock, 7×7, no clock, you play")).click()
    taker.sees_board()
    maker.page.wait_for_url("**/duel/*")
    maker.sees_board()


@pytest.mark.heavy
def test_cancelling_or_leaving_withdraws_the_offer(visit: Visit, server: Server) -> None:
    visitor, other = visit(), visit()
    other.open("/lobby")
    for way in ("Cancel", "another page"):
        visitor.open("/lobby")
        visitor.button("Grid Runner Duel").click()
        other.sees("Grid Runner Duel", "#challenges")
        visitor.button("Cancel").click() if way == "Cancel" else visitor.open("/robots.txt")
        expect(other.page.locator("#challenges li")).to_have_count(0)
    visitor.open("/")
    visitor.sees("Blockade Runner")


@pytest.mark.heavy
def test_a_bot_steps_in_if_no_one_comes_and_says_so(browser: Browser, tmp_path: Path) -> None:
    with HastyServer(tmp_path, pair_seconds=2.0) as server:
        visitor = Visitor(browser, server.url)
        visitor.open("/lobby")
        visitor.sees("If no one joins within 2 seconds, a bot plays you.")
        visitor.button("Light Cycle Duel").click()
        visitor.sees(re.compile(r"A bot steps in after \d+ s"))
        visitor.page.wait_for_url("**/duel/*")
        visitor.sees_board()
        expect(visitor.page.locator(".strip .name").filter(has_text="Emil")).to_be_visible()
        assert visitor.close() == []


def watched(server: Server, **options: object) -> Duel:
    duel = Duel(load_game("light-cycle"), "up up")
    server.begin("light-cycle", moves=list(duel.moves), **options)
    return duel


def test_public_games_are_shown_live_and_private_ones_are_not(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", moves=["up", "up"], listed=True)
    watched(server)
    visitor = visit()
    visitor.open("/lobby")
    thumb = visitor.page.get_by_role("link", name="Watch Light Cycle Duel")
    expect(thumb).to_have_count(1)
    expect(thumb).to_contain_text("two people, move 2")
    server.post(f"duels/{made['id']}/move", {"ply": 2, "move": "up"}, made["seat"]["secret"])
    expect(thumb).to_contain_text("move 3")
    thumb.click()
    visitor.sees_ply(3)
    server.post(f"duels/{made['id']}/resign", {"ply": 3}, made["seat"]["secret"])


@pytest.mark.heavy
def test_axe_finds_nothing_in_the_lobby(visit: Visit, server: Server, offered: None) -> None:
    visitor = visit(allow="404")
    server.begin("blockade", offer=True, seat=1, clock={"seconds": 60})
    made = server.begin("gridlock", moves=["up2"], listed=True)
    visitor.open("/lobby")
    visitor.sees("1 minute each", "#challenges")
    check(visitor)
    visitor.button("Offer a game").click()
    check(visitor)
    visitor.button("Close").click()
    visitor.button("Pathway Duel").click()
    visitor.sees("Looking for someone")
    check(visitor)
    visitor.button("Cancel").click()
    server.post(f"duels/{made['id']}/resign", {"ply": 1}, made["seat"]["secret"])


@pytest.mark.heavy
def test_the_lobby_weighs_little(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url)
    finished: list[Request] = []
    visitor.page.on("requestfinished", lambda request: finished.append(request))
    visitor.open("/lobby")
    visitor.sees("Play someone now")
    expect(visitor.page.locator("#main")).not_to_have_attribute("aria-busy", "true")
    assert 0 < sum(request.sizes()["responseBodySize"] for request in finished) < 80_000
    visitor.close()
