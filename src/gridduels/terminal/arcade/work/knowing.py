"""Knowing: exact values for the screen, worked out on a thread and kept for as long as the arcade is open."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.terminal.arcade.work.background import Background

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
        self._games: dict[Game, _Known] = {}

    def worth(
        self, duel: Duel, done: "Callable[[dict[str, Value]], None]", failed: Fail, watch: Watch
    ) -> "Background[dict[str, Value]]":
        """What each move that is allowed now is worth."""

        def work(progress: "Progress") -> "dict[str, Value]":
            from gridduels.players.knowledge import worth_of_move

            found: dict[str, Value] = {}
            with self._known(duel.game, progress) as values:
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

            with self._known(duel.game, progress) as values:
                return annotate(duel, values)

        return Background(work, done, failed, watch)

    def puzzle(
        self,
        game: Game,
        seed: str,
        plies: int | None,
        done: "Callable[[Puzzle | None], None]",
        failed: Fail,
        watch: Watch,
    ) -> "Background[Puzzle | None]":
        """A puzzle of a game, of any length or of this one; None where it has none."""

        def work(progress: "Progress") -> "Puzzle | None":
            from gridduels.analysis.puzzles import puzzles

            with self._known(game, progress) as values:
                return next(puzzles(values, seed, plies), None)

        return Background(work, done, failed, watch)

    def judge(
        self, duel: Duel, word: str, done: "Callable[[Answer], None]", failed: Fail, watch: Watch
    ) -> "Background[Answer]":
        """What an answer to a puzzle is worth."""

        def work(progress: "Progress") -> "Answer":
            from gridduels.analysis.puzzles import answer

            with self._known(duel.game, progress) as values:
                return answer(values, duel, word)

        return Background(work, done, failed, watch)

    @contextmanager
    def _known(self, game: Game, progress: "Progress") -> "Iterator[Values]":
        """The values of a game, for one question at a time; they report to whoever asks."""
        from gridduels.engine import solve

        known = self._games.setdefault(game, _Known())
        with known.busy:
            known.asker = progress
            progress("looking up values", 0, None)  # somebody who gave up meanwhile stops here
            if known.values is None:
                known.values = solve(game, known.report)
            yield known.values


class _Known:
    """The values of a game; what a search has seen helps the next one."""

    def __init__(self) -> None:
        self.values: Values | None = None
        self.busy = threading.Lock()
        self.asker: Progress | None = None

    def report(self, stage: str, done: int, total: int | None) -> None:
        if self.asker:
            self.asker(stage, done, total)
