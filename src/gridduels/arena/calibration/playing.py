"""A game between players, from a position to its end."""

from collections.abc import Mapping

from gridduels.duel import Duel
from gridduels.players import Player

__all__ = ["play_out"]


def play_out(duel: Duel, seats: Mapping[int, Player]) -> Duel:
    """The game at its end, played on by who sits where."""
    while duel.outcome is None:
        duel = duel.play(seats[duel.turn].choose(duel))
    return duel
