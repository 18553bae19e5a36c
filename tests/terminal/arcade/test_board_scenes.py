"""Boards look as they did when somebody last looked at them: every game in every size of cells.

`pytest tests/terminal/arcade/test_board_scenes.py --snapshot-update` writes the scenes anew: read them before
you keep them.
"""

from typing import Final

import pytest
from syrupy.assertion import SnapshotAssertion

from gridduels import Duel, load_game
from gridduels.terminal.arcade.painting import Layout, View, paint, view_of, view_of_selection
from gridduels.terminal.arcade.palette import board_styles
from gridduels.terminal.arcade.selection import Selection
from tests.terminal.arcade.scenes import LETTERS, SceneExtension, board_scene

MOVES: Final = {
    "light-cycle": "right left up left right",
    "pathway": "right left right up down",
    "grid-runner": "down up right left down",
    "gridlock": "up2 left2 down1",
    "blockade": "right @2,2 down left @1,3",
}
ROWS: Final = {
    "no lines": (1, False),
    "one row": (1, True),
    "two rows": (2, True),
    "three rows": (3, True),
    "six rows": (6, True),
}


@pytest.fixture
def scenes(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SceneExtension)


def drawn(view: View, sizes: tuple[str, ...] = tuple(ROWS)) -> str:
    """A board in some sizes, one below the other."""
    parts = [(name, board_scene(paint(view, Layout(view.game.shape, *ROWS[name])))) for name in sizes]
    return "\n".join(f"{name}\n\n{scene}" for name, scene in parts)


def choosing(duel: Duel, unicode: bool = True) -> View:
    return view_of_selection(Selection(duel), {}, None, unicode)


@pytest.mark.parametrize("unicode", [True, False], ids=["boxes", "ascii"])
@pytest.mark.parametrize("game", MOVES)
def test_a_game_looks_as_it_did(game: str, unicode: bool, scenes: SnapshotAssertion) -> None:
    assert drawn(choosing(Duel(load_game(game), MOVES[game]), unicode)) == scenes


def test_a_slide_that_is_aimed_at_looks_as_it_did(scenes: SnapshotAssertion) -> None:
    selection = Selection(Duel(load_game("gridlock"), MOVES["gridlock"]))
    for _ in range(3):
        selection.press("down")
    assert drawn(view_of_selection(selection, {}, None), ("one row", "three rows")) == scenes


def test_obstacles_that_are_placed_or_refused_look_as_they_did(scenes: SnapshotAssertion) -> None:
    selection = Selection(Duel(load_game("blockade"), MOVES["blockade"] + " left"))
    selection.toggle_placing()
    refused = view_of_selection(selection, {}, None)
    selection.press("left")
    selection.press("down")
    placed = view_of_selection(selection, {}, None)
    assert "\n".join(drawn(view, ("one row", "three rows")) for view in (refused, placed)) == scenes


def test_values_and_a_hint_look_as_they_did(scenes: SnapshotAssertion) -> None:
    duel = Duel(load_game("grid-runner", size=3), start="..2/.1./... 1")
    view = view_of_selection(Selection(duel), {"up": "+3", "down": "-12", "left": "="}, "right")
    assert drawn(view, ("no lines", "one row", "three rows")) == scenes


def test_goals_on_trails_look_as_they_did(scenes: SnapshotAssertion) -> None:
    duel = Duel(load_game("pathway", size=3), "right left")
    assert drawn(view_of(duel), ("one row", "three rows")) == scenes


def test_a_game_that_is_over_looks_as_it_did(scenes: SnapshotAssertion) -> None:
    assert drawn(view_of(Duel(load_game("light-cycle", size=3), "up up right")), ("one row", "three rows")) == scenes


def test_every_style_has_a_letter_of_its_own() -> None:
    assert set(LETTERS) == set(board_styles("ink"))
    assert len(set(LETTERS.values())) == len(LETTERS)
