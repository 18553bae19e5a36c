"""Symmetries of a game: ways to turn the board, or to exchange the players, that leave the game the same.

A game states in its Definition those that all of its own follow from:

    board_symmetries=(Symmetry.TRANSPOSE, Symmetry.FLIP | Symmetry.MIRROR | Symmetry.EXCHANGE),

`engine.images` makes images of positions, planes and actions of them.
"""

from collections.abc import Sequence
from enum import IntFlag
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gridduels.board import DIRECTIONS, each, where
from gridduels.statement import AnyPosition, Passes, Places, Slides, Steps

if TYPE_CHECKING:
    from gridduels.game import Game

__all__ = ["Symmetry", "action_image", "cells_image", "direction_image", "group_of", "position_image"]

_VECTORS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Symmetry(IntFlag):
    """What is done to a board, in this order: rows become columns, top and bottom are exchanged, left and right are,
    the players are. 0 leaves everything as it is.

    >>> Symmetry.FLIP | Symmetry.MIRROR  # half a turn
    <Symmetry.FLIP|MIRROR: 3>
    """

    FLIP = 1
    MIRROR = 2
    TRANSPOSE = 4
    EXCHANGE = 8

    def then(self, other: "Symmetry") -> "Symmetry":
        """The symmetry that does this and then another.

        >>> Symmetry.FLIP.then(Symmetry.TRANSPOSE)
        <Symmetry.MIRROR|TRANSPOSE: 6>
        """
        moved = self
        if other & Symmetry.TRANSPOSE and bool(self & Symmetry.FLIP) != bool(self & Symmetry.MIRROR):
            moved ^= Symmetry.FLIP | Symmetry.MIRROR
        return moved ^ other

    def vector(self, down: int, right: int) -> tuple[int, int]:
        """A way from the centre of the board, turned."""
        if self & Symmetry.TRANSPOSE:
            down, right = right, down
        return (-down if self & Symmetry.FLIP else down), (-right if self & Symmetry.MIRROR else right)


def group_of(stated: Sequence[Symmetry], square: bool) -> tuple[Symmetry, ...]:
    """All symmetries that follow from some, the one that changes nothing first; on a board that is not square, rows do
    not become columns.

    >>> [int(each) for each in group_of((Symmetry.FLIP, Symmetry.TRANSPOSE), square=True)]
    [0, 1, 2, 3, 4, 5, 6, 7]
    """
    found, waiting = {Symmetry(0)}, [Symmetry(0)]
    while waiting:
        symmetry = waiting.pop()
        new = {symmetry.then(other) for other in stated} - found
        found |= new
        waiting += new
    return tuple(sorted(each for each in found if square or not each & Symmetry.TRANSPOSE))


@lru_cache(None)
def cell_numbers(shape: tuple[int, int], symmetry: Symmetry) -> tuple[int, ...]:
    """Where each cell of a board goes, by their numbers."""
    rows, columns = shape
    turned = []
    for number in range(rows * columns):
        row, column = where(columns, 1 << number)
        down, right = symmetry.vector(2 * row - rows + 1, 2 * column - columns + 1)
        turned.append((down + rows - 1) // 2 * columns + (right + columns - 1) // 2)
    return tuple(turned)


def cells_image(shape: tuple[int, int], symmetry: Symmetry, cells: int) -> int:
    """A set of cells, turned."""
    numbers = cell_numbers(shape, symmetry)
    return sum(1 << numbers[cell.bit_length() - 1] for cell in each(cells))


def direction_image(symmetry: Symmetry, direction: int) -> int:
    """Where a direction leads on the turned board.

    >>> DIRECTIONS[direction_image(Symmetry.TRANSPOSE, DIRECTIONS.index("up"))]
    'left'
    """
    return _VECTORS.index(symmetry.vector(*_VECTORS[direction]))


def position_image(game: "Game", symmetry: Symmetry, position: AnyPosition) -> AnyPosition:
    """A position, turned: where players are exchanged, what was one's is the other's, and the turn too."""
    image = list(position)
    for field in game.statement.drawn:
        image[field.number] = cells_image(game.shape, symmetry, position[field.number])
    if symmetry & Symmetry.EXCHANGE:
        image = [image[number] for number in game.statement.partners or ()]
    turned = type(position)(*image)
    return turned._replace(turn=3 - position.turn) if symmetry & Symmetry.EXCHANGE else turned


def action_image(game: "Game", symmetry: Symmetry, action: int) -> int | None:
    """The action that does on the turned board what an action does on the board; None where the game does not state
    what it does."""
    kind, number = game.kind_of_action(action)
    first = action - number
    if isinstance(kind, Steps):
        return first + direction_image(symmetry, number)
    if isinstance(kind, Slides):
        farthest = kind.count(game.rules) // len(DIRECTIONS)
        direction, steps = divmod(number, farthest)
        return first + direction_image(symmetry, direction) * farthest + steps
    if isinstance(kind, Places):
        return first + cell_numbers(game.shape, symmetry)[number] if kind.cells == 1 else None
    return action if isinstance(kind, Passes) else None
