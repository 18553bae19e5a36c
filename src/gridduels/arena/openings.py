"""Balanced openings: where the games of a match begin, so that they differ and neither side has won them already.

An opening is a position that random legal play from the start leads to. It is balanced when best play decides nothing
(its value is perpetual), or when all of this holds:

- far: the end is at least half as many plies away as it is at the start of the game;
- contested: the side that wins can still throw the win away, now or, when the other side is to move, after one of
  that side's moves.

Both games of a pair begin with the same opening, with the sides swapped, so what is left of an advantage cancels out.
"""

import random
from collections.abc import Iterator
from typing import Any, Final

from gridduels.duel import Duel
from gridduels.engine.values import Values
from gridduels.game import Game

__all__ = ["MOST_PLIES", "Openings", "is_balanced"]

_FEWEST_PLIES: Final = 4
MOST_PLIES: Final = 16
"""Openings have this many plies: few at first (fewer on a small board), more when the distinct ones run out."""
_TRIES: Final = 32
"""Lines of play looked at for one opening and one number of plies."""


class Openings:
    """The openings of a game, the same for the same seed: as many as are asked for, distinct as long as there are any.

    >>> from gridduels import load_game
    >>> openings = Openings(load_game("gridlock"), 0, None)
    >>> openings[0], openings.distinct
    ('......./......./.....##/...####/......#/......o/....... 1', 1)
    """

    def __init__(self, game: Game, seed: int, values: Values | None) -> None:
        """Without `values` nobody knows what is balanced: then any position that is not over will do."""
        self.game, self._values = game, values
        self._rng = random.Random(f"{seed} openings {game!r}")
        self._found: dict[str, None] = {}
        self._list: list[str] = []
        self._plies = min(_FEWEST_PLIES, game.size - 1)

    @property
    def distinct(self) -> int:
        """How many different openings have been found so far."""
        return len(self._found)

    def __getitem__(self, number: int) -> str:
        """The opening with this number, from 0, as the position's text; where they run out, they come again."""
        while len(self._list) <= number and self._plies <= MOST_PLIES:
            opening = self._draw()
            if opening is None:
                self._plies += 1
            else:
                self._found[opening] = None
                self._list.append(opening)
        if not self._list:
            self._list.append(self.game.text(self.game.start()))
            self._found[self._list[0]] = None
        return self._list[number % len(self._list)]

    def _draw(self) -> str | None:
        """A new opening, perpetual if there is one among those looked at."""
        chosen = None
        for position in self._candidates():
            text = self.game.text(position)
            if text in self._found:
                continue
            if self._values is None or self._values.value(position).plies is None:
                return text
            if chosen is None and is_balanced(self._values, position):
                chosen = text
        return chosen

    def _candidates(self) -> Iterator[Any]:
        """Positions after random play that are not over."""
        for _ in range(_TRIES):
            duel = Duel(self.game)
            while duel.ply < self._plies and duel.legal_actions:
                duel = duel.play(self._rng.choice(duel.legal_moves))
            if duel.legal_actions:
                yield duel.position


def is_balanced(values: Values, position: Any) -> bool:
    """Whether a position that is not over is perpetual, or far from its end and contested.

    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> values = solve(load_game("light-cycle"))
    >>> is_balanced(values, values.game.start())
    True
    """
    plies = values.value(position).plies
    if plies is None:
        return True
    most = values.value(values.game.start()).plies
    return 2 * plies >= (most or 0) and _contested(values, position)


def _contested(values: Values, position: Any) -> bool:
    """Whether the side that wins can throw the win away in its next move."""
    if values.value(position).outcome == "win":
        return any(value.outcome != "win" for value in values.move_values(position).values())
    game = values.game
    replies = (game.play(position, game.action(word)) for word in values.move_values(position))
    return any(_contested(values, reply) for reply in replies)
