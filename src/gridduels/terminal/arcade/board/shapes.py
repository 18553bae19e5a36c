"""Shapes: the players' tokens and goals as characters, for a cell of any size."""

from typing import Final

__all__ = ["SMALL", "outline", "token"]

SMALL: Final = {"1": "(1)", "2": "<2>", "o": "(o)"}
"""Tokens in one row."""
_TWO_ROWS: Final = {
    True: {"1": ("╭ 1 ╮", "╰───╯"), "2": ("╱ 2 ╲", "╲───╱"), "o": ("╭ o ╮", "╰───╯")},
    False: {"1": ("/ 1 \\", "\\---/"), "2": ("/ 2 \\", " \\-/ "), "o": ("/ o \\", "\\---/")},
}
_LINES: Final = {
    True: {"1": ("╭───╮", "( 1 )", "╰───╯"), "2": ("╱ ╲", "< 2 >", "╲ ╱"), "o": ("╭───╮", "│ o │", "╰───╯")},
    False: {"1": (".---.", "( 1 )", "'---'"), "2": ("/ \\", "< 2 >", "\\ /"), "o": (".---.", "| o |", "'---'")},
}
_GOALS: Final = {
    True: {"1": ("╭╌╌╌╮", "╎   ╎", "╰╌╌╌╯"), "2": ("╱ ╲", "<   >", "╲ ╱")},
    False: {"1": (". - .", ":   :", "' - '"), "2": ("/ \\", "<   >", "\\ /")},
}
_HALVES: Final = " ▀▄█"


def token(symbol: str, columns: int, rows: int, unicode: bool) -> list[str]:
    """The rows of a token, its letter in the middle with a space on either side.

    >>> token("1", 7, 3, True)
    [' ▄███▄ ', '██ 1 ██', ' ▀███▀ ']
    """
    if rows == 1:
        return [SMALL[symbol].center(columns)]
    if rows == 2:
        return [row.center(columns) for row in _TWO_ROWS[unicode][symbol]]
    if not unicode or symbol == "o":
        return _centred(_LINES[unicode][symbol], columns, rows)
    drawn = [list(row) for row in _filled(symbol, columns, rows)]
    middle, line = columns // 2, drawn[(rows - 1) // 2]
    line[middle - 1 : middle + 2] = [" ", symbol, " "]
    return ["".join(row) for row in drawn]


def outline(symbol: str, columns: int, rows: int, unicode: bool, small: bool = False) -> list[str]:
    """The rows of a goal: the shape of the player who wants to get there, hollow and dashed; or a small one."""
    if rows < 3 or small:
        return _centred(({"1": "( )", "2": "< >"}[symbol],), columns, rows)
    return _centred(_GOALS[unicode][symbol], columns, rows)


def _centred(lines: tuple[str, ...], columns: int, rows: int) -> list[str]:
    """Lines in the middle of a cell, blank ones around them."""
    above = (rows - len(lines)) // 2
    below = rows - len(lines) - above
    blank = " " * columns
    return [blank] * above + [line.strip().center(columns) for line in lines] + [blank] * below


def _filled(symbol: str, columns: int, rows: int) -> list[str]:
    """A disc or a diamond in half blocks: two dots a character, one above the other."""
    middle, centre = (columns - 1) / 2, (2 * rows - 1) / 2
    radius = rows + (0.1 if symbol == "1" else 0.0)

    def dot(x: int, y: int) -> bool:
        right, down = abs(x - middle), abs(y - centre)
        return right * right + down * down <= radius * radius if symbol == "1" else right + down <= radius

    return ["".join(_HALVES[dot(x, 2 * row) + 2 * dot(x, 2 * row + 1)] for x in range(columns)) for row in range(rows)]
