"""LiveMatch: a Match while it is played, with the computers that play in it and the file that keeps it."""

import shlex
from datetime import date
from typing import Protocol

from gridduels.duel import Duel
from gridduels.live_record import LiveRecord
from gridduels.match import Match
from gridduels.record import Record
from gridduels.terminal.computers import Computers

__all__ = ["Keeper", "LiveMatch"]


class Keeper(Protocol):
    """Keeps the game being played, so that a killed process loses nothing."""

    def begin(self, record: Record) -> None:
        """A game begins."""

    def add(self, record: Record) -> None:
        """A move has been made."""

    def rewrite(self, record: Record) -> None:
        """Anything else has happened, so that what was kept does not hold any more."""

    def close(self) -> None:
        """The game is not being played any more; what is kept of it stays."""


class LiveMatch:
    """The match as it stands; what it becomes is kept at once."""

    def __init__(self, match: Match, computers: Computers | None = None, keeper: Keeper | None = None) -> None:
        self.match = match
        self.computers = computers or Computers(match.players)
        self._keeper = keeper

    @property
    def duel(self) -> Duel:
        return self.match.duel

    @property
    def way_back(self) -> str:
        """How to go on with the game later, as a sentence."""
        if isinstance(self._keeper, LiveRecord):
            return f"Continue with: gridduels play --resume {shlex.quote(str(self._keeper.path))}"
        return "Continue with: gridduels"

    def record(self) -> Record:
        """The game as a record, dated today unless it was begun before."""
        return self.match.record({"Date": date.today().isoformat()})

    def begin(self) -> None:
        """Starts to keep a game; one that is resumed is kept already."""
        if self._keeper and not self.match.resumed:
            self._keeper.begin(self.record())

    def become(self, match: Match) -> None:
        """Goes on to what the match is after a move, an undo, a new round. It stands also where it cannot be kept."""
        if match is self.match:
            return
        if match.players != self.match.players:  # they have changed sides
            self.computers.close()
        before, self.match = self.match.duel, match
        if before.outcome:  # only another game follows one that is over
            self.computers.close()
            self.begin()
        elif self._keeper:
            (self._keeper.add if match.duel.ply > before.ply else self._keeper.rewrite)(self.record())

    def branch(self, ply: int, keeper: Keeper) -> "LiveMatch":
        """A match of its own that takes the game up again after some of its moves."""
        return LiveMatch(self.match.branch(ply), self.computers.anew(), keeper)

    def close(self) -> None:
        """Nobody plays any more."""
        self.computers.close()
        if self._keeper:
            self._keeper.close()
