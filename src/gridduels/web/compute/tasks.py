"""What workers work out. Every task is told how long it may take by its Watch; what it gives can be sent as it is."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players import chosen, make_player
from gridduels.web.compute.lines import play_line
from gridduels.web.compute.watch import OutOfTime, Watch
from gridduels.web.messages.board import boards_of
from gridduels.web.messages.lines import Hint, Line, line_of
from gridduels.web.messages.values import Analysis

if TYPE_CHECKING:
    from gridduels.analysis.puzzles import Answer
    from gridduels.engine.value import Value
    from gridduels.engine.values import Values

__all__ = ["TASKS", "Choice", "PuzzleFound", "Worth"]

THINK: Final = 0.5
"""Seconds that a player who searches may take for a move."""


class Choice(NamedTuple):
    """A computer's move, and how it was found where that is worth knowing."""

    word: str
    note: str


class Worth(NamedTuple):
    """What a position and its moves are worth, as far as was found out in time."""

    value: "Value | None"
    moves: "dict[str, Value]"
    note: str | None = None
    """What is not known, and why."""


class PuzzleFound(NamedTuple):
    """A puzzle: where it begins, and in how many plies it is won."""

    position: str
    plies: int
    title: str


def prepare(watch: Watch, game: Game, what: str) -> None:
    """Works out what is kept for everybody: the `values` of a game, or its compiled tree `search`."""
    watch.most_positions = None
    if what == "values":
        with _asking(watch, game):
            pass
    else:
        from gridduels.players.mcts import MctsPlayer

        MctsPlayer(random.Random(), THINK).prepare(game, watch)


def choose(watch: Watch, duel: Duel, player: str, seed: int | str, known: bool) -> Choice:
    """A computer player's move; where its game's values are not known, it does without them."""
    from gridduels.engine.values import VALUES

    made = make_player(player, random.Random(f"{seed}"), THINK)
    assert made is not None
    with _asking(watch, duel.game) if known else VALUES.without(duel.game):
        return Choice(chosen(made, duel), getattr(made, "note", ""))


def swaps(watch: Watch, duel: Duel, player: str, seed: int | str, known: bool) -> bool:
    """Whether a computer player would rather have the other side."""
    from gridduels.engine.values import VALUES
    from gridduels.players.swapping import would_swap

    with _asking(watch, duel.game) if known else VALUES.without(duel.game):
        return would_swap(player, duel, random.Random(f"{seed}"))


def worth(watch: Watch, duel: Duel) -> Worth:
    """What a position and each move that is allowed in it are worth."""
    found: dict[str, Value] = {}
    try:
        with _asking(watch, duel.game) as values:
            return Worth(values.evaluate(duel, found).value, found)
    except OutOfTime as error:
        return Worth(None, found, f"Not everything is known: {error}.")


def hint(watch: Watch, duel: Duel) -> Hint:
    """A hint for the player to move, in steps."""
    from gridduels.analysis.hints import hint_for

    with _asking(watch, duel.game) as values:
        found = hint_for(values, duel)
    line = Duel(duel.game, (*duel.moves, *found.line), start=duel.start)
    boards = boards_of(line)[duel.ply + 1 :]
    return Hint(
        where=found.where, best=found.best, why=found.why, move=found.move, line=list(found.line), boards=boards
    )


def analyse(watch: Watch, duel: Duel) -> Analysis:
    """What each position and move of a duel was worth; where values are searched, from the end on back."""
    from gridduels.web.compute.analysis import analysis_of

    with _asking(watch, duel.game) as values:
        return analysis_of(values, duel, watch)


def puzzle(watch: Watch, game: Game, seed: str, plies: int | None) -> PuzzleFound | None:
    """A puzzle of a game; None where it has none."""
    from gridduels.analysis.puzzles import puzzles

    with _asking(watch, game) as values:
        found = next(puzzles(values, seed, plies), None)
    return PuzzleFound(game.text(found.position), found.plies, found.title) if found else None


def daily(watch: Watch, game: Game, day: date) -> PuzzleFound:
    """The puzzle of a day, of its game."""
    from gridduels.analysis.daily import daily_puzzle

    with _asking(watch, game) as values:
        found = daily_puzzle(values, day)
    return PuzzleFound(game.text(found.position), found.plies, found.title)


def judge(watch: Watch, duel: Duel, move: str) -> "Answer":
    """What an answer to a puzzle is worth."""
    from gridduels.analysis.puzzles import answer

    with _asking(watch, duel.game) as values:
        return answer(values, duel, move)


def solution(watch: Watch, duel: Duel) -> "dict[tuple[str, ...], Answer]":
    """Every answer to a puzzle."""
    from gridduels.analysis.puzzles import answers

    with _asking(watch, duel.game) as values:
        return answers(values, duel)


def long_line(watch: Watch, game: Game, start: str | None, moves: tuple[str, ...]) -> Duel:
    """A line of many moves, checked."""
    return play_line(game, start, moves)


def long_boards(watch: Watch, duel: Duel) -> Line:
    """The data of a line of many moves."""
    return line_of(duel)


def film(watch: Watch, duel: Duel, dark: bool) -> bytes:
    """A duel as an animated GIF."""
    from gridduels.pictures.film import film_of

    return film_of(duel, dark=dark)


def image(watch: Watch, duel: Duel, dark: bool) -> bytes:
    """The board of a duel as a PNG."""
    from gridduels.pictures.raster import png_of

    return png_of(duel, dark=dark)


def preview(watch: Watch, duel: Duel, lines: tuple[str, ...]) -> bytes:
    """A board beside a few words, as a PNG."""
    from gridduels.pictures.preview import preview_of

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
        long_line,
        long_boards,
        film,
        image,
        preview,
    )
}


@contextmanager
def _asking(watch: Watch, game: Game) -> "Iterator[Values]":
    """The exact values of a game, for one question."""
    from gridduels.engine.solving.limits import TooBig, check_fits
    from gridduels.engine.values import VALUES

    try:
        with VALUES.asking(game, watch) as values:
            yield values
    except TooBig:
        check_fits(game)
        raise OutOfTime(f"{game.id} {game.board} has more positions than a table holds") from None
