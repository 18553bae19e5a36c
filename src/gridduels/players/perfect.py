"""The perfect player, background preparation, and the computer's decision under the pie rule."""

import random
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from gridduels.duel import Duel
from gridduels.extras import has_engine
from gridduels.game import Game
from gridduels.players import Player, Prepares, is_bot, make_player
from gridduels.players.greedy import greedy_moves
from gridduels.players.levels import LEVELS, MOST, Eyes, Level, LevelPlayer, level_number, looks_lost, skills_of
from gridduels.players.limits import Limits
from gridduels.players.mcts import UNLIMITED, MctsPlayer

if TYPE_CHECKING:
    from gridduels.engine import Value, Values
    from gridduels.engine.progress import Progress


# --- Preparation: build tables and compiled code in the background, so no one has to wait for them
#
# Until a table is ready, a level plays without exact values, and the highest level stands in for any other computer
# player.


_NAME: Final = "preparing"
_PATIENCE: Final = 0.3
"""Seconds a move waits for preparation that is about to finish."""
_MOMENT: Final = 5.0
"""Seconds a move waits for a table that only has to be unpacked; a busy machine may take longer."""
_FEW: Final = 3
"""The percentage after which the remaining time can be estimated."""


class Stopped(Exception):
    """The preparation is no longer wanted."""


class Preparation:
    """Prepares players for a game on a background thread, starting immediately."""

    def __init__(self, names: Iterable[str], game: Game) -> None:
        self._names, self._game = [name for name in names if not is_bot(name)], game
        self._begin = time.monotonic()
        self.progress: tuple[str, int, int | None] = ("getting ready", 0, None)
        """The current stage, its progress, and its total if known."""
        self._stopped, self._ended = threading.Event(), threading.Event()
        threading.Thread(target=self._run, name=_NAME, daemon=True).start()

    @property
    def under_way(self) -> bool:
        return not self._ended.is_set() and not self._stopped.is_set()

    @property
    def seconds_left(self) -> int | None:
        """The estimated remaining seconds, or None if unknown."""
        _, done, total = self.progress
        if not total or done * 100 < _FEW * total:
            return None
        return round((time.monotonic() - self._begin) * (total - done) / done)

    def stop(self) -> None:
        """Cancel the preparation. Players then continue without it."""
        if self.under_way:
            self._stopped.set()

    def wait(self, seconds: float) -> bool:
        """Wait for at most this many seconds; return whether preparation has finished."""
        return self._ended.wait(seconds)

    def has_come(self) -> bool:
        """Return whether a player can choose as usual now, waiting briefly if that may help."""
        if self.under_way:
            self._ended.wait(_MOMENT if self._takes_a_moment() else _PATIENCE)
        return self._ended.is_set() and not self._stopped.is_set()

    def _takes_a_moment(self) -> bool:
        from gridduels.engine.service import VALUES

        return VALUES.is_at_hand(self._game) and not any(name.startswith("mcts") for name in self._names)

    def _run(self) -> None:
        try:
            for name in self._names:
                player: Player | None = make_player(name, random.Random())
                if player and isinstance(player, Prepares):
                    player.prepare(self._game, self._hear)
        except Exception:
            pass  # the first `choose` hits the same error and reports it
        finally:
            self._ended.set()

    def _hear(self, stage: str, done: int, total: int | None) -> None:
        if self._stopped.is_set():
            raise Stopped
        self.progress = stage, done, total


def still_busy() -> bool:
    """Return whether preparation is still running, possibly after being stopped."""
    return any(thread.name == _NAME for thread in threading.enumerate())


def choose_meanwhile(player: Player, duel: Duel) -> str:
    """Return a move immediately, while a player's preparation is still running."""
    level = player if isinstance(player, LevelPlayer) else LevelPlayer(f"level:{MOST:g}", MOST, random.Random())
    return level.look_ahead(duel)


# --- PerfectPlayer


_EXACT: Final = 0.4
_TREE: Final = 0.5
"""The shares of its time spent on exact search and on tree search, which always finds a move."""
SEARCHED: Final = "no solution table for this board: searched to the end"
SIGHTED: Final = "there is no solution table for this board: chosen without looking ahead"
BOUNDED: Final = "no solution table for this board: searched as far as the limits allow"
GUESSED: Final = "no solution table for this board, and searching to the end takes too long: found by looking ahead"


class PerfectPlayer:
    """Plays by exact values: wins as fast as possible, loses as slowly as possible, and varies between equally good
    moves."""

    name = "perfect"

    def __init__(self, rng: random.Random, think: float = 1.0) -> None:
        self._rng = rng
        self._search = MctsPlayer(rng, think, UNLIMITED)
        self.limits = Limits(think)
        self.note = ""
        """How it found its last move, if not in a table."""

    @property
    def limits(self) -> Limits:
        """The limits for its next move."""
        return self._limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._limits = limits
        self._search.limits = limits._replace(seconds=_TREE * limits.seconds)

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Open or solve the game, or compile the search if the game is too big."""
        from gridduels.engine import VALUES

        if not VALUES.prepare(game, progress) and has_engine():
            self._search.prepare(game, progress)

    def choose(self, duel: Duel) -> str:
        """Return the word for the chosen move."""
        from gridduels.engine import VALUES

        if VALUES.prepare(duel.game):
            self.note = ""
            with VALUES.open(duel.game) as values:
                return self._rng.choice(best_moves(values, duel))
        found = {} if self._limits.counted else VALUES.moves_in_time(duel, _EXACT * self._limits.seconds)
        return self._choose_without_table(duel, found)

    def searches(self, game: Game) -> bool:
        """Return whether the player has to search because there is no table."""
        from gridduels.engine import VALUES

        return not VALUES.prepare(game)

    def _choose_without_table(self, duel: Duel, found: "dict[str, Value]") -> str:
        best = max(found.values(), key=lambda value: value.rank, default=None)
        if best and (best.outcome == "win" or len(found) == len(duel.legal_moves)):
            self.note = SEARCHED
            return self._rng.choice([word for word, value in found.items() if value == best])
        if not has_engine():
            self.note = SIGHTED
            return self._rng.choice(greedy_moves(duel, duel.legal_moves))
        self.note = BOUNDED if self._limits.counted else GUESSED
        return self._search.choose(duel)

    def close(self) -> None:
        """Discard the search tree."""
        self._search.close()


def best_moves(values: "Values", duel: Duel) -> tuple[str, ...]:
    """Return the moves with the highest value; if they don't win, those that leave the fewest correct replies."""
    worth = {word: _once_played(values, duel, word, value) for word, value in values.evaluate(duel).moves.items()}
    best = max(value.rank for value in worth.values())
    moves = tuple(word for word, value in worth.items() if value.rank == best)
    if worth[moves[0]].outcome == "win" or len(moves) == 1:
        return moves
    if not duel.game.bars_repetition:
        return _hardest(values, duel, moves)
    # A player that only shuffles back and forth runs out of moves, so prefer new positions, then the best-looking.
    new = tuple(word for word in moves if duel.play(word).position not in duel.history())
    return greedy_moves(duel, _hardest(values, duel, new or moves))


def _once_played(values: "Values", duel: Duel, word: str, value: "Value") -> "Value":
    """Return a move's value, counting the resulting position as having occurred once more.

    That repetition may bar the only escape from a loss.
    """
    after = duel.play(word)
    return (
        value if after.repeated == duel.repeated else values.value_of(after).before(same_player=after.turn == duel.turn)
    )


def _hardest(values: "Values", duel: Duel, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the given moves that leave the opponent the fewest correct replies, or the player itself the
    most."""
    replies = {}
    for word in moves:
        after = duel.play(word)
        evaluation = values.evaluate(after)
        right = sum(evaluation.verdict(reply).keeps for reply in evaluation.moves)
        replies[word] = -right if after.turn == duel.turn else right
    return tuple(word for word in moves if replies[word] == min(replies.values()))


# --- The pie rule: a computer swaps sides if its own side looks worse


_LEVEL: Final = "level:"
_SHARP: Final = Eyes(plies=3, sight=9.0, overlooks=0.0, attentive=True)
"""The Eyes of a player that sees every forced end."""


def would_swap(name: str, duel: Duel, rng: random.Random) -> bool:
    """Return whether the player to move, given by name, would rather play the other side.

    A player without a level is assumed to see everything.

    >>> from gridduels import Duel, load_game
    >>> would_swap("perfect", Duel(load_game("light-cycle"), "right"), random.Random(1))
    True
    """
    number = level_number(name.removeprefix(_LEVEL)) if name.startswith(_LEVEL) else LEVELS.get(name)
    return looks_lost(duel, Level.of(number, skills_of(duel.game.id)).eyes if number else _SHARP, rng)
