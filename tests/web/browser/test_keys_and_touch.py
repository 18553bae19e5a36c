"""Every game can be played without a mouse: with only the keyboard, and by touch on a phone."""

import pytest
from playwright.sync_api import expect

from gridduels import Duel, load_game
from gridduels.board import DIRECTIONS
from gridduels.protocol.state import legal_of
from tests.helpers import SLOW_GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game, steps
from tests.web.browser.server import Server
from tests.web.browser.visitor import PHONE, Visitor


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.keyboard.press(key)


def go(visitor: Visitor, duel: Duel, cell: int) -> None:
    """Go from the focused cell to another using the arrow keys."""
    at = visitor.page.evaluate("[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)")
    down, right = cell // duel.game.columns - at // duel.game.columns, cell % duel.game.columns - at % duel.game.columns
    press(visitor, *["Shift+ArrowDown" if down > 0 else "Shift+ArrowUp"] * abs(down))
    press(visitor, *["Shift+ArrowRight" if right > 0 else "Shift+ArrowLeft"] * abs(right))


@pytest.mark.heavy
@pytest.mark.parametrize("game", SLOW_GAMES)
def test_a_game_is_played_by_keys_alone(visit: Visit, server: Server, game: str) -> None:
    visitor, played = visit(), short_game(game)
    visitor.sit(server.begin(game))
    press(visitor, "b")
    for duel, move in steps(played):
        legal = next(each for each in legal_of(duel) if each.move == move)
        if move in DIRECTIONS:
            press(visitor, f"Arrow{move.title()}")
        else:
            if legal.kind == "place":
                press(visitor, "p")
            assert legal.cell is not None
            go(visitor, duel, legal.cell)
            press(visitor, "Enter")
        visitor.sees_ply(duel.ply + 1)
    visitor.sees_position(played)
    visitor.is_told(f"{played.game.words.player(played.ended.winner)} won.")


@pytest.mark.heavy
def test_a_game_is_set_up_by_keys_alone(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    visitor.page.get_by_role("button", name="Play Light Cycle Duel").focus()
    press(visitor, "Enter")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    visitor.page.get_by_role("radio", name="A friend").focus()
    press(visitor, "ArrowDown")
    expect(visitor.page.get_by_label("Someone here")).to_be_checked()
    press(visitor, "Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    expect(visitor.page.get_by_role("button", name="Play Light Cycle Duel")).to_be_focused()
    press(visitor, "Enter")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    press(visitor, "Enter")
    visitor.sees_board()


def test_the_keys_are_listed_and_mean_nothing_while_a_dialog_is_open(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("blockade"))
    press(visitor, "?")
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("switch between placing and moving")
    press(visitor, "p", "Escape")
    expect(dialog).to_have_count(0)
    expect(visitor.wall).to_have_attribute("aria-pressed", "false")


def test_focus_begins_at_the_token_and_follows_the_turn(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    press(visitor, "b")
    expect(visitor.cell(10)).to_be_focused()
    press(visitor, "Shift+ArrowRight")
    expect(visitor.page.locator(".aimed")).to_have_count(1)
    press(visitor, "Enter")
    expect(visitor.cell(14)).to_be_focused()
    visitor.is_told("Player 1: right. Player 2 to move.")


@pytest.mark.heavy
def test_an_illegal_arrow_is_explained_and_the_takeback_key_asks_first(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    press(visitor, "ArrowLeft")
    visitor.sees("You cannot move left: that is off the grid.", "#message")
    press(visitor, "ArrowRight")
    visitor.sees_ply(1)
    press(visitor, "u")
    visitor.page.get_by_role("dialog").get_by_role("button", name="Keep playing").click()
    visitor.sees_ply(1)
    press(visitor, "u")
    visitor.button("Take it back").click()
    visitor.sees_ply(0)


@pytest.mark.heavy
def test_letter_shortcuts_can_be_switched_off(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    visitor.tool("Settings").click()
    visitor.page.get_by_label("Keyboard shortcuts").uncheck()
    press(visitor, "Escape", "r", "?")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    press(visitor, "ArrowRight")
    visitor.sees_ply(1)


@pytest.mark.heavy
def test_an_obstacle_is_placed_by_pressing_a_cell(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("blockade"))
    visitor.cell(12).click()
    visitor.sees_ply(1)
    visitor.sees_position(Duel(load_game("blockade"), "@2,2"))


@pytest.mark.heavy
def test_a_move_is_drawn_at_once_and_removed_if_refused(visit: Visit, server: Server) -> None:
    visitor = visit(allow="WebSocket|ERR_INTERNET_DISCONNECTED")
    made = server.begin("light-cycle", moves=["right", "left"])
    visitor.sit(made)
    visitor.context.set_offline(True)
    visitor.sees("Connection lost.")
    press(visitor, "ArrowUp")
    visitor.sees_position(Duel(load_game("light-cycle"), "right left up"))
    server.post(f"duels/{made['id']}/move", {"ply": 2, "move": "down"}, made["seat"]["secret"])
    visitor.context.set_offline(False)
    visitor.sees_ply(3)
    visitor.sees_position(Duel(load_game("light-cycle"), "right left down"))


def test_earlier_positions_are_reviewed_by_keys(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", moves=["right", "left", "up"]))
    press(visitor, "[", "[")
    expect(visitor.button("Back to the game")).to_be_visible()
    expect(visitor.page.locator("#moves [aria-current]")).to_contain_text("right")
    assert not visitor.offers()
    press(visitor, "Escape")
    expect(visitor.button("Back to the game")).to_be_hidden()
    assert visitor.offers()


@pytest.mark.heavy
@pytest.mark.parametrize("game", ["light-cycle", "gridlock", "blockade"])
def test_a_game_is_played_by_touch_on_a_phone(visit: Visit, server: Server, game: str) -> None:
    visitor, played = visit(**PHONE), short_game(game, 3)
    visitor.sit(server.begin(game, size=3))
    for duel, move in steps(played):
        cell = visitor.choose(duel, move)
        visitor.cell(cell).tap()
        if game == "gridlock":
            visitor.sees_ply(duel.ply)
            expect(visitor.cell(cell)).to_have_attribute("aria-selected", "true")
            visitor.cell(cell).tap()
        visitor.sees_ply(duel.ply + 1)
    visitor.sees_position(played)


def test_a_slide_touched_first_is_played_by_its_button_too(visit: Visit, server: Server) -> None:
    visitor = visit(**PHONE)
    visitor.sit(server.begin("gridlock"))
    visitor.cell(3).tap()
    visitor.button("Play up 3").tap()
    visitor.sees_ply(1)


@pytest.mark.heavy
@pytest.mark.parametrize("path", ["/", "/explore?game=gridlock&size=3", "/puzzles?game=light-cycle&size=3"])
def test_pages_fit_a_phone(visit: Visit, path: str) -> None:
    visitor = visit(**PHONE)
    visitor.open(path)
    visitor.page.locator("main svg.picture, main [role=grid]").last.wait_for()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_board_fills_a_phone(visit: Visit, server: Server) -> None:
    visitor = visit(**PHONE)
    visitor.sit(server.begin("light-cycle"))
    box = visitor.page.get_by_role("grid").bounding_box()
    assert box is not None
    assert box["width"] > 320
    assert box["y"] + box["height"] < 844
