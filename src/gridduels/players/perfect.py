"""The player that never gives up what it has: it plays by the exact values."""

import random
from typing import TYPE_CHECKING, Final

from gridduels.duel import Duel
from gridduels.extras import has_engine
from gridduels.game import Game
from gridduels.players.greedy import greedy_moves
from gridduels.players.limits import Limits
from gridduels.players.mcts import UNLIMITED, MctsPlayer

if TYPE_CHECKING:
    from gridduels.engine import Value, Values
    from gridduels.engine.progress import Progress

__all__ = ["PerfectPlayer", "best_moves"]

_EXACT: Final = 0.4
_TREE: Final = 0.5
"""The parts of its time for an exact search, and for the tree search that always comes to an answer."""
SEARCHED: Final = "this board is too large to know by heart: worked out to the end"
SIGHTED: Final = "this board is not known by heart here: found at first sight"
BOUNDED: Final = "this board is too large to know by heart: found by looking ahead within its limits"
GUESSED: Final = "this board is too large to know by heart, and the end too far to see: found by looking ahead"


class PerfectPlayer:
    """Wins as soon as possible, loses as late as possible, and varies what is equally good."""

    name = "perfect"

    def __init__(self, rng: random.Random, think: float = 1.0) -> None:
        self._rng = rng
        self._search = MctsPlayer(rng, think, UNLIMITED)
        self.limits = Limits(think)
        self.note = ""
        """How its last move was found, where not in a table."""

    @property
    def limits(self) -> Limits:
        """What its next move may take."""
        return self._limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._limits = limits
        self._search.limits = limits._replace(seconds=_TREE * limits.seconds)

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Works out what it needs to know of a game."""
        from gridduels.engine import VALUES

        if not VALUES.prepare(game, progress) and has_engine():
            self._search.prepare(game, progress)

    def choose(self, duel: Duel) -> str:
        from gridduels.engine import VALUES

        if VALUES.prepare(duel.game):
            self.note = ""
            with VALUES.asking(duel.game) as values:
                return self._rng.choice(best_moves(values, duel))
        found = {} if self._limits.counted else VALUES.moves_in_time(duel, _EXACT * self._limits.seconds)
        return self._choose_without_table(duel, found)

    def searches(self, game: Game) -> bool:
        """Whether it has to: not where there is a table."""
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
        self._search.close()


def best_moves(values: "Values", duel: Duel) -> tuple[str, ...]:
    """The moves worth most; where they do not win, those of them after which the fewest replies are right."""
    worth = {word: _once_played(values, duel, word, value) for word, value in values.evaluate(duel).moves.items()}
    best = max(value.rank for value in worth.values())
    moves = tuple(word for word, value in worth.items() if value.rank == best)
    if worth[moves[0]].outcome == "win" or len(moves) == 1:
        return moves
    if not duel.game.bars_repetition:
        return _hardest(values, duel, moves)
    # whoever shuffles runs out of moves: better somewhere new, and what looks best from there
    new = tuple(word for word in moves if duel.play(word).position not in duel.history())
    return greedy_moves(duel, _hardest(values, duel, new or moves))


def _once_played(values: "Values", duel: Duel, word: str, value: "Value") -> "Value":
    """What a move is worth once the position it leads to has come about again: that may bar the way out of a loss."""
    after = duel.play(word)
    return (
        value if after.repeated == duel.repeated else values.value_of(after).before(same_player=after.turn == duel.turn)
    )


def _hardest(values: "Values", duel: Duel, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some moves after which the fewest replies of the opponent keep what it has, or the most of one's own."""
    replies = {}
    for word in moves:
        after = duel.play(word)
        evaluation = values.evaluate(after)
        right = sum(evaluation.verdict(reply).keeps for reply in evaluation.moves)
        replies[word] = -right if after.turn == duel.turn else right
    return tuple(word for word in moves if replies[word] == min(replies.values()))
