"""The board of a live duel as JSON text. It says the same as `board_data`, but is brought up to date move by move:
a busy server writes little else.
"""

import json
from functools import cache, lru_cache
from typing import Any, Final

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.targets import Target, kind_of_marks, target_of, targets, update_kinds
from gridduels.web.messages.board_data import goals_of, last_data, legal_data

__all__ = ["BoardText"]

_MOST: Final = 20_000
"""Moves whose text is remembered, of all games together; of cells there are few."""


class BoardText:
    """The boards of one duel as JSON.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle", size=3)
    >>> BoardText(game).legal(Duel(game, "up down right"))
    '[{"move": "left", "kind": "move", "cell": 7, "path": [7]}]'
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._goals = json.dumps(goals_of(game))
        self._history: tuple[Any, ...] = ()
        self._kinds: dict[int, str] = {}

    def board(self, duel: Duel) -> str:
        """The Board."""
        self._follow(duel)
        position = self._history[-1]
        tokens = ", ".join([_piece(position[number], sign) for number, sign in self._game.statement.token_signs])
        marks = ", ".join([_piece(cell, kind) for cell, kind in self._kinds.items()])
        last = _last(target_of(self._game, self._history[-2], position)) if duel.ply else "null"
        return f'{{"tokens": [{tokens}], "marks": [{marks}], "goals": {self._goals}, "last": {last}}}'

    def legal(self, duel: Duel) -> str:
        """The list of Legals."""
        size = self._game.size
        return f"[{', '.join([_legal(size, word, target) for word, target in targets(duel).items()])}]"

    def _follow(self, duel: Duel) -> None:
        """Brings the marks up to date; after anything but a single move, from the start on."""
        history = duel.history()
        if self._history and history[:-1] == self._history:
            update_kinds(self._game, history[-2], history[-1], self._kinds)
        elif history != self._history:
            self._kinds = kind_of_marks(duel)
        self._history = history


@cache
def _piece(cell: int, kind: str) -> str:
    return json.dumps({"cell": cell.bit_length() - 1, "kind": kind})


@lru_cache(_MOST)
def _last(target: Target) -> str:
    return json.dumps(last_data(target))


@lru_cache(_MOST)
def _legal(size: int, word: str, target: Target) -> str:
    return json.dumps(legal_data(size, word, target))
