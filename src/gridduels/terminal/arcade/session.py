"""Session: a match on the full screen, without the screen. The Duel decides what is legal; the Players choose."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.live_record import LiveRecord
from gridduels.players import HUMAN, Player, make_player
from gridduels.record import Record
from gridduels.terminal.arcade.keeping.autosave import Autosave
from gridduels.terminal.arcade.names import player_name
from gridduels.terminal.saving import number_in

__all__ = ["Session"]

_HELPED: Final = "Helped"
"""The tag of a record that says whether somebody took hints or moves back."""


@dataclass
class Session:
    """Rounds of one game between two players; the first mover alternates, and a rematch swaps the sides."""

    game: Game
    players: tuple[str, str]
    first: str = "1"
    rounds: int = 0
    seed: int | None = None
    think: float = 1.0
    live: LiveRecord | None = None
    autosave: Autosave | None = None
    duel: Duel = field(init=False)
    helped: bool = False
    """Whether somebody took hints or moves back: such a game does not count."""

    def __post_init__(self) -> None:
        self.points = [0, 0]
        self.round = 1
        self._seats: dict[int, Player | None] = {}
        self._kept: Record | None = None
        for seat in (1, 2):
            self._seats[seat] = self._made(seat)
        self._starter = self._first_mover()
        self.duel = Duel(self.game, start=self.game.start(self._starter))

    def resume(self, records: Sequence[Record]) -> None:
        """Goes on with the last of some records; the rounds before it are counted."""
        last = records[-1]
        self.rounds = self.rounds or number_in(last, "Rounds") or 0
        self.round = number_in(last, "Round") or 1
        for record in records[-self.round : -1]:
            if record.duel.outcome:
                self.points[record.duel.outcome.winner - 1] += 1
        self._kept, self.duel, self._starter = last, last.duel, last.duel.start.turn
        self.helped = last.tags.get(_HELPED) == "yes"

    def _first_mover(self) -> int:
        if self.first == "toss":
            return random.Random(None if self.seed is None else f"{self.seed} toss").choice((1, 2))
        return int(self.first)

    def begin(self) -> None:
        """Starts keeping the game."""
        if self.live and self._kept is None:
            self.live.begin(self.record())
        elif self.live:
            self.live.rewrite(self.record())
        self._keep()

    def is_person(self, seat: int) -> bool:
        return self.players[seat - 1] == HUMAN

    @property
    def computer_to_move(self) -> bool:
        return self.duel.outcome is None and not self.is_person(self.duel.turn)

    @property
    def opponent(self) -> str | None:
        """The computer that a single person plays against."""
        names = [name for name in self.players if name != HUMAN]
        return names[0] if len(names) == 1 else None

    def name(self, seat: int) -> str:
        """A player with who plays it: `Player 1 (you)`."""
        player, kind = self.game.words.player(seat), self.players[seat - 1]
        if kind != HUMAN:
            return f"{player} ({player_name(kind)})"
        return f"{player} (you)" if self.opponent else player

    def player(self) -> Player:
        """The computer whose turn it is."""
        seat = self.duel.turn
        if seat not in self._seats:
            self._seats[seat] = self._made(seat)
        player = self._seats[seat]
        assert player
        return player

    def _made(self, seat: int) -> Player | None:
        """A player for a seat; what it does depends on the seed and the round alone."""
        rng = random.Random(None if self.seed is None else f"{self.seed} {self.round} {seat}")
        return make_player(self.players[seat - 1], rng, self.think)

    def dismiss(self, seat: int) -> Player | None:
        """Takes a computer off its seat, to be closed; the next one asked sits down anew."""
        return self._seats.pop(seat, None)

    def close(self) -> None:
        """Sends everybody home."""
        for player in self._seats.values():
            if player:
                player.close()
        self._seats.clear()

    def leave(self) -> None:
        """The match is not being played any more; an unfinished game stays kept."""
        self.close()
        if self.autosave:
            self.autosave.release()

    def play(self, word: str) -> None:
        """Plays a move; the Duel refuses what is not allowed."""
        self._move_to(self.duel.play(word), moved=True)

    def forfeit(self) -> None:
        """The player to move does not answer properly."""
        self._move_to(self.duel.stop(3 - self.duel.turn, "forfeit"))

    def resign(self) -> None:
        """It is the person who gives up, also when it is the computer's turn."""
        duel = self.duel
        self._move_to(duel.resign() if self.is_person(duel.turn) else duel.stop(duel.turn, "resigned"))

    def undo(self) -> tuple[str, ...]:
        """Back to the last decision of a person; the moves taken back."""
        before = duel = self.duel
        if duel.outcome:
            raise GridDuelsError("The game is over: look back at it and try again from any move.")
        while duel.ply:
            duel = duel.undo()
            if self.is_person(duel.turn):
                self.helped = True
                self._move_to(duel)
                return before.moves[duel.ply :]
        raise GridDuelsError("There is no move of yours to take back.")

    def take_help(self) -> None:
        """A hint or values were asked for: the game does not count any more, also when it is resumed."""
        if not self.helped:
            self.helped = True
            if self.live:
                self.live.rewrite(self.record())
            self._keep()

    @property
    def another_round(self) -> bool:
        """Whether the match goes on after this game."""
        return not self.rounds or self.round < self.rounds

    def next_round(self) -> None:
        """The first mover alternates; the seats stay."""
        self.round += 1
        self._restart(3 - self._starter)

    def rematch(self) -> None:
        """The players change seats, and their points go with them; a match that is over begins anew."""
        self.players = self.players[1], self.players[0]
        self.points.reverse()
        if not self.another_round:
            self.points, self.round = [0, 0], 0
        self.round += 1
        self._restart(self._starter)

    def branch(self, ply: int) -> "Session":
        """The game taken up again after some of its moves; it does not count."""
        session = Session(self.game, self.players, seed=self.seed, think=self.think, autosave=Autosave(), helped=True)
        session.duel = Duel(self.game, self.duel.moves[:ply], start=self.duel.start)
        session._starter = self._starter
        return session

    def record(self) -> Record:
        """The game as a record; of a resumed one, what else its file said about it is kept."""
        tags, comments = {"Date": date.today().isoformat()}, {}
        if kept := self._kept:
            tags |= kept.tags
            moves = self.duel.moves
            comments = {ply: text for ply, text in kept.comments.items() if moves[:ply] == kept.duel.moves[:ply]}
        tags |= {"Round": str(self.round)} | ({"Rounds": str(self.rounds)} if self.rounds else {})
        tags |= {_HELPED: "yes"} if self.helped else {}
        return Record(self.duel, self.players, tags, comments)

    def _restart(self, first: int) -> None:
        self.close()
        self._kept, self._starter, self.helped = None, first, False
        self.duel = Duel(self.game, start=self.game.start(first))
        if self.live:
            self.live.begin(self.record())

    def _move_to(self, duel: Duel, moved: bool = False) -> None:
        self.duel = duel
        if duel.outcome:
            self.points[duel.outcome.winner - 1] += 1
        if self.live:
            (self.live.add if moved else self.live.rewrite)(self.record())
        self._keep()

    def _keep(self) -> None:
        if self.autosave:
            self.autosave.keep(self.record())
