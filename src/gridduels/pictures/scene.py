"""Turn a duel into a scene of shapes, in the visual language shared by all screens."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from gridduels.board import each, where
from gridduels.duel import Duel
from gridduels.match import with_opening
from gridduels.pictures import shapes as look
from gridduels.pictures.shapes import MEASURES, Box, Diamond, Disc, Element, Label, Scene, Strokes
from gridduels.targets import (
    BLOCKED,
    MOVE,
    OBSTACLE,
    PIECES,
    TRAIL,
    VISITED,
    kind_of_marks,
    path_of,
    target_of,
    targets,
)
from gridduels.text import count

BOARD: Final = 280.0
"""The width of a board."""
_MARGIN, _GUTTER, _HEAD, _FOOT, _LINE = 16.0, 16.0, 26.0, 30.0, 18.0


def scene_of(duel: Duel, *, values: Mapping[str, str] | None = None, title: str | None = None) -> Scene:
    """Return a scene with a duel's title, coordinates and player to move. `values` are labels for moves."""
    words = duel.game.words
    left, top = _MARGIN + _GUTTER, _MARGIN + _HEAD + _GUTTER
    status = words.status(duel).strip()
    tall = BOARD / duel.game.columns * duel.game.rows
    width = left + BOARD + _MARGIN
    height = top + tall + _FOOT + (_LINE if status else 0) + _MARGIN / 2
    bottom = top + tall + _FOOT / 2 + 4
    shapes: list[Element] = [Box("sheet", 0, 0, width, height, 10)]
    shapes.append(Label("title", left, _MARGIN + 10, 16, title or duel.game.title, "start"))
    shapes += _coordinates(duel, left, top)
    shapes += board_shapes(duel, left, top, BOARD, values=values or {}, legal=values is not None)
    shapes += turn_shapes(duel, left, bottom)
    shapes.append(Label("quiet", left + BOARD, bottom, 13, f"move {duel.ply}", "end"))
    if status:
        shapes.append(Label("quiet", left, bottom + _LINE, 12, status, "start"))
    return Scene(width, height, tuple(shapes), f"{duel.game.title}, {_turn_words(duel)}", _in_words(duel))


def bare_scene(duel: Duel) -> Scene:
    """Return the board alone, with a narrow margin."""
    pitch = BOARD / duel.game.columns
    margin = pitch * (1 - MEASURES.side) / 2
    width, height = BOARD + 2 * margin, pitch * duel.game.rows + 2 * margin
    shapes = (Box("sheet", 0, 0, width, height, 0), *board_shapes(duel, margin, margin, BOARD))
    return Scene(width, height, shapes, duel.game.title, _in_words(duel))


def board_shapes(
    duel: Duel,
    left: float,
    top: float,
    side: float,
    *,
    values: Mapping[str, str] | None = None,
    legal: bool = False,
) -> list[Element]:
    """Return the board and everything on it; `legal` also outlines the cells the moving token may enter."""
    return list(_Board(duel, left, top, side).shapes(values or {}, legal))


def turn_shapes(duel: Duel, x: float, y: float, size: float = 14.0) -> list[Element]:
    """Return the label and shape of the player to move, or of the winner."""
    player = duel.outcome.winner if duel.outcome else duel.turn
    radius = 0.45 * size
    if not player:
        return [Label("words", x, y, size, _turn_words(duel), "start")]
    shape = _token_shape("token", str(player), x + radius, y, (radius, 1.2 * radius))
    return [shape, Label("words", x + 2.2 * radius + 5, y, size, _turn_words(duel), "start")]


class _Board:
    """A board placed in a picture."""

    def __init__(self, duel: Duel, left: float, top: float, side: float) -> None:
        self._duel, self._whole, self._left, self._top = duel, with_opening(duel), left, top
        self._pitch = side / duel.game.columns

    def shapes(self, values: Mapping[str, str], legal: bool) -> Iterator[Element]:
        duel, game = self._duel, self._duel.game
        for cell in each(game.rules.cells):
            yield self._square("cell", cell)
        for cell, kind in kind_of_marks(self._whole).items():
            yield from self._mark(cell, kind)
        for player in (1, 2):
            for cell in each(game.goal(player)):
                yield self._token_shape("goal", str(player), cell, (MEASURES.goal_disc, MEASURES.goal_diamond))
                yield self._strokes(f"flag-{look.NAMES[str(player)]}", cell, look.FLAG)
        yield from self._ribbons()
        for number, sign in game.statement.token_signs:
            yield from self._token(sign, duel.position[number])
        if duel.ply:
            last = target_of(game, *duel.history()[-2:]).cell
            if last:
                yield self._square("last", last, 0.02)
        yield from self._moves(values, legal)

    def _moves(self, values: Mapping[str, str], legal: bool) -> Iterator[Element]:
        for word, target in targets(self._duel).items() if legal or values else ():
            if target.kind != MOVE:
                continue
            if legal:
                yield self._square("legal", target.cell, -0.04)
            if word in values:
                x, y = self._middle(target.cell)
                yield Label("value", x, y, 0.28 * self._pitch, values[word])

    def _mark(self, cell: int, kind: str) -> Iterator[Element]:
        if kind in PIECES:
            yield from self._token(str(PIECES.index(kind) + 1), cell)
            return
        yield self._square(kind, cell)
        if kind == OBSTACLE:
            yield self._strokes("joints", cell, look.BRICKS)
        elif kind == BLOCKED:
            yield self._cross("cross", cell, MEASURES.block_cross)

    def _ribbons(self) -> Iterator[Strokes]:
        """Yield the path of each token that leaves a trail, from its start to its current cell."""
        game, history = self._whole.game, self._whole.history()
        if not any(kind in (*TRAIL, VISITED) for kind in kind_of_marks(self._whole).values()):
            return
        for number, sign in game.statement.token_signs:
            stops = [self._middle(cell) for cell in path_of(game, history, number)]
            lines = tuple((*one, *two) for one, two in pairwise(stops))
            if lines:
                yield Strokes(f"ribbon-{look.NAMES[sign]}", lines, MEASURES.ribbon * self._pitch)

    def _strokes(self, role: str, cell: int, lines: tuple[look.Line, ...]) -> Strokes:
        """Return lines around the centre of a cell."""
        (x, y), pitch = self._middle(cell), self._pitch
        return Strokes(
            role, tuple((x + a * pitch, y + b * pitch, x + c * pitch, y + d * pitch) for a, b, c, d in lines)
        )

    def _token(self, sign: str, cell: int) -> Iterator[Element]:
        x, y = self._middle(cell)
        if look.TOKENS[sign] is look.Shape.RING:
            yield Disc("ring", x, y, MEASURES.ring * self._pitch)
            return
        yield self._token_shape("token", sign, cell, (MEASURES.disc, MEASURES.diamond))
        yield Label("number", x, y, 0.36 * self._pitch, self._duel.game.words.letter(int(sign)))

    def _token_shape(self, role: str, sign: str, cell: int, reach: tuple[float, float]) -> Element:
        disc, diamond = reach
        return _token_shape(role, sign, *self._middle(cell), (disc * self._pitch, diamond * self._pitch))

    def _square(self, role: str, cell: int, grow: float = 0.0) -> Box:
        x, y = self._middle(cell)
        side = (MEASURES.side + 2 * grow) * self._pitch
        return Box(role, x - side / 2, y - side / 2, side, side, (MEASURES.corner + grow) * self._pitch)

    def _cross(self, role: str, cell: int, part: float) -> Strokes:
        (x, y), reach = self._middle(cell), part * self._pitch
        return Strokes(
            role, ((x - reach, y - reach, x + reach, y + reach), (x - reach, y + reach, x + reach, y - reach))
        )

    def _middle(self, cell: int) -> tuple[float, float]:
        row, column = where(self._duel.game.columns, cell)
        return self._left + (column + 0.5) * self._pitch, self._top + (row + 0.5) * self._pitch


def _token_shape(role: str, sign: str, x: float, y: float, reach: tuple[float, float]) -> Element:
    """Return a player's shape: a disc or a diamond, which differ in radius."""
    (disc, diamond), name = reach, f"{role}-{look.NAMES[sign]}"
    if look.TOKENS[sign] is look.Shape.DISC:
        return Disc(name, x, y, disc)
    return Diamond(name, x, y, diamond)


def _coordinates(duel: Duel, left: float, top: float) -> Iterator[Element]:
    """Yield the row and column numbers, using the rule book's numbering."""
    pitch, origin = BOARD / duel.game.columns, duel.game.words.origin
    for number in range(max(duel.game.shape)):
        middle = (number + 0.5) * pitch
        if number < duel.game.columns:
            yield Label("quiet", left + middle, top - _GUTTER / 2, 11, str(number + origin))
        if number < duel.game.rows:
            yield Label("quiet", left - _GUTTER / 2, top + middle, 11, str(number + origin))


def _turn_words(duel: Duel) -> str:
    words = duel.game.words
    return words.victory(duel) if duel.outcome else f"{words.player(duel.turn)} to move"


def _in_words(duel: Duel) -> str:
    game = duel.game
    return f"{game.board}, after {count(duel.ply, 'move')}: {game.text(duel.position)}"
