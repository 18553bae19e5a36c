"""A Match while it is played, with its computers and the file that keeps it."""

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
from gridduels.players.bots.staying import StayingBots
from gridduels.players.info import Info, Informs, note_info, noted_info
from gridduels.record import HUMAN, LiveRecord, Record, dumps
from gridduels.terminal.console import Console
from gridduels.terminal.library import Unfinished, unfinished
from gridduels.text import count, shorten

# --- Computers


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
            from gridduels.players.bots.process import adopt_orphans

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
        from gridduels.players.perfect import would_swap

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


# --- Saving, and resuming unfinished games


class SavedGames:
    """Writes games to files; only files of its own are written again."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def save(self, name: str, record: Record) -> Path:
        """Writes a game to the file with this name."""
        try:
            path = Path(name).expanduser()
            if path.exists() and path not in self._own:
                raise GridDuelsError(f"{shorten(name)} exists already: choose another name.")
            write_atomically(path, dumps(record))
        except (OSError, RuntimeError, ValueError) as error:  # no such place, no such home, no such name
            reason = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
            raise GridDuelsError(f"Cannot write {shorten(name)}: {reason}.") from None
        self._own.add(path)
        return path


def offer_unfinished(console: Console, id: str) -> Unfinished | None:
    """The game of this kind that a person left last, if they want to go on with it."""
    complaints: list[str] = []
    kept = [each for each in unfinished(complaints) if each.record.duel.game.id == id]
    for sentence in complaints:
        console.say(sentence)
    if not kept:
        return None
    console.say(f"You left {_in_words(kept[0].record)}.")
    while True:
        answer = console.ask("Go on with it? (yes/no/forget): ").strip().lower()
        if answer and "forget".startswith(answer):
            kept[0].forget()
            console.say("It is forgotten.\n")
            return None
        if answer and any(word.startswith(answer) for word in ("yes", "no")):
            console.say()
            return kept[0] if "yes".startswith(answer) else None
        console.say("Type yes, no or forget.")


def _in_words(record: Record) -> str:
    """A game that goes on, for somebody who has to remember it."""
    duel = record.duel
    computers = [name for name in record.players if name != HUMAN]
    against = f" against {computers[0]}" if len(computers) == 1 else ""
    return f"a game of {duel.game.title}, {size_text(duel.game.size)},{against} after {count(duel.ply, 'move')}"


# --- LiveMatch


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
