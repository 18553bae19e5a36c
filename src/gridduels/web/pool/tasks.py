"""The workers' tasks, within the time and size limits of a Watch."""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import convert

from gridduels import definitions
from gridduels.duel import Duel
from gridduels.engine.progress import FINDING
from gridduels.errors import GridDuelsError, IllegalMove
from gridduels.game import Definition, Game, Position
from gridduels.invent import parse
from gridduels.players import chosen, make_player
from gridduels.players.greedy import sample_game
from gridduels.protocol import answers
from gridduels.protocol import state as messages
from gridduels.protocol.answers import Hint, Lesson, Line, Sample, game_of, lessons_of, line_of
from gridduels.protocol.codec import cut
from gridduels.protocol.state import Analysis, KeptBySide, PositionValue, board_of, boards_of, value_of
from gridduels.record import loads
from gridduels.web.pool.pools import Asked

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Note
    from gridduels.analysis.puzzles import Answer, Puzzle
    from gridduels.engine.value import Value
    from gridduels.engine.values import Values
    from gridduels.invent.workshop import Answer as DuelAnswer


# --- Watch: a question's time and size limits, and its answer, whatever the outcome


_EVERY: Final = 0.2
"""Seconds between progress reports."""
MOST_POSITIONS: Final = 2_000_000
"""Maximum number of positions one question may enumerate: about 300 MB."""
INVENTED_BYTES: Final = 300_000_000
"""Memory for solving an invented duel: 2 to 8 million positions. Visitors can name any number of such duels."""
SAMPLE_DUEL: Final = "duel1-3x3-k1-t1-gn-l-sc"
"""A small invented duel; solving it compiles the rules that all of them share."""


class OutOfTime(GridDuelsError):
    """Raised when a question exceeds its limits."""

    code = "too-big"


class Watch:
    """Tracks a computation's Progress: reports it, and stops computations that take too much time or memory."""

    def __init__(
        self, report: Callable[[str, int, int | None], None], stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Create a watch that sends progress to `report` and asks `stopped` whether to give up the question."""
        self._report, self._stopped = report, stopped
        self._told = 0.0
        self.until = float("inf")
        self.most_positions: int | None = None

    def begin(self, seconds: float) -> None:
        """Reset the limits for a new question."""
        self.until, self.most_positions = time.monotonic() + seconds, MOST_POSITIONS

    @property
    def late(self) -> bool:
        return time.monotonic() > self.until

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        if self.late:
            raise OutOfTime("that takes longer than this server allows")
        if self.most_positions is not None and stage == FINDING and (total or done) > self.most_positions:
            raise OutOfTime(f"more than {self.most_positions:,} positions are reachable from there")
        if (now := time.monotonic()) - self._told >= _EVERY:
            self._told = now
            if self._stopped():
                raise OutOfTime("no one is waiting for the answer")
            self._report(stage, done, total)


def answer(asked: Asked, watch: Watch, tasks: Mapping[str, Callable[..., Any]]) -> tuple[str, Any]:
    """Return the kind of result, together with the answer or the reason there is none."""
    watch.begin(asked.seconds)
    try:
        return "done", tasks[asked.kind](watch, *asked.arguments)
    except GridDuelsError as error:
        return "refused", error
    except MemoryError:
        return "refused", OutOfTime("that takes more memory than this server has")
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"


# --- Replaying a line of moves from a request


def play_line(game: Game, start: str | None, moves: Sequence[str]) -> Duel:
    """Return the duel a line leads to; an error gives the number of the refused move.

    >>> from gridduels import load_game
    >>> play_line(load_game("light-cycle"), None, ["up", "right"])
    Traceback (most recent call last):
    gridduels.errors.IllegalMove: Move 2, right: You cannot move right: that is off the grid.
    """
    duel = Duel(game, start=start)
    for word in moves:
        try:
            duel = duel.play(word)
        except GridDuelsError as error:
            raise IllegalMove(error.code, word, f"Move {duel.ply + 1}, {cut(word)}: {error}") from None
    return duel


# --- The value of every position and move in a duel, as time permits


_HALF: Final = 10
"""Plies to the end at which a bar in the value graph has half its height."""


def analysis_of(known: "Values", duel: Duel, watch: Watch) -> Analysis:
    """Return a duel's values and notes, computed from the end backwards so that the cheapest come first."""
    from gridduels.analysis.annotations import Annotation, kept_data, note_data, note_on, turning_point

    values: list[Value | None] = [None] * (duel.ply + 1)
    notes: list[Note] = []
    before, unknown = duel, None
    try:
        values[duel.ply] = known.value_of(duel)
        while before.ply:
            before = before.undo()
            watch("evaluating moves", duel.ply - before.ply, duel.ply)
            evaluation = known.evaluate(before)
            values[before.ply] = evaluation.value
            notes.insert(0, note_on(before, duel.moves[before.ply], evaluation))
    except OutOfTime as error:
        unknown = f"Some values are unknown: {error}."
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


# --- Sample games for the start page: every installed game, played by greedy players


LONGEST: Final = 24
"""Maximum length of a sample in plies, finished or not."""
_TRIES: Final = 12
"""Number of games played; the longest finished one is shown."""


@cache
def samples() -> dict[str, Sample]:
    """Return the boards of one sample game per game, from the start.

    >>> samples()["gridlock"].size
    7
    """
    return {definition.id: _sample(definition) for definition in definitions()}


def _sample(definition: Definition) -> Sample:
    longest = sample_duels(definition)
    return Sample(size=definition.size, boards=[board_of(duel) for duel in longest])


@cache
def sample_duels(definition: Definition) -> list[Duel]:
    """Return a sample game on a game's default board, move by move. Do not modify it."""
    games = (sample_game(Game(definition), seed, LONGEST) for seed in range(_TRIES))
    return max(games, key=lambda duels: (duels[-1].outcome is not None, len(duels)))


# --- Tasks. A Watch limits each one's time; results are ready to send.


THINK: Final = 0.5
"""Time limit for a searching player's move, in seconds."""


class Choice(NamedTuple):
    """A computer's move and a remark on how it was found."""

    word: str
    note: str


class Worth(NamedTuple):
    """The values of a position and its moves that were found in time."""

    value: "Value | None"
    moves: "dict[str, Value]"
    note: str | None = None
    """Says what is unknown, and why."""


class PuzzleFound(NamedTuple):
    """A puzzle: its position, the length of its solution in plies, and a duel that leads there."""

    position: str
    plies: int
    title: str
    duel: Duel

    @classmethod
    def of(cls, puzzle: "Puzzle") -> "PuzzleFound":
        """Return the parts of a puzzle that the page needs."""
        return cls(puzzle.game.text(puzzle.position), puzzle.plies, puzzle.title, puzzle.duel_with_trails())


def prepare(watch: Watch, game: Game | None, what: str) -> None:
    """Compute something that is stored for everyone: a game's `values`, its compiled tree `search`, or the compiled
    `measures` of invented duels.
    """
    watch.most_positions = None
    if game is None:
        from gridduels.invent import workshop

        workshop.answer(parse(SAMPLE_DUEL), watch)
    elif what == "values":
        with _asking(watch, game):
            pass
    else:
        from gridduels.players.mcts import MctsPlayer

        MctsPlayer(random.Random(), THINK).prepare(game, watch)


def choose(watch: Watch, duel: Duel, player: str, seed: int | str, known: bool) -> Choice:
    """Return a computer player's move; if the values are unknown, it moves without them."""
    from gridduels.engine.service import VALUES

    made = make_player(player, random.Random(f"{seed}"), THINK)
    assert made is not None
    with _asking(watch, duel.game) if known else VALUES.without(duel.game):
        return Choice(chosen(made, duel), getattr(made, "note", ""))


def swaps(watch: Watch, duel: Duel, player: str, seed: int | str, known: bool) -> bool:
    """Return whether a computer player prefers the other side."""
    from gridduels.engine.service import VALUES
    from gridduels.players.perfect import would_swap

    with _asking(watch, duel.game) if known else VALUES.without(duel.game):
        return would_swap(player, duel, random.Random(f"{seed}"))


def worth(watch: Watch, duel: Duel) -> Worth:
    """Return the value of a position and of each legal move."""
    from gridduels.engine.values import MoveValues

    found = MoveValues()
    try:
        with _asking(watch, duel.game) as values:
            return Worth(values.evaluate(duel, found).value, found)
    except OutOfTime as error:
        return Worth(None, found, f"Some values are unknown: {error}.")


def hint(watch: Watch, duel: Duel) -> Hint:
    """Return a hint for the player to move, step by step."""
    from gridduels.analysis.hints import hint_for

    with _asking(watch, duel.game) as values:
        found = hint_for(values, duel)
    line = Duel(duel.game, (*duel.moves, *found.line), start=duel.start)
    boards = boards_of(line)[duel.ply + 1 :]
    return Hint(
        where=found.where, best=found.best, why=found.why, move=found.move, line=list(found.line), boards=boards
    )


def analyse(watch: Watch, duel: Duel) -> Analysis:
    """Return the value of each position and move in a duel; search works backwards from the end."""

    with _asking(watch, duel.game) as values:
        return analysis_of(values, duel, watch)


def puzzle(watch: Watch, game: Game, seed: str, plies: int | None) -> PuzzleFound | None:
    """Return one of a game's puzzles, or None if there is none."""
    from gridduels.analysis.puzzles import puzzles

    with _asking(watch, game) as values:
        found = next(puzzles(values, seed, plies), None)
    return PuzzleFound.of(found) if found else None


def daily(watch: Watch, game: Game, day: date) -> PuzzleFound:
    """Return a day's puzzle."""
    from gridduels.analysis.puzzles import daily_puzzle

    with _asking(watch, game) as values:
        found = daily_puzzle(values, day)
    return PuzzleFound.of(found)


def judge(watch: Watch, duel: Duel, move: str) -> "Answer":
    """Judge an answer to a puzzle."""
    from gridduels.analysis.puzzles import answer

    with _asking(watch, duel.game) as values:
        return answer(values, duel, move)


def solution(watch: Watch, duel: Duel) -> "dict[tuple[str, ...], Answer]":
    """Return every answer to a puzzle."""
    from gridduels.analysis.puzzles import answers

    with _asking(watch, duel.game) as values:
        return answers(values, duel)


def workshop(watch: Watch, code: str) -> "DuelAnswer":
    """Return how fair and how deep an invented duel is, and which of its rules do nothing."""
    from gridduels.engine.solvers.limits import TooBig
    from gridduels.invent import workshop

    try:
        return workshop.answer(parse(code), watch)
    except TooBig:
        raise OutOfTime(
            f"This duel has more than {workshop.LIMIT:,} positions, too many to solve here. Choose a smaller board or "
            f"fewer obstacles."
        ) from None


def book(watch: Watch, code: str, language: str) -> bytes:
    """Return the rule book of an invented duel as HTML."""
    from gridduels.invent.book import book_of

    return book_of(code, ".html", language, watch)


def replay(
    watch: Watch, game: Game, moves: tuple[str, ...], start: Position | str, stopped: tuple[int, str] | None
) -> Duel:
    """Return the duel these moves lead to."""
    return Duel(game, moves, start=start, stopped=stopped)


def about(watch: Watch, game: Game) -> "answers.Game":
    """Return a game as data."""
    return game_of(game)


def lessons(watch: Watch, game: Game) -> list[Lesson]:
    """Return a game's lessons."""
    return lessons_of(game.definition)


def long_line(watch: Watch, game: Game, start: str | None, moves: tuple[str, ...]) -> Duel:
    """Return the duel after a long line of moves."""
    return play_line(game, start, moves)


def long_boards(watch: Watch, duel: Duel) -> Line:
    """Return the data for a long line of moves."""
    return line_of(duel)


def read(watch: Watch, text: str) -> list[Duel]:
    """Return the games in a text of records."""
    return [record.duel for record in loads(text)]


def film(watch: Watch, duel: Duel, dark: bool) -> bytes:
    """Return a duel as an animated GIF."""
    from gridduels.pictures.raster import film_of

    return film_of(duel, dark=dark)


def image(watch: Watch, duel: Duel, dark: bool) -> bytes:
    """Return a duel's board as a PNG."""
    from gridduels.pictures.raster import png_of

    return png_of(duel, dark=dark)


def preview(watch: Watch, duel: Duel, lines: tuple[str, ...]) -> bytes:
    """Return a board next to some text, as a PNG."""
    from gridduels.pictures.raster import preview_of

    return preview_of(duel, lines)


TASKS: Final[Mapping[str, Callable[..., Any]]] = {
    task.__name__: task
    for task in (
        prepare,
        choose,
        swaps,
        worth,
        hint,
        analyse,
        puzzle,
        daily,
        judge,
        solution,
        workshop,
        book,
        replay,
        about,
        lessons,
        long_line,
        long_boards,
        read,
        film,
        image,
        preview,
    )
}


@contextmanager
def _asking(watch: Watch, game: Game) -> "Iterator[Values]":
    """Open a game's exact values for one question."""
    from gridduels.engine.service import VALUES
    from gridduels.engine.solvers.limits import TooBig, allow_memory, check_fits, memory_limit

    most = min(memory_limit(), INVENTED_BYTES) if game.definition.family else memory_limit()
    try:
        with allow_memory(most), VALUES.open(game, watch) as values:
            yield values
    except TooBig:
        check_fits(game)
        raise OutOfTime(f"{game.id} {game.board} has more positions than a table holds") from None
