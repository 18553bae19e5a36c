"""Every game can be played by keyboard alone, from the start page to a rematch.

Only Tab, Enter and the arrows are pressed: no letters, since those shortcuts can be turned off, and no pointer.
"""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from gridduels import Duel
from gridduels.board import DIRECTIONS
from gridduels.protocol.state import legal_of
from tests.helpers import GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game, steps
from tests.web.browser.visitor import Visitor

MOST: Final = 60
"""The maximum number of Tab presses."""
ON: Final = "each => each === document.activeElement"
UNSEEN: Final = "getComputedStyle(document.activeElement).outlineStyle === 'none'"


def reach(visitor: Visitor, target: Locator, key: str = "Tab") -> None:
    """Press Tab until an element has the focus, checking that the focus stays visible."""
    expect(target).to_be_visible()
    for _ in range(MOST):
        visitor.page.keyboard.press(key)
        assert not visitor.page.evaluate(UNSEEN), visitor.page.evaluate("document.activeElement.outerHTML")
        if target.evaluate(ON):
            return
    raise AssertionError(f"{MOST} times {key} do not reach {target}")


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.keyboard.press(key)


def begin(visitor: Visitor, title: str) -> None:
    """Set up a game for two people on one screen and focus the board."""
    visitor.open("/")
    reach(visitor, visitor.button(f"Play {title}"))
    press(visitor, "Enter")
    dialog = visitor.page.get_by_role("dialog")
    reach(visitor, dialog.locator("input[name=opponent]:checked"))
    reach(visitor, dialog.locator("input[name=opponent][value=together]"), "ArrowDown")
    reach(visitor, dialog.locator("button[type=submit]"))
    press(visitor, "Enter")
    visitor.page.wait_for_url("**/duel/*")  # the front page has its own board
    to_the_board(visitor)


def to_the_board(visitor: Visitor, key: str = "Tab") -> None:
    visitor.sees_board()
    reach(visitor, visitor.page.locator("[role=gridcell][tabindex='0']"), key)


def go(visitor: Visitor, duel: Duel, cell: int) -> None:
    """Go from the focused cell to another."""
    at = visitor.page.evaluate("[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)")
    columns = duel.game.columns
    down, right = cell // columns - at // columns, cell % columns - at % columns
    press(visitor, *["Shift+ArrowDown" if down > 0 else "Shift+ArrowUp"] * abs(down))
    press(visitor, *["Shift+ArrowRight" if right > 0 else "Shift+ArrowLeft"] * abs(right))


def play(visitor: Visitor, duel: Duel, move: str) -> None:
    """Play a move from the board. An obstacle next to the piece needs the button, because Enter would move there."""
    if move in DIRECTIONS:
        return press(visitor, f"Arrow{move.title()}")
    all_of_them = legal_of(duel)
    chosen = next(each for each in all_of_them if each.move == move)
    assert chosen.cell is not None
    if chosen.kind == "place" and any(each.kind == "move" and each.cell == chosen.cell for each in all_of_them):
        reach(visitor, visitor.wall)
        press(visitor, "Enter")
        to_the_board(visitor, "Shift+Tab")
    go(visitor, duel, chosen.cell)
    press(visitor, "Enter")


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_begun_played_and_begun_again_by_keyboard_alone(visit: Visit, game: str) -> None:
    visitor, played = visit(), short_game(game)
    begin(visitor, played.game.definition.title)
    for duel, move in steps(played):
        play(visitor, duel, move)
        visitor.sees_ply(duel.ply + 1)
    visitor.sees_position(played)
    reach(visitor, visitor.button("Rematch"))
    address = visitor.page.url
    press(visitor, "Enter")
    expect(visitor.page).not_to_have_url(address)
    to_the_board(visitor)
    visitor.sees_ply(0)


@pytest.mark.heavy
def test_an_obstacle_next_to_the_piece_is_placed_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    begin(visitor, "Blockade Runner")
    duel = Duel(short_game("blockade").game)
    beside = next(each.cell for each in legal_of(duel) if each.kind == "move")
    move = next(each.move for each in legal_of(duel) if each.kind == "place" and each.cell == beside)
    play(visitor, duel, move)
    visitor.sees_ply(1)
    visitor.sees_position(duel.play(move))
