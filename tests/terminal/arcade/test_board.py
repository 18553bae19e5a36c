"""Boards fit the available space and show everything by its shape, and clicks hit the right cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, load_game
from gridduels.board import each
from gridduels.engine.value import Value
from gridduels.match import fair_starts
from gridduels.terminal.arcade.board import (
    PACE,
    Layout,
    View,
    cells_between,
    frames,
    paint,
    view_of,
    view_of_line,
    view_of_selection,
)
from gridduels.terminal.arcade.canvas import THEMES, Mode, look_of
from gridduels.terminal.arcade.selection import Selection
from tests.helpers import duels

SIZES = st.integers(3, 7)
MODES: tuple[Mode, ...] = ("colour", "mono", "ascii")


def painted(view: View, rows: int = 1, mode: Mode = "mono", coordinates: bool = False) -> list[str]:
    return paint(view, Layout(view.game.shape, rows), look_of("ink", mode), coordinates).text()


@given(SIZES, st.integers(29, 300), st.integers(7, 100))
def test_the_largest_board_that_fits_is_chosen(size: int, width: int, height: int) -> None:
    layout = Layout.fitting((size, size), width, height)
    assert layout.width <= width
    assert layout.height <= height
    larger = Layout((size, size), layout.rows + 1)
    assert layout.rows == 9 or larger.width > width or larger.height > height


@given(SIZES, st.integers(1, 9))
def test_every_character_of_a_cell_belongs_to_it(size: int, rows: int) -> None:
    layout = Layout((size, size), rows)
    found = {layout.cell_at(x, y) for y in range(-1, layout.height + 1) for x in range(-1, layout.width + 1)}
    assert found - {0} == set(each((1 << size * size) - 1))
    for cell in found - {0}:
        assert layout.cell_at(*layout.corner(cell)) == cell


def test_trails_are_continuous_and_tokens_have_shapes_of_their_own() -> None:
    view = view_of(Duel(load_game("light-cycle", size=3), "up up right"))
    assert painted(view, rows=3) == [
        "┌─────┏━───━┓─────┐",
        "│                 │",
        "│  ┏━━━━(1)   <2> │",
        "├─ ┃ ─┗━   ━┛─ ╏ ─┤",
        "│  ┃           ╏  │",
        "│  ┃           ╏  │",
        "├─   ─┼─   ─┼─   ─┤",
        "│                 │",
        "│                 │",
        "└─────┴─────┴─────┘",
    ]


def test_ascii_shows_everything_that_unicode_does() -> None:
    view = view_of(Duel(load_game("light-cycle", size=3), "up up right"))
    assert all(line.isascii() for line in painted(view, rows=3, mode="ascii"))
    drawn = "".join(painted(view, rows=3, mode="ascii"))
    assert "(1)" in drawn
    assert "<2>" in drawn


def test_legal_moves_goals_values_and_the_hint_can_be_read_at_once() -> None:
    duel = Duel(load_game("grid-runner", size=3), start="..2/.1./... 1")
    view = view_of_selection(Selection(duel), {"up": "+3", "down": "-12"}, "right")
    assert painted(view) == ["│< >│ +3│<2>│", "│ ● │(1)│ ★ │", "│   │-12│( )│"]


@pytest.mark.parametrize(("word", "label"), [(("win", 7), "+7"), (("loss", 4), "-4"), (("perpetual", None), "=")])
def test_values_are_short(word: tuple[str, int | None], label: str) -> None:
    assert Value(*word).label == label


def test_a_slide_passes_the_cells_between() -> None:
    assert cells_between(7, 1 << 24, 1 << 27) == {1 << 25, 1 << 26}
    assert cells_between(7, 1 << 24, 1 << 3) == {1 << 17, 1 << 10}
    assert cells_between(7, 0, 1 << 3) == frozenset()


@given(duels(most=20), st.integers(1, 9), st.sampled_from(MODES), st.sampled_from(sorted(THEMES)))
def test_any_duel_can_be_painted_in_any_size_and_look(duel: Duel, rows: int, mode: Mode, theme: str) -> None:
    selection = Selection(duel)
    selection.cycle()
    layout = Layout(duel.game.shape, rows)
    for view in (view_of(duel), view_of_selection(selection, {}, None), view_of_line(duel, duel.legal_moves[:1])):
        lines = paint(view, layout, look_of(theme, mode)).text()
        assert [len(line) for line in lines] == [layout.width] * layout.height
        assert mode != "ascii" or all(line.isascii() for line in lines)


def test_a_token_has_the_letter_in_its_players_name() -> None:
    assert painted(view_of(Duel(load_game("pathway", size=3))))[::2] == ["│(A)│   │   │", "│   │   │<B>│"]


@pytest.mark.parametrize(("game", "first"), [("pathway", 0), ("grid-runner", 1)])
def test_rows_and_columns_are_numbered_as_the_rules_name_them(game: str, first: int) -> None:
    lines = painted(view_of(Duel(load_game(game, size=3))), coordinates=True)
    assert lines[0].split() == [str(first + number) for number in range(3)]
    assert [line[:3] for line in lines[1:]] == [f" {first + number} " for number in range(3)]


@pytest.mark.parametrize("game", ["light-cycle", "pathway", "gridlock"])
def test_an_even_start_is_drawn_with_the_trails_that_led_to_it(game: str) -> None:
    bound = load_game(game)
    moves = fair_starts(bound)[0]
    start = Duel(bound, moves)
    assert view_of(Duel(bound, start=start.position)).ways == view_of(start).ways


def test_an_imagined_line_shows_all_its_steps_and_leaves_the_real_pieces_where_they_are() -> None:
    duel = Duel(load_game("blockade", size=3))
    view = view_of_line(duel, ("right", "@1,1"))
    assert [(ghost.sign, ghost.number) for ghost in view.line] == [("1", 1), ("#", 2)]
    assert view.position == duel.position


def test_an_imagined_line_hides_no_real_token_and_shows_all_steps_to_a_cell() -> None:
    duel = Duel(load_game("grid-runner"), "right left")
    view = view_of_line(duel, ("right", "left", "left", "right", "right"))
    large, small = painted(view, rows=4), painted(view, rows=2)
    assert "██1██" in large[2], "Player 1 has left its cell and come back in the imagined line"
    assert "(3)" in large[1]
    assert "(1,5)" in large[1]
    assert "(1)" in small[1]
    assert "(5)" in small[1]


def test_a_token_glides_from_cell_to_cell() -> None:
    before = Duel(load_game("gridlock"))
    shares = [view.glide.share for view in frames(before, before.play("right3")) if view.glide]
    assert shares == sorted(set(shares))
    assert len(shares) >= 6


@given(duels(most=20))
def test_any_move_is_shown_in_a_quarter_of_a_second(duel: Duel) -> None:
    if duel.ply:
        assert 1 <= len(frames(duel.undo(), duel)) <= 0.25 / PACE


def test_only_single_moves_are_animated() -> None:
    duel = Duel(load_game("pathway"), "right left down")
    assert frames(duel, duel.undo()) == []
    assert frames(duel.undo(2), duel) == []
