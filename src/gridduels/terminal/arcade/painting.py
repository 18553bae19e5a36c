"""A board as rows of styled characters: how large a cell is, the shapes in it, and what is laid over it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from gridduels.board import cell, each, where
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.notation import EMPTY, draw
from gridduels.pictures.shapes import NAMES, TOKENS, TRAILS, Shape
from gridduels.targets import (
    BLOCKED,
    MOVE,
    OBSTACLE,
    PLACE,
    TRAIL,
    VISITED,
    kind_of_marks,
    target_of,
    targets,
    token_of,
)
from gridduels.terminal.arcade.selection import Selection

# --- Layout: the size and place of cells. A character is about twice as high as wide


_TALLEST = 9


class Layout(NamedTuple):
    """A board, of so many rows and columns, whose cells have `rows` rows of characters; `lined` says whether lines run
    between its rows."""

    shape: tuple[int, int]
    rows: int
    lined: bool

    @classmethod
    def fitting(cls, shape: tuple[int, int], width: int, height: int) -> "Layout":
        """The largest that fits; the least there is where nothing does.

        >>> Layout.fitting((5, 5), 80, 22)
        Layout(shape=(5, 5), rows=3, lined=True)
        """
        for rows in range(_TALLEST, 0, -1):
            layout = cls(shape, rows, True)
            if layout.width <= width and layout.height <= height:
                return layout
        return cls(shape, 1, False)

    @property
    def columns(self) -> int:
        """Characters across a cell."""
        return 2 * self.rows + 1

    @property
    def width(self) -> int:
        return self.shape[1] * (self.columns + 1) + 1

    @property
    def height(self) -> int:
        return self.shape[0] * self._down + self.lined

    @property
    def _down(self) -> int:
        return self.rows + self.lined

    def corner(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell's first character, inside its lines."""
        row, column = where(self.shape[1], cell)
        return column * (self.columns + 1) + 1, row * self._down + self.lined

    def cell_at(self, x: int, y: int) -> int:
        """The cell a character is in; 0 on a line or outside."""
        column, across = divmod(x - 1, self.columns + 1)
        row, down = divmod(y - self.lined, self._down)
        inside = 0 <= row < self.shape[0] and 0 <= column < self.shape[1]
        return cell(self.shape[1], row, column) if inside and across < self.columns and down < self.rows else 0


# --- Tokens and goals as characters


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


# --- Painting: rows of styled characters, without Textual and without rules
#
# What is shown never hangs on colour: every thing has a shape of its own, so that it survives without any.


class Dot(NamedTuple):
    """One character and the name of its style."""

    character: str
    style: str


Canvas = list[list[Dot]]
MARGIN: Final = 3
"""Characters before a board whose rows are numbered; above it is one line."""


class Glide(NamedTuple):
    """A token on its way from one cell to another: which share of it lies behind it."""

    origin: int
    target: int
    share: float


class _Characters(NamedTuple):
    """What lines are drawn with."""

    across: str
    down: str
    joints: str
    legal: str
    solid: str
    last: str
    bar: str
    cross: str
    slashes: str
    dots: str
    block: str


_BOX: Final = _Characters("─", "│", "┌┬┐├┼┤└┴┘", "╌╎┌┐└┘", "━┃┏┓┗┛", "━┃┏┓┗┛", "─", "╳", "╲╱", "•·", "█")
_PLAIN: Final = _Characters("-", "|", "+++++++++", ".:..''", "=I****", "*****" + "*", "-", "x", "\\/", "..", "#")


@dataclass(frozen=True)
class View:
    """What there is to see: a position, what its marked cells are, and what is laid over it."""

    game: Game
    position: Any
    kinds: Mapping[int, str] = field(default_factory=dict)
    legal: frozenset[int] = frozenset()
    labels: Mapping[int, str] = field(default_factory=dict)
    """Short texts on cells: values."""
    hint: int = 0
    selected: int = 0
    ghost: str = ""
    """What would stand on the selected cell: a token's symbol, `X` for an obstacle, `!` for one that is refused."""
    path: frozenset[int] = frozenset()
    """The cells a slide would pass over."""
    last: int = 0
    glide: "Glide | None" = None
    unicode: bool = True


def paint(view: View, layout: Layout) -> Canvas:
    """The board."""
    painter = _Painter(view, layout)
    painter.lines()
    for row, symbols in enumerate(draw(view.game, view.position)):
        for column, symbol in enumerate(symbols):
            painter.cell(1 << row * view.game.columns + column, symbol)
    if view.last:
        painter.last_move(view.last)
    if view.glide:
        painter.gliding_token(view.glide)
    return painter.canvas


class _Painter:
    def __init__(self, view: View, layout: Layout) -> None:
        self.view, self.layout = view, layout
        self.characters = _BOX if view.unicode else _PLAIN
        statement = view.game.statement
        self.signs = {statement.fields[number].symbol: sign for number, sign in statement.signs}
        self.letters = {str(player): view.game.words.letter(player) for player in (1, 2)}
        self.gliding = ""
        self.canvas: Canvas = [[Dot(" ", "cell")] * layout.width for _ in range(layout.height)]

    def write(self, x: int, y: int, text: str, style: str, see_through: bool = False) -> None:
        for offset, character in enumerate(text):
            if not (see_through and character == " "):
                self.canvas[y][x + offset] = Dot(character, style)

    def lines(self) -> None:
        """The grid; without lines between its rows where there is no room for them."""
        size, columns, rows = self.layout.shape[1], self.layout.columns, self.layout.rows
        joints, across, down = self.characters.joints, self.characters.across, self.characters.down
        for y in range(self.layout.height):
            if self.layout.lined and y % (rows + 1) == 0:
                part = 0 if y == 0 else 6 if y == self.layout.height - 1 else 3
                middle = joints[part + 1].join([across * columns] * size)
                self.write(0, y, f"{joints[part]}{middle}{joints[part + 2]}", "grid")
            else:
                for column in range(size + 1):
                    self.write(column * (columns + 1), y, down, "grid")

    def cell(self, cell: int, symbol: str) -> None:
        """One cell, from the ground up: marks, goals, tokens, and what is laid over them."""
        view = self.view
        sign = self.signs.get(symbol, "")
        if not sign and symbol != EMPTY:
            self.mark(cell, view.kinds.get(cell, BLOCKED), symbol)
        if not sign:
            self.goals(cell)
        if self.framed(cell):
            self.frame(cell)
        if sign and self.view.glide and cell == self.view.glide.origin:
            self.gliding = sign
        elif sign:
            self.token(*self.layout.corner(cell), sign)
        self.overlay(cell, symbol)

    def mark(self, cell: int, kind: str, symbol: str) -> None:
        if kind in TRAIL:
            self.fill(cell, " ", kind)
            self.trail(cell, kind)
        elif kind == VISITED:
            self.centre(cell, self.characters.dots[0], "visited")
        elif symbol == "#":
            self.fill(cell, self.characters.block, "obstacle")
            if self.view.unicode or self.layout.rows > 1:
                self.centre(cell, "X" if self.layout.rows == 1 else " X ", "obstacle-mark")
        else:
            self.centre(cell, symbol, "obstacle-mark" if kind == OBSTACLE else "visited")

    def trail(self, cell: int, kind: str) -> None:
        """A bar or a cross, as it is the player's."""
        if TRAILS[TRAIL.index(kind) + 1] is Shape.BAR:
            self.centre(cell, self.characters.bar * max(3, self.layout.columns - 2), kind)
            return
        self.centre(cell, self.characters.cross, kind)
        fall, rise = tuple(self.characters.slashes)
        x, y = self.layout.corner(cell)
        reach = (self.layout.rows - 1) // 2
        x, y = x + self.layout.columns // 2, y + reach
        for step in range(1, reach + 1):
            for left, right, line in ((fall, rise, y - step), (rise, fall, y + step)):
                self.write(x - step, line, left, kind)
                self.write(x + step, line, right, kind)

    def goals(self, cell: int) -> None:
        """The goals on a cell, small ones where a frame comes around them."""
        small = self.framed(cell)
        for player in (1, 2):
            if cell & self.view.game.goal(player):
                rows = outline(str(player), self.layout.columns, self.layout.rows, self.view.unicode, small)
                self.art(cell, rows, player)

    def framed(self, cell: int) -> bool:
        return cell in self.view.legal or cell in (self.view.selected, self.view.hint)

    def art(self, cell: int, rows: list[str], player: int) -> None:
        x, y = self.layout.corner(cell)
        style, kind = f"goal-{NAMES[str(player)]}", self.view.kinds.get(cell)
        for number, row in enumerate(rows):
            self.write(x, y + number, row, f"{style}-{kind}" if kind in TRAIL else style, see_through=True)

    def token(self, x: int, y: int, sign: str) -> None:
        """A token in the cell that begins at a point, or would."""
        name, letter = NAMES[sign], self.letters.get(sign, sign)
        for number, row in enumerate(token(sign, self.layout.columns, self.layout.rows, self.view.unicode, letter)):
            self.write(x, y + number, row, name, see_through=True)
        if self.layout.rows >= 3 and self.view.unicode and TOKENS[sign] is not Shape.RING:
            middle = x + self.layout.columns // 2 - 1
            self.write(middle, y + (self.layout.rows - 1) // 2, f" {letter} ", f"{name}-letter")

    def gliding_token(self, glide: Glide) -> None:
        """A token between two cells."""
        (x, y), (to_x, to_y) = self.layout.corner(glide.origin), self.layout.corner(glide.target)
        self.token(x + round((to_x - x) * glide.share), y + round((to_y - y) * glide.share), self.gliding)

    def frame(self, cell: int) -> None:
        """The outline of a move that can be made: dotted; solid once it is selected."""
        selected = cell == self.view.selected
        style = "selected" if selected else "legal"
        x, y = self.layout.corner(cell)
        columns, rows = self.layout.columns, self.layout.rows
        if rows == 1:
            self.write(x, y, "[", style)
            self.write(x + 2, y, "]", style)
            return
        across, down, *corners = tuple(self.characters.solid if selected else self.characters.legal)
        self.write(x, y, f"{corners[0]}{across * (columns - 2)}{corners[1]}", style)
        self.write(x, y + rows - 1, f"{corners[2]}{across * (columns - 2)}{corners[3]}", style)
        for line in range(y + 1, y + rows - 1):
            self.write(x, line, down, style)
            self.write(x + columns - 1, line, down, style)

    def overlay(self, cell: int, symbol: str) -> None:
        """What stands in the middle of a cell, above everything else."""
        view = self.view
        if cell in view.labels:
            label = view.labels[cell]
            self.centre(cell, label.center(3), {"+": "winning", "-": "losing"}.get(label[0], "even"))
        elif cell == view.selected and view.ghost:
            self.centre(cell, view.ghost, "refused" if view.ghost == "!" else "selected")
        elif cell == view.hint:
            self.centre(cell, "*", "selected")
        elif cell in view.path:
            self.centre(cell, self.characters.dots[1], "path")
        elif cell in view.legal and self.layout.rows == 1 and cell & view.game.goal(view.position.turn):
            self.centre(cell, "G", "legal")

    def last_move(self, cell: int) -> None:
        """A strong outline around the cell; where there are no lines, at its sides."""
        across, down, *corners = tuple(self.characters.last)
        x, y = self.layout.corner(cell)
        columns, rows = self.layout.columns, self.layout.rows
        for line in range(y, y + rows):
            self.write(x - 1, line, down, "last")
            self.write(x + columns, line, down, "last")
        if self.layout.lined:
            self.write(x - 1, y - 1, f"{corners[0]}{across * columns}{corners[1]}", "last")
            self.write(x - 1, y + rows, f"{corners[2]}{across * columns}{corners[3]}", "last")

    def centre(self, cell: int, text: str, style: str) -> None:
        x, y = self.layout.corner(cell)
        self.write(x + (self.layout.columns - len(text)) // 2, y + (self.layout.rows - 1) // 2, text, style)

    def fill(self, cell: int, character: str, style: str) -> None:
        x, y = self.layout.corner(cell)
        for line in range(y, y + self.layout.rows):
            self.write(x, line, character * self.layout.columns, style)


def with_coordinates(canvas: Canvas, layout: Layout, origin: int) -> Canvas:
    """A painted board with the numbers of its rows to the left and of its columns above it."""
    above = [Dot(" ", "coordinate")] * (MARGIN + layout.width)
    for column in range(layout.shape[1]):
        middle = MARGIN + layout.corner(1 << column)[0] + layout.columns // 2
        for offset, character in enumerate(reversed(str(column + origin))):
            above[middle - offset] = Dot(character, "coordinate")
    beside = dict.fromkeys(range(layout.height), "")
    for row in range(layout.shape[0]):
        beside[layout.corner(1 << row * layout.shape[1])[1] + (layout.rows - 1) // 2] = str(row + origin)
    numbered = [[Dot(each, "coordinate") for each in f"{beside[y]:>{MARGIN - 1}} "] for y in range(layout.height)]
    return [above, *(before + row for before, row in zip(numbered, canvas, strict=True))]


def cells_between(size: int, origin: int, cell: int) -> frozenset[int]:
    """The cells that lie straight between two others."""
    if not origin or not cell:
        return frozenset()
    (row, column), (last_row, last_column) = where(size, origin), where(size, cell)
    low, high = min(origin, cell), max(origin, cell)
    between = (1 << high.bit_length() - 1) - (low << 1)
    return frozenset(
        each_cell
        for each_cell in each(between)
        if (where(size, each_cell)[0] == row == last_row) or (where(size, each_cell)[1] == column == last_column)
    )


# --- From a duel to a painted board


def view_of(duel: Duel, unicode: bool = True) -> View:
    """A duel as it stands, for looking only."""
    last = 0
    if duel.ply:
        before, after = duel.history()[-2:]
        last = target_of(duel.game, before, after).cell
    return View(duel.game, duel.position, kind_of_marks(duel), last=last, unicode=unicode)


def view_of_selection(selection: Selection, worth: Mapping[str, str], hint: str | None, unicode: bool = True) -> View:
    """A duel in which a person is to move: what can be chosen, what is, and what it is worth."""
    duel = selection.duel
    plain = view_of(duel, unicode)
    origin = token_of(duel)
    sliding = selection.cell and not selection.placing
    return View(
        game=plain.game,
        position=plain.position,
        kinds=plain.kinds,
        legal=selection.legal_cells,
        labels=labels_by_cell(duel, worth, selection.placing),
        hint=selection.targets[hint].cell if hint in selection.targets else 0,
        selected=selection.cell,
        ghost=_ghost(selection),
        path=cells_between(duel.game.columns, origin, selection.cell) if sliding else frozenset(),
        last=plain.last,
        unicode=unicode,
    )


def labels_by_cell(duel: Duel, worth: Mapping[str, str], placing: bool) -> dict[int, str]:
    """What each move is worth, on the cell it leads to."""
    return {
        target.cell: worth[word]
        for word, target in targets(duel).items()
        if word in worth and target.cell and (target.kind == PLACE) == placing
    }


def _ghost(selection: Selection) -> str:
    if not selection.cell:
        return ""
    if selection.placing:
        return "X" if selection.word else "!"
    game, player = selection.duel.game, selection.duel.turn
    signs = dict(game.statement.token_signs)
    mine = next((signs[number] for number in game.statement.tokens[player - 1]), "")
    return game.words.letter(player) if mine == str(player) else mine


# --- Animation


PACE: Final = 0.03
"""Seconds a frame is shown."""
REST: Final = 20
"""Frames for which each position of a line that is played out stays."""
_FRAMES: Final = 4
"""How many a step of one cell takes; a slide takes as many for each cell, but never much longer."""
_MOST: Final = 8


def frames(before: Duel, after: Duel, unicode: bool) -> list[View]:
    """The last move in frames: a token glides to where it goes; anything else is first outlined."""
    if after.ply != before.ply + 1 or after.history()[:-1] != before.history():
        return []
    target = target_of(after.game, before.position, after.position)
    first = replace(view_of(before, unicode), last=target.cell)
    if target.kind != MOVE or not target.origin:
        return [first] * _FRAMES
    size = after.game.columns
    distance = sum(
        abs(one - two) for one, two in zip(where(size, target.origin), where(size, target.cell), strict=True)
    )
    steps = min(_FRAMES * distance, _MOST)
    return [replace(first, glide=Glide(target.origin, target.cell, step / steps)) for step in range(1, steps)]
