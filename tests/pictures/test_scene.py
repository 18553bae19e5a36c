"""A scene shows everything on a board in the right place."""

from itertools import pairwise

from hypothesis import given

from gridduels import Duel, load_game
from gridduels.board import each, where
from gridduels.pictures.palette import DARK, LIGHT, styles
from gridduels.pictures.scene import BOARD, board_shapes, scene_of
from gridduels.pictures.shapes import NAMES, Box, Diamond, Disc, Element, Label, Strokes
from gridduels.targets import kind_of_marks
from tests.helpers import after, duels, field_of


def middle(duel: Duel, cell: int) -> tuple[float, float]:
    pitch = BOARD / duel.game.columns
    row, column = where(duel.game.columns, cell)
    return round((column + 0.5) * pitch, 6), round((row + 0.5) * pitch, 6)


def places(shapes: list[Element], role: str) -> set[tuple[float, float]]:
    """Return the centres of all shapes with a role."""
    found = set()
    for shape in shapes:
        if shape.role == role and isinstance(shape, Box):
            found.add((round(shape.x + shape.width / 2, 6), round(shape.y + shape.height / 2, 6)))
        elif shape.role == role and isinstance(shape, Diamond | Disc | Label):
            found.add((round(shape.x, 6), round(shape.y, 6)))
    return found


@given(duels())
def test_every_cell_mark_token_and_goal_is_at_its_place(duel: Duel) -> None:
    shapes, game = board_shapes(duel, 0, 0, BOARD), duel.game
    assert places(shapes, "cell") == {middle(duel, cell) for cell in each(game.rules.cells)}
    marks = kind_of_marks(duel)
    for kind in ("trail-one", "trail-two", "visited", "obstacle", "blocked"):
        assert places(shapes, kind) == {middle(duel, cell) for cell, each in marks.items() if each == kind}
    for player, name in enumerate(("one", "two"), 1):
        token = getattr(duel.position, name, 0)
        assert places(shapes, f"token-{name}") == ({middle(duel, token)} if token else set())
        assert places(shapes, f"goal-{name}") == {middle(duel, cell) for cell in each(game.goal(player))}
    if hasattr(duel.position, "token"):
        assert places(shapes, "ring") == {middle(duel, duel.position.token)}


@given(duels(stopped=True))
def test_every_role_has_a_style_in_light_and_dark(duel: Duel) -> None:
    roles = {shape.role for shape in scene_of(duel, values=dict.fromkeys(duel.legal_moves, "+1")).shapes}
    assert roles <= set(styles(LIGHT))
    assert set(styles(LIGHT)) == set(styles(DARK))


def test_players_differ_by_shape_and_by_number_not_by_colour_alone() -> None:
    shapes = board_shapes(Duel(load_game("light-cycle"), "up up"), 0, 0, BOARD)
    kinds = {shape.role: type(shape) for shape in shapes}
    assert (kinds["token-one"], kinds["token-two"]) == (Disc, Diamond)
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == ["1", "2"]
    assert {shape.role for shape in shapes if isinstance(shape, Strokes)} == {"ribbon-one", "ribbon-two"}
    look = styles(LIGHT)
    assert look["ribbon-one"].dashes is None
    assert look["ribbon-two"].dashes


@given(duels("light-cycle", "pathway", "gridlock"))
def test_a_ribbon_goes_from_the_start_of_its_token_to_its_cell(duel: Duel) -> None:
    ribbons = {shape.role: shape.lines for shape in board_shapes(duel, 0, 0, BOARD) if isinstance(shape, Strokes)}
    for number, sign in duel.game.statement.token_signs:
        lines = ribbons.get(f"ribbon-{NAMES[sign]}", ())
        if not lines:
            assert duel.start[number] == duel.position[number]
            continue
        assert tuple(round(each, 6) for each in lines[0][:2]) == middle(duel, duel.start[number])
        assert tuple(round(each, 6) for each in lines[-1][2:]) == middle(duel, duel.position[number])
        assert all(one[2:] == two[:2] for one, two in pairwise(lines))


def test_the_last_move_is_outlined_and_values_are_on_target_cells() -> None:
    duel = after(load_game("gridlock"), "up3")
    shapes = board_shapes(duel, 0, 0, BOARD, values={"left2": "+7"}, legal=True)
    assert places(shapes, "last") == {middle(duel, field_of(duel.position, "token"))}
    assert places(shapes, "value") == {middle(duel, 1 << 1)}
    assert len(places(shapes, "legal")) == len(duel.legal_moves)


def test_the_text_names_the_player_to_move_or_the_winner() -> None:
    texts = [shape.text for shape in scene_of(Duel(load_game("pathway"))).shapes if isinstance(shape, Label)]
    assert "Player A to move" in texts
    assert texts[:3] == ["Pathway Duel", "0", "0"]  # the book counts from 0
    over = Duel(load_game("blockade")).resign()
    texts = [shape.text for shape in scene_of(over).shapes if isinstance(shape, Label)]
    assert over.game.words.victory(over) in texts
    assert over.game.words.status(over) in texts
