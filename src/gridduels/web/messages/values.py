"""What positions and moves are worth, and who has won."""

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta

from gridduels.analysis.turning import Turning
from gridduels.duel import Duel, Reason
from gridduels.engine.verdict import Verdict
from gridduels.web.messages.base import Message, Side, Word, one_of

if TYPE_CHECKING:
    from gridduels.engine import value as engine

__all__ = [
    "Analysis",
    "Kept",
    "KeptBySide",
    "Note",
    "Outcome",
    "PositionValue",
    "TurningPoint",
    "Value",
    "outcome_of",
    "value_of",
]

_REASONS: Final = "\n".join(
    [
        *(f"`{reason}`: {reason.sentence('Player 1', 'Player 2')}" for reason in Reason),
        "An installed game may have reasons of its own, which `why` explains.",
    ]
)
Worth = Annotated[str, one_of("win", "loss", "perpetual", "draw")]
Plies = Annotated[int | None, Meta(description="to the end with best play; null where nobody wins: a draw has none")]


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
