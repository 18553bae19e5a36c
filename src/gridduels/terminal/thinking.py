"""The computer's thinking, and what a person in front of it wants to know meanwhile."""

from gridduels.duel import Duel
from gridduels.players import Player, Prepares
from gridduels.terminal.console import Console

__all__ = ["Thinking"]


class Thinking:
    """Lets players choose their moves; what they work out first is shown as progress, and how they found a move where
    that is worth knowing."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._notes: dict[int, str] = {}

    def choose(self, duel: Duel, player: Player) -> str:
        """The word of a player's move."""
        if not isinstance(player, Prepares):
            return player.choose(duel)

        from gridduels.terminal.progress import ProgressBar

        with ProgressBar(f"Solving {duel.game.title}") as progress:
            player.prepare(duel.game, progress)
        word = player.choose(duel)
        self._say_once(duel, player)
        return word

    def _say_once(self, duel: Duel, player: Prepares) -> None:
        if player.note and self._notes.get(duel.turn) != player.note:
            self._console.say(f"({duel.game.words.player(duel.turn)}: {player.note}.)")
        self._notes[duel.turn] = player.note
