"""The one-line text form of a position.

    ...../.1.../##.##/...2./..... 1          light-cycle, Player 1 to move
    1.#/.../..2 2 3 2                        blockade 3x3, Player 2 to move, reserves 3 and 2

Rows from the top, joined by `/`, with one character per cell; then the player to move; then the game's counters, if
any. `.` is an empty cell. A game may choose the character for each field of its Position; by default `1` and `2` are
the players' tokens, `o` is a shared token, and `#` is a cell in any set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridduels.board import each
from gridduels.errors import PositionError
from gridduels.statement import Position, Token
from gridduels.text import count

if TYPE_CHECKING:
    from gridduels.game import Game

EMPTY: Final = "."


def draw(game: Game, position: Position) -> list[str]:
    """Return the board's rows, one symbol per cell."""
    columns, size = game.columns, game.cell_count
    cells = [EMPTY] * size
    for field in game.statement.drawn:
        for cell in each(position[field.number]):
            cells[cell.bit_length() - 1] = field.symbol
    text = "".join(cells)
    return [text[first : first + columns] for first in range(0, size, columns)]


def write_position(game: Game, position: Position) -> str:
    """Return a position as one line of text."""
    counts = [str(position[field.number]) for field in game.statement.counted]
    return " ".join(["/".join(draw(game, position)), str(position.turn), *counts])


def read_position(game: Game, text: str) -> Position:
    """Return the position described by a line. Raises a PositionError that lists everything wrong with the line."""
    board, *numbers = text.split() or [""]
    names = ["turn", *(field.name for field in game.statement.counted)]
    reasons = _board_faults(game, board) + _number_faults(names, numbers)
    if reasons:
        raise PositionError(text, reasons)
    cells = board.replace("/", "")
    fields = dict.fromkeys(game.definition.rules.Position._fields, 0)  # an unused field is 0
    fields |= {name: int(number) for name, number in zip(names, numbers, strict=True)}
    for field in game.statement.drawn:
        fields[field.name] = sum(1 << bit for bit, found in enumerate(cells) if found == field.symbol)
    position: Position = game.definition.rules.Position(**fields)
    if reasons := game.words.faults(game, position):
        raise PositionError(text, reasons)
    return position


def _board_faults(game: Game, board: str) -> list[str]:
    (height, width), drawn = game.shape, game.statement.drawn
    symbols = [EMPTY, *(field.symbol for field in drawn)]
    rows = board.split("/")
    reasons = []
    if len(rows) != height:
        reasons.append(f"it has {count(len(rows), 'row')} instead of {height}")
    for number, row in enumerate(rows[:height], 1):
        if len(row) != width:
            reasons.append(f"row {number} has {count(len(row), 'cell')} instead of {width}")
    for strange in sorted(set(board) - {*symbols, "/"}):
        reasons.append(f"{strange!r} is not a cell: a cell is one of {' '.join(symbols)}")
    for token in (field.symbol for field in drawn if isinstance(field.kind, Token)):
        if board.count(token) != 1:
            reasons.append(f"{token!r} stands on {count(board.count(token), 'cell')} instead of 1")
    return reasons


def _number_faults(names: list[str], numbers: list[str]) -> list[str]:
    if len(numbers) != len(names):
        return [f"after the board there are {len(numbers)} values instead of {len(names)} ({', '.join(names)})"]
    reasons = []
    if numbers[0] not in ("1", "2"):
        reasons.append(f"the player to move is {numbers[0]!r} instead of 1 or 2")
    for name, number in zip(names[1:], numbers[1:], strict=True):
        if not (number.isascii() and number.isdigit() and len(number) <= 3):
            reasons.append(f"{name} is {number!r} instead of a number")
    return reasons
