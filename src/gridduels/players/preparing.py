"""What computers want to know of a game, worked out while play goes on: nobody waits for a table.

Until it is there, a level looks ahead as it always does, only without exact values; any other computer has the highest
level move for it.
"""

import random
import threading
import time
from collections.abc import Iterable
from typing import Final

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players import Player, Prepares, is_bot, make_player
from gridduels.players.levels import MOST, LevelPlayer

__all__ = ["Preparation", "choose_meanwhile", "still_busy"]

_NAME: Final = "preparing"
_PATIENCE: Final = 0.3
"""Seconds that a move waits for what may be ready soon."""
_MOMENT: Final = 5.0
"""Seconds that it waits for a table that only has to be unpacked: a busy machine takes longer."""
_FEW: Final = 3
"""Per cent after which it can be told how long the rest will take."""


class Stopped(Exception):
    """Nobody wants it any more."""


class Preparation:
    """The preparation of some players for a game, on a thread of its own; it begins at once."""

    def __init__(self, names: Iterable[str], game: Game) -> None:
        self._names, self._game = [name for name in names if not is_bot(name)], game
        self._begin = time.monotonic()
        self.progress: tuple[str, int, int | None] = ("getting ready", 0, None)
        """The stage it is in, how much of it is done, and of how much."""
        self._stopped, self._ended = threading.Event(), threading.Event()
        threading.Thread(target=self._run, name=_NAME, daemon=True).start()

    @property
    def under_way(self) -> bool:
        return not self._ended.is_set() and not self._stopped.is_set()

    @property
    def seconds_left(self) -> int | None:
        """About how long it will take; None where nobody knows."""
        _, done, total = self.progress
        if not total or done * 100 < _FEW * total:
            return None
        return round((time.monotonic() - self._begin) * (total - done) / done)

    def stop(self) -> None:
        """Gives it up; whoever plays on does so without."""
        if self.under_way:
            self._stopped.set()

    def wait(self, seconds: float) -> bool:
        """Whether it has come to its end, waited for so long."""
        return self._ended.wait(seconds)

    def has_come(self) -> bool:
        """Whether a player may choose as it is used to; waits for what takes but a moment."""
        if self.under_way:
            self._ended.wait(_MOMENT if self._takes_a_moment() else _PATIENCE)
        return self._ended.is_set() and not self._stopped.is_set()

    def _takes_a_moment(self) -> bool:
        from gridduels.engine.values import VALUES

        return VALUES.is_at_hand(self._game) and not any(name.startswith("mcts") for name in self._names)

    def _run(self) -> None:
        try:
            for name in self._names:
                player: Player | None = make_player(name, random.Random())
                if player and isinstance(player, Prepares):
                    player.prepare(self._game, self._hear)
        except Exception:
            pass  # whoever chooses a move comes to the same end, and says it
        finally:
            self._ended.set()

    def _hear(self, stage: str, done: int, total: int | None) -> None:
        if self._stopped.is_set():
            raise Stopped
        self.progress = stage, done, total


def still_busy() -> bool:
    """Whether something is still being prepared, though it may have been stopped."""
    return any(thread.name == _NAME for thread in threading.enumerate())


def choose_meanwhile(player: Player, duel: Duel) -> str:
    """A move at once, while what a player wants to know is still being worked out."""
    level = player if isinstance(player, LevelPlayer) else LevelPlayer(f"level:{MOST:g}", MOST, random.Random())
    return level.look_ahead(duel)
