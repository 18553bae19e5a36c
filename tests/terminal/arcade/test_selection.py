"""What a person points at, with the keyboard or the mouse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, load_game
from gridduels.board import where
from gridduels.targets import MOVE, targets
from gridduels.terminal.arcade.selection import Selection
from tests.helpers import duels


def test_an_arrow_key_is_a_move_where_one_step_is() -> None:
    selection = Selection(Duel(load_game("light-cycle")))
    assert selection.press("right")
    assert selection.word == "right"


def test_an_arrow_key_for_an_illegal_move_says_why() -> None:
    selection = Selection(Duel(load_game("light-cycle")))
    assert not selection.press("left")
    assert selection.word is None
    assert selection.sentence == "You cannot move left: that is off the grid."


def test_a_slide_grows_shrinks_and_turns() -> None:
    selection = Selection(Duel(load_game("gridlock")))
    seen = []
    for key in ("up", "up", "up", "up", "down", "down", "down", "left", "down", "down"):
        assert not selection.press(key)
        seen.append(selection.word)
    assert seen == ["up1", "up2", "up3", "up3", "up2", "up1", None, "left1", "down1", "down2"]


KING, FAR_KING, KNIGHT = "duel1-3x5-k1-t1-r1-gn-l-sc", "duel1-5x5-k2-t0-gs-l-sc-b280", "duel1-4x4-n1-t1-gn-l-sc"


def test_where_tokens_move_diagonally_the_keys_lead_to_a_cell_and_back() -> None:
    selection = Selection(Duel(load_game(KING)))
    seen = []
    for key in ("right", "down", "left", "up", "down", "right", "right"):
        assert not selection.press(key)
        seen.append(selection.word)
    assert seen == ["right", "down-right", "down", None, "down", "down-right", None]
    assert selection.sentence == "You can't move to (2,3)."


def test_a_key_towards_the_edge_says_why_it_does_nothing() -> None:
    selection = Selection(Duel(load_game(KING)))
    assert not selection.press("up")
    assert (selection.cell, selection.word) == (0, None)
    assert selection.sentence.startswith("You cannot move up: ")


@pytest.mark.parametrize("code", [KING, FAR_KING, KNIGHT])
def test_the_keys_lead_to_every_move_of_a_token(code: str) -> None:
    duel = Duel(load_game(code))
    for word, target in targets(duel).items():
        if target.kind != MOVE:
            continue
        selection = Selection(duel)
        (row, column), (to_row, to_column) = (where(duel.game.columns, cell) for cell in (target.origin, target.cell))
        keys = ["down"] * (to_row - row) + ["up"] * (row - to_row)
        keys += ["right"] * (to_column - column) + ["left"] * (column - to_column)
        for key in keys:
            selection.press(key)
        assert selection.word == word


def test_a_slide_that_is_barred_says_why() -> None:
    selection = Selection(Duel(load_game("gridlock"), "up2"))
    selection.press("down")
    assert selection.sentence == "You cannot move down 1: (3,4) has been visited."


def test_a_ghost_obstacle_moves_freely_and_says_why_it_is_refused() -> None:
    selection = Selection(Duel(load_game("blockade")))
    selection.toggle_placing()
    assert (selection.word, selection.sentence) == ("@2,2", "")
    for key in ("up", "up", "left", "left"):
        assert not selection.press(key)
    assert selection.word is None
    assert selection.sentence == "You cannot place an obstacle at (0, 0): (0, 0) is occupied by Player 1."
    selection.press("left")
    selection.press("right")
    assert selection.word == "@1,0"


def test_placing_can_be_cancelled() -> None:
    selection = Selection(Duel(load_game("blockade")))
    selection.toggle_placing()
    selection.toggle_placing()
    assert not selection.placing
    assert selection.press("right")


def test_a_click_moves_or_aims_or_says_why_not() -> None:
    duel = Duel(load_game("blockade"))
    selection = Selection(duel)
    assert selection.point(1 << 1)
    assert selection.word == "right"
    assert not selection.point(1 << 12)
    assert (selection.placing, selection.word) == (True, "@2,2")
    assert selection.point(1 << 12)
    slide = Selection(Duel(load_game("gridlock"), "up2"))
    assert not slide.point(1 << 17)
    assert slide.sentence == "You cannot move down 1: (3,4) has been visited."
    assert not slide.point(1 << 48)
    assert slide.sentence == "You can't move to (7,7)."


def test_the_mouse_above_a_cell_shows_what_a_click_does() -> None:
    selection = Selection(Duel(load_game("gridlock")))
    selection.hover(1 << 10)
    assert (selection.word, selection.hovering) == ("up2", True)
    selection.hover(0)
    assert (selection.word, selection.cell) == (None, 0)
    selection.press("up")
    selection.hover(0)
    assert selection.word == "up1"  # hovering does not change an aim set with the keys


def test_the_mouse_carries_the_ghost_obstacle_and_says_why_it_is_refused() -> None:
    selection = Selection(Duel(load_game("blockade")))
    selection.toggle_placing()
    selection.hover(1 << 7)
    assert (selection.word, selection.sentence) == ("@2,1", "")
    selection.hover(1)
    assert selection.word is None
    assert selection.sentence == "You cannot place an obstacle at (0, 0): (0, 0) is occupied by Player 1."
    selection.hover(1 << 7)
    assert selection.point(1 << 7)


def test_where_moves_are_confirmed_a_second_click_plays() -> None:
    selection = Selection(Duel(load_game("gridlock")))
    selection.hover(1 << 10)
    assert not selection.point(1 << 10, twice=True)
    assert selection.point(1 << 10, twice=True)
    placing = Selection(Duel(load_game("blockade")))
    placing.toggle_placing()
    placing.hover(1 << 7)
    assert not placing.point(1 << 7, twice=True)
    assert placing.point(1 << 7, twice=True)


@given(duels())
def test_cycling_goes_through_every_allowed_move(duel: Duel) -> None:
    selection = Selection(duel)
    seen = []
    for _ in duel.legal_moves:
        selection.cycle()
        seen.append(selection.word)
    assert tuple(seen) == duel.legal_moves
    selection.cycle(-1)
    if len(seen) > 1:
        assert selection.word == seen[-2]


def test_a_pass_can_be_chosen_although_it_has_no_cell() -> None:
    game = load_game("blockade", size=3, stuck="passes", paths="opponent")
    duel = Duel(game, "@2,1 @0,1 right @2,0 @0,2 @0,0 down left up right down left up up")
    assert duel.legal_moves == ("pass",)
    selection = Selection(duel)
    selection.cycle()
    assert (selection.word, selection.cell) == ("pass", 0)


KEYS = st.sampled_from(["up", "down", "left", "right", "place", "next", "clear"])


@given(duels(), st.lists(st.one_of(KEYS, st.integers(-48, 48)), max_size=20))
def test_the_chosen_move_is_always_legal(duel: Duel, keys: list[str | int]) -> None:
    selection = Selection(duel)
    for key in keys:
        complete = False
        if isinstance(key, int) and key < 0:
            selection.hover(1 << -key % duel.game.columns**2)
        elif isinstance(key, int):
            complete = selection.point(1 << key % duel.game.columns**2)
        elif key == "place":
            selection.toggle_placing()
        elif key == "next":
            selection.cycle()
        elif key == "clear":
            selection.clear()
        else:
            complete = selection.press(key)
        assert selection.word in (None, *duel.legal_moves)
        assert not complete or selection.word


@pytest.mark.parametrize("direction", ["up", "down", "left", "right"])
def test_nothing_happens_after_the_end(direction: str) -> None:
    selection = Selection(Duel(load_game("light-cycle"), stopped=(1, "resigned")))
    assert not selection.press(direction)
    assert selection.sentence == "The game is over."
