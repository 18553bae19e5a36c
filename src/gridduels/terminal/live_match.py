"""A match in progress, with its computer players and its file."""

import random
import shlex
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Protocol

from gridduels.board import size_text
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_atomically
from gridduels.match import Match
from gridduels.players import Player, is_bot, make_player
from gridduels.players.bots.sessions import BotSessions
from gridduels.players.info import Info, Informs, note_info, noted_info
from gridduels.players.ladder import called
from gridduels.record import HUMAN, LiveRecord, Record, dumps
from gridduels.terminal.console import Console
from gridduels.terminal.library import Unfinished, unfinished
from gridduels.text import count, shorten

# --- Computers


class Computers:
    """A match's computer players, created from their names when first needed. Their moves depend only on the seed,
    round and side. External bots keep running for the whole match."""

    def __init__(
        self, players: Iterable[str], seed: int | None = None, think: float = 1.0, bots: Collection[str] = ()
    ) -> None:
        """Raise SetupError for an unknown player, or for an external bot that is not in `bots`.

        `bots` lists the bots named on the command line: a game loaded from a file must never start a program.
        """
        self._seed, self._think, self._bots = seed, think, bots
        self._playing: dict[int, Player] = {}
        self._sessions = BotSessions()
        for number, name in enumerate(players, 1):
            if is_bot(name) and name not in bots:
                raise SetupError(_not_named(number, name))
            self._make(name, random.Random())

    def _make(self, name: str, rng: random.Random) -> Player | None:
        if is_bot(name):
            from gridduels.players.bots.process import adopt_orphans

            adopt_orphans()
        return make_player(name, rng, self._think, bots=name in self._bots)

    def to_move(self, match: Match) -> Player | None:
        """Return the computer to move, or None if it is a person's turn."""
        player = match.duel.turn
        if player not in self._playing:
            rng = random.Random(None if self._seed is None else f"{self._seed} {match.round} {player}")
            made = self._sessions.seat(match.players, player, lambda name: self._make(name, rng))
            if made is None:
                return None
            self._playing[player] = made
        return self._playing[player]

    def wants_to_swap(self, match: Match) -> bool:
        """Return whether the computer to move chooses to swap sides."""
        from gridduels.players.perfect import would_swap

        rng = random.Random(None if self._seed is None else f"{self._seed} {match.round} swap")
        return would_swap(match.players[match.duel.turn - 1], match.duel, rng)

    def dismiss(self, player: int) -> Player | None:
        """Remove and return a computer for the caller to close; the next call to `to_move` creates a new one."""
        dismissed = self._playing.pop(player, None)
        self._sessions.forget(dismissed)
        return dismissed

    def copy(self) -> "Computers":
        """Return new players with the same options, for another match."""
        return Computers((), self._seed, self._think, self._bots)

    def release(self) -> None:
        """Release the players after a game or a change of sides. External bots keep running."""
        while self._playing:
            self._sessions.leave(self._playing.popitem()[1])

    def close(self) -> None:
        """Release all players and stop the bots."""
        self.release()
        self._sessions.close()


def _not_named(number: int, name: str) -> str:
    return (
        f"this file names an external bot for Player {number}, {name!r}, but files may not start programs: allow it "
        f"with --p{number} {shlex.quote(name)}, or choose another player, e.g. --p{number} {HUMAN}"
    )


# --- Saving games and resuming unfinished ones


class SavedGames:
    """Saves games under names that people type. Only files written by this object are overwritten."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def save(self, name: str, record: Record) -> Path:
        """Write a game to a file and return its path."""
        try:
            path = Path(name).expanduser()
            if path.exists() and path not in self._own:
                raise GridDuelsError(f"{shorten(name)} already exists. Choose another name.")
            write_atomically(path, dumps(record))
        except (OSError, RuntimeError, ValueError) as error:  # no such folder, home or name
            reason = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
            raise GridDuelsError(f"Cannot write {shorten(name)}: {reason}.") from None
        self._own.add(path)
        return path


def offer_unfinished(console: Console, id: str) -> Unfinished | None:
    """Offer to resume the latest unfinished game; return it if the person agrees."""
    complaints: list[str] = []
    kept = [each for each in unfinished(complaints) if each.record.duel.game.id == id]
    for sentence in complaints:
        console.say(sentence)
    if not kept:
        return None
    console.say(f"You have an unfinished game: {_in_words(kept[0].record)}.")
    while True:
        answer = console.ask("Resume it? (yes/no/delete): ").strip().lower()
        if answer and "delete".startswith(answer):
            kept[0].forget()
            console.say("Deleted.\n")
            return None
        if answer and any(word.startswith(answer) for word in ("yes", "no")):
            console.say()
            return kept[0] if "yes".startswith(answer) else None
        console.say("Type yes, no or delete.")


def _in_words(record: Record) -> str:
    duel = record.duel
    computers = [name for name in record.players if name != HUMAN]
    against = f" against {called(computers[0])}" if len(computers) == 1 else ""
    return f"{duel.game.title} {size_text(duel.game.size)}{against}, {count(duel.ply, 'move')} played"


# --- LiveMatch


class Keeper(Protocol):
    """Saves the game being played, so a crash loses nothing."""

    def begin(self, record: Record) -> None:
        """Start a new game."""

    def add(self, record: Record) -> None:
        """Append the last move."""

    def rewrite(self, record: Record) -> None:
        """Rewrite the game after any other change, e.g. an undo."""

    def close(self) -> None:
        """Stop saving and leave the file in place."""


class LiveMatch:
    """The current state of a match. Every change is saved immediately."""

    def __init__(self, match: Match, computers: Computers | None = None, keeper: Keeper | None = None) -> None:
        self.match = match
        self.computers = computers or Computers(match.players)
        self._keeper = keeper
        self._heard: Info | None = None
        self._said: dict[int, Info] = {}
        """The computers' reports about their moves, by ply."""

    @property
    def duel(self) -> Duel:
        return self.match.duel

    @property
    def way_back(self) -> str:
        """The command that continues the game later."""
        if isinstance(self._keeper, LiveRecord):
            return f"Continue with: gridduels play --resume {shlex.quote(str(self._keeper.path))}"
        return "Continue with: gridduels"

    def record(self) -> Record:
        """Return the game as a record, dated today unless it already has a date."""
        record = self.match.record({"Date": date.today().isoformat()})
        said = {ply: note_info(info, record.comments.get(ply, "")) for ply, info in self._said.items()}
        return replace(record, comments={**record.comments, **said})

    def said(self, ply: int) -> Info | None:
        """Return a computer's report about a move."""
        return noted_info(self.record().comments.get(ply, ""))

    def hear(self, computer: Player) -> None:
        """Remember a computer's report about the move it is about to make."""
        self._heard = computer.info if isinstance(computer, Informs) else None

    def go_first(self, player: int) -> None:
        """Set the player who goes first, before the first move."""
        self.match = replace(self.match, duel=Duel(self.match.game, start=self.match.game.start(player)))

    def begin(self) -> None:
        """Start saving, unless the match was resumed from its own file."""
        if self._keeper and not self.match.resumed:
            self._keeper.begin(self.record())

    def become(self, match: Match) -> None:
        """Make `match` the current state after a move, an undo or a new round. It stands even if saving fails."""
        if match is self.match:
            return
        if match.players != self.match.players:  # they have changed sides
            self.computers.release()
        before, self.match = self.match.duel, match
        self._take_in(before)
        if before.outcome:  # a finished game is followed only by a new one
            self.computers.release()
            self.begin()
        elif self._keeper:
            (self._keeper.add if match.duel.ply > before.ply else self._keeper.rewrite)(self.record())

    def _take_in(self, before: Duel) -> None:
        """Attach the latest report to its move, and drop reports about moves that were taken back."""
        heard, self._heard, ply = self._heard, None, self.duel.ply
        self._said = {each: info for each, info in self._said.items() if each <= ply and not before.outcome}
        if heard and ply > before.ply:
            self._said[ply] = heard

    def branch(self, ply: int, keeper: Keeper) -> "LiveMatch":
        """Return a new match that continues this game from an earlier position."""
        return LiveMatch(self.match.branch(ply), self.computers.copy(), keeper)

    def close(self) -> None:
        """Release the players and stop saving."""
        self.computers.close()
        if self._keeper:
            self._keeper.close()
