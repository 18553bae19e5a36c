"""The state of a duel: its board, legal moves, values, and everything a connected visitor may see."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, UnsetType, field

from gridduels.analysis.annotations import Turning
from gridduels.board import each
from gridduels.duel import Duel, Reason
from gridduels.engine.value import Verdict
from gridduels.game import Game
from gridduels.protocol.base import BoardSize, Cell, Kind, Message, Position, Rulings, Side, Word, one_of
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
    Meta(description="to the end with best play; null where nobody wins: a draw has none"),
]


class Value(Message):
    """For the player to move; of a move: for the player who makes it."""

    outcome: Worth
    plies: Plies
    label: Annotated[str, Meta(description="+7, -4 or =")]
    words: Annotated[str, Meta(description="win in 7 plies")]


class Outcome(Message):
    winner: Annotated[Side | None, Meta(description="null for a draw, and where the duel was aborted")]
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
    """What a move was worth, beside what would have been best."""

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
    """How many of its moves kept the value."""

    kept: int
    moves: int


class KeptBySide(Message, rename={"one": "1", "two": "2"}):
    one: Kept
    two: Kept


class TurningPoint(Message):
    """What decided a duel that is over."""

    by: Turning
    ply: Annotated[int, Meta(description="of the move that did; 0 for the start")]


Unit = Literal["plies"]
Decided = Annotated[
    TurningPoint | None, Meta(description="null while nobody has won, and where no single move decided it")
]
Values = Annotated[list[PositionValue], Meta(description="every position from the start on")]
Notes = Annotated[list[Note], Meta(description="every move")]
Complete = Annotated[bool, Meta(description="whether everything is known; ask again to go on")]
Unknown = Annotated[str | None, Meta(description="what is not known, and why")]


class Analysis(Message):
    """What every position and move was worth."""

    unit: Unit
    values: Values
    notes: Notes
    kept: KeptBySide
    turning: Decided
    complete: Complete
    note: Unknown


def value_of(value: "engine.Value") -> Value:
    """A value for programs, for a cell and for a sentence.

    >>> from gridduels.engine.value import Value
    >>> value_of(Value("loss", 4))
    Value(outcome='loss', plies=4, label='-4', words='loss in 4 plies')
    """
    return Value(outcome=value.outcome, plies=value.plies, label=value.label, words=str(value))


def outcome_of(duel: Duel) -> Outcome | None:
    """Who won and why, with the rule book's sentences; None while the game goes on."""
    outcome, words = duel.outcome, duel.game.words
    if outcome is None:
        return None
    return Outcome(
        winner=outcome.winner or None, reason=str(outcome.reason), why=words.why(duel), victory=words.victory(duel)
    )


# --- Boards and moves


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
    way = [_number(cell) for cell in path_of(game, history, number)]
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


# --- State: a duel as one client sees it


Chair = Literal["taken", "open", "computer"]


class Seats(Message, rename={"one": "1", "two": "2"}):
    one: Chair
    two: Chair


class Names(Message, rename={"one": "1", "two": "2"}):
    """What people want to be called; null for who has not said, and for the computer."""

    one: str | None
    two: str | None


class Present(Message, rename={"one": "1", "two": "2"}):
    """Who is connected."""

    one: bool
    two: bool


class TimeLeft(Message, rename={"one": "1", "two": "2"}):
    """Seconds."""

    one: Annotated[float, Meta(ge=0)]
    two: Annotated[float, Meta(ge=0)]


class Clock(Message):
    seconds: float
    increment: float
    left: TimeLeft
    running: Side | None


class Takeback(Message):
    """Somebody asks to take moves back."""

    by: Side
    to: Annotated[int, Meta(ge=0)]
    undoes: list[Word]


class TakebacksLeft(Message, rename={"one": "1", "two": "2"}):
    """How many more times each player may ask to take back; a request that was agreed to does not count."""

    one: int
    two: int


class Missed(Message):
    """A player who has left while the other one is there."""

    player: Side
    seconds: Annotated[float, Meta(ge=0, description="until the other one may claim the duel or abort it; 0: now")]


class Rematch(Message):
    """Somebody asks for another duel."""

    by: Side


class Score(Message, rename={"one": "1", "two": "2"}):
    """Points, one for each duel won, of who sits here now: they change sides in a rematch."""

    one: int
    two: int


class Series(Message):
    """Duels of the same two, one rematch after another."""

    round: Annotated[int, Meta(description="which of them this is")]
    score: Annotated[Score, Meta(description="this duel counts once it is over")]


class NextDuel(Message):
    """The duel after this one."""

    id: str
    seat: Annotated[str | UnsetType, Meta(description="your secret there; only for who has a seat here")] = UNSET


class State(Message, tag="state"):
    """How a duel stands."""

    version: Annotated[int, Meta(ge=0, description="grows with every change but presence")]
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
    movers: Annotated[list[Side], Meta(description="who made each of the moves: a player may act twice in a row")]
    start: Position
    position: Position
    board: Board
    legal: list[Legal]
    status: Annotated[str, Meta(description="what matters beside the board, such as obstacles left")]
    outcome: Outcome | None
    series: Series
    clock: Clock | None
    takeback: Takeback | None
    takebacks_left: TakebacksLeft
    missed: Annotated[Missed | None, Meta(description="never you: who is connected is not missed")]
    rematch: Rematch | None
    next: NextDuel | None
    swap: Annotated[bool, Meta(description="whether the player to move may change sides instead, by the pie rule")]
    thinking: Annotated[bool, Meta(description="whether the computer is to move")]
    note: Annotated[str | None, Meta(description="how the computer found its last move, where that is worth knowing")]
    expires: Annotated[str | None, Meta(description="when an unfinished duel is removed unless something happens")]
