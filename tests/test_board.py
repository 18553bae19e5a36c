"""The grid as bits, compared with the grid as sets of (row, column)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels.board import (
    DIRECTIONS,
    canonical_image,
    cell,
    connected,
    cut_cells,
    each,
    flip,
    geometry,
    half_turn,
    mirror,
    region,
    spread,
    step,
    steps,
    transpose,
    where,
)
from gridduels.games.light_cycle.rules import Rules
from tests.models.grid import DIRECTIONS as MODEL_DIRECTIONS
from tests.models.grid import Cell, inside, neighbour

SIZES = st.integers(2, 7)


def grid(size: int) -> Rules:
    """Return a grid; any game's Rules will do."""
    return Rules(*geometry(size), 0, 0)


def unpack(size: int, bits: int) -> set[Cell]:
    return {divmod(bit, size) for bit in range(size * size) if bits >> bit & 1}


def pack(size: int, cells: set[Cell]) -> int:
    return sum(1 << row * size + column for row, column in cells)


def naive_region(size: int, start: Cell, free: set[Cell]) -> set[Cell]:
    """Return the start and every cell reachable from it over free cells."""
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for direction in DIRECTIONS:
            following = neighbour(here, direction)
            if following in free and following not in seen:
                seen.add(following)
                waiting.append(following)
    return seen


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int]:
    """Draw a size and a set of cells."""
    size = draw(SIZES)
    return size, draw(st.integers(0, (1 << size * size) - 1))


@st.composite
def ways(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Draw a size, two free cells and all free cells. Most cells are free, so paths are often long."""
    size = draw(st.integers(2, 5))
    some = st.integers(0, (1 << size * size) - 1)
    start, goal = (1 << draw(st.integers(0, size * size - 1)) for _ in range(2))
    return size, start, goal, draw(some) | draw(some) | start | goal


def test_the_directions_are_up_down_left_and_right_in_this_order() -> None:
    assert DIRECTIONS == ("up", "down", "left", "right") == tuple(MODEL_DIRECTIONS)


@pytest.mark.parametrize("size", range(2, 8))
def test_the_geometry_is_the_cells_and_the_outer_columns(size: int) -> None:
    same, cells, first_column, last_column = geometry(size)
    assert same == size
    assert unpack(size, cells) == {(row, column) for row in range(size) for column in range(size)}
    assert unpack(size, first_column) == {(row, 0) for row in range(size)}
    assert unpack(size, last_column) == {(row, size - 1) for row in range(size)}


@pytest.mark.parametrize("size", range(2, 8))
def test_every_cell_is_where_it_is(size: int) -> None:
    for row in range(size):
        for column in range(size):
            assert unpack(size, cell(size, row, column)) == {(row, column)}
            assert where(size, cell(size, row, column)) == (row, column)


@given(boards())
def test_each_gives_every_cell_once_from_the_top_left(board: tuple[int, int]) -> None:
    size, bits = board
    assert [where(size, one) for one in each(bits)] == sorted(unpack(size, bits))


@pytest.mark.parametrize("direction", range(4))
@given(board=boards())
def test_a_step_moves_every_cell_and_drops_those_at_the_edge(direction: int, board: tuple[int, int]) -> None:
    size, bits = board
    moved = {neighbour(one, DIRECTIONS[direction]) for one in unpack(size, bits)}
    assert unpack(size, step(grid(size), bits, direction)) == {one for one in moved if inside(size, one)}
    assert step(grid(size), bits, direction) >> size * size == 0


@given(boards(), st.data())
def test_steps_are_the_directions_that_lead_onto_free_cells(board: tuple[int, int], data: st.DataObject) -> None:
    size, free = board
    token = data.draw(st.sampled_from(sorted(unpack(size, geometry(size)[1]))))
    expected = [name for name in DIRECTIONS if neighbour(token, name) in unpack(size, free)]
    found = steps(grid(size), cell(size, *token), free)
    assert [name for bit, name in enumerate(DIRECTIONS) if found >> bit & 1] == expected
    assert found < 16


@given(boards())
def test_spread_is_the_cells_and_their_neighbours(board: tuple[int, int]) -> None:
    size, bits = board
    cells = unpack(size, bits)
    neighbours = {neighbour(one, direction) for one in cells for direction in DIRECTIONS}
    spreading = spread(grid(size), bits)
    assert unpack(size, spreading) == cells | {one for one in neighbours if inside(size, one)}
    assert spreading >> size * size == 0


@given(ways())
def test_connected_means_that_a_walk_over_free_cells_leads_there(way: tuple[int, int, int, int]) -> None:
    size, start, goal, free = way
    reached = naive_region(size, where(size, start), unpack(size, free))
    assert connected(grid(size), start, goal, free) == (where(size, goal) in reached)


def test_nothing_is_connected_with_a_goal_that_is_not_free() -> None:
    assert not connected(grid(3), 1, 1 << 8, 0b011111111)


@given(ways())
def test_the_region_is_every_free_cell_a_walk_leads_to(way: tuple[int, int, int, int]) -> None:
    size, start, _, free = way
    assert unpack(size, region(grid(size), start, free)) == naive_region(size, where(size, start), unpack(size, free))
    around = naive_region(size, where(size, start), unpack(size, free & ~start)) - {where(size, start)}
    assert unpack(size, region(grid(size), start, free & ~start)) == around


@given(ways())
def test_cut_cells_are_those_whose_loss_cuts_the_way(way: tuple[int, int, int, int]) -> None:
    size, start, goal, free = way
    found = unpack(size, cut_cells(grid(size), start, goal, free))
    origin, target, cells = where(size, start), where(size, goal), unpack(size, free)
    if start == goal:
        assert found == set()
    elif target not in naive_region(size, origin, cells):
        assert found == unpack(size, geometry(size)[1])
    else:
        needed = {one for one in cells - {origin} if target not in naive_region(size, origin, cells - {one})}
        assert found == needed


def test_without_a_free_goal_every_cell_is_cut() -> None:
    assert cut_cells(grid(3), 1, 1 << 8, 0b011111111) == 0b111111111


@given(boards())
def test_turning_and_mirroring_move_each_cell_where_they_should(board: tuple[int, int]) -> None:
    size, bits = board
    last = size - 1
    cells = unpack(size, bits)
    assert unpack(size, flip(grid(size), bits)) == {(last - row, column) for row, column in cells}
    assert unpack(size, mirror(grid(size), bits)) == {(row, last - column) for row, column in cells}
    assert unpack(size, half_turn(grid(size), bits)) == {(last - row, last - column) for row, column in cells}
    assert unpack(size, transpose(grid(size), bits)) == {(column, row) for row, column in cells}


@given(boards())
def test_turning_or_mirroring_twice_changes_nothing(board: tuple[int, int]) -> None:
    size, bits = board
    for change in (flip, mirror, half_turn, transpose):
        assert change(grid(size), change(grid(size), bits)) == bits


@given(boards(), st.data())
def test_the_canonical_image_is_the_least_of_all_eight(board: tuple[int, int], data: st.DataObject) -> None:
    size, first = board
    some = st.integers(0, (1 << size * size) - 1)
    three = (first, data.draw(some), data.draw(some))
    images = []
    for exchanged in (three, tuple(transpose(grid(size), cells) for cells in three)):
        for turned in (exchanged, tuple(half_turn(grid(size), cells) for cells in exchanged)):
            images += [turned, tuple(mirror(grid(size), cells) for cells in turned)]
    assert canonical_image(grid(size), *three) == min(images)
