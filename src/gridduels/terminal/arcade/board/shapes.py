"""Shapes: the players' tokens and goals as characters, for a cell of any size."""

from collections.abc import Sequence
from typing import Final

from gridduels.look.shapes import TOKENS, Shape

__all__ = ["outline", "token"]

_DISC, _DIAMOND, _RING = Shape.DISC, Shape.DIAMOND, Shape.RING
_ONE_ROW: Final = {_DISC: "({})", _DIAMOND: "<{}>", _RING: "({})"}
_TWO_ROWS: Final = {
    True: {_DISC: ("╭ {} ╮", "╰───╯"), _DIAMOND: ("╱ {} ╲", "╲───╱"), _RING: ("╭ {} ╮", "╰───╯")},
    False: {_DISC: ("/ {} \\", "\\---/"), _DIAMOND: ("/ {} \\", " \\-/ "), _RING: ("/ {} \\", "\\---/")},
}
_LINES: Final = {
    True: {
        _DISC: ("╭───╮", "( {} )", "╰───╯"),
        _DIAMOND: ("╱ ╲", "< {} >", "╲ ╱"),
        _RING: ("╭───╮", "│ {} │", "╰───╯"),
    },
    False: {
        _DISC: (".---.", "( {} )", "'---'"),
        _DIAMOND: ("/ \\", "< {} >", "\\ /"),
        _RING: (".---.", "| {} |", "'---'"),
    },
}
_GOALS: Final = {
    True: {_DISC: ("╭╌╌╌╮", "╎   ╎", "╰╌╌╌╯"), _DIAMOND: ("╱ ╲", "<   >", "╲ ╱")},
    False: {_DISC: (". - .", ":   :", "' - '"), _DIAMOND: ("/ \\", "<   >", "\\ /")},
}
_HALVES: Final = " ▀▄█"


def token(sign: str, columns: int, rows: int, unicode: bool, letter: str = "") -> list[str]:
    """The rows of a token, its sign or another letter in the middle with a space on either side.

    >>> token("1", 7, 3, True)
    [' ▄███▄ ', '██ 1 ██', ' ▀███▀ ']
    """
    shape, letter = TOKENS[sign], letter or sign
    if rows == 1:
        return [_ONE_ROW[shape].format(letter).center(columns)]
    if rows == 2:
        return [row.format(letter).center(columns) for row in _TWO_ROWS[unicode][shape]]
    if not unicode or shape is _RING:
        return _centred([line.format(letter) for line in _LINES[unicode][shape]], columns, rows)
    drawn = [list(row) for row in _filled(shape, columns, rows)]
    middle, line = columns // 2, drawn[(rows - 1) // 2]
    line[middle - 1 : middle + 2] = [" ", letter, " "]
    return ["".join(row) for row in drawn]


def outline(sign: str, columns: int, rows: int, unicode: bool, small: bool = False) -> list[str]:
    """The rows of a goal: the shape of the player who wants to get there, hollow and dashed; or a small one."""
    shape = TOKENS[sign]
    if rows < 3 or small:
        return _centred([_ONE_ROW[shape].format(" ")], columns, rows)
    return _centred(_GOALS[unicode][shape], columns, rows)


def _centred(lines: Sequence[str], columns: int, rows: int) -> list[str]:
    """Lines in the middle of a cell, blank ones around them."""
    above = (rows - len(lines)) // 2
    below = rows - len(lines) - above
    blank = " " * columns
    return [blank] * above + [line.strip().center(columns) for line in lines] + [blank] * below


def _filled(shape: Shape, columns: int, rows: int) -> list[str]:
    """A disc or a diamond in half blocks: two dots a character, one above the other."""
    middle, centre = (columns - 1) / 2, (2 * rows - 1) / 2
    round = shape is _DISC
    radius = rows + (0.1 if round else 0.0)

    def dot(x: int, y: int) -> bool:
        right, down = abs(x - middle), abs(y - centre)
        return right * right + down * down <= radius * radius if round else right + down <= radius

    return ["".join(_HALVES[dot(x, 2 * row) + 2 * dot(x, 2 * row + 1)] for x in range(columns)) for row in range(rows)]
