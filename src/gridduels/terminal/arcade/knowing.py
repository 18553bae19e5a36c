"""Knowing: exact values for the screen, worked out on a thread and kept for as long as the arcade is open."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.terminal.arcade.background import Background

if TYPE_CHECKING:
    from gridduels.analysis.annotate import Annotation
    from gridduels.analysis.puzzles import Answer, Puzzle
    from gridduels.engine.progress import Progress
    from gridduels.engine.value import Value
    from gridduels.engine.values import Values

__all__ = ["Knowing"]

Watch = Callable[[str, int, int | None], None]
Fail = Callable[[Exception], None]


class Knowing:
    """What is known about games. Every question is answered later, on the screen's own thread."""

    def __init__(self) -> None:
        self._values: dict[Game, Values] = {}

    def worth(
        self, duel: Duel, done: "Callable[[dict[str, Value]], None]", failed: Fail, watch: Watch
    ) -> "Background[dict[str, Value]]":
        """What each move that is allowed now is worth."""

        def work(progress: "Progress") -> "dict[str, Value]":
            from gridduels.players.knowledge import worth_of_move

            values = self._known(duel.game, progress)
            found: dict[str, Value] = {}
            for word in duel.legal_moves:
                progress("looking at moves", len(found), len(duel.legal_moves))
                found[word] = worth_of_move(values, duel, word)
            return found

        return Background(work, done, failed, watch)

    def annotation(
        self, duel: Duel, done: "Callable[[Annotation], None]", failed: Fail, watch: Watch
    ) -> "Background[Annotation]":
        """What each move of a duel was worth."""

        def work(progress: "Progress") -> "Annotation":
            from gridduels.analysis.annotate import annotate

            return annotate(duel, self._known(duel.game, progress))

        return Background(work, done, failed, watch)

    def puzzle(
        self, game: Game, seed: str, done: "Callable[[Puzzle | None], None]", failed: Fail, watch: Watch
    ) -> "Background[Puzzle | None]":
        """A puzzle of a game; None where it has none."""

        def work(progress: "Progress") -> "Puzzle | None":
            from gridduels.analysis.puzzles import puzzles

            return next(puzzles(self._known(game, progress), seed), None)

        return Background(work, done, failed, watch)

    def judge(
        self, duel: Duel, word: str, done: "Callable[[Answer], None]", failed: Fail, watch: Watch
    ) -> "Background[Answer]":
        """What an answer to a puzzle is worth."""

        def work(progress: "Progress") -> "Answer":
            from gridduels.analysis.puzzles import answer

            return answer(self._known(duel.game, progress), duel, word)

        return Background(work, done, failed, watch)

    def _known(self, game: Game, progress: "Progress") -> "Values":
        from gridduels.engine import solve
        from gridduels.engine.searched import SearchedTable

        if game not in self._values:
            values = solve(game, progress)
            if isinstance(values, SearchedTable):
                return values  # it reports to whoever asked for it, so it is not kept for others
            self._values[game] = values
        return self._values[game]
