"""Demo: a miniature board that plays against itself, one random move after the other."""

import random

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.terminal.arcade.board.view import view_of
from gridduels.terminal.arcade.widgets.board import BoardView

__all__ = ["Demo"]

_PACE = 0.7


class Demo(BoardView):
    """A living miniature of a game."""

    def __init__(self, unicode: bool, moving: bool, id: str | None = None) -> None:
        super().__init__(most_rows=3, id=id)
        self._unicode, self._moving = unicode, moving
        self._rng = random.Random(1)
        self._duel: Duel | None = None
        self._pause = 0

    def on_mount(self) -> None:
        self.set_interval(_PACE, self._step)

    def show(self, game: Game, moving: bool) -> None:
        """Starts with a few moves, so that there is something to see."""
        self._moving = moving
        self._rng = random.Random(game.id)
        self._begin(game)
        for _ in range(4):
            self._move()

    def _begin(self, game: Game) -> None:
        self._duel = Duel(game)
        self._pause = 0
        self.view = view_of(self._duel, self._unicode)

    def _step(self) -> None:
        if self._moving and self._duel and self.screen.is_current:
            self._move()

    def _move(self) -> None:
        duel = self._duel
        if duel is None:
            return
        if duel.outcome or duel.ply > 40:
            self._pause += 1
            if self._pause > 3:
                self._begin(duel.game)
            return
        self._duel = duel.play(self._rng.choice(duel.legal_moves))
        self.view = view_of(self._duel, self._unicode)
