"""Lines of moves and puzzles, with what is known about them."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gridduels.duel import Duel
from gridduels.engine.verdict import Verdict
from gridduels.web.messages.base import BoardSize, Message, Position, Rulings, Side, Word
from gridduels.web.messages.board import Board, Legal, boards_of, legal_of
from gridduels.web.messages.values import (
    Complete,
    Decided,
    KeptBySide,
    Notes,
    Outcome,
    Unit,
    Unknown,
    Value,
    Values,
    outcome_of,
)

__all__ = ["Hint", "Line", "Puzzle", "PuzzleAnswer", "PuzzleSolution", "Sample", "line_of"]


class Line(Message):
    """A game from its start on; with values=1 also what everything was worth, as in Analysis."""

    game: str
    title: str
    size: BoardSize
    rules: Rulings
    start: Position
    first: Side
    ply: int
    moves: list[Word]
    movers: Annotated[list[Side], Meta(description="who made each of the moves: a player may act twice in a row")]
    boards: Annotated[list[Board], Meta(description="at the start and after each move")]
    positions: list[Position]
    turn: Side
    legal: list[Legal]
    outcome: Outcome | None
    status: str
    value: Value | UnsetType | None = UNSET
    unit: Unit | UnsetType = UNSET
    values: Values | UnsetType = UNSET
    notes: Notes | UnsetType = UNSET
    kept: KeptBySide | UnsetType = UNSET
    turning: Decided | UnsetType = UNSET
    complete: Complete | UnsetType = UNSET
    note: Unknown | UnsetType = UNSET


class Puzzle(Message):
    """A position that is won."""

    game: str
    size: BoardSize
    rules: Rulings
    start: Position
    turn: Side
    plies: Annotated[int, Meta(description="in how many it is won")]
    title: str
    board: Board
    legal: list[Legal]
    status: str
    seed: Annotated[str | UnsetType, Meta(description="what gives the same puzzle again")] = UNSET
    day: Annotated[str | UnsetType, Meta(description="of the puzzle of a day")] = UNSET


class PuzzleAnswer(Message):
    """What became of a move in a puzzle."""

    right: Annotated[bool, Meta(description="whether no move wins sooner")]
    verdict: Annotated[Verdict, Meta(description="slower: it still wins, but another move wins sooner")]
    value: Value
    reply: Annotated[list[Word], Meta(description="of the defender, up to your next move: none where you act again")]
    done: Annotated[bool, Meta(description="whether the puzzle is solved to its end")]
    between: Annotated[Board | None, Meta(description="after your move and before the reply, if there is one")]
    board: Board
    legal: list[Legal]
    moves: Annotated[list[Word], Meta(description="with your move, if it was right, and the reply")]
    status: str


class PuzzleSolution(Message):
    """A puzzle with every answer to it, for who will be without a network."""

    puzzle: Puzzle
    answers: Annotated[
        dict[str, PuzzleAnswer], Meta(description="by the moves up to it and the move itself, with spaces between them")
    ]


class Hint(Message):
    """A hint in steps: where to look, the move, and why, with the line that refutes what else one might play."""

    where: str
    best: str
    why: str
    move: Annotated[Word, Meta(description="a best move")]
    line: Annotated[list[Word], Meta(description="a tempting move and best play after it; empty where none is worse")]
    boards: Annotated[list[Board], Meta(description="after each move of the line")]


class Sample(Message):
    """A game for the start page to show."""

    size: BoardSize
    boards: list[Board]


def line_of(duel: Duel) -> Line:
    """A duel from its start to now."""
    game = duel.game
    return Line(
        game=game.id,
        title=game.title,
        size=game.size,
        rules=dict(game.rulings),
        start=game.text(duel.start),
        first=duel.start.turn,
        ply=duel.ply,
        moves=list(duel.moves),
        movers=list(duel.movers),
        boards=boards_of(duel),
        positions=[game.text(position) for position in duel.history()],
        turn=duel.turn,
        legal=legal_of(duel),
        outcome=outcome_of(duel),
        status=game.words.status(duel),
    )
