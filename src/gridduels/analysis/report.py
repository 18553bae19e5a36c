"""Values and annotations as text and as data."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from gridduels.analysis.annotate import Annotation, Note
from gridduels.analysis.graph import value_graph
from gridduels.analysis.plain import Unit, outlook, unit_of
from gridduels.analysis.remarks import remark
from gridduels.engine.value import Value
from gridduels.engine.values import Evaluation
from gridduels.engine.verdict import Verdict
from gridduels.record import Record

__all__ = [
    "annotated_record",
    "annotation_data",
    "annotation_text",
    "is_annotated",
    "kept_data",
    "list_moves",
    "note_data",
]

_BETWEEN: Final = " | "
"""Between a comment that was there and the verdict."""
_VALUE: Final = r"(?:(?:win|loss) in \d+ (?:ply|plies)|draw|perpetual)"
_VERDICT: Final = re.compile(
    rf"(?:{'|'.join(Verdict)}): "
    rf"(?:keeps (?:it perpetual|the {_VALUE})|{_VALUE} instead of \d+|(?:gave up|left the opponent) a {_VALUE})"
    rf"(?:; better: .* \({_VALUE}\))?"
)
"""A verdict as a comment: what `annotated_record` writes, and nothing that a person is likely to."""
_BARRED: Final = "barred: it would bring a position about for the third time"
_ABOUT: Final = {
    Unit.MOVES: "Distances are in moves of the player alone.",
    Unit.MOVES_OF_BOTH: "Distances are in moves of both players.",
    Unit.PLIES: "Distances are in plies (single moves).",
}


def list_moves(evaluation: Evaluation, tell: Callable[[Value], str] = str) -> list[str]:
    """Every move that is allowed now with its value for the player to move, the best first, then those that are not."""
    width = max(map(len, (*evaluation.moves, *evaluation.barred)))
    moves = sorted(evaluation.moves.items(), key=lambda item: -item[1].rank)
    allowed = [f"  {word:<{width}}  {tell(value)}" for word, value in moves]
    return allowed + [f"  {word:<{width}}  {_BARRED}" for word in evaluation.barred]


def annotation_text(record: Record, annotation: Annotation, plies: bool = False) -> str:
    """An annotated game for people, its distances in moves or, on request, in plies."""
    game = annotation.duel.game
    unit = unit_of(game, plies)
    names = [f"{game.words.player(seat)} {name}" for seat, name in enumerate(record.players, 1)]
    lines = [f"{game.title} {game.board}, {', '.join(names)}", ""]
    width = max([len(note.move) for note in annotation.notes], default=0)
    for note in annotation.notes:
        mover, opponent = game.words.player(note.player), game.words.player(3 - note.player)
        told = f"{remark(note, opponent, unit)}{_better(note, unit)}"
        lines.append(f"{note.ply:>3}. {mover} {note.move:<{width}}  {note.verdict:<11}  {told}")
    first, second = game.words.player(1), game.words.player(2)
    lines += [
        "",
        f"{first} wins above the line, {second} below it; the taller, the sooner:",
        value_graph(annotation),
        "",
    ]
    for player in (1, 2):
        kept, moves = annotation.kept(player)
        share = f" ({kept / moves:.0%})" if moves else ""
        lines.append(f"{game.words.player(player)} kept the value in {kept} of {moves} moves{share}.")
    return "\n".join([*lines, _ABOUT[unit]])


def _better(note: Note, unit: Unit) -> str:
    """What would have been better, to follow a remark; nothing where there was no such move."""
    if note.verdict is Verdict.BEST:
        return ""
    value = "" if note.verdict.keeps else f" ({outlook(note.best_value, unit)})"
    return f"; better: {', '.join(note.best_moves)}{value}"


def _exact_remark(note: Note) -> str:
    """A remark in the words of records and data, which stay as they are."""
    if note.verdict is Verdict.BEST:
        return note.reason
    return f"{note.reason}; better: {', '.join(note.best_moves)} ({note.best_value})"


def annotation_data(record: Record, annotation: Annotation) -> dict[str, Any]:
    """An annotated game as data."""
    game = annotation.duel.game
    return {
        **game.as_data(),
        "players": list(record.players),
        "unit": "plies",
        "moves": [note_data(note) for note in annotation.notes],
        "kept": kept_data(annotation),
    }


def note_data(note: Note) -> dict[str, Any]:
    """One move of an annotated game as data."""
    return {
        "ply": note.ply,
        "player": note.player,
        "move": note.move,
        "verdict": note.verdict,
        "value": note.value.outcome,
        "plies": note.value.plies,
        "best": list(note.best_moves),
        "best_value": note.best_value.outcome,
        "best_plies": note.best_value.plies,
        "reason": note.reason,
    }


def kept_data(annotation: Annotation) -> dict[str, dict[str, int]]:
    """How many moves of each player kept the value, as data."""
    return {str(player): dict(zip(("kept", "moves"), annotation.kept(player), strict=True)) for player in (1, 2)}


def annotated_record(record: Record, annotation: Annotation) -> Record:
    """Return the record with each move's verdict as a comment, after other comments and instead of earlier verdicts."""
    comments = dict(record.comments)
    for note in annotation.notes:
        others = [part for part in _parts(record, note.ply) if not _VERDICT.fullmatch(part)]
        comments[note.ply] = _BETWEEN.join([*others, f"{note.verdict}: {_exact_remark(note)}"])
    return Record(record.duel, record.players, record.tags, comments)


def is_annotated(records: Sequence[Record]) -> bool:
    """Return whether every move of some records has a verdict, as `annotated_record` writes it."""
    return any(record.duel.ply for record in records) and all(
        any(map(_VERDICT.fullmatch, _parts(record, ply))) for record in records for ply in range(1, record.duel.ply + 1)
    )


def _parts(record: Record, ply: int) -> list[str]:
    """Return the parts of the comment on a move."""
    return record.comments[ply].split(_BETWEEN) if ply in record.comments else []
