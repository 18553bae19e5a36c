"""The computer's thinking, and what a person in front of it wants to know meanwhile."""

from typing import TYPE_CHECKING

from gridduels.duel import Duel
from gridduels.match import Match
from gridduels.players import Player, Prepares, chosen
from gridduels.terminal.bar import bar_text
from gridduels.terminal.console import Console

if TYPE_CHECKING:
    from gridduels.players.preparing import Preparation

__all__ = ["Thinking"]


class Thinking:
    """Lets players choose their moves; how they found one is said where that is worth knowing. What they want to know
    first is worked out while a person plays, and otherwise shown as progress."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._notes: dict[int, str] = {}
        self._preparation: Preparation | None = None

    def begin(self, match: Match) -> None:
        """A match begins: where a person plays in front of us, what the computer wants to know must not cost time."""
        if self._console.interactive and match.opponent:
            from gridduels.players.preparing import Preparation

            self._preparation = Preparation([match.opponent], match.game)

    def choose(self, duel: Duel, player: Player) -> str:
        """The word of a player's move."""
        if not isinstance(player, Prepares):
            return chosen(player, duel)
        if self._preparation and not self._preparation.has_come():
            return self._choose_meanwhile(duel, player, self._preparation)

        from gridduels.terminal.progress import ProgressBar

        with ProgressBar(f"Solving {duel.game.title}") as progress:
            player.prepare(duel.game, progress)
        word = chosen(player, duel)
        self._say_once(duel, player.note)
        return word

    def _choose_meanwhile(self, duel: Duel, player: Player, preparation: "Preparation") -> str:
        from gridduels.players.preparing import choose_meanwhile

        if preparation.under_way:
            how_far = bar_text(*preparation.progress, preparation.seconds_left)
            name = duel.game.words.player(duel.turn)
            self._console.say(f"({name} looks ahead until it knows more: {how_far}.)")
        return choose_meanwhile(player, duel)

    def wait(self) -> None:
        """Waits for what is being worked out, which is shown as progress. Who interrupts that stops it."""
        preparation = self._preparation
        if not preparation or not preparation.under_way:
            return
        from gridduels.terminal.progress import ProgressBar

        self._console.say(f"({bar_text(*preparation.progress, preparation.seconds_left)}; Ctrl-C stops it.)")
        try:
            with ProgressBar("Working out values") as bar:
                while preparation.under_way and not preparation.wait(0.1):
                    bar(*preparation.progress)
        except KeyboardInterrupt:
            preparation.stop()
            raise

    def close(self) -> None:
        """Nobody plays any more."""
        if self._preparation:
            self._preparation.stop()
            self._preparation.wait(0.3)

    def _say_once(self, duel: Duel, note: str) -> None:
        if note and self._notes.get(duel.turn) != note:
            self._console.say(f"({duel.game.words.player(duel.turn)}: {note}.)")
        self._notes[duel.turn] = note
