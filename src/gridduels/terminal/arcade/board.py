"""Boards: the visible state of a duel, painted in pixels or in characters, and the widget that shows it.

Colour never carries meaning alone: everything has its own shape, so a board is readable without colour.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from gridduels.board import cell as cell_of
from gridduels.board import each, where
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.match import with_opening
from gridduels.pictures.shapes import CHARACTERS, TOKENS, Shape
from gridduels.statement import Position
from gridduels.targets import (
    BLOCKED,
    MOVE,
    OBSTACLE,
    PIECES,
    PLACE,
    TRAIL,
    VISITED,
    kind_of_marks,
    path_of,
    target_of,
    targets,
    token_of,
)
from gridduels.terminal.arcade.canvas import Canvas, Look, Mark, look_of
from gridduels.terminal.arcade.selection import Selection

if TYPE_CHECKING:
    from gridduels.terminal.arcade.app import Arcade

# --- Layout: the size and position of cells


_TALLEST: Final = 9


class Layout(NamedTuple):
    """A board whose cells, including the gap to the next cell, are `rows` rows high and twice as many columns wide.

    The smallest cells are one row high and four columns wide, with no gap between rows.
    """

    shape: tuple[int, int]
    rows: int

    @classmethod
    def fitting(cls, shape: tuple[int, int], width: int, height: int, tallest: int = _TALLEST) -> "Layout":
        """Return the largest layout that fits, or the smallest one if none does.

        >>> Layout.fitting((5, 5), 44, 21)
        Layout(shape=(5, 5), rows=4)
        """
        layouts = (cls(shape, rows) for rows in range(tallest, 0, -1))
        return next((each for each in layouts if each.width <= width and each.height <= height), cls(shape, 1))

    @property
    def columns(self) -> int:
        """Columns from one cell to the next."""
        return max(4, 2 * self.rows)

    @property
    def top(self) -> int:
        """Rows above the first cell."""
        return int(self.rows > 1)

    @property
    def width(self) -> int:
        return self.shape[1] * self.columns + 1

    @property
    def height(self) -> int:
        return self.shape[0] * self.rows + self.top

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the column and row of a cell's first character."""
        row, column = where(self.shape[1], cell)
        return column * self.columns + 1, row * self.rows + self.top

    def cell_at(self, x: int, y: int) -> int:
        """Return the cell a character belongs to, or 0 outside the board."""
        row, column = (y - self.top) // self.rows, (x - 1) // self.columns
        inside = 0 <= row < self.shape[0] and 0 <= column < self.shape[1]
        return cell_of(self.shape[1], row, column) if inside else 0


# --- View: what a board shows


class Glide(NamedTuple):
    """A token gliding from one cell to another, and the fraction of the distance it has covered."""

    origin: int
    target: int
    share: float


class Ghost(NamedTuple):
    """A step in a line that has not been played: where a token (given by its sign) or an obstacle (`#`) would go."""

    sign: str
    cell: int
    number: int
    origin: int = 0


Way = tuple[str, tuple[int, ...]]
"""A token's sign and the cells it has occupied, oldest first."""


@dataclass(frozen=True)
class View:
    """A position, the kinds of its marked cells, and everything drawn on top."""

    game: Game
    position: Position
    kinds: Mapping[int, str] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()
    legal: frozenset[int] = frozenset()
    labels: Mapping[int, str] = field(default_factory=dict)
    """Short texts on cells, such as values."""
    hint: int = 0
    selected: int = 0
    ghost: str = ""
    """The preview on the selected cell: a token's symbol, `X` for an obstacle, `!` for a refused move."""
    path: frozenset[int] = frozenset()
    """The cells a slide would pass over."""
    last: int = 0
    glide: Glide | None = None
    line: tuple[Ghost, ...] = ()
    """A hypothetical continuation; the board is then hatched and framed."""


@lru_cache(64)
def view_of(duel: Duel) -> View:
    """Return the visible state of a duel, for viewing only."""
    game, last = duel.game, 0
    if duel.ply:
        before, after = duel.history()[-2:]
        last = target_of(game, before, after).cell
    whole = with_opening(duel)
    kinds = dict(kind_of_marks(whole))
    ways: tuple[Way, ...] = ()
    if any(kind in (*TRAIL, VISITED) for kind in kinds.values()):
        history = whole.history()
        ways = tuple((sign, tuple(path_of(game, history, number))) for number, sign in game.statement.token_signs)
    return View(game, duel.position, kinds, ways, last=last)


def view_of_selection(selection: Selection, worth: Mapping[str, str], hint: str | None) -> View:
    """Return the view of a duel on a person's turn, with the legal cells, the selected one, values and the hint."""
    duel = selection.duel
    sliding = selection.cell and not selection.placing
    return replace(
        view_of(duel),
        legal=selection.legal_cells,
        labels=_labels_by_cell(duel, worth, selection.placing),
        hint=selection.targets[hint].cell if hint in selection.targets else 0,
        selected=selection.cell,
        ghost=_ghost(selection),
        path=cells_between(duel.game.columns, token_of(duel), selection.cell) if sliding else frozenset(),
    )


def view_of_line(duel: Duel, line: Sequence[str]) -> View:
    """Return the view of a duel with all the steps of a hypothetical line; the real pieces stay where they are."""
    steps, after = [], duel
    for number, word in enumerate(line, 1):
        before, after = after, after.play(word)
        target = target_of(duel.game, before.position, after.position)
        if target.cell:
            sign = _sign_of_mover(before) if target.kind == MOVE else "#"
            steps.append(Ghost(sign, target.cell, number, target.origin))
    return replace(view_of(duel), line=tuple(steps))


def _sign_of_mover(duel: Duel) -> str:
    signs = dict(duel.game.statement.token_signs)
    return next((signs[number] for number in duel.game.statement.tokens[duel.turn - 1]), str(duel.turn))


def _labels_by_cell(duel: Duel, worth: Mapping[str, str], placing: bool) -> dict[int, str]:
    return {
        target.cell: worth[word]
        for word, target in targets(duel).items()
        if word in worth and target.cell and (target.kind == PLACE) == placing
    }


def _ghost(selection: Selection) -> str:
    if not selection.cell:
        return ""
    if not selection.word:
        return "!"
    if selection.placing:
        return "X"
    sign, player = _sign_of_mover(selection.duel), selection.duel.turn
    return selection.duel.game.words.letter(player) if sign == str(player) else sign


def cells_between(size: int, origin: int, cell: int) -> frozenset[int]:
    """Return the cells on the straight line between two others."""
    if not origin or not cell:
        return frozenset()
    (row, column), (last_row, last_column) = where(size, origin), where(size, cell)
    low, high = min(origin, cell), max(origin, cell)
    between = (1 << high.bit_length() - 1) - (low << 1)
    return frozenset(
        found
        for found in each(between)
        if (where(size, found)[0] == row == last_row) or (where(size, found)[1] == column == last_column)
    )


# --- Animation


PACE: Final = 0.03
"""Seconds per frame."""
_FRAMES: Final = 4
"""Frames for a step of one cell."""
_MOST: Final = 8
"""Frames for the longest slide."""


def frames(before: Duel, after: Duel) -> list[View]:
    """Return the last move as animation frames: a token glides to its cell; anything else is bracketed first."""
    if after.ply != before.ply + 1 or after.history()[:-1] != before.history():
        return []
    target = target_of(after.game, before.position, after.position)
    first = replace(view_of(before), last=target.cell)
    if target.kind != MOVE or not target.origin:
        return [first] * _FRAMES
    ends = [where(after.game.columns, end) for end in (target.origin, target.cell)]
    distance = sum(abs(one - two) for one, two in zip(*ends, strict=True))
    steps = min(_FRAMES * distance, _MOST)
    return [replace(first, glide=Glide(target.origin, target.cell, step / steps)) for step in range(1, steps)]


# --- Painting


MARGIN: Final = 3
"""Columns that row numbers take up to the left of a board; column numbers take up one row above it."""


def paint(view: View, layout: Layout, look: Look, coordinates: bool = False) -> Canvas:
    """Paint a board on its own canvas."""
    left, top = (MARGIN, 1) if coordinates else (0, 0)
    canvas = Canvas(layout.width + left, layout.height + top, look)
    painter = _Pixels if look.pixels and layout.rows > 1 else _Characters
    painter(canvas, left, top, view, layout).paint()
    if coordinates:
        _write_coordinates(canvas, layout, view.game.words.origin)
    return canvas


def _write_coordinates(canvas: Canvas, layout: Layout, origin: int) -> None:
    mark = Mark("", canvas.look.palette.muted)
    for column in range(layout.shape[1]):
        middle = MARGIN + layout.corner(1 << column)[0] + layout.columns // 2 - 1
        canvas.write(middle, 0, str(column + origin), mark)
    for row in range(layout.shape[0]):
        middle = 1 + layout.corner(1 << row * layout.shape[1])[1] + (layout.rows - 1) // 2
        canvas.write(0, middle, f"{row + origin:>{MARGIN - 1}}", mark)


class _Painter:
    """The base class of both painters."""

    def __init__(self, canvas: Canvas, left: int, top: int, view: View, layout: Layout) -> None:
        self.canvas, self.left, self.top, self.view, self.layout = canvas, left, top, view, layout
        character = view.game.words.character
        self.look = canvas.look.on_board(character)
        self.ground = canvas.look.ground(character)
        self.solid = CHARACTERS[character].solid
        self.rows = layout.rows
        self.cells = list(each(view.game.rules.cells))
        self.tokens = [(sign, view.position[number]) for number, sign in view.game.statement.token_signs]
        self.tokens += [(str(PIECES.index(kind) + 1), cell) for cell, kind in view.kinds.items() if kind in PIECES]

    def colour(self, sign: str) -> str:
        palette = self.look.palette
        return {"1": palette.one, "2": palette.two}.get(sign, palette.ink)

    def letter(self, sign: str) -> str:
        return self.view.game.words.letter(int(sign)) if sign in "12" else sign

    def goals(self) -> Iterator[tuple[str, int]]:
        """Yield the cells a player wants to reach, except those occupied by a token."""
        taken = {cell for _, cell in self.tokens}
        for player in (1, 2):
            for cell in each(self.view.game.goal(player)):
                if cell not in taken:
                    yield str(player), cell

    def walked(self) -> set[int]:
        """Return the cells on any token's known path."""
        return {cell for _, way in self.view.ways for cell in way}

    def paint(self) -> None:
        """Paint the ground, then marks, goals, moves and tokens on top of each other."""
        self.paint_ground()
        walked = self.walked()
        for cell, kind in self.view.kinds.items():
            if kind == OBSTACLE:
                self.wall(cell)
            elif kind == VISITED:
                self.visited(cell)
            elif kind == BLOCKED or (kind in TRAIL and cell not in walked):
                self.blocked(cell, kind)
        for sign, way in self.view.ways:
            self.trail(sign, way)
        for sign, cell in self.goals():
            self.goal(sign, cell)
        for cell in self.view.legal - self.view.labels.keys():
            self.dot(cell)
        for cell in self.view.path:
            self.dot(cell, passing=True)
        if self.view.last:
            self.brackets(self.view.last)
        glide = self.view.glide
        for ghost in self.view.line:
            if ghost.origin and ghost.sign != "#":
                self.imagined_way(ghost)
        for sign, cell in self.tokens:
            gliding = glide is not None and cell == glide.origin
            self.token(sign, cell, glide if gliding else None)
        self.paint_over()
        if self.view.line:
            self.paint_line()

    def paint_line(self) -> None:
        """Paint where the imagined steps lead: in each cell the last of them, with the numbers of all of them.

        Cells with real tokens get the numbers alone, so that no real token is hidden.
        """
        ghosts: dict[int, list[Ghost]] = {}
        for ghost in self.view.line:
            ghosts.setdefault(ghost.cell, []).append(ghost)
        taken = {cell for _, cell in self.tokens}
        for cell, steps in ghosts.items():
            if cell not in taken:
                self.imagined(steps[-1])
            if self.rows > 2:
                self.tag(cell, ",".join(str(each.number) for each in steps))
        self.frame_of_line()

    def paint_over(self) -> None:
        """Paint the selection, the hint and the values."""
        view, palette = self.view, self.look.palette
        if view.selected:
            self.select(view.selected)
            if view.ghost and view.selected not in view.labels:
                refused = view.ghost == "!"
                self.label(view.selected, view.ghost, Mark("", palette.wrong if refused else palette.ink, bold=True))
        if view.hint and view.hint != view.selected:
            self.label(view.hint, "★", Mark("", self.look.gold if self.look.pixels else palette.ink, bold=True))
        for cell, label in view.labels.items():
            self.value(cell, label)

    def value(self, cell: int, label: str) -> None:
        wins = label.startswith("+")
        if self.look.pixels:
            ground = self.look.gold if wins else self.look.ring
            ink = self.look.gold_ink if wins else self.look.palette.ink
            self.label(cell, label.center(3), Mark("", ink, ground, bold=wins))
        else:
            self.label(cell, label.center(3), Mark("", bold=wins, reverse=wins))

    # implemented by each painter in its own way

    def paint_ground(self) -> None: ...
    def wall(self, cell: int) -> None: ...
    def visited(self, cell: int) -> None: ...
    def blocked(self, cell: int, kind: str) -> None: ...
    def trail(self, sign: str, way: Sequence[int]) -> None: ...
    def goal(self, sign: str, cell: int) -> None: ...
    def dot(self, cell: int, passing: bool = False) -> None: ...
    def brackets(self, cell: int) -> None: ...
    def token(self, sign: str, cell: int, glide: Glide | None) -> None: ...
    def select(self, cell: int) -> None: ...
    def imagined_way(self, ghost: Ghost) -> None: ...
    def imagined(self, ghost: Ghost) -> None: ...
    def tag(self, cell: int, numbers: str) -> None: ...
    def frame_of_line(self) -> None: ...
    def label(self, cell: int, text: str, mark: Mark) -> None: ...

    def imagined_label(self, ghost: Ghost, mark: Mark) -> None:
        """Write a small imagined token; cells without room for a tag have the number in place of the letter."""
        shape = "<{}>" if TOKENS[ghost.sign] is Shape.DIAMOND else "({})"
        self.label(ghost.cell, shape.format(self.letter(ghost.sign) if self.rows > 2 else ghost.number), mark)


# --- Pixels


_LETTERS: Final = {
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("##.", "..#", ".#.", "#..", "###"),
    "A": (".#.", "#.#", "###", "#.#", "#.#"),
    "B": ("##.", "#.#", "##.", "#.#", "##."),
}
_FLAG: Final = ((0, -3), (1, -3), (0, -2), (1, -2), (2, -2), (0, -1), (1, -1), *((-1, y) for y in range(-3, 4)))
_RING: Final = (".###.", "##.##", "#...#", "##.##", ".###.")
_HOLLOW: Final = {Shape.DISC: ("╭╌╌╌╮", "( {} )", "╰╌╌╌╯"), Shape.DIAMOND: ("╱ ╲", "⟨ {} ⟩", "╲ ╱")}
_BANDS: Final = {2: (1, 1), 3: (3, 1), 4: (3, 1), 5: (3, 1), 6: (5, 3), 7: (5, 3)}
"""The widths of a light ribbon and its core in pixels, by cell height in rows."""
_INK: Final = {2: 1, 3: 1, 4: 3, 5: 3, 6: 3}
"""The width of an ink path in pixels, by cell height in rows."""


class _Pixels(_Painter):
    """Paints pixels. A cell is a square tile of 2R-1 pixels and a gap of one; a digit goes in its centre."""

    @property
    def tile(self) -> int:
        return 2 * self.rows - 1

    def origin(self, cell: int) -> tuple[int, int]:
        x, y = self.layout.corner(cell)
        return self.left + x, 2 * (self.top + y)

    def centre(self, cell: int) -> tuple[int, int]:
        x, y = self.origin(cell)
        return x + self.rows - 1, y + self.rows - 1

    def label(self, cell: int, text: str, mark: Mark) -> None:
        x, y = self.origin(cell)
        self.canvas.write(x + self.rows - 1 - (len(text) - 1) // 2, y // 2 + (self.rows - 1) // 2, text, mark)

    def paint_ground(self) -> None:
        canvas, tile = self.canvas, self.tile
        width, height = self.layout.width, 2 * self.layout.height
        canvas.fill(self.left, 2 * self.top + 1, width, height - 1, self.ground.board)
        for cell in self.cells:
            x, y = self.origin(cell)
            canvas.fill(x, y, tile, tile, self.ground.cell)
            if self.rows > 4:  # soft corners
                for corner in ((0, 0), (tile - 1, 0), (0, tile - 1), (tile - 1, tile - 1)):
                    if self.look.mode == "colour":
                        canvas.pixel(x + corner[0], y + corner[1], self.ground.board, 0.55)
            if self.view.line and self.look.mode == "colour":
                self._hatch(x, y)

    def _hatch(self, x: int, y: int) -> None:
        for down in range(self.tile):
            for right in range(self.tile):
                if (x + right + y + down) % 6 == 0:
                    self.canvas.pixel(x + right, y + down, self.look.palette.line, 0.75)

    def wall(self, cell: int) -> None:
        """Draw courses of bricks two pixels high, with a pixel of mortar between them."""
        (x, y), tile = self.origin(cell), self.tile
        self.canvas.fill(x, y, tile, tile, self.look.palette.block)
        brick = max(3, tile // 2 + 1)
        for down in range(tile):
            course, inside = divmod(down, 3)
            for right in range(tile):
                joint = (right + course % 2 * (brick // 2)) % brick == brick - 1 and right < tile - 1
                if inside == 2 or joint:
                    self.canvas.pixel(x + right, y + down, self.look.mortar)

    def blocked(self, cell: int, kind: str) -> None:
        """Draw a dark tile with a line, since a token has left it in an unknown direction."""
        (x, y), tile = self.origin(cell), self.tile
        palette = self.look.palette
        tints = dict(zip(TRAIL, (palette.tint_one, palette.tint_two), strict=True))
        self.canvas.fill(x, y, tile, tile, tints.get(kind, self.look.ring))
        self.canvas.fill(x + 1, y + tile // 2, tile - 2, 1, palette.ink)

    def visited(self, cell: int) -> None:
        (x, y), tile = self.origin(cell), self.tile
        self.canvas.fill(x, y, tile, tile, self.ground.turned)
        if self.rows > 2 and self.look.mode == "colour":
            self._frame(x, y, self.look.ring, lambda step: True)

    def _frame(self, x: int, y: int, colour: str, drawn: Callable[[int], bool]) -> None:
        last = self.tile - 1
        for step in range(self.tile):
            if drawn(step):
                for right, down in ((step, 0), (step, last), (0, step), (last, step)):
                    self.canvas.pixel(x + right, y + down, colour)

    def trail(self, sign: str, way: Sequence[int]) -> None:
        palette, dashed = self.look.palette, sign == "2"
        if sign not in "12":
            self._line(way, self.ground.shared, 1)
        elif self.solid:
            width = _INK.get(self.rows, 5)
            if dashed and self.rows <= 3:
                self._line(way, palette.two, 1, period=3)
                return
            self._line(way, self.colour(sign), width)
            if dashed:
                self._line(way, palette.on_colour, 1, period=4)
        else:
            band, core = _BANDS.get(self.rows, (7, 3))
            self._line(way, palette.tint_two if dashed else palette.tint_one, band)
            period = 4 if self.rows < 5 else 5 if self.rows < 7 else 6
            self._line(way, self.colour(sign), core, period=period if dashed else 0)
            if not dashed and core == 3 and self.look.mode == "colour":
                self._line(way, "#ffffff", 1, share=0.6)

    def _line(self, way: Sequence[int], colour: str, width: int, period: int = 0, share: float = 1.0) -> None:
        """Draw a line through the centres of cells, dashed if it has a period."""
        points: list[tuple[int, int]] = []
        for one, two in pairwise(way):
            (x, y), (to_x, to_y) = self.centre(one), self.centre(two)
            steps = max(abs(to_x - x), abs(to_y - y)) or 1
            first = 1 if points else 0
            points += [(x + (to_x - x) * k // steps, y + (to_y - y) * k // steps) for k in range(first, steps + 1)]
        half = width // 2
        for number, (x, y) in enumerate(points):
            if not period or number % period < max(1, period // 2):
                for right in range(-half, half + 1):
                    for down in range(-half, half + 1):
                        self.canvas.pixel(x + right, y + down, colour, share)

    def token(self, sign: str, cell: int, glide: Glide | None) -> None:
        x, y = self.centre(cell)
        if glide:
            to_x, to_y = self.centre(glide.target)
            x, y = x + round((to_x - x) * glide.share), y + round((to_y - y) * glide.share)
            y -= (y - self.centre(cell)[1]) % 2  # a digit takes up a whole row
        shape, colour, letter = TOKENS[sign], self.colour(sign), self.letter(sign)
        on = self.look.palette.on_colour
        if shape is Shape.RING:
            self._ring(x, y)
        elif self.rows == 2:
            text = f"({letter})" if shape is Shape.DISC else f"<{letter}>"
            self._text(x, y, text, Mark("", on, colour, bold=True))
        else:
            radius = self.rows - 1 if shape is Shape.DIAMOND else self.rows - (0.8 if self.rows < 6 else 1.4)
            self._shape(x, y, shape, radius, colour)
            if self.rows >= 6 and letter in _LETTERS:
                self._letter(x, y, letter, on)
            else:
                self._text(x, y, letter, Mark("", on, colour, bold=True))

    def _text(self, x: int, y: int, text: str, mark: Mark) -> None:
        """Write text centred on a pixel, which is in the upper half of its row, or the lower half if `rows` is even."""
        self.canvas.write(x - (len(text) - 1) // 2, (y - (self.rows - 1) % 2) // 2, text, mark)

    def _letter(self, x: int, y: int, letter: str, colour: str) -> None:
        for down, row in enumerate(_LETTERS[letter]):
            for right, dot in enumerate(row):
                if dot == "#":
                    self.canvas.pixel(x - 1 + right, y - 2 + down, colour)

    def _shape(self, x: int, y: int, shape: Shape, radius: float, colour: str) -> None:
        """Draw a soft-edged disc or a hard-edged diamond; at five pixels, a soft disc would look like a diamond."""
        reach = int(radius) + 2
        for right in range(-reach, reach + 1):
            for down in range(-reach, reach + 1):
                if shape is Shape.DIAMOND:
                    share = float(abs(right) + abs(down) <= radius)
                else:
                    share = max(0.0, min(1.0, (radius + 0.5 - math.hypot(right, down)) * 1.6))
                    share = float(share > 0.5) if self.rows == 3 else share
                if share > 0.25:
                    self.canvas.pixel(x + right, y + down, colour, share)

    def _ring(self, x: int, y: int) -> None:
        """Draw GridLock's token, which belongs to neither player, as a ring in ink."""
        ink, tile = self.look.palette.ink, self.ground.cell
        if self.rows == 2:
            self._text(x, y, "(o)", Mark("", tile, ink, bold=True))
        elif self.rows == 3:
            for down, row in enumerate(_RING):
                for right, dot in enumerate(row):
                    self.canvas.pixel(x - 2 + right, y - 2 + down, ink if dot == "#" else tile)
        else:
            self._shape(x, y, Shape.DISC, self.rows - 0.8, ink)
            self._shape(x, y, Shape.DISC, self.rows - 2.8, tile)
            if self.rows > 5:
                self._shape(x, y, Shape.DISC, 1, ink)

    def _outline(self, x: int, y: int, shape: Shape, radius: float, colour: str, dashed: bool = True) -> None:
        for right in range(-self.rows, self.rows + 1):
            for down in range(-self.rows, self.rows + 1):
                disc = shape is Shape.DISC
                distance = math.hypot(right, down) if disc else abs(right) + abs(down)
                turn = math.atan2(down, right) / math.tau * 8 % 1
                gap = dashed and (0.36 < turn < 0.64 if disc else abs(right) % 4 == 3)
                if abs(distance - radius) < 0.55 and not gap:
                    self.canvas.pixel(x + right, y + down, colour, 1.0 if dashed else 0.7)

    def _hollow(self, cell: int, shape: Shape, colour: str, letter: str) -> None:
        """Draw a hollow shape in dashed lines, five columns by three rows."""
        x, y = self.origin(cell)
        for row, text in enumerate(_HOLLOW[shape]):
            text = text.format(letter)
            left = x + self.rows - 1 - len(text) // 2
            self.canvas.write(left, y // 2 + (self.rows - 1) // 2 - 1 + row, text, Mark("", colour), see_through=True)

    def goal(self, sign: str, cell: int) -> None:
        shape, colour, (x, y) = TOKENS[sign], self.colour(sign), self.centre(cell)
        disc = shape is Shape.DISC
        if self.rows >= 3 and cell in self.walked():  # the flag goes above the ribbon
            left, top = self.origin(cell)
            self.canvas.fill(left, top, self.tile, self.tile, self.ground.cell)
        if self.rows == 2:
            self.label(cell, "( )" if disc else "< >", Mark("", colour))
        elif self.rows == 3:
            self.label(cell, "(⚑)" if disc else "<⚑>", Mark("", colour, bold=True))
        elif self.rows < 6:
            self._hollow(cell, shape, colour, "⚑")
        else:
            self._outline(x, y, shape, self.rows - (1.6 if disc else 1), colour)
            for right, down in _FLAG:
                self.canvas.pixel(x + right, y + down, colour)

    def dot(self, cell: int, passing: bool = False) -> None:
        ink, (x, y) = self.look.palette.ink, self.centre(cell)
        if passing or self.rows <= 5:
            goal = self.rows > 3 and any(cell & self.view.game.goal(player) for player in (1, 2))
            if not goal:
                self.label(cell, "·" if passing else "●", Mark("", ink, bold=True))
            else:  # the flag stays readable next to the dot
                left, top = self.origin(cell)
                self.canvas.write(left + self.tile - 1, top // 2, "●", Mark("", ink, bold=True))
            return
        if any(cell & self.view.game.goal(player) for player in (1, 2)):
            left, top = self.origin(cell)
            self._shape(left + self.tile - 2, top + 1, Shape.DISC, 1.0, ink)
            return
        self._outline(x, y, Shape.DISC, 3, self.look.ring, dashed=False)
        self._shape(x, y, Shape.DISC, 1.45, ink)

    def brackets(self, cell: int) -> None:
        (x, y), tile, ink = self.origin(cell), self.tile, self.look.palette.ink
        reach = max(1, self.rows // 2) if self.rows > 2 else 0
        for right, down in ((-1, -1), (tile, -1), (-1, tile), (tile, tile)):
            for step in range(reach + 1):
                self.canvas.pixel(x + right + (step if right < 0 else -step), y + down, ink)
                self.canvas.pixel(x + right, y + down + (step if down < 0 else -step), ink)

    def select(self, cell: int) -> None:
        x, y = self.origin(cell)
        self._frame(x, y, self.look.palette.ink, lambda step: True)

    def imagined_way(self, ghost: Ghost) -> None:
        self._line((ghost.origin, ghost.cell), self.colour(ghost.sign), 1, period=2)

    def imagined(self, ghost: Ghost) -> None:
        (x, y), tile = self.origin(ghost.cell), self.tile
        if ghost.sign == "#":
            self._frame(x, y, self.look.palette.block, lambda step: step % 3 < 2)
            if self.rows > 3:
                for step in range(1, tile - 1, 2):
                    self.canvas.pixel(x + step, y + tile // 2, self.look.ring)
            elif self.rows == 2:
                self.label(ghost.cell, str(ghost.number), Mark("", self.look.gold_ink, self.look.gold, bold=True))
        else:
            self._imagined_token(ghost, self.colour(ghost.sign))

    def tag(self, cell: int, numbers: str) -> None:
        (x, y), tag = self.origin(cell), f" {numbers} " if self.rows > 3 else numbers
        mark = Mark("", self.look.gold_ink, self.look.gold, bold=True)
        self.canvas.write(x + self.tile - len(tag), y // 2, tag, mark)

    def _imagined_token(self, ghost: Ghost, colour: str) -> None:
        shape = Shape.DIAMOND if TOKENS[ghost.sign] is Shape.DIAMOND else Shape.DISC
        letter, (x, y) = self.letter(ghost.sign), self.centre(ghost.cell)
        if self.rows <= 3:
            self.imagined_label(ghost, Mark("", colour, self.ground.cell, bold=True))
        elif self.rows < 6 or letter not in _LETTERS:
            left, top = self.origin(ghost.cell)
            self.canvas.fill(left + 1, top + 1, self.tile - 2, self.tile - 2, self.ground.cell)
            self._hollow(ghost.cell, shape, colour, letter)
        else:
            self._shape(x, y, shape, self.rows - 1, self.ground.cell)
            self._outline(x, y, shape, self.rows - (1.6 if shape is Shape.DISC else 1), colour)
            self._letter(x, y, letter, colour)

    def frame_of_line(self) -> None:
        width, height, gold = self.layout.width, 2 * self.layout.height, self.look.gold
        for step in range(width):
            if step % 4 < 2:
                for y in (2 * self.top + 1, 2 * self.top + height - 1):
                    self.canvas.pixel(self.left + step, y, gold)
        for step in range(height - 1):
            if step % 4 < 2:
                for x in (self.left, self.left + width - 1):
                    self.canvas.pixel(x, 2 * self.top + 1 + step, gold)


# --- Characters


_TOKENS: Final = {
    "mono": {Shape.DISC: ("▄███▄", "██{}██", "▀███▀"), Shape.DIAMOND: ("▗█▖", "◀█{}█▶", "▝█▘")},
    "ascii": {Shape.DISC: (".---.", "( {} )", "'---'"), Shape.DIAMOND: ("/ \\", "<<{}>>", "\\ /")},
}
_GOALS: Final = {
    "mono": {Shape.DISC: ("╭╌╌╌╮", "╎ ⚑ ╎", "╰╌╌╌╯"), Shape.DIAMOND: ("╱ ╲", "◁ ⚑ ▷", "╲ ╱")},
    "ascii": {Shape.DISC: (". - .", ":   :", "' - '"), Shape.DIAMOND: ("/ \\", "<   >", "\\ /")},
}
_CORNERS: Final = {
    frozenset({(1, 0), (0, 1)}): "┏",
    frozenset({(-1, 0), (0, 1)}): "┓",
    frozenset({(1, 0), (0, -1)}): "┗",
    frozenset({(-1, 0), (0, -1)}): "┛",
}


class _Characters(_Painter):
    """Paints shapes made of characters: without colours, in ASCII, and in cells of a single row."""

    @property
    def ascii(self) -> bool:
        return self.look.mode == "ascii"

    @property
    def shapes(self) -> str:
        return "ascii" if self.ascii else "mono"

    @property
    def inner(self) -> int:
        """The width of a cell in columns, without the gap."""
        return self.layout.columns - 1

    def origin(self, cell: int) -> tuple[int, int]:
        x, y = self.layout.corner(cell)
        return self.left + x, self.top + y

    def centre(self, cell: int) -> tuple[int, int]:
        x, y = self.origin(cell)
        return x + self.inner // 2, y + (self.rows - 1) // 2

    def put(self, x: int, y: int, text: str, mark: Mark | None = None, see_through: bool = False) -> None:
        self.canvas.write(x, y, text, mark, see_through)

    def label(self, cell: int, text: str, mark: Mark) -> None:
        x, y = self.centre(cell)
        self.put(x - len(text) // 2, y, text, mark)

    def paint_ground(self) -> None:
        """Draw light corners and an outline, so that no line runs through a trail."""
        width, height = self.layout.width, self.layout.height
        if self.look.pixels:
            self.canvas.fill(self.left, 2 * self.top, width, 2 * height, self.ground.cell)
        mark = Mark("", self.look.palette.muted, dim=not self.ascii)
        columns, rows = self.layout.columns, self.rows
        if rows == 1:
            for y in range(height):
                for x in range(0, width, columns):
                    self.put(self.left + x, self.top + y, "│", mark)
            return
        for y in range(0, height, rows):
            edge = y in (0, height - 1)
            for x in range(width):
                crossing = x % columns == 0
                short = x % columns in (1, columns - 1) and not self.ascii
                if crossing or edge or short:
                    sign = self._joint(x, y) if crossing else "─"
                    self.put(self.left + x, self.top + y, sign, mark)
        for y in range(height):
            for x in (0, width - 1):
                if y % rows:
                    self.put(self.left + x, self.top + y, "│", mark)
        if self.view.line:
            self._hatch(mark)

    def _joint(self, x: int, y: int) -> str:
        across = 0 if x == 0 else 2 if x == self.layout.width - 1 else 1
        down = 0 if y == 0 else 2 if y == self.layout.height - 1 else 1
        return "┌┬┐├┼┤└┴┘"[3 * down + across]

    def _hatch(self, mark: Mark) -> None:
        for cell in self.cells:
            x, y = self.origin(cell)
            for down in range(self.rows - 1):
                for right in range(self.inner):
                    if (x + right + 2 * (y + down)) % 8 == 0:
                        self.put(x + right, y + down, "/" if self.ascii else "╱", mark)

    def wall(self, cell: int) -> None:
        x, y = self.origin(cell)
        for down in range(max(1, self.rows - 1)):
            bricks = "".join("│" if (right + 2 * down) % 4 == 3 else "▓" for right in range(self.inner))
            self.put(x, y + down, "#" * self.inner if self.ascii else bricks, Mark("", self.look.palette.block))

    def blocked(self, cell: int, kind: str) -> None:
        x, y = self.origin(cell)
        for down in range(max(1, self.rows - 1)):
            self.put(x, y + down, "▒" * self.inner, Mark("", self.look.palette.muted))

    def visited(self, cell: int) -> None:
        self.label(cell, "·", Mark("", self.look.palette.muted))

    def trail(self, sign: str, way: Sequence[int]) -> None:
        """Draw a heavy line, dashed for Player 2, with corners where the token turned."""
        dashed = sign == "2"
        points: list[tuple[int, int]] = []
        for one, two in pairwise(way):
            (x, y), (to_x, to_y) = self.centre(one), self.centre(two)
            steps = max(abs(to_x - x), abs(to_y - y)) or 1
            first = 1 if points else 0
            points += [(x + (to_x - x) * k // steps, y + (to_y - y) * k // steps) for k in range(first, steps + 1)]
        mark = Mark("", self.colour(sign), bold=True)
        for number, (x, y) in enumerate(points):
            around = {points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]}
            sides = frozenset((side_x - x, side_y - y) for side_x, side_y in around if (side_x, side_y) != (x, y))
            self.put(x, y, self._stroke(sides, dashed, number), mark)

    def _stroke(self, sides: frozenset[tuple[int, int]], dashed: bool, number: int) -> str:
        upright = any(down for _, down in sides)
        if self.ascii:
            if dashed:
                return ":" if upright or sides in _CORNERS or number % 2 == 0 else " "
            return "#" if upright or sides in _CORNERS else "="
        return _CORNERS.get(sides) or ("╏┃"[not dashed] if upright else "╍━"[not dashed])

    def _art(self, cell: int, rows: Sequence[str], mark: Mark, offset: tuple[int, int] = (0, 0)) -> None:
        x, y = self.centre(cell)
        x, y = x + offset[0], y + offset[1] - len(rows) // 2
        for row, text in enumerate(rows):
            left = x - len(text) // 2
            inside = row == len(rows) // 2  # nothing shows through the row with the letter
            self.put(left, y + row, text, mark, see_through=not inside)

    def token(self, sign: str, cell: int, glide: Glide | None) -> None:
        shape, letter = TOKENS[sign], self.letter(sign)
        diamond = shape is Shape.DIAMOND
        offset = (0, 0)
        if glide:
            (x, y), (to_x, to_y) = self.centre(cell), self.centre(glide.target)
            offset = round((to_x - x) * glide.share), round((to_y - y) * glide.share)
        mark = Mark("", self.colour(sign), bold=True)
        if self.rows < 4:
            self._art(cell, [f"<{letter}>" if diamond else f"({letter})"], mark, offset)
        else:
            art = _TOKENS[self.shapes][Shape.DIAMOND if diamond else Shape.DISC]
            self._art(cell, [row.format(letter) for row in art], mark, offset)

    def goal(self, sign: str, cell: int) -> None:
        shape, mark = TOKENS[sign], Mark("", self.colour(sign))
        small = cell == self.view.selected
        if self.rows < 4 or small:
            self._art(cell, ["( )" if shape is Shape.DISC else "< >"], mark)
        else:
            self._art(cell, _GOALS[self.shapes][shape], mark)

    def dot(self, cell: int, passing: bool = False) -> None:
        self.label(cell, "·" if passing else "●", Mark("", self.look.palette.ink, bold=True))

    def brackets(self, cell: int) -> None:
        (x, y), mark = self.origin(cell), Mark("", self.look.palette.ink, bold=True)
        right, below = x + self.inner, y + self.rows - 1
        if self.rows == 1 or self.ascii:
            for down in range(max(1, self.rows - 1)):
                self.put(x - 1, y + down, "[" if self.ascii else "┃", mark)
                self.put(right, y + down, "]" if self.ascii else "┃", mark)
            return
        for left, above, sign in ((x - 1, y - 1, "┏━"), (x - 1, below, "┗━"), (right - 1, y - 1, "━┓")):
            self.put(left, above, sign, mark)
        self.put(right - 1, below, "━┛", mark)

    def select(self, cell: int) -> None:
        (x, y), mark = self.origin(cell), Mark("", self.look.palette.ink, bold=True)
        if self.rows < 4:
            middle = y + (self.rows - 1) // 2
            self.put(x, middle, "[", mark)
            self.put(x + self.inner - 1, middle, "]", mark)
            return
        across = "=" if self.ascii else "━"
        self.put(x, y, across * self.inner, mark)
        self.put(x, y + self.rows - 2, across * self.inner, mark)

    def imagined(self, ghost: Ghost) -> None:
        if ghost.sign != "#":
            self.imagined_label(ghost, Mark("", self.colour(ghost.sign)))
            return
        x, y = self.origin(ghost.cell)
        for down in range(max(1, self.rows - 1)):
            self.put(x, y + down, ("▒ " * self.inner)[: self.inner], Mark("", self.look.palette.block))
        if self.rows <= 2:
            self.label(ghost.cell, str(ghost.number), self._gold)

    def tag(self, cell: int, numbers: str) -> None:
        (x, y), tag = self.origin(cell), f"({numbers})"
        self.put(x + self.inner - len(tag), y, tag, self._gold)

    @property
    def _gold(self) -> Mark:
        return Mark("", self.look.gold, bold=True, reverse=True)

    def frame_of_line(self) -> None:
        width, height, mark = self.layout.width, self.layout.height, Mark("", self.look.gold, bold=True)
        for x in range(width):
            if self.rows > 1:
                self.put(self.left + x, self.top, "╌", mark)
                self.put(self.left + x, self.top + height - 1, "╌", mark)
        for y in range(height):
            self.put(self.left, self.top + y, "╎", mark)
            self.put(self.left + width - 1, self.top + y, "╎", mark)


# --- BoardView


class BoardView(Widget):
    """A board centred in the available space, with the largest cells that fit."""

    view: reactive[View | None] = reactive(None)
    coordinates: reactive[bool] = reactive(False)
    """Whether rows and columns are numbered."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    class Hovered(Message):
        """The mouse has moved to another cell, or off all cells (0)."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    def __init__(self, *, tallest: int = _TALLEST, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tallest = tallest
        self._painted: tuple[object, ...] = ()
        self._strips: list[Strip] = []
        self._hovered = 0

    @property
    def _look(self) -> Look:
        arcade: Arcade = self.app  # type: ignore[assignment]
        return look_of(arcade.theme, arcade.mode)

    def layout_now(self) -> Layout | None:
        """Return the board's layout in the available space."""
        if self.view is None:
            return None
        left, above = self._margin
        return Layout.fitting(self.view.game.shape, self.size.width - left, self.size.height - above, self._tallest)

    @property
    def _margin(self) -> tuple[int, int]:
        return (MARGIN, 1) if self.coordinates else (0, 0)

    def _offset(self, layout: Layout) -> tuple[int, int]:
        left, above = self._margin
        width, height = layout.width + left, layout.height + above
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)

    def render_line(self, y: int) -> Strip:
        layout, width = self.layout_now(), self.size.width
        if layout is None or self.view is None:
            return Strip.blank(width, self.rich_style)
        key = (self.view, layout, self.coordinates, self._look)
        if self._painted != key:
            self._painted = key
            self._strips = paint(self.view, layout, self._look, self.coordinates).strips()
        left, top = self._offset(layout)
        if not top <= y < top + len(self._strips):
            return Strip.blank(width, self.rich_style)
        strip = self._strips[y - top]
        before = Strip.blank(left, self.rich_style)
        return Strip.join([before, strip]).adjust_cell_length(width, self.rich_style)

    def cell_at(self, x: int, y: int) -> int:
        """Return the cell at a point inside the widget, or 0."""
        layout = self.layout_now()
        if layout is None:
            return 0
        (left, top), (before, above) = self._offset(layout), self._margin
        return layout.cell_at(x - left - before, y - top - above)

    def on_click(self, event: events.Click) -> None:
        if cell := self.cell_at(event.x, event.y):
            self.post_message(self.Clicked(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self.cell_at(event.x, event.y))

    def on_leave(self, event: events.Leave) -> None:
        self._hover(0)

    def _hover(self, cell: int) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.post_message(self.Hovered(cell))
