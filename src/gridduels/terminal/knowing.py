"""What line mode tells of exact values: hints step by step, what moves are worth, what a game came down to."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gridduels.duel import Duel

if TYPE_CHECKING:
    from gridduels.analysis.hints import Hint
    from gridduels.engine import Evaluation
    from gridduels.game import Game
    from gridduels.match import Match

__all__ = ["Hinting", "moves_text", "story_text"]


class Hinting:
    """Where a hint was asked for last, what there is to say, and which step of it comes next. Who asks again in the
    same position is told the next one."""

    def __init__(self) -> None:
        self._given: tuple[Duel, Hint] | None = None
        self._step = 0

    def next(self, duel: Duel, work_out: "Callable[[], Hint]") -> tuple[str, tuple[str, ...]]:
        """What is said now; with the last step, also the moves that refute what else one might play."""
        if self._given is None or self._given[0] != duel:
            self._given, self._step = (duel, work_out()), 0
        hint, step = self._given[1], self._step
        last = len(hint.steps) - 1
        self._step = min(step + 1, last)
        return hint.steps[step], hint.line if step == last else ()


def moves_text(game: "Game", evaluation: "Evaluation", plies: bool) -> str:
    """What each move is worth to who is to move, in plain words, the best first."""
    from gridduels.analysis.plain import describe, unit_of
    from gridduels.analysis.report import list_moves

    unit = unit_of(game, plies)
    return "\n".join(list_moves(evaluation, lambda value: describe(value, unit=unit)))


def story_text(match: "Match") -> str:
    """What a game that is over came down to; nothing where that is not known."""
    from gridduels.analysis.remarks import story_of_match

    told = story_of_match(match)
    return told.sentence if told else ""
