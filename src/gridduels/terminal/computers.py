"""Computers: the players of a match that are not persons."""

import random
from collections.abc import Iterable

from gridduels.match import Match
from gridduels.players import Player, make_player

__all__ = ["Computers"]


class Computers:
    """Made from their names when they are first asked; what they do depends on seed, round and side alone."""

    def __init__(self, players: Iterable[str], seed: int | None = None, think: float = 1.0) -> None:
        """A name that stands for nobody is refused at once."""
        self._seed, self._think = seed, think
        self._playing: dict[int, Player] = {}
        for name in players:
            make_player(name, random.Random(), think)

    def to_move(self, match: Match) -> Player | None:
        """The computer whose turn it is; None where a person is to move."""
        player = match.duel.turn
        if player not in self._playing:
            rng = random.Random(None if self._seed is None else f"{self._seed} {match.round} {player}")
            made = make_player(match.players[player - 1], rng, self._think)
            if made is None:
                return None
            self._playing[player] = made
        return self._playing[player]

    def dismiss(self, player: int) -> Player | None:
        """Lets a computer go, to be closed; the next one asked is made anew."""
        return self._playing.pop(player, None)

    def anew(self) -> "Computers":
        """The same for another match."""
        return Computers((), self._seed, self._think)

    def close(self) -> None:
        """Sends everybody home; a new round has new players."""
        while self._playing:
            self._playing.popitem()[1].close()
