"""LiveMatch: a Match while it is played, with the computers that play in it and the file that keeps it."""

import shlex
from dataclasses import replace
from datetime import date
from typing import Protocol

from gridduels.duel import Duel
from gridduels.live_record import LiveRecord
from gridduels.match import Match
from gridduels.players import Player
from gridduels.players.info import Info, Informs, note_info, noted_info
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
        self._heard: Info | None = None
        self._said: dict[int, Info] = {}
        """What computers have said about moves of this game, by ply."""

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
        record = self.match.record({"Date": date.today().isoformat()})
        said = {ply: note_info(info, record.comments.get(ply, "")) for ply, info in self._said.items()}
        return replace(record, comments={**record.comments, **said})

    def said(self, ply: int) -> Info | None:
        """What a computer said about a move."""
        return noted_info(self.record().comments.get(ply, ""))

    def hear(self, computer: Player) -> None:
        """What a computer says about the move that it is about to make."""
        self._heard = computer.info if isinstance(computer, Informs) else None

    def go_first(self, player: int) -> None:
        """Decides who goes first, before anybody has moved."""
        self.match = replace(self.match, duel=Duel(self.match.game, start=self.match.game.start(player)))

    def begin(self) -> None:
        """Starts to keep a game; one that is resumed is kept already."""
        if self._keeper and not self.match.resumed:
            self._keeper.begin(self.record())

    def become(self, match: Match) -> None:
        """Goes on to what the match is after a move, an undo, a new round. It stands also where it cannot be kept."""
        if match is self.match:
            return
        if match.players != self.match.players:  # they have changed sides
            self.computers.rise()
        before, self.match = self.match.duel, match
        self._take_in(before)
        if before.outcome:  # only another game follows one that is over
            self.computers.rise()
            self.begin()
        elif self._keeper:
            (self._keeper.add if match.duel.ply > before.ply else self._keeper.rewrite)(self.record())

    def _take_in(self, before: Duel) -> None:
        """Keeps what was said about the move that has been made; what was said about moves that are gone is gone."""
        heard, self._heard, ply = self._heard, None, self.duel.ply
        self._said = {each: info for each, info in self._said.items() if each <= ply and not before.outcome}
        if heard and ply > before.ply:
            self._said[ply] = heard

    def branch(self, ply: int, keeper: Keeper) -> "LiveMatch":
        """A match of its own that takes the game up again after some of its moves."""
        return LiveMatch(self.match.branch(ply), self.computers.anew(), keeper)

    def close(self) -> None:
        """Nobody plays any more."""
        self.computers.close()
        if self._keeper:
            self._keeper.close()
