"""Computers: the players of a match that are not persons."""

import random
import shlex
from collections.abc import Collection, Iterable

from gridduels.errors import SetupError
from gridduels.match import Match
from gridduels.players import HUMAN, Player, is_bot, make_player
from gridduels.players.bots.staying import StayingBots

__all__ = ["Computers"]


class Computers:
    """Made from their names when they are first asked; what they do depends on seed, round and side alone. Outside bots
    stay for the whole match."""

    def __init__(
        self, players: Iterable[str], seed: int | None = None, think: float = 1.0, bots: Collection[str] = ()
    ) -> None:
        """A name that stands for nobody is refused at once, and so is an outside bot that is not among `bots`.

        Those are the ones that a person has named here: a game from a file never starts a program by itself.
        """
        self._seed, self._think, self._bots = seed, think, bots
        self._playing: dict[int, Player] = {}
        self._staying = StayingBots()
        for number, name in enumerate(players, 1):
            if is_bot(name) and name not in bots:
                raise SetupError(_not_named(number, name))
            self._make(name, random.Random())

    def _make(self, name: str, rng: random.Random) -> Player | None:
        if is_bot(name):
            from gridduels.players.bots.process_group import adopt_orphans

            adopt_orphans()
        return make_player(name, rng, self._think, bots=name in self._bots)

    def to_move(self, match: Match) -> Player | None:
        """The computer whose turn it is; None where a person is to move."""
        player = match.duel.turn
        if player not in self._playing:
            rng = random.Random(None if self._seed is None else f"{self._seed} {match.round} {player}")
            made = self._staying.seat(match.players, player, lambda name: self._make(name, rng))
            if made is None:
                return None
            self._playing[player] = made
        return self._playing[player]

    def wants_to_swap(self, match: Match) -> bool:
        """Whether the computer to move changes sides, where the pie rule lets it."""
        from gridduels.players.swapping import would_swap

        rng = random.Random(None if self._seed is None else f"{self._seed} {match.round} swap")
        return would_swap(match.players[match.duel.turn - 1], match.duel, rng)

    def dismiss(self, player: int) -> Player | None:
        """Lets a computer go, to be closed; the next one asked is made anew."""
        dismissed = self._playing.pop(player, None)
        self._staying.forget(dismissed)
        return dismissed

    def anew(self) -> "Computers":
        """The same for another match."""
        return Computers((), self._seed, self._think, self._bots)

    def rise(self) -> None:
        """A game is over, or the players change sides: another one has new players, but for the bots that stay."""
        while self._playing:
            self._staying.leave(self._playing.popitem()[1])

    def close(self) -> None:
        """Sends everybody home."""
        self.rise()
        self._staying.close()


def _not_named(number: int, name: str) -> str:
    return (
        f"the game names an outside bot for Player {number}, {name!r}, and a file starts no programs: allow this one "
        f"with --p{number} {shlex.quote(name)}, or choose who plays instead, such as --p{number} {HUMAN}"
    )
