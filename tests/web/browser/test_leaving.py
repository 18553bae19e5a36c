"""An opponent who leaves or declines."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.visitor import Visitor
from tests.web.server import Server

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def hasty(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short patience for absent players."""
    folder = Path(tmp_path_factory.mktemp("hasty"))
    with Server(folder, missed_seconds=0.2, claim_seconds=0.2, claim_unclocked_seconds=60.0) as running:
        yield running


def sat(browser: Browser, server: Server, **options: Any) -> tuple[Visitor, Visitor]:
    """Return two people playing each other."""
    id, *secrets = server.friends(**options)
    both = Visitor(browser, server.url), Visitor(browser, server.url)
    for visitor, secret in zip(both, secrets, strict=True):
        visitor.sit({"id": id, "seat": {"secret": secret}, "invite": None})
    return both


def test_the_win_can_be_claimed_if_the_opponent_stays_away(browser: Browser, hasty: Server) -> None:
    one, two = sat(browser, hasty, clock={"seconds": 600})
    assert two.close() == []
    one.button("Claim the win").click()
    one.sees("You won.", "#end")
    one.sees("Your opponent left the game.", "#end")
    assert one.close() == []


def test_an_abandoned_game_can_end_without_a_winner(browser: Browser, hasty: Server) -> None:
    one, two = sat(browser, hasty, clock={"seconds": 600})
    assert two.close() == []
    one.button("End without a winner").click()
    one.sees("Nobody won.", "#end")
    one.sees("The game was aborted and doesn't count.", "#end")
    one.sees("You 0 : 0 Your opponent", "#end")
    one.open("/games")
    one.sees("No result", "#history")
    expect(one.page.locator("#statistics-part")).to_be_hidden()
    assert one.close() == []


def test_the_waiting_player_sees_when_the_win_can_be_claimed(browser: Browser, hasty: Server) -> None:
    one, two = sat(browser, hasty)
    address = two.page.url
    two.page.goto("about:blank")
    one.sees(
        re.compile(r"Your opponent has left\. The game will wait\. After .+ you can claim the win or end the game\.")
    )
    expect(one.button("Claim the win")).to_have_count(0)
    two.page.goto(address)
    expect(one.page.locator("[data-notice=away]")).to_have_count(0)
    assert [*one.close(), *two.close()] == []


def test_a_declined_takeback_says_how_often_one_may_ask_again(browser: Browser, hasty: Server) -> None:
    one, two = sat(browser, hasty)
    one.cell(11).click()
    for rest in ("2 more times", "once more"):
        one.button("Take back").click()
        two.button("Decline").click()
        one.sees(f"Your opponent declined the takeback. You can ask {rest} in this game.")
    one.button("Take back").click()
    two.button("Decline").click()
    one.sees("Your opponent declined the takeback. You can't ask again in this game.")
    expect(one.button("Take back")).to_be_hidden()
    assert [*one.close(), *two.close()] == []
