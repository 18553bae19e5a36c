"""Trial: a player whose name was typed in makes its first move, before anybody relies on it."""

import random
from collections.abc import Callable

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players import chosen, is_bot, make_player
from gridduels.players.bots.process_group import adopt_orphans
from gridduels.terminal.arcade.work.background import Background

__all__ = ["Trial", "checked_player"]


def checked_player(name: str) -> str:
    """A player's name; one that stands for nobody is refused."""
    make_player(name, random.Random(), bots=True)
    return name


class Trial:
    """A player at its first move, on a thread. It is sent home afterwards, also when the trial is cancelled."""

    def __init__(self, name: str, game: Game, done: Callable[[str], None], failed: Callable[[Exception], None]) -> None:
        if is_bot(name):
            adopt_orphans()
        player = make_player(name, random.Random(), bots=True)

        def work(progress: object) -> str:
            if player is None:
                return ""
            try:
                return chosen(player, Duel(game))
            finally:
                player.close()

        self._under_way = Background(work, done, failed)

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self._under_way.cancel()
