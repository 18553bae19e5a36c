"""Thinker: asks the computer for its move on a thread, and can be told to stop."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gridduels.players import Prepares, chosen
from gridduels.players.info import ThinksAloud
from gridduels.players.preparing import Preparation, choose_meanwhile
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["Thinker"]


class Thinker:
    """The computer at work, if it is."""

    def __init__(self, live: LiveMatch, watch: Callable[[str, int, int | None], None]) -> None:
        self._live, self._watch = live, watch
        self._under_way: Background[str] | None = None
        self._player = 0
        self.preparation: Preparation | None = None
        """What the computer wants to know first, worked out while a person plays."""

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    @property
    def preparing(self) -> bool:
        return self.preparation is not None and self.preparation.under_way

    def prepare(self) -> None:
        """Begins to work out what the computer wants to know, where a person plays against one."""
        match = self._live.match
        if match.opponent:
            self.preparation = Preparation([match.opponent], match.game)

    def stop_preparing(self) -> None:
        """Nobody wants to wait for it any more."""
        if self.preparation:
            self.preparation.stop()

    def start(self, done: Callable[[str, str], None], failed: Callable[[Exception], None]) -> None:
        """Asks for a move; `done` gets its word, and a note on how it was found."""
        self.stop()
        duel, player = self._live.duel, self._live.computers.to_move(self._live.match)
        assert player, "only a computer thinks"
        self._player = duel.turn

        preparation = self.preparation

        def work(progress: "Progress") -> str:
            if isinstance(player, Prepares):
                if preparation and not preparation.has_come():
                    return choose_meanwhile(player, duel)
                player.prepare(duel.game, progress)
            if isinstance(player, ThinksAloud):
                player.hear = lambda info: progress(info.sentence, 0, None)
            return chosen(player, duel)

        def finish(word: str) -> None:
            self._under_way = None
            self._live.hear(player)
            done(word, player.note if isinstance(player, Prepares) else "")

        def fail(error: Exception) -> None:
            self._under_way = None
            failed(error)

        self._under_way = Background(work, finish, fail, self._watch)

    def stop(self) -> bool:
        """Tells the computer to stop; whether there was anything to stop."""
        under_way, self._under_way = self._under_way, None
        if under_way is None:
            return False
        under_way.cancel()
        if player := self._live.computers.dismiss(self._player):
            Background(lambda progress: player.close(), lambda done: None, lambda error: None)
        return True
