"""Isolation, Domineering and Konane written naively: rows of characters, no bits.

A model uses the same words for moves as the games do. `moves` returns the result of each legal move.
"""

from collections.abc import Iterator
from typing import NamedTuple

Board = tuple[str, ...]


class Model(NamedTuple):
    """A board as rows of characters, the player to move, and the state in the middle of a turn."""

    board: Board
    turn: int
    doing: tuple[int, ...] = ()


def at(board: Board, row: int, column: int) -> str:
    """Return the contents of a cell, counted from 0; nothing beyond the edge."""
    return board[row][column] if 0 <= row < len(board) and 0 <= column < len(board[0]) else ""


def put(board: Board, *marks: tuple[int, int, str]) -> Board:
    rows = [list(row) for row in board]
    for row, column, mark in marks:
        rows[row][column] = mark
    return tuple("".join(row) for row in rows)


def cells(board: Board, mark: str) -> Iterator[tuple[int, int]]:
    return ((row, column) for row, line in enumerate(board) for column, found in enumerate(line) if found == mark)


def word(row: int, column: int) -> str:
    return f"{row + 1},{column + 1}"


STEPS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1),
}  # fmt: skip


def isolation(model: Model) -> dict[str, Model]:
    board, turn, stepped = model
    if stepped:
        return {word(*cell): Model(put(board, (*cell, "#")), 3 - turn) for cell in cells(board, ".")}
    ((row, column),) = cells(board, str(turn))
    found = {}
    for name, (down, right) in STEPS.items():
        if at(board, row + down, column + right) == ".":
            moved = put(board, (row, column, "."), (row + down, column + right, str(turn)))
            found[name] = Model(moved, turn, (1,))
    return found


def domineering(model: Model) -> dict[str, Model]:
    board, turn, _ = model
    down, right, mark = (1, 0, "|") if turn == 1 else (0, 1, "=")
    return {
        word(row, column): Model(put(board, (row, column, mark), (row + down, column + right, mark)), 3 - turn)
        for row, column in cells(board, ".")
        if at(board, row + down, column + right) == "."
    }


def konane(model: Model) -> dict[str, Model]:
    """`doing` is the cell of a stone that has jumped, and its direction."""
    board, turn, doing = model
    own, other = ("x", "o") if turn == 1 else ("o", "x")
    found = {}
    for row, column in [(doing[0], doing[1])] if doing else list(cells(board, own)):
        for down, right in [(doing[2], doing[3])] if doing else list(STEPS.values())[:4]:
            over, target = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if at(board, *over) == other and at(board, *target) == ".":
                after = put(board, (row, column, "."), (*over, "."), (*target, own))
                name = "-".join(word(*end) for end in sorted([(row, column), target]))
                goes_on = at(after, target[0] + down, target[1] + right) == other
                goes_on &= at(after, target[0] + 2 * down, target[1] + 2 * right) == "."
                found[name] = Model(after, turn, (*target, down, right)) if goes_on else Model(after, 3 - turn)
    return found | {"stop": Model(board, 3 - turn)} if doing else found
