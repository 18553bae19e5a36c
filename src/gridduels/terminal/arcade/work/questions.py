"""Questions about exact values. Each is answered later, on the screen's own thread."""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.match import Match
from gridduels.terminal.arcade.work.background import Background

if TYPE_CHECKING:
    from gridduels.analysis.annotate import Annotation
    from gridduels.analysis.hints import Hint
    from gridduels.analysis.puzzles import Answer, Puzzle
    from gridduels.analysis.remarks import Story
    from gridduels.engine import Evaluation, Values
    from gridduels.engine.progress import Progress

__all__ = ["ask_annotation", "ask_answer", "ask_daily_puzzle", "ask_evaluation", "ask_hint", "ask_puzzle", "ask_story"]

Watch = Callable[[str, int, int | None], None]
Fail = Callable[[Exception], None]
Result = TypeVar("Result")


def ask_evaluation(
    duel: Duel, done: "Callable[[Evaluation], None]", failed: Fail, watch: Watch
) -> "Background[Evaluation]":
    """What a duel and each move that is allowed now are worth."""
    return _ask(duel.game, lambda values: values.evaluate(duel), done, failed, watch)


def ask_hint(duel: Duel, plies: bool, done: "Callable[[Hint], None]", failed: Fail, watch: Watch) -> "Background[Hint]":
    """A hint for the player to move, in steps; its distances are in plies on request."""

    def hint(values: "Values") -> "Hint":
        from gridduels.analysis.hints import hint_for

        return hint_for(values, duel, plies)

    return _ask(duel.game, hint, done, failed, watch)


def ask_annotation(
    duel: Duel, done: "Callable[[Annotation], None]", failed: Fail, watch: Watch
) -> "Background[Annotation]":
    """What each move of a duel was worth."""

    def annotation(values: "Values") -> "Annotation":
        from gridduels.analysis.annotate import annotate

        return annotate(duel, values)

    return _ask(duel.game, annotation, done, failed, watch)


def ask_story(match: Match, done: "Callable[[Story | None], None]", failed: Fail) -> "Background[Story | None]":
    """What a game that is over came down to, where the values are at hand."""

    def work(progress: "Progress") -> "Story | None":
        from gridduels.analysis.remarks import story_of_match

        return story_of_match(match)

    return Background(work, done, failed)


def ask_puzzle(
    game: Game, seed: str, plies: int | None, done: "Callable[[Puzzle | None], None]", failed: Fail, watch: Watch
) -> "Background[Puzzle | None]":
    """A puzzle of a game, of any length or of this one; None where it has none."""

    def puzzle(values: "Values") -> "Puzzle | None":
        from gridduels.analysis.puzzles import puzzles

        return next(puzzles(values, seed, plies), None)

    return _ask(game, puzzle, done, failed, watch)


def ask_daily_puzzle(
    game: Game, day: date, done: "Callable[[Puzzle | None], None]", failed: Fail, watch: Watch
) -> "Background[Puzzle | None]":
    """The puzzle of a day, which is of this game."""

    def puzzle(values: "Values") -> "Puzzle | None":
        from gridduels.analysis.daily import daily_puzzle

        return daily_puzzle(values, day)

    return _ask(game, puzzle, done, failed, watch)


def ask_answer(
    duel: Duel, word: str, done: "Callable[[Answer], None]", failed: Fail, watch: Watch
) -> "Background[Answer]":
    """What an answer to a puzzle is worth."""

    def judge(values: "Values") -> "Answer":
        from gridduels.analysis.puzzles import answer

        return answer(values, duel, word)

    return _ask(duel.game, judge, done, failed, watch)


def _ask(
    game: Game, question: "Callable[[Values], Result]", done: Callable[[Result], None], failed: Fail, watch: Watch
) -> Background[Result]:
    def work(progress: "Progress") -> Result:
        from gridduels.engine import VALUES

        with VALUES.asking(game, progress) as values:
            return question(values)

    return Background(work, done, failed, watch)
