"""What every position and move of a duel was worth; as much of it as can be found out in time."""

from typing import TYPE_CHECKING, Final

from msgspec import convert

from gridduels.duel import Duel
from gridduels.web.compute.watch import OutOfTime, Watch
from gridduels.web.messages import values as messages
from gridduels.web.messages.values import Analysis, KeptBySide, PositionValue, value_of

if TYPE_CHECKING:
    from gridduels.analysis.annotate import Note
    from gridduels.engine.value import Value
    from gridduels.engine.values import Values

__all__ = ["analysis_of"]

_HALF: Final = 10
"""The plies to the end at which a bar of the value graph has half its height."""


def analysis_of(known: "Values", duel: Duel, watch: Watch) -> Analysis:
    """The values and notes of a duel, worked out from its end back to its start, so that the cheapest come first."""
    from gridduels.analysis.annotate import Annotation, note_on
    from gridduels.analysis.report import kept_data, note_data
    from gridduels.analysis.turning import turning_point

    values: list[Value | None] = [None] * (duel.ply + 1)
    notes: list[Note] = []
    before, unknown = duel, None
    try:
        values[duel.ply] = known.value_of(duel)
        while before.ply:
            before = before.undo()
            watch("looking at moves", duel.ply - before.ply, duel.ply)
            evaluation = known.evaluate(before)
            values[before.ply] = evaluation.value
            notes.insert(0, note_on(before, duel.moves[before.ply], evaluation))
    except OutOfTime as error:
        unknown = f"Not everything is known: {error}."
    turning = turning_point(duel, notes)
    return Analysis(
        unit="plies",
        values=[_entry(duel, ply, value) for ply, value in enumerate(values)],
        notes=[messages.Note(**note_data(note), label=note.value.label) for note in notes],
        kept=convert(kept_data(Annotation(duel, tuple(notes), ())), KeptBySide),
        turning=None if turning is None else messages.TurningPoint(by=turning.by, ply=turning.ply),
        complete=unknown is None,
        note=unknown,
    )


def _entry(duel: Duel, ply: int, value: "Value | None") -> PositionValue:
    turn = duel.history()[ply].turn
    winner = None
    if value is not None and value.plies is not None:
        winner = turn if value.outcome == "win" else 3 - turn
    return PositionValue(
        ply=ply,
        player_to_move=turn,
        value=None if value is None else value_of(value),
        winner=winner,
        height=0.0 if value is None or value.plies is None else round(_HALF / (_HALF + value.plies), 3),
    )
