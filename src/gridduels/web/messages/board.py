"""A board, and the moves that are allowed on it."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType, field

from gridduels.board import each
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.targets import MOVE, Target, kind_of_marks, kinds_by_ply, target_of, targets, way_of
from gridduels.web.messages.base import Cell, Kind, Message, Side, Word, one_of
from gridduels.web.messages.values import Value

__all__ = ["Board", "Goal", "LastMove", "Legal", "Mark", "Token", "board_at", "board_of", "boards_of", "legal_of"]

_MOST: Final = 20_000
"""Moves that are remembered as messages, of all games together; of cells there are few."""


class Token(Message):
    kind: Annotated[str, one_of("1", "2", "o")]
    cell: Cell
    way: Annotated[
        list[Cell], Meta(description="where it has stood, the last few stops where it leaves nothing behind")
    ]


class Mark(Message):
    cell: Cell
    kind: Annotated[str, one_of("trail-one", "trail-two", "piece-one", "piece-two", "visited", "obstacle", "blocked")]


class Goal(Message):
    player: Side
    cells: list[Cell]


class LastMove(Message):
    cell: Cell | None
    origin: Cell | None = field(name="from")
    kind: Kind


class Board(Message):
    """What stands on the board; `last` is what the last move did."""

    tokens: list[Token]
    marks: list[Mark]
    goals: list[Goal]
    last: LastMove | None


class Legal(Message):
    """A move that is allowed now."""

    move: Word
    kind: Kind
    cell: Cell | None
    path: Annotated[
        list[Cell], Meta(description="the cells a token passes, the last one included; empty for a placement")
    ]
    value: Value | UnsetType | None = UNSET


def board_of(duel: Duel) -> Board:
    """What stands on the board; cells are numbers, row by row from the top-left corner.

    >>> from gridduels import load_game
    >>> board_of(Duel(load_game("light-cycle", size=3), "up")).last
    LastMove(cell=0, origin=3, kind='move')
    """
    return board_at(duel.game, duel.history(), kind_of_marks(duel))


def boards_of(duel: Duel) -> list[Board]:
    """What stood on the board at the start and after each move."""
    history = duel.history()
    return [board_at(duel.game, history[: ply + 1], kinds) for ply, kinds in enumerate(kinds_by_ply(duel))]


def board_at(game: Game, history: Sequence[Any], kinds: Mapping[int, str]) -> Board:
    """The board after a history of positions, with what each marked cell is."""
    *_, before, after = None, *history[-2:]
    return Board(
        tokens=[_token(game, history, number, sign) for number, sign in game.statement.token_signs],
        marks=[_mark(cell, kind) for cell, kind in kinds.items()],
        goals=_goals(game),
        last=None if before is None else _last(target_of(game, before, after)),
    )


def legal_of(duel: Duel) -> list[Legal]:
    """What each move that is allowed now does on the board.

    >>> from gridduels import load_game
    >>> legal_of(Duel(load_game("gridlock", size=3)))[0]
    Legal(move='up1', kind='move', cell=1, path=[1], value=UNSET)
    """
    size = duel.game.columns
    return [_legal(size, word, target) for word, target in targets(duel).items()]


@lru_cache(256)
def _goals(game: Game) -> list[Goal]:
    """The cells each player wants to get to."""
    goals = {side: [_number(cell) for cell in each(game.goal(side))] for side in (1, 2)}
    return [Goal(player=side, cells=cells) for side, cells in goals.items() if cells]


def _token(game: Game, history: Sequence[Any], number: int, kind: str) -> Token:
    way = [_number(cell) for cell in way_of(game, history, number)]
    return Token(kind=kind, cell=_number(history[-1][number]), way=way)


@cache
def _mark(cell: int, kind: str) -> Mark:
    return Mark(cell=_number(cell), kind=kind)


@lru_cache(_MOST)
def _last(target: Target) -> LastMove:
    return LastMove(cell=_cell(target.cell), origin=_cell(target.origin), kind=target.kind)


@lru_cache(_MOST)
def _legal(size: int, word: str, target: Target) -> Legal:
    return Legal(move=word, kind=target.kind, cell=_cell(target.cell), path=_path(size, target))


def _path(size: int, target: Target) -> list[int]:
    """The cells a token passes on its way straight to its target, the last one included; a jump passes none."""
    if target.kind != MOVE:
        return []
    if not target.origin:
        return [_number(target.cell)]
    origin, cell = _number(target.origin), _number(target.cell)
    apart = abs(cell - origin)
    if origin // size != cell // size:
        apart = apart // size if origin % size == cell % size else 1
    step = (cell - origin) // apart
    return list(range(origin + step, cell + step, step))


def _number(cell: int) -> int:
    return cell.bit_length() - 1


def _cell(cell: int) -> int | None:
    return _number(cell) if cell else None
