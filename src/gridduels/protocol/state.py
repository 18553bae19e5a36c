"""The state of a duel: its board, legal moves, values, and everything a connected visitor may see."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType, field

from gridduels.analysis.annotations import Turning
from gridduels.board import each
from gridduels.duel import Duel, Reason
from gridduels.engine.value import Verdict
from gridduels.game import Game
from gridduels.match import with_opening
from gridduels.protocol.base import BoardSize, Cell, Kind, Message, Position, Rulings, Side, Word, one_of
from gridduels.statement import Position as GamePosition
from gridduels.targets import MOVE, Target, kind_of_marks, kinds_by_ply, path_of, target_of, targets

if TYPE_CHECKING:
    from gridduels.engine import value as engine


# --- Values and outcomes


_REASONS: Final = "\n".join(
    [
        *(f"`{reason}`: {reason.sentence('Player 1', 'Player 2')}" for reason in Reason),
        "An installed game may have reasons of its own, which `why` explains.",
    ]
)
Worth = Annotated[str, one_of("win", "loss", "perpetual", "draw")]
Plies = Annotated[
    Annotated[int, Meta(ge=0)] | None,
    Meta(description="moves to the end with best play; null if no one can force a win"),
]


class Value(Message):
    """A value for the player to move; for a move, the value for the player who makes it."""

    outcome: Worth
    plies: Plies
    label: Annotated[str, Meta(description="+7, -4 or =")]
    words: Annotated[str, Meta(description="win in 7 plies")]


class Outcome(Message):
    winner: Annotated[Side | None, Meta(description="null for a draw and for an aborted duel")]
    reason: Annotated[str, Meta(description=_REASONS)]
    why: Annotated[str, Meta(description="the reason as a sentence")]
    victory: Annotated[str, Meta(description="the rule book's announcement")]


class PositionValue(Message):
    ply: int
    player_to_move: Side
    value: Value | None
    winner: Side | None
    height: Annotated[float, Meta(description="0 to 1: the nearer the end, the taller")]


class Note(Message):
    """The value of a move, and the best value available."""

    ply: int
    player: Side
    move: Word
    verdict: Verdict
    value: Worth
    plies: Plies
    best: list[Word]
    best_value: Worth
    best_plies: Plies
    reason: str
    label: str


class Kept(Message):
    """The number of a player's moves that kept the value."""

    kept: int
    moves: int


class KeptBySide(Message, rename={"one": "1", "two": "2"}):
    one: Kept
    two: Kept


class TurningPoint(Message):
    """The move that decided a finished duel."""

    by: Turning
    ply: Annotated[int, Meta(description="the ply of the deciding move; 0 for the start")]


Unit = Literal["plies"]
Decided = Annotated[
    TurningPoint | None, Meta(description="null while the game is in progress, and if no single move decided it")
]
Values = Annotated[list[PositionValue], Meta(description="every position from the start")]
Notes = Annotated[list[Note], Meta(description="every move")]
Complete = Annotated[bool, Meta(description="whether everything is known; if not, ask again")]
Unknown = Annotated[str | None, Meta(description="what is not known, and why")]


class Analysis(Message):
    """The value of every position and move."""

    unit: Unit
    values: Values
    notes: Notes
    kept: KeptBySide
    turning: Decided
    complete: Complete
    note: Unknown


def value_of(value: "engine.Value") -> Value:
    """Return a value in three forms: for programs, for a cell and for a sentence.

    >>> from gridduels.engine.value import Value
    >>> value_of(Value("loss", 4))
    Value(outcome='loss', plies=4, label='-4', words='loss in 4 plies')
    """
    return Value(outcome=value.outcome, plies=value.plies, label=value.label, words=str(value))


def outcome_of(duel: Duel) -> Outcome | None:
    """Return who won and why, in the rule book's sentences; None while the game is in progress."""
    outcome, words = duel.outcome, duel.game.words
    if outcome is None:
        return None
    return Outcome(
        winner=outcome.winner or None, reason=str(outcome.reason), why=words.why(duel), victory=words.victory(duel)
    )


# --- Boards and moves


_MOST: Final = 20_000
"""Maximum number of moves cached as messages, across all games."""


class Token(Message):
    kind: Annotated[str, one_of("1", "2", "o")]
    cell: Cell
    way: Annotated[list[Cell], Meta(description="cells it has visited; only the last few if it leaves no trail")]


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
    """The pieces and marks on the board. `last` is the effect of the last move."""

    tokens: list[Token]
    marks: list[Mark]
    goals: list[Goal]
    last: LastMove | None


class Legal(Message):
    """A legal move."""

    move: Word
    kind: Kind
    cell: Cell | None
    path: Annotated[
        list[Cell], Meta(description="the cells a token passes, the last one included; empty for a placement")
    ]
    value: Value | UnsetType | None = UNSET


def board_of(duel: Duel) -> Board:
    """Return the board; cells are numbered row by row from the top-left corner.

    >>> from gridduels import load_game
    >>> board_of(Duel(load_game("light-cycle", size=3), "up")).last
    LastMove(cell=0, origin=3, kind='move')
    """
    whole = with_opening(duel)
    return board_at(whole.game, whole.history(), kind_of_marks(whole))


def boards_of(duel: Duel) -> list[Board]:
    """Return the board at the start and after each move."""
    whole = with_opening(duel)
    history = whole.history()
    boards = [board_at(whole.game, history[: ply + 1], kinds) for ply, kinds in enumerate(kinds_by_ply(whole))]
    return boards[whole.ply - duel.ply :]


def board_at(game: Game, history: Sequence[GamePosition], kinds: Mapping[int, str]) -> Board:
    """Return the board at the end of a history of positions, given the kind of each marked cell."""
    *_, before, after = None, *history[-2:]
    return Board(
        tokens=[_token(game, history, number, sign) for number, sign in game.statement.token_signs],
        marks=[_mark(cell, kind) for cell, kind in kinds.items()],
        goals=_goals(game),
        last=None if before is None else _last(target_of(game, before, after)),
    )


def legal_of(duel: Duel) -> list[Legal]:
    """Return what each legal move does on the board.

    >>> from gridduels import load_game
    >>> legal_of(Duel(load_game("gridlock", size=3)))[0]
    Legal(move='up1', kind='move', cell=1, path=[1], value=UNSET)
    """
    size = duel.game.columns
    return [_legal(size, word, target) for word, target in targets(duel).items()]


@lru_cache(256)
def _goals(game: Game) -> list[Goal]:
    """Return the cells that each player wants to reach."""
    goals = {side: [_number(cell) for cell in each(game.goal(side))] for side in (1, 2)}
    return [Goal(player=side, cells=cells) for side, cells in goals.items() if cells]


def _token(game: Game, history: Sequence[GamePosition], number: int, kind: str) -> Token:
    way = [_number(cell) for cell in path_of(game, history, number)]
    return Token(kind=kind, cell=_number(history[-1][number]), way=way)


@lru_cache(_MOST)
def _mark(cell: int, kind: str) -> Mark:
    return Mark(cell=_number(cell), kind=kind)


@lru_cache(_MOST)
def _last(target: Target) -> LastMove:
    return LastMove(cell=_cell(target.cell), origin=_cell(target.origin), kind=target.kind)


@lru_cache(_MOST)
def _legal(size: int, word: str, target: Target) -> Legal:
    return Legal(move=word, kind=target.kind, cell=_cell(target.cell), path=_path(size, target))


def _path(size: int, target: Target) -> list[int]:
    """Return the cells along a token's straight path, including its target; for a jump, just the target."""
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


# --- State: a duel as one client sees it


Chair = Literal["taken", "open", "computer"]


class Seats(Message, rename={"one": "1", "two": "2"}):
    one: Chair
    two: Chair


class Names(Message, rename={"one": "1", "two": "2"}):
    """The players' names; null for the computer and for players without a name."""

    one: str | None
    two: str | None


class Present(Message, rename={"one": "1", "two": "2"}):
    """Whether each player is connected."""

    one: bool
    two: bool


class TimeLeft(Message, rename={"one": "1", "two": "2"}):
    """Seconds left."""

    one: Annotated[float, Meta(ge=0)]
    two: Annotated[float, Meta(ge=0)]


class Clock(Message):
    seconds: float
    increment: float
    left: TimeLeft
    running: Side | None


class Takeback(Message):
    """A player's request to take moves back."""

    by: Side
    to: Annotated[int, Meta(ge=0)]
    undoes: list[Word]


class TakebacksLeft(Message, rename={"one": "1", "two": "2"}):
    """How many more takebacks each player may ask for. Accepted ones don't count."""

    one: int
    two: int


class Missed(Message):
    """A player who has left while the opponent is still connected."""

    player: Side
    seconds: Annotated[float, Meta(ge=0, description="until the opponent may claim or abort the duel; 0: now")]


class Rematch(Message):
    """A player's request for another duel."""

    by: Side


class Score(Message, rename={"one": "1", "two": "2"}):
    """The points of the people now in these seats, one per duel won. They swap sides in a rematch."""

    one: int
    two: int


class Series(Message):
    """A series of rematches between the same two players."""

    round: Annotated[int, Meta(description="the number of this duel in the series")]
    score: Annotated[Score, Meta(description="this duel counts once it is over")]


class NextDuel(Message):
    """The duel after this one."""

    id: str
    seat: Annotated[str | UnsetType, Meta(description="your secret there; only if you have a seat here")] = UNSET


class State(Message, tag="state"):
    """The state of a duel."""

    version: Annotated[int, Meta(ge=0, description="increases with every change except presence")]
    id: str
    game: str
    title: str
    size: BoardSize
    rules: Rulings
    p1: str
    p2: str
    names: Names
    seats: Seats
    present: Present
    watchers: int
    you: Annotated[Literal[1, 2, "both"] | None, Meta(description="the sides you play")]
    first: Side
    ply: Annotated[int, Meta(description="how many moves have been played")]
    turn: Side
    moves: list[Word]
    movers: Annotated[list[Side], Meta(description="the player of each move: a player may act twice in a row")]
    start: Position
    even: Annotated[bool, Meta(description="whether the start is a balanced one")]
    position: Position
    board: Board
    legal: list[Legal]
    status: Annotated[str, Meta(description="facts that the board does not show, such as obstacles left")]
    outcome: Outcome | None
    series: Series
    clock: Clock | None
    takeback: Takeback | None
    takebacks_left: TakebacksLeft
    missed: Annotated[Missed | None, Meta(description="never you, since you are connected")]
    rematch: Rematch | None
    next: NextDuel | None
    swap: Annotated[bool, Meta(description="whether the player to move may change sides instead, by the pie rule")]
    thinking: Annotated[bool, Meta(description="whether the computer is to move")]
    note: Annotated[str | None, Meta(description="a remark on how the computer found its last move")]
    expires: Annotated[str | None, Meta(description="when an unfinished duel is removed unless it changes")]
