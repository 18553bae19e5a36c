"""The values of positions, duels and moves.

`Values` gives the value of every position in a game. A duel also has a history: if the game bars repetition, moves to
positions that have already occurred twice are illegal, and `Values.evaluate` takes that into account
(docs/how-solving-works.md gives the proof). `service` owns the values of all games in a process.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Final, NamedTuple

from gridduels.duel import STOPS, Duel
from gridduels.engine.solvers.present_layer import PresentLayer, layer_of
from gridduels.engine.value import Value, Verdict
from gridduels.errors import SetupError
from gridduels.game import Game, Position

_BARRED: Final = "barred: it would repeat a position for the third time"


class MoveValues(dict[str, Value]):
    """The value of each legal move for the player to move, keyed by the move's word.

    >>> print(MoveValues(up=Value("loss", 4), down=Value("win", 3)))
    down  win in 3 plies
    up    loss in 4 plies
    """

    @property
    def best_first(self) -> list[tuple[str, Value]]:
        """The moves with their values, best first."""
        return sorted(self.items(), key=lambda item: -item[1].rank)

    def __str__(self) -> str:
        """Format one line per move, best first."""
        width = max(map(len, self), default=0)
        return "\n".join(f"{word:<{width}}  {value}" for word, value in self.best_first) or "no legal moves"

    def _repr_html_(self) -> str:
        """Return a table for notebooks, best move first."""
        return _html_table(self.best_first)


def _html_table(rows: Iterable[tuple[str, object]]) -> str:
    cells = (f"<tr><th>{escape(name)}</th><td>{escape(str(text))}</td></tr>" for name, text in rows)
    return f"<table>{''.join(cells)}</table>"


class Evaluation(NamedTuple):
    """The value of a duel for the player to move, the value of each legal move, and the moves barred by repetition.

    >>> print(Evaluation(Value("win", 3), MoveValues(up=Value("loss", 4), down=Value("win", 3)), ("left",)))
    win in 3 plies
      down  win in 3 plies
      up    loss in 4 plies
      left  barred: it would repeat a position for the third time
    """

    value: Value
    moves: MoveValues
    barred: tuple[str, ...]

    def __str__(self) -> str:
        """Format the value, followed by one line per move, best first."""
        return "\n".join([str(self.value), *self.lines()])

    def lines(self, describe: Callable[[Value], str] = str) -> list[str]:
        """Return one line per legal move, best first, then one per barred move."""
        rows = self._rows(describe)
        width = max((len(word) for word, _ in rows), default=0)
        return [f"  {word:<{width}}  {text}" for word, text in rows]

    def _repr_html_(self) -> str:
        """Return the value and a table of the moves for notebooks."""
        return f"<p>{escape(str(self.value))}</p>{_html_table(self._rows())}"

    def _rows(self, describe: Callable[[Value], str] = str) -> list[tuple[str, str]]:
        allowed = [(word, describe(value)) for word, value in self.moves.best_first]
        return allowed + [(word, _BARRED) for word in self.barred]

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The moves that preserve the value and the distance; empty when the game is over."""
        return tuple(word for word, value in self.moves.items() if value == self.value)

    def verdict(self, move: str) -> Verdict:
        """Return the verdict on a legal move."""
        return Verdict.of(self.moves[move], self.value)


class Values(ABC):
    """The exact value of every position in a game, and everything that follows from it."""

    game: Game
    entries = 0
    """The number of stored values."""
    bytes = 0
    """Their size on disk in bytes."""
    max_visits: int | None = None
    """For on-demand search, the number of visited positions after which a search raises TooHard; None for the
    default."""

    @property
    def counts(self) -> dict[Value, int] | None:
        """The number of reachable positions with each value; None if they were not counted."""
        return None

    @abstractmethod
    def value(self, position: Position) -> Value:
        """Return the value of a position for the player to move, regardless of history."""

    def evaluate(self, duel: Duel, found: MoveValues | None = None) -> Evaluation:
        """Return the value of a duel and of each legal move, taking the duel's history into account.

        Wins and losses are exact; `perpetual` means that neither side can force a win without exhausting the repetition
        rule. Pass `found` to receive the moves evaluated so far if the call is interrupted.

        >>> from gridduels import Duel, load_game
        >>> from gridduels.engine import solve
        >>> game = load_game("grid-runner", size=3)
        >>> duel = Duel(game, "right up right down down left left left up up down down down up up")
        >>> evaluation = solve(game).evaluate(duel)
        >>> str(evaluation.value), evaluation.barred, evaluation.best_moves
        ('win in 1 ply', ('down',), ('up',))
        """
        moves = MoveValues() if found is None else found
        value_now = self._value_now(duel)
        for word in duel.legal_moves:
            moves[word] = self._worth(duel.position, word, value_now)
        value = max(moves.values(), key=lambda each: each.rank) if moves else self.value_of(duel)
        return Evaluation(value, moves, duel.barred_moves)

    def value_of(self, duel: Duel) -> Value:
        """Return the value of a duel for the player to move. If a player gave up, return the value at that moment."""
        outcome = duel.outcome
        if outcome and outcome.reason not in STOPS:
            return Value.at_end(outcome.winner, duel.turn)
        return self._value_now(duel)(duel.position)

    def value_of_move(self, duel: Duel, move: str) -> Value:
        """Return the value of a legal move for the player to move, as in `evaluate`."""
        return self._worth(duel.position, move, self._value_now(duel))

    def _value_now(self, duel: Duel) -> Callable[[Position], Value]:
        """Return a function that evaluates positions in the present layer or later, without the barred moves."""
        if not duel.repeated:
            return self.value
        present = layer_of(self.game, duel.position)
        barred = frozenset(position for position in duel.repeated if layer_of(self.game, position) == present)
        if not barred:
            return self.value
        entrance = next(position for position in duel.history() if layer_of(self.game, position) == present)
        solved = self._present_layer(entrance).without(barred)
        return lambda position: solved.value(position) or self.value(position)

    def _present_layer(self, position: Position) -> PresentLayer:
        """Return a position's layer, ready to be solved again with positions removed."""
        raise SetupError(f"{self.game.id} has no table, so it cannot be evaluated once repetition bars a move")

    def move_values(self, position: Position) -> MoveValues:
        """Return the value of each legal move for the player to move; plies are counted from this position."""
        moves = self.game.words_of(self.game.legal(position))
        return MoveValues((word, self._worth(position, word, self.value)) for word in moves)

    def _worth(self, position: Position, move: str, value: Callable[[Position], Value]) -> Value:
        """Return a move's value for the player making it, given the values of positions."""
        after = self.game.play(position, self.game.action(move))
        return value(after).before(same_player=after.turn == position.turn)

    def best_moves(self, position: Position) -> tuple[str, ...]:
        """Return the moves that preserve the value and the distance; empty when the game is over."""
        return tuple(self._best(position))

    def _best(self, position: Position) -> Iterator[str]:
        """Yield the best moves one by one, for callers that need only the first."""
        values = self.move_values(position)
        best = max((value.rank for value in values.values()), default=0)
        yield from (word for word, value in values.items() if value.rank == best)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game!r}>"

    def principal_variation(self, position: Position) -> tuple[str, ...]:
        """Return best play by both sides until the game ends or a position repeats."""
        moves: list[str] = []
        seen = {position}
        while best := next(self._best(position), None):
            moves.append(best)
            position = self.game.play(position, self.game.action(best))
            if position in seen:
                break
            seen.add(position)
        return tuple(moves)
