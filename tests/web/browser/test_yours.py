"""Your games without an account, and the ladder."""

import json
import re

import pytest
from playwright.sync_api import expect

from gridduels import Duel, load_game
from gridduels.engine import solve
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import PHONE, Visitor

SCREENS = [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone")]


def resign(visitor: Visitor) -> None:
    visitor.tool("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


@pytest.mark.heavy
@pytest.mark.parametrize("screen", SCREENS)
def test_games_are_listed_with_the_turn_and_later_as_history(
    visit: Visit, server: Server, screen: dict[str, object]
) -> None:
    visitor = visit(**screen)
    visitor.sit(server.begin("light-cycle", size=3, p2="easy", seat=1))
    visitor.open("/games")
    visitor.sees("Your move", "#going")
    expect(visitor.page).to_have_title("(1) Your games – Grid Duels")
    visitor.page.locator("#going a").click()
    visitor.sees_board()
    resign(visitor)
    visitor.sees("You resigned.", "#end")
    visitor.open("/games")
    visitor.sees("No games in progress.")
    visitor.sees("Light Cycle Duel, against Cleo", "#history")
    visitor.sees("0 of 1", "#statistics")


@pytest.mark.heavy
def test_a_seat_moves_to_another_device_from_the_list(visit: Visit, server: Server) -> None:
    visitor, other = visit(), visit()
    visitor.sit(server.begin("pathway", p2="easy", seat=1))
    visitor.open("/games")
    visitor.page.get_by_role("button", name="Continue Pathway Duel on another device").click()
    other.page.goto(visitor.page.get_by_label("Link for your other device").input_value())
    other.sees_board()
    other.open("/games")
    other.sees("Your move", "#going")


@pytest.mark.heavy
def test_everything_is_exported_without_secrets_and_deleted_by_one_button(visit: Visit, server: Server) -> None:
    visitor = visit()
    played = Duel(load_game("light-cycle", 3), "up up")
    made = server.begin("light-cycle", size=3, p2="easy", seat=1, moves=list(played.moves))
    visitor.sit(made)
    visitor.sees_ply(2)
    visitor.open("/games")
    with visitor.page.expect_download() as downloading:
        visitor.button("Export everything (JSON)").click()
    text = downloading.value.path().read_text()
    assert [each["id"] for each in json.loads(text)["unfinished"]] == [made["id"]]
    assert made["seat"]["secret"] not in text
    with visitor.page.expect_download() as downloading:
        visitor.button("Export game records").click()
    assert '[Game "light-cycle"]' in downloading.value.path().read_text()
    visitor.button("Delete everything").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    visitor.sees("Everything has been deleted from this browser.")
    visitor.sees("No games in progress.")
    assert visitor.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('gridduels.'))") == []


@pytest.mark.heavy
def test_a_star_is_won_by_beating_a_character_on_the_ladder(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.open("/ladder?game=gridlock")
    visitor.sees("0 of 14 stars in GridLock.")
    visitor.page.get_by_role("radio", name="Book start").check()
    visitor.page.get_by_role("button", name=re.compile("^Play Ada as Player 1; you go first")).click()
    visitor.sees_board()
    visitor.sees("Ada Moves where she likes. Be kind.", "#strip-above")
    assert visitor.page.evaluate("JSON.parse(localStorage['gridduels.duels'])[0].against") == "Ada"
    id = visitor.page.url.rpartition("/")[2]
    seat = visitor.page.evaluate("JSON.parse(localStorage['gridduels.duels'])[0].seat")
    state = server.get(f"duels/{id}")
    assert (state["p1"], state["p2"], state["first"]) == ("human", "level:1", 1)
    values = solve(load_game("gridlock"))
    while not state["outcome"]:
        best = values.best_moves(values.game.position(state["position"]))[0]
        played = server.post(f"duels/{id}/move", {"ply": state["ply"], "move": best}, seat)
        while played["thinking"]:
            played = server.get(f"duels/{id}?after={played['version']}&wait=10")
        state = played
    assert state["outcome"]["winner"] == 1
    visitor.sees("You beat Ada.", "#end")
    visitor.sees("You 1 : 0 Ada", ".series")
    visitor.open("/ladder?game=gridlock")
    visitor.sees("1 of 14 stars in GridLock.")
    expect(visitor.page.get_by_role("button", name=re.compile("as Player 1.*star won"))).to_have_count(1)


@pytest.mark.heavy
def test_a_rematch_on_the_ladder_is_against_the_same_name(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/ladder?game=gridlock")
    visitor.page.get_by_role("button", name="Play Emil as Player 1; even start").click()
    visitor.sees("Emil Fears the edge.", "#strip-above")
    resign(visitor)
    visitor.button("Rematch").click()
    visitor.sees("Player 2", "#strip-below")
    visitor.sees("Emil Fears the edge.", "#strip-above")
    visitor.open("/games")
    visitor.sees("against Emil", "#going")


@pytest.mark.heavy
def test_axe_finds_nothing_in_your_games_and_on_the_ladder(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", size=3, p2="easy", seat=1))
    resign(visitor)
    visitor.sees("You resigned.", "#end")
    visitor.open("/games")
    visitor.sees("0 of 1", "#statistics")
    check(visitor)
    visitor.open("/ladder")
    visitor.sees("Kismet")
    check(visitor)
