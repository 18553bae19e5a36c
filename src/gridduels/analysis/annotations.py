"""Annotate duels with exact values: verdicts, turning points, remarks and the value graph."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from gridduels.analysis.sentences import Unit, distance_text, move_words, outlook, unit_of
from gridduels.duel import STOPS, Duel
from gridduels.engine.service import VALUES
from gridduels.engine.value import Value, Verdict
from gridduels.engine.values import Evaluation, Values
from gridduels.match import Match
from gridduels.record import Record

# --- Annotations: the exact value of each move in a duel


class Note(NamedTuple):
    """An annotated move. Values are from the mover's point of view, with distances counted from before the move."""

    ply: int
    player: int
    move: str
    verdict: Verdict
    value: Value
    best_value: Value
    best_moves: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Return the reason for the verdict as a single line."""
        if self.verdict is Verdict.BEST:
            return "keeps it perpetual" if self.value.outcome == "perpetual" else f"keeps the {self.value}"
        if self.verdict.keeps:
            return f"{self.value} instead of {self.best_value.plies}"
        if self.value.plies is None:
            return f"gave up a {self.best_value}"
        return f"left the opponent a win in {_plies(self.value.plies - 1)}"

    @property
    def explanation(self) -> str:
        """Return the reason, and the best moves if this is not one of them."""
        if self.verdict is Verdict.BEST:
            return self.reason
        return f"{self.reason}; better: {', '.join(self.best_moves)} ({self.best_value})"


@dataclass(frozen=True)
class Annotation:
    """The notes on a duel's moves, and the value of every position for the value graph."""

    duel: Duel
    notes: tuple[Note, ...]
    values: tuple[Value, ...]

    def kept(self, player: int) -> tuple[int, int]:
        """Return how many of a player's moves kept the value, and the total number of moves."""
        own = [note for note in self.notes if note.player == player]
        return sum(note.verdict.keeps for note in own), len(own)


def annotate(duel: Duel, known: Values) -> Annotation:
    """Annotate every move in a duel by comparing it with the alternatives."""
    notes, values = [], []
    before = Duel(duel.game, start=duel.start)
    for move in duel.moves:
        evaluation = known.evaluate(before)
        values.append(evaluation.value)
        notes.append(note_on(before, move, evaluation))
        before = before.play(move)
    return Annotation(duel, tuple(notes), (*values, known.value_of(duel)))


def note_on(before: Duel, move: str, evaluation: Evaluation) -> Note:
    """Compare a move with the other legal moves."""
    return Note(
        before.ply + 1,
        before.turn,
        move,
        evaluation.verdict(move),
        evaluation.moves[move],
        evaluation.value,
        evaluation.best_moves,
    )


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


# --- The turning point: the move that decided a duel


class Turning(StrEnum):
    """The kinds of moves that can decide a duel, each with a sentence that explains it."""

    START = "start", "The winner was winning from the start and never gave it away."
    MOVE = "move", "The loser gave the game away with one move."
    STOP = "stop", "The loser resigned or ran out of time in a position that wasn't lost."

    sentence: str

    def __new__(cls, word: str, sentence: str = "") -> "Turning":
        turning = str.__new__(cls, word)
        turning._value_, turning.sentence = word, sentence
        return turning

    def __repr__(self) -> str:
        return repr(self.value)


class TurningPoint(NamedTuple):
    """The move that decided a duel: its kind, and the number of plies up to and including it."""

    by: Turning
    ply: int


def turning_point(duel: Duel, notes: "Sequence[Note]") -> TurningPoint | None:
    """Return what decided a duel, based on the notes on its last moves or on all of them.

    Return None if no one has won, if the notes don't reach back far enough, or if no single move decided the duel.
    (Under the repetition rule, a player may run out of moves without making a mistake.)
    """
    outcome = duel.outcome
    if outcome is None or not outcome.winner:
        return None
    if outcome.reason in STOPS and (not notes or _leader(notes[-1], played=True) != outcome.winner):
        return TurningPoint(Turning.STOP, duel.ply)
    changed = next((note for note in reversed(notes) if not note.verdict.keeps), None)
    if changed is not None:
        return TurningPoint(Turning.MOVE, changed.ply) if changed.player != outcome.winner else None
    if notes and notes[0].ply == 1 and _leader(notes[0], played=False) == outcome.winner:
        return TurningPoint(Turning.START, 0)
    return None


def _leader(note: "Note", *, played: bool) -> int:
    """Return the player who was winning before or after a move, or 0."""
    worth = (note.value if played else note.best_value).number
    return 0 if worth == 0 else note.player if worth > 0 else 3 - note.player


# --- The value graph as text: one column per position, up while Player 1 is winning, down while Player 2 is
#
# The closer the end, the taller the column. `=` on the line marks a draw or perpetual, and `^` below it marks a move
# that changed the value.


_NEAR: Final = (16, 8, 4)
"""A column grows by one for each threshold above the number of plies to the end."""


def value_graph(annotation: Annotation) -> str:
    """Return the graph for a whole duel."""
    duel = annotation.duel
    heights = []
    for position, value in zip(duel.history(), annotation.values, strict=True):
        if value.plies is None:
            heights.append(0)
            continue
        winner = position.turn if value.outcome == "win" else 3 - position.turn
        height = 1 + sum(value.plies < near for near in _NEAR)
        heights.append(height if winner == 1 else -height)
    full = len(_NEAR) + 1
    above = [_row(heights, level, "P1 " if level == full else "   ") for level in range(full, 0, -1)]
    below = [_row(heights, -level, "P2 " if level == full else "   ") for level in range(1, full + 1)]
    axis = "   +" + "".join("-" if height else "=" for height in heights)
    marks = "    " + " " + "".join(" " if note.verdict.keeps else "^" for note in annotation.notes)
    return "\n".join(line.rstrip() for line in [*above, axis, *below, marks] if line.strip())


def _row(heights: list[int], level: int, label: str) -> str:
    filled = (height >= level if level > 0 else height <= level for height in heights)
    return label + "|" + "".join("#" if each else " " for each in filled)


# --- Sentences about moves and finished games


def remark(note: Note, opponent: str, unit: Unit = Unit.MOVES) -> str:
    """Describe a move's effect in a remark that follows its verdict. `opponent` names the other player."""
    value, best = note.value, note.best_value
    if note.verdict is Verdict.BEST:
        return outlook(value, unit)
    if note.verdict.keeps:
        return f"{outlook(value, unit)} instead of {unit.number(best.plies or 0)}"
    if value.plies is None:
        return f"gives up a win in {distance_text(best.plies or 0, unit)}"
    return f"{opponent} then {outlook(Value('win', value.plies - 1), unit)}"


class Story(NamedTuple):
    """A sentence about what decided a game, and the losing move, if there was one."""

    sentence: str
    ply: int | None


def story(annotation: Annotation, name: Callable[[int], str]) -> Story | None:
    """Return the story of a finished game if its values explain the result. `name` returns each player's name."""
    outcome = annotation.duel.outcome
    if not outcome or not outcome.winner:
        return None
    winner, loser = outcome.winner, 3 - outcome.winner
    first = annotation.duel.start.turn
    start_lost = annotation.values[0].outcome == ("loss" if first == loser else "win")
    if not _is_lost(annotation, loser):
        return Story(f"{_begin(name(loser))} still had a chance.", annotation.duel.ply)
    losing = next((note for note in reversed(annotation.notes) if not note.verdict.keeps), None)
    if losing is None:
        forced = f"{name(winner)} had a forced win all along."
        return Story(_begin(f"going first, {forced}" if first == winner else forced), None) if start_lost else None
    if losing.player != loser:
        return None  # decided by the repetition rule, not by a move
    move = f"with move {losing.ply}, {move_words(annotation.duel.game, losing.move)}"
    what = f"missed a chance {move}; the start was already lost" if start_lost else f"gave the game away {move}"
    return Story(f"{_begin(name(loser))} {what}.", losing.ply)


def story_of_match(match: Match) -> Story | None:
    """Return the story of a round in a match, if the values are available without waiting. A person playing against the
    computer is called `you`."""

    def name(player: int) -> str:
        return "you" if match.opponent and match.is_person(player) else match.game.words.player(player)

    if not match.duel.ply or not VALUES.is_at_hand(match.game):
        return None
    with VALUES.open(match.game) as values:
        return story(annotate(match.duel, values), name)


def _is_lost(annotation: Annotation, player: int) -> bool:
    """Return whether the last position was lost for a player, even if the game ended in resignation."""
    to_move = annotation.duel.position.turn
    return annotation.values[-1].outcome == ("loss" if to_move == player else "win")


def _begin(text: str) -> str:
    return text[0].upper() + text[1:]


# --- Annotations as text and as data


_BETWEEN: Final = " | "
"""Separates an existing comment from the verdict."""
_VALUE: Final = r"(?:(?:win|loss) in \d+ (?:ply|plies)|draw|perpetual)"
_VERDICT: Final = re.compile(
    rf"(?:{'|'.join(Verdict)}): "
    rf"(?:keeps (?:it perpetual|the {_VALUE})|{_VALUE} instead of \d+|(?:gave up|left the opponent) a {_VALUE})"
    rf"(?:; better: .* \({_VALUE}\))?"
)
"""Matches a verdict comment as `annotated_record` writes it; a person is unlikely to write one."""
_ABOUT: Final = {
    Unit.MOVES: "Distances are in the player's own moves.",
    Unit.MOVES_OF_BOTH: "Distances are in moves by both players.",
    Unit.PLIES: "Distances are in plies (single moves).",
}


def annotation_text(record: Record, annotation: Annotation, plies: bool = False) -> str:
    """Return an annotated game as readable text, with distances in moves or plies."""
    game = annotation.duel.game
    unit = unit_of(game, plies)
    names = [f"{game.words.player(seat)} {name}" for seat, name in enumerate(record.players, 1)]
    lines = [f"{game.title} {game.board}, {', '.join(names)}", ""]
    width = max([len(note.move) for note in annotation.notes], default=0)
    for note in annotation.notes:
        mover, opponent = game.words.player(note.player), game.words.player(3 - note.player)
        text = f"{remark(note, opponent, unit)}{_better(note, unit)}"
        lines.append(f"{note.ply:>3}. {mover} {note.move:<{width}}  {note.verdict:<11}  {text}")
    first, second = game.words.player(1), game.words.player(2)
    lines += [
        "",
        f"{first} is winning above the line, {second} below it; taller means sooner:",
        value_graph(annotation),
        "",
    ]
    for player in (1, 2):
        kept, moves = annotation.kept(player)
        share = f" ({kept / moves:.0%})" if moves else ""
        lines.append(f"{game.words.player(player)} played {kept} of {moves} moves accurately{share}.")
    return "\n".join([*lines, _ABOUT[unit]])


def _better(note: Note, unit: Unit) -> str:
    """Return the text about better moves that follows a remark; empty if there are none."""
    if note.verdict is Verdict.BEST:
        return ""
    value = "" if note.verdict.keeps else f" ({outlook(note.best_value, unit)})"
    return f"; better: {', '.join(note.best_moves)}{value}"


def _exact_remark(note: Note) -> str:
    """Return a remark in the fixed wording used in records and data."""
    if note.verdict is Verdict.BEST:
        return note.reason
    return f"{note.reason}; better: {', '.join(note.best_moves)} ({note.best_value})"


def annotation_data(record: Record, annotation: Annotation) -> dict[str, Any]:
    """Return an annotated game as data."""
    game = annotation.duel.game
    return {
        **game.as_data(),
        "players": list(record.players),
        "unit": "plies",
        "moves": [note_data(note) for note in annotation.notes],
        "kept": kept_data(annotation),
    }


def note_data(note: Note) -> dict[str, Any]:
    """Return one move from an annotated game as data."""
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
    """Return how many of each player's moves kept the value, as data."""
    return {str(player): dict(zip(("kept", "moves"), annotation.kept(player), strict=True)) for player in (1, 2)}


def annotated_record(record: Record, annotation: Annotation) -> Record:
    """Return the record with each move's verdict as a comment, after other comments and replacing earlier verdicts."""
    comments = dict(record.comments)
    for note in annotation.notes:
        others = [part for part in _parts(record, note.ply) if not _VERDICT.fullmatch(part)]
        comments[note.ply] = _BETWEEN.join([*others, f"{note.verdict}: {_exact_remark(note)}"])
    return Record(record.duel, record.players, record.tags, comments)


def is_annotated(records: Sequence[Record]) -> bool:
    """Return whether every move in the given records has a verdict written by `annotated_record`."""
    return any(record.duel.ply for record in records) and all(
        any(map(_VERDICT.fullmatch, _parts(record, ply))) for record in records for ply in range(1, record.duel.ply + 1)
    )


def _parts(record: Record, ply: int) -> list[str]:
    """Split the comment on a move into its parts."""
    return record.comments[ply].split(_BETWEEN) if ply in record.comments else []
