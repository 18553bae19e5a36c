"""A line of moves as somebody asks for it, played out."""

from collections.abc import Sequence

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, IllegalMove
from gridduels.game import Game
from gridduels.web.messages.faults import cut

__all__ = ["play_line"]


def play_line(game: Game, start: str | None, moves: Sequence[str]) -> Duel:
    """The duel that a line leads to; a refused move is named with its number.

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
