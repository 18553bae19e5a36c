"""The symmetries of each board that keep the rules, as functions on cells, move words and position texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .grid import DIRECTIONS, Cell, neighbour

CellMap = Callable[[int, Cell], Cell]
WordMap = Callable[[int, str], str]


@dataclass(frozen=True)
class Symmetry:
    """A symmetry; if it swaps the players, tokens, turn and reserves change hands too."""

    name: str
    swaps_players: bool
    move: WordMap
    cell: CellMap


def _direction_image(size: int, cell: CellMap, direction: str) -> str:
    origin = (1, 1)
    target = cell(size, neighbour(origin, direction))
    return next(word for word in DIRECTIONS if neighbour(cell(size, origin), word) == target)


def _word_map(cell: CellMap) -> WordMap:
    """Return a function that maps the words `up`, `up3`, `@x,y` and `pass`."""

    def image(size: int, word: str) -> str:
        if word == "pass":
            return word
        if word.startswith("@"):
            x, y = word[1:].split(",")
            row, column = cell(size, (int(y), int(x)))
            return f"@{column},{row}"
        direction = word.rstrip("0123456789")
        return _direction_image(size, cell, direction) + word.removeprefix(direction)

    return image


CELL_MAPS: dict[str, CellMap] = {
    "identity": lambda _size, cell: cell,
    "top-bottom mirror": lambda size, cell: (size - 1 - cell[0], cell[1]),
    "left-right mirror": lambda size, cell: (cell[0], size - 1 - cell[1]),
    "half turn": lambda size, cell: (size - 1 - cell[0], size - 1 - cell[1]),
    "transposition": lambda _size, cell: (cell[1], cell[0]),
    "anti-transposition": lambda size, cell: (size - 1 - cell[1], size - 1 - cell[0]),
    "quarter turn clockwise": lambda size, cell: (cell[1], size - 1 - cell[0]),
    "quarter turn anticlockwise": lambda size, cell: (size - 1 - cell[1], cell[0]),
}


def _symmetries(swapping: dict[str, bool]) -> list[Symmetry]:
    return [Symmetry(name, swaps, _word_map(CELL_MAPS[name]), CELL_MAPS[name]) for name, swaps in swapping.items()]


_CORNERS = {"identity": False, "transposition": False, "half turn": True, "anti-transposition": True}
_EDGES = {"identity": False, "top-bottom mirror": False, "left-right mirror": True, "half turn": True}

SYMMETRIES: dict[str, list[Symmetry]] = {
    "light-cycle": _symmetries(_EDGES),
    "pathway": _symmetries(_CORNERS),
    "grid-runner": _symmetries(_CORNERS),
    "gridlock": _symmetries(dict.fromkeys(CELL_MAPS, False)),
    "blockade": _symmetries(_CORNERS),
}
"""The identity comes first. GridLock's players share the token, so there a change of turn alone is a symmetry too."""


def text_image(symmetry: Symmetry, text: str) -> str:
    """Return the text of the image of a position: the half turn maps `1../.../.2. 1` to `.1./.../..2 2`."""
    board, turn, *reserves = text.split(" ")
    rows = board.split("/")
    size = len(rows)
    if symmetry.swaps_players:
        rows = [row.translate({ord("1"): "2", ord("2"): "1"}) for row in rows]
        turn = str(3 - int(turn))
        reserves = reserves[::-1]
    marks = {symmetry.cell(size, (row, column)): rows[row][column] for row in range(size) for column in range(size)}
    image = "/".join("".join(marks[row, column] for column in range(size)) for row in range(size))
    return " ".join([image, turn, *reserves])
