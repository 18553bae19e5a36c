"""Boards fit, whatever the room, and clicks find the cell they are on."""

from hypothesis import given
from hypothesis import strategies as st

from gridduels.board import each
from gridduels.terminal.arcade.painting import Layout

SIZES = st.integers(3, 7)


@given(SIZES, st.integers(29, 300), st.integers(7, 100))
def test_a_board_fits_from_29_by_7_up(size: int, width: int, height: int) -> None:
    layout = Layout.fitting((size, size), width, height)
    assert layout.width <= width
    assert layout.height <= height


@given(SIZES, st.integers(29, 300), st.integers(7, 100))
def test_no_larger_one_would_fit(size: int, width: int, height: int) -> None:
    layout = Layout.fitting((size, size), width, height)
    larger = Layout((size, size), layout.rows + layout.lined, True)
    assert layout.rows == 9 or larger.width > width or larger.height > height


@given(SIZES, st.integers(1, 9), st.booleans())
def test_every_character_of_a_cell_is_found_again(size: int, rows: int, lined: bool) -> None:
    layout = Layout((size, size), rows, lined)
    found: dict[int, int] = {}
    for y in range(-1, layout.height + 1):
        for x in range(-1, layout.width + 1):
            if cell := layout.cell_at(x, y):
                found[cell] = found.get(cell, 0) + 1
    assert set(found) == set(each((1 << size * size) - 1))
    assert set(found.values()) == {layout.columns * rows}
    for cell in found:
        assert layout.cell_at(*layout.corner(cell)) == cell


@given(SIZES, st.integers(1, 9))
def test_lined_cells_are_square(size: int, rows: int) -> None:
    assert Layout((size, size), rows, True).columns + 1 == 2 * (rows + 1)
