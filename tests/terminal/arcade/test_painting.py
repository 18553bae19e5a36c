"""Boards as characters: everything is told by shape, in any size, with and without box characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, load_game
from gridduels.terminal.arcade.painting import (
    Layout,
    View,
    cells_between,
    paint,
    view_of,
    view_of_selection,
    with_coordinates,
)
from gridduels.terminal.arcade.palette import THEMES, board_styles
from gridduels.terminal.arcade.selection import Selection
from tests.helpers import duels


def painted(view: View, rows: int = 1, lined: bool = True) -> list[str]:
    return ["".join(dot.character for dot in row) for row in paint(view, Layout(view.game.shape, rows, lined))]


def test_tokens_trails_and_the_last_move_have_shapes_of_their_own() -> None:
    view = view_of(Duel(load_game("light-cycle", size=3), "up up"))
    assert painted(view) == [
        "┌───┬───┏━━━┓",
        "│(1)│   ┃<2>┃",
        "├───┼───┗━━━┛",
        "│───│   │ ╳ │",
        "├───┼───┼───┤",
        "│   │   │   │",
        "└───┴───┴───┘",
    ]


def test_without_box_characters_everything_is_still_there() -> None:
    view = view_of(Duel(load_game("light-cycle", size=3), "up up"), unicode=False)
    assert painted(view) == [
        "+---+---*****",
        "|(1)|   *<2>*",
        "+---+---*****",
        "|---|   | x |",
        "+---+---+---+",
        "|   |   |   |",
        "+---+---+---+",
    ]


def test_where_there_is_no_room_there_are_no_lines_between_rows() -> None:
    view = view_of(Duel(load_game("gridlock", size=3), "up1 left1"))
    assert painted(view, lined=False) == ["┃(o)┃ • │   │", "│   │ • │   │", "│   │   │   │"]


def test_legal_moves_goals_and_values_can_be_read_at_once() -> None:
    duel = Duel(load_game("grid-runner", size=3), start="..2/.1./... 1")
    view = view_of_selection(Selection(duel), {"up": "+3", "down": "-12"}, "right")
    assert painted(view)[1::2] == ["│< >│ +3│<2>│", "│[ ]│(1)│[*]│", "│   │-12│( )│"]


def test_a_goal_that_can_be_entered_is_marked_as_both() -> None:
    duel = Duel(load_game("grid-runner", size=3), start=".2./..1/... 1")
    assert painted(view_of_selection(Selection(duel), {}, None))[5] == "│   │   │[G]│"


@pytest.mark.parametrize(("word", "label"), [(("win", 7), "+7"), (("loss", 4), "-4"), (("perpetual", None), "=")])
def test_values_are_short(word: tuple[str, int | None], label: str) -> None:
    from gridduels.engine.value import Value

    assert Value(*word).label == label


def test_a_slide_passes_the_cells_between() -> None:
    assert cells_between(7, 1 << 24, 1 << 27) == {1 << 25, 1 << 26}
    assert cells_between(7, 1 << 24, 1 << 3) == {1 << 17, 1 << 10}
    assert cells_between(7, 0, 1 << 3) == frozenset()


@given(duels(most=20), st.integers(1, 9), st.booleans(), st.booleans(), st.sampled_from(sorted(THEMES)))
def test_any_duel_can_be_painted_in_any_size(duel: Duel, rows: int, lined: bool, unicode: bool, theme: str) -> None:
    selection = Selection(duel)
    selection.cycle()
    layout = Layout(duel.game.shape, rows, lined)
    for view in (view_of(duel, unicode), view_of_selection(selection, {}, None, unicode)):
        canvas = paint(view, layout)
        assert [len(row) for row in canvas] == [layout.width] * layout.height
        assert {dot.style for row in canvas for dot in row} <= set(board_styles(theme))
        assert unicode or all(dot.character.isascii() for row in canvas for dot in row)
        letters = {str(player): duel.game.words.letter(player) for player in (1, 2)}
        tokens = [letters.get(sign, sign) for _, sign in duel.game.statement.token_signs]
        drawn = "".join(dot.character for row in canvas for dot in row)
        assert all(token in drawn for token in tokens)


def test_a_token_bears_the_letter_its_player_is_called_by() -> None:
    assert painted(view_of(Duel(load_game("pathway", size=3))))[1::4] == ["│(A)│   │   │", "│   │   │<B>│"]


@pytest.mark.parametrize(("game", "first"), [("pathway", 0), ("grid-runner", 1)])
def test_rows_and_columns_are_numbered_as_the_rules_name_them(game: str, first: int) -> None:
    view = view_of(Duel(load_game(game, size=3)))
    layout = Layout((3, 3), 1, True)
    numbered = ["".join(dot.character for dot in row) for row in with_coordinates(paint(view, layout), layout, first)]
    assert numbered[0].split() == [str(first + number) for number in range(3)]
    assert [numbered[0].index(str(first + number)) for number in range(3)] == [5, 9, 13]
    assert [line[:3] for line in numbered[2::2]] == [f" {first + number} " for number in range(3)]
    assert {len(line) for line in numbered} == {layout.width + 3}
