"""A duel: a Game being played. A Duel is immutable: `play` returns a new one."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.errors import GridDuelsError, IllegalMove, SetupError
from gridduels.game import Game
from gridduels.statement import DRAW, Position

if TYPE_CHECKING:
    from gridduels.engine import Evaluation, MoveValues, Value


class Reason(StrEnum):
    """The reason a duel is over: a keyword for records and messages, and a sentence to display.

    >>> Reason("time").sentence(winner="Player 1", loser="Player 2")
    'Player 2 is out of time.'
    """

    GOAL = "goal", "{winner} has reached the goal."
    NO_MOVES = "no moves", "{loser} has no valid moves."
    REPETITION = "repetition", "Every move by {loser} would repeat a position for the third time."
    RESIGNED = "resigned", "{loser} resigns."
    TIME = "time", "{loser} is out of time."
    FORFEIT = "forfeit", "{loser} forfeits the game."
    ABORTED = "aborted", "The game was aborted and doesn't count.", "No one wins."
    DRAW = "draw", "Neither player has won.", "It is a draw!"

    _template: str
    nobody_wins: str
    """The announcement when there is no winner."""

    def __new__(cls, word: str, template: str = "", nobody_wins: str = "") -> "Reason":
        reason = str.__new__(cls, word)
        reason._value_ = word
        reason._template, reason.nobody_wins = template, nobody_wins
        return reason

    def sentence(self, winner: str, loser: str) -> str:
        """Return the reason as a sentence that names these players."""
        return self._template.format(winner=winner, loser=loser)

    def __repr__(self) -> str:
        return repr(self.value)  # makes an Outcome's repr valid Python


class StatedReason(str):
    """A reason defined by the game itself, with its sentence.

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
        """Return the reason as a sentence that names these players."""
        return self._template.format(winner=winner, loser=loser)


STOPS: Final[Mapping[str, tuple[int, ...]]] = {
    Reason.RESIGNED: (1, 2),
    Reason.TIME: (1, 2),
    Reason.FORFEIT: (1, 2),
    Reason.ABORTED: (0,),
}
"""The ways a duel can end without a final move, each with its possible winners; 0 means no winner."""


class Outcome(NamedTuple):
    """A duel's result: the winner, or 0 if there is none, and the reason.

    >>> Outcome(2, Reason.GOAL).points, Outcome(0, Reason.DRAW).points, Outcome(0, Reason.ABORTED).points
    ((0.0, 1.0), (0.5, 0.5), (0.0, 0.0))
    """

    winner: int
    reason: Reason | StatedReason

    @property
    def points(self) -> tuple[float, float]:
        """The scores of Player 1 and Player 2: 1 for a win, half a point each for a draw."""
        drawn = self.reason is Reason.DRAW
        return (0.5, 0.5) if drawn else (float(self.winner == 1), float(self.winner == 2))


class Duel:
    """A Game being played: the moves so far, undo, repetition and outcome.

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
    """The positions that have occurred twice, if a third occurrence is barred."""

    def __init__(
        self,
        game: Game,
        moves: str | Iterable[str] = (),
        *,
        start: Position | str | None = None,
        stopped: Outcome | tuple[int, str] | None = None,
    ) -> None:
        """Create a duel and play the given moves.

        `start` is an alternative start position: a Position or its text. `stopped` ends the duel after these moves.
        """
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
        """The position at the start of the duel."""
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
        """The number of moves played so far."""
        return len(self._actions)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, as words."""
        return tuple(self.game.moves[action] for action in self._actions)

    @property
    def movers(self) -> tuple[int, ...]:
        """The player who made each move, 1 or 2. A player may act several times in a row."""
        return tuple([position.turn for position in self._positions[:-1]])

    @property
    def legal_actions(self) -> int:
        """The legal actions as a bit mask: bit i is action i. 0 when the game is over."""
        if self._legal is None:
            self._legal = 0 if self._stopped else self._allowed()
        return self._legal

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves as words; empty when the game is over."""
        return self.game.words_of(self.legal_actions)

    @property
    def barred_moves(self) -> tuple[str, ...]:
        """The moves, as words, that are illegal only because they would repeat a position for the third time."""
        return self.game.words_of(self.game.legal(self.position) & ~self._allowed())

    @property
    def repeated(self) -> frozenset[Position]:
        """The positions that have occurred twice, if a third occurrence is barred."""
        return self._twice

    @property
    def outcome(self) -> Outcome | None:
        """The winner and the reason; None while the game is in progress."""
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
        """The outcome of a finished game. Raises GridDuelsError while the game is in progress."""
        outcome = self.outcome
        if outcome is None:
            raise GridDuelsError("The game is not over yet.")
        return outcome

    @property
    def value(self) -> "Value":
        """The duel's exact value for the player to move, taking its history into account.

        A board without a shipped table is solved first, which requires the `engine` extra and may take a while. Raises
        GridDuelsError if that is not possible.

        >>> from gridduels import Duel, load_game
        >>> print(Duel(load_game("light-cycle"), "right left").value)
        win in 9 plies
        """
        return evaluate(self).value

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The legal moves with the best value and distance; empty when the game is over.

        >>> from gridduels import Duel, load_game
        >>> Duel(load_game("light-cycle"), "right left").best_moves
        ('right',)
        """
        return evaluate(self).best_moves

    def values(self) -> "MoveValues":
        """Return each legal move's exact value for the player to move; see `value`.

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
        """Return the duel after a move, given as a word or an action number.

        Raises IllegalMove if the rules do not allow the move, and NotationError if it does not exist.

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
        """Return the duel before the last move, or before the last `plies` moves."""
        if not 0 < plies <= self.ply:
            raise GridDuelsError(f"cannot undo {plies} of {self.ply} plies")
        positions = self._positions[:-plies]
        twice = frozenset(position for position in self._twice if positions.count(position) == 2)
        return Duel._make(self.game, self._actions[:-plies], positions, None, twice)

    def after(self, opening: "Duel") -> "Duel":
        """Return this duel with an opening prepended; the opening must end where this duel starts.

        Everything else is unchanged; in particular, positions from the opening do not count as repeated.
        """
        if opening.position != self.start:
            raise GridDuelsError("The opening must end in the position in which the duel starts.")
        actions, positions = opening._actions + self._actions, opening._positions + self._positions[1:]
        return Duel._make(self.game, actions, positions, self._stopped, self._twice)

    def stop(self, winner: int, reason: str) -> "Duel":
        """Return the duel, ended without a final move by `resigned`, `time`, `forfeit` or `aborted` (no winner)."""
        if winner not in STOPS.get(reason, ()):
            won = " or ".join(each for each, winners in STOPS.items() if 0 not in winners)
            raise SetupError(
                f"a duel cannot be stopped with {(winner, reason)!r}. Use winner 1 or 2 with {won}, or 0 with "
                f"{Reason.ABORTED}."
            )
        if self.outcome:
            raise IllegalMove("over", reason, "The game is over.")
        return Duel._make(self.game, self._actions, self._positions, Outcome(winner, Reason(reason)), self._twice)

    def resign(self) -> "Duel":
        """Return the duel after the player to move has resigned."""
        return self.stop(3 - self.turn, Reason.RESIGNED)

    def history(self) -> tuple[Position, ...]:
        """Return all positions so far, including the start."""
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
                "not-now", str(action), f"There is no action {action}. Actions run from 0 to {self.game.actions - 1}."
            )
        word = self.game.moves[action]
        if self.outcome:
            return IllegalMove("over", word, "The game is over.")
        if self.game.legal(self.position) >> action & 1:
            sentence = f"You cannot play {word}: it would repeat the same position for the third time."
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
        """Return the board, followed by whose turn it is or how the game ended."""
        words = self.game.words
        lines = [words.board(self.game, self.position), words.status(self).strip()]
        lines += [words.why(self), words.victory(self)] if self.outcome else [f"{words.player(self.turn)} to move"]
        return "\n".join(line for line in lines if line)

    def _repr_svg_(self) -> str:
        """Return a picture for notebooks."""
        return draw_svg(self)


# --- Exact values and pictures
#
# A duel can return its exact value and its picture, although both come from packages above the core. Only these
# functions import upwards. They do so lazily, so `import gridduels` stays light.


def evaluate(duel: Duel) -> "Evaluation":
    """Return the exact values of a duel and its legal moves, taking its history into account.

    Raises GridDuelsError if the board is too big to solve, or has no table and the engine is not installed.
    """
    from gridduels.engine import VALUES
    from gridduels.engine.service import Withheld

    try:
        with VALUES.open(duel.game) as values:
            return values.evaluate(duel)
    except Withheld as error:
        raise GridDuelsError(str(error)) from None


def draw_svg(duel: Duel, title: str | None = None) -> str:
    """Return a picture of a duel; the default title is the game's.

    Control characters in the title, which may come from a record, would make the SVG invalid, so they are replaced.
    """
    from gridduels.pictures.scene import scene_of
    from gridduels.pictures.svg import write_svg

    shown = title and "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in title)
    return write_svg(scene_of(duel, title=shown))
