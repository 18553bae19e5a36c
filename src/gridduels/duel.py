"""Duel: a Game being played. It never changes: playing a move gives a new one."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.errors import GridDuelsError, IllegalMove, SetupError
from gridduels.game import Game
from gridduels.statement import DRAW, Position

if TYPE_CHECKING:
    from gridduels.engine import Evaluation, MoveValues, Value

__all__ = ["STOPS", "Duel", "Outcome", "Reason", "StatedReason"]


class Reason(StrEnum):
    """Why a duel is over: the word that records and messages say it with, and a sentence for people.

    >>> Reason("time").sentence(winner="Player 1", loser="Player 2")
    'Player 2 is out of time.'
    """

    GOAL = "goal", "{winner} has reached the goal."
    NO_MOVES = "no moves", "{loser} has no valid moves."
    REPETITION = "repetition", "Every move of {loser} would bring a position about for the third time."
    RESIGNED = "resigned", "{loser} resigns."
    TIME = "time", "{loser} is out of time."
    FORFEIT = "forfeit", "{loser} forfeits the game."
    ABORTED = "aborted", "The game was broken off: it counts for nobody.", "Nobody wins."
    DRAW = "draw", "Nobody has won.", "It is a draw!"

    _template: str
    nobody_wins: str
    """What is announced where nobody wins."""

    def __new__(cls, word: str, template: str = "", nobody_wins: str = "") -> "Reason":
        reason = str.__new__(cls, word)
        reason._value_ = word
        reason._template, reason.nobody_wins = template, nobody_wins
        return reason

    def sentence(self, winner: str, loser: str) -> str:
        """The reason as a sentence about these two."""
        return self._template.format(winner=winner, loser=loser)

    def __repr__(self) -> str:
        return repr(self.value)  # an Outcome can be written as its repr


class StatedReason(str):
    """A reason of a game's own, which its Definition states with a sentence.

    >>> StatedReason("line", "{winner} has three in a row.").sentence(winner="Player 1", loser="Player 2")
    'Player 1 has three in a row.'
    """

    _template: str
    nobody_wins = ""

    def __new__(cls, word: str, template: str) -> "StatedReason":
        reason = str.__new__(cls, word)
        reason._template = template
        return reason

    def __reduce__(self) -> tuple[type["StatedReason"], tuple[str, str]]:
        return StatedReason, (str(self), self._template)

    def sentence(self, winner: str, loser: str) -> str:
        """Return the reason as a sentence about these two."""
        return self._template.format(winner=winner, loser=loser)


STOPS: Final[Mapping[str, tuple[int, ...]]] = {
    Reason.RESIGNED: (1, 2),
    Reason.TIME: (1, 2),
    Reason.FORFEIT: (1, 2),
    Reason.ABORTED: (0,),
}
"""The ways a duel ends other than by a move, each with who may win by it; 0 is nobody."""


class Outcome(NamedTuple):
    """Who won and why; the winner is 0 where nobody has won.

    >>> Outcome(2, Reason.GOAL).points, Outcome(0, Reason.DRAW).points, Outcome(0, Reason.ABORTED).points
    ((0.0, 1.0), (0.5, 0.5), (0.0, 0.0))
    """

    winner: int
    reason: Reason | StatedReason

    @property
    def points(self) -> tuple[float, float]:
        """What Player 1 and Player 2 get: 1 for a win, half a point each for a draw."""
        drawn = self.reason is Reason.DRAW
        return (0.5, 0.5) if drawn else (float(self.winner == 1), float(self.winner == 2))


class Duel:
    """A Game being played: its moves so far, undo, repetition, outcome.

    >>> from gridduels import Duel, load_game
    >>> duel = Duel(load_game("light-cycle")).play("right").play("left")
    >>> duel.moves, duel.turn, duel.legal_moves
    (('right', 'left'), 1, ('up', 'down', 'right'))
    >>> duel
    Duel(load_game('light-cycle', size=5), 'right left')
    >>> print(duel)
    . . . . .
    . . . . .
    # 1 . 2 #
    . . . . .
    . . . . .
    Player 1 to move
    """

    __slots__ = ("_actions", "_legal", "_positions", "_stopped", "_twice", "game")
    game: Game
    _actions: tuple[int, ...]
    _positions: tuple[Position, ...]
    _stopped: Outcome | None
    _legal: int | None
    _twice: frozenset[Position]
    """The positions that have come about twice, where a third time is barred."""

    def __init__(
        self,
        game: Game,
        moves: str | Iterable[str] = (),
        *,
        start: Position | str | None = None,
        stopped: Outcome | tuple[int, str] | None = None,
    ) -> None:
        """`start` is another start position, as itself or as text; `stopped` an end by other means than a move."""
        if isinstance(start, str):
            start = game.position(start)
        duel = Duel._make(game, (), (game.start() if start is None else start,), None)
        for word in moves.split() if isinstance(moves, str) else moves:
            duel = duel.play(word)
        if stopped:
            duel = duel.stop(*stopped)
        self.game = game
        self._actions = duel._actions
        self._positions = duel._positions
        self._stopped = duel._stopped
        self._legal = duel._legal
        self._twice = duel._twice

    @classmethod
    def _make(
        cls,
        game: Game,
        actions: tuple[int, ...],
        positions: tuple[Position, ...],
        stopped: Outcome | None,
        twice: frozenset[Position] = frozenset(),
    ) -> "Duel":
        duel = object.__new__(cls)
        duel.game = game
        duel._actions = actions
        duel._positions = positions
        duel._stopped = stopped
        duel._legal = None
        duel._twice = twice
        return duel

    @property
    def start(self) -> Position:
        """The position it began with."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def turn(self) -> int:
        """The player to move, 1 or 2."""
        return self._positions[-1].turn

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._actions)

    @property
    def moves(self) -> tuple[str, ...]:
        """The words of the moves so far."""
        return tuple(self.game.moves[action] for action in self._actions)

    @property
    def movers(self) -> tuple[int, ...]:
        """Who made each of the moves so far, 1 or 2: a player may act several times in a row."""
        return tuple([position.turn for position in self._positions[:-1]])

    @property
    def legal_actions(self) -> int:
        """Bit i set: action i is allowed now; 0 when the game is over."""
        if self._legal is None:
            self._legal = 0 if self._stopped else self._allowed()
        return self._legal

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The words of the moves that are allowed now; empty when the game is over."""
        return self.game.words_of(self.legal_actions)

    @property
    def barred_moves(self) -> tuple[str, ...]:
        """The words of the moves that only repetition bars: they would bring a position about for the third time."""
        return self.game.words_of(self.game.legal(self.position) & ~self._allowed())

    @property
    def repeated(self) -> frozenset[Position]:
        """The positions that have come about twice, where a third time is barred."""
        return self._twice

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        if self._stopped or self.legal_actions:
            return self._stopped
        if winner := self.game.winner(self.position):
            if winner == DRAW:
                return Outcome(0, Reason.DRAW)
            word = self.game.reason(self.position, winner)
            template = self.game.definition.reasons.get(word)
            return Outcome(winner, Reason(word) if template is None else StatedReason(word, template))
        return Outcome(3 - self.turn, Reason.REPETITION)

    @property
    def ended(self) -> Outcome:
        """The outcome of a game that is over."""
        outcome = self.outcome
        if outcome is None:
            raise GridDuelsError("the game is not over")
        return outcome

    @property
    def value(self) -> "Value":
        """What the duel is worth to the player to move: the exact value, with the duel's history taken into account.

        A board that came without a table is solved first, which takes the engine and may take some time. Raises a
        GridDuelsError if that is not possible.

        >>> from gridduels import Duel, load_game
        >>> print(Duel(load_game("light-cycle"), "right left").value)
        win in 9 plies
        """
        return evaluate(self).value

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The legal moves that keep the value and the distance; none when the game is over.

        >>> from gridduels import Duel, load_game
        >>> Duel(load_game("light-cycle"), "right left").best_moves
        ('right',)
        """
        return evaluate(self).best_moves

    def values(self) -> "MoveValues":
        """Return the exact value of each legal move to the player to move; see `value`.

        >>> from gridduels import Duel, load_game
        >>> values = Duel(load_game("light-cycle"), "right left").values()
        >>> values["up"]
        Value(outcome='loss', plies=20)
        >>> print(values)
        right  win in 9 plies
        up     loss in 20 plies
        down   loss in 20 plies
        """
        return evaluate(self).moves

    def play(self, move: str | int) -> "Duel":
        """The duel after a move, given as its word or its number.

        >>> from gridduels import Duel, load_game
        >>> Duel(load_game("grid-runner")).play("up")
        Traceback (most recent call last):
        gridduels.errors.IllegalMove: You cannot move up: that is off the grid.
        """
        action = self.game.action(move) if isinstance(move, str) else move
        if not (action >= 0 and self.legal_actions >> action & 1):
            raise self._refuse(action)
        position = self.game.play(self._positions[-1], action)
        twice = self._twice
        if self.game.bars_repetition and position in self._positions:
            twice |= {position}
        return Duel._make(self.game, (*self._actions, action), (*self._positions, position), None, twice)

    def undo(self, plies: int = 1) -> "Duel":
        """The duel before the last move, or before several."""
        if not 0 < plies <= self.ply:
            raise GridDuelsError(f"cannot take back {plies} of {self.ply} moves")
        positions = self._positions[:-plies]
        twice = frozenset(position for position in self._twice if positions.count(position) == 2)
        return Duel._make(self.game, self._actions[:-plies], positions, None, twice)

    def stop(self, winner: int, reason: str) -> "Duel":
        """The duel ended by other means than a move: `resigned`, `time` or `forfeit`; `aborted` where nobody wins."""
        if winner not in STOPS.get(reason, ()):
            won = " or ".join(each for each, winners in STOPS.items() if 0 not in winners)
            raise SetupError(
                f"a duel cannot be stopped with {(winner, reason)!r}: Player 1 or 2 wins by {won}, nobody (0) by "
                f"{Reason.ABORTED}"
            )
        if self.outcome:
            raise IllegalMove("over", reason, "The game is over.")
        return Duel._make(self.game, self._actions, self._positions, Outcome(winner, Reason(reason)), self._twice)

    def resign(self) -> "Duel":
        """The duel after the player to move has given up."""
        return self.stop(3 - self.turn, Reason.RESIGNED)

    def history(self) -> tuple[Position, ...]:
        """Every position so far, the start first."""
        return self._positions

    def _allowed(self) -> int:
        actions = self.game.legal(self._positions[-1])
        if self._twice:
            for action in range(actions.bit_length()):
                if actions >> action & 1 and self.game.play(self._positions[-1], action) in self._twice:
                    actions &= ~(1 << action)
        return actions

    def _refuse(self, action: int) -> IllegalMove:
        if not 0 <= action < self.game.actions:
            return IllegalMove(
                "not-now", str(action), f"There is no action {action}: they go from 0 to {self.game.actions - 1}."
            )
        word = self.game.moves[action]
        if self.outcome:
            return IllegalMove("over", word, "The game is over.")
        if self.game.legal(self.position) >> action & 1:
            sentence = f"You cannot play {word}: it would bring the same position about for the third time."
            return IllegalMove("repetition", word, sentence)
        code, sentence = self.game.words.refusal(self.game, self.position, action)
        return IllegalMove(code, word, sentence)

    def _key(self) -> tuple[object, ...]:
        return self.game, self.start, self._actions, self._stopped

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Duel) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> "Duel":
        return self

    def __deepcopy__(self, memo: object) -> "Duel":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Duel._make, (self.game, self._actions, self._positions, self._stopped, self._twice)

    def __repr__(self) -> str:
        parts = [repr(self.game)]
        if self.moves:
            parts.append(repr(" ".join(self.moves)))
        if self.start != self.game.start():
            parts.append(f"start={self.game.text(self.start)!r}")
        if self._stopped:
            parts.append(f"stopped={tuple(self._stopped)!r}")
        return f"Duel({', '.join(parts)})"

    def __str__(self) -> str:
        """Return the board, and whose turn it is or how the game ended, so that `print` shows them."""
        words = self.game.words
        lines = [words.board(self.game, self.position), words.status(self).strip()]
        lines += [words.why(self), words.victory(self)] if self.outcome else [f"{words.player(self.turn)} to move"]
        return "\n".join(line for line in lines if line)

    def _repr_svg_(self) -> str:
        """Return a picture, which notebooks show."""
        return draw_svg(self)


# --- Exact values and pictures
#
# The core imports nothing above it, yet a duel offers its exact value and its picture. These functions are the only
# place where the core reaches upwards. They import inside their bodies, so `import gridduels` stays small.


def evaluate(duel: Duel) -> "Evaluation":
    """Return the exact values of a duel and its legal moves, with its history taken into account.

    Raises a GridDuelsError if the board is too big to solve, or has no table and the engine is not installed.
    """
    from gridduels.engine import VALUES
    from gridduels.engine.service import Withheld

    try:
        with VALUES.open(duel.game) as values:
            return values.evaluate(duel)
    except Withheld as error:
        raise GridDuelsError(str(error)) from None


def draw_svg(duel: Duel, title: str | None = None) -> str:
    """Return a picture of a duel, headed by the title of its game or another one.

    Control characters in the title, which may come from a record, would make the SVG invalid and are replaced.
    """
    from gridduels.pictures.scene import scene_of
    from gridduels.pictures.svg import write_svg

    shown = title and "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in title)
    return write_svg(scene_of(duel, title=shown))
