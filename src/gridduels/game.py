"""A game: the rules of one duel, bound to a board size and rulings. A Game has no history; a Duel does.

A game's package exports a Definition as `GAME`. It contains facts about the game, its rule functions and its Words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from gridduels.board import Rulings, Size, read_size, shape, size_text
from gridduels.contract import read_statement
from gridduels.errors import BrokenGame, NotationError, SetupError
from gridduels.notation import read_position, write_position
from gridduels.statement import (
    USUAL_REASONS,
    Action,
    ActionRange,
    Kind,
    Statement,
    identity,
    identity_symmetry,
    no_fields,
)
from gridduels.statement import Position as Position
from gridduels.statement import Rules as Rules
from gridduels.symmetry import Symmetry, group_of
from gridduels.text import did_you_mean
from gridduels.words import AnyWords

if TYPE_CHECKING:
    from gridduels.lessons import Lesson


_Position = Position  # in the class below, `Position` is the game's own


class RuleFunctions(Protocol):
    """The functions of a game's `rules` module. `legal` must return 0 exactly when `winner` does not.

    Each function takes the game's own Rules and Position, which no common type can express, hence Any.
    """

    @property
    def Position(self) -> type[Any]: ...  # noqa: N802
    @property
    def setup(self) -> Callable[[Any, Rulings], Rules]: ...
    @property
    def start(self) -> Callable[[Any], _Position]: ...
    @property
    def legal(self) -> Callable[[Any, Any], int]: ...
    @property
    def play(self) -> Callable[[Any, Any, int], _Position]: ...
    @property
    def winner(self) -> Callable[[Any, Any], int]: ...


@dataclass(frozen=True)
class Ruling:
    """A named choice where the rule book is silent or contradicts itself; the first value is the default."""

    name: str
    about: str
    values: tuple[str | int, ...]
    meanings: Mapping[str | int, str] = field(default_factory=dict)

    def read(self, text: str | int) -> str | int:
        """Return the value for the given text. Raises SetupError if there is none."""
        for value in self.values:
            if str(value) == str(text):
                return value
        raise SetupError(f"ruling {self.name!r} cannot be {str(text)!r}. Choose {_either(self.values)}.")


REPETITION: Final = Ruling(
    "repetition",
    "may the same position, with the same player to move, occur a third time?",
    ("barred", "endless"),
    {"barred": "no, the move is illegal, so every game ends", "endless": "yes, as often as the players like"},
)


@dataclass(frozen=True, eq=False)
class Definition:
    """A game before a size and rulings are chosen. `module` is the module that exports it as `GAME`."""

    module: str
    id: str
    title: str
    summary: str
    sizes: tuple[Size, ...]
    size: Size
    rules: RuleFunctions
    words: AnyWords
    action_space: tuple[Action, ...]
    """What the actions do, in order of action number."""
    max_plies: Callable[[Any, Rulings], int | None]
    """Returns the maximum number of plies for this size and these rulings; None if play may go on forever."""
    draws: bool = False
    """Whether the game can end in a draw; `winner` then returns DRAW."""
    goals: tuple[str, str] | None = None
    """The Rules fields that hold the goal cells of Player 1 and Player 2."""
    goals_when: str = ""
    """The name of a Rules field. If given, the game has goals only when that field is nonzero."""
    board_symmetries: tuple[Symmetry, ...] = ()
    """Board symmetries, with or without exchanging the players, that generate all of the game's symmetries."""
    canonicalize: Callable[[Any, Any], Position] = identity
    """Returns a position's canonical form, which is the same for all positions that are equal up to symmetry."""
    symmetries: int = 1
    """The number of images that `apply_symmetry` can produce; number 0 is the position itself."""
    apply_symmetry: Callable[[Any, Any, int], Position] = identity_symmetry
    max_layers: Callable[[Any], int] | None = None
    """Returns an upper bound on the number of layers: states of the irreversible fields, up to symmetry. A game that
    defines this is solved layer by layer."""
    on_demand_sizes: tuple[Size, ...] = ()
    """Sizes with too many positions for a table: values are computed by search on demand. The game must never repeat a
    position."""
    uncounted_sizes: tuple[Size, ...] = ()
    """Sizes whose table stores only canonical forms, because there are too many positions to enumerate."""
    rulings: tuple[Ruling, ...] = ()
    players_choose_first: bool = False
    order: int = 100
    reasons: Mapping[str, str] = field(default_factory=dict)
    """The game's own reasons for a win, each with a sentence: {"line": "{winner} has three in a row."}. By default, the
    reason is `goal` if the winner is on its goal, and `no moves` otherwise. A draw is always `draw`."""
    reason: Callable[[Any, Any], str] | None = None
    """Returns the reason for the win in a final position. Not needed if the game has only one reason."""
    fields: Mapping[str, Kind] = field(default_factory=dict)
    """Field kinds that override those annotated in Position, for a game that shares its rules with others."""
    unused_fields: Callable[[Any], int] = no_fields
    """Takes the Rules and returns the Unused() fields as a bit mask. All games with the same rules can then share
    their compiled code."""
    family: "Callable[[str], Definition] | None" = None
    """For a member of a family of games: the function that takes an id and returns this Definition. `module` then has
    no `GAME`."""
    lessons: "tuple[Lesson, ...]" = ()
    """The tutorial. If omitted, one is generated from the words and rules."""
    statement: Statement = field(init=False)
    """The game's checked statement."""

    def __new__(cls, *facts: Any, **named: Any) -> "Definition":
        """Reject unknown arguments and suggest a correction."""
        known = [each.name for each in fields(cls) if each.init]
        for name in named:
            if name not in known:
                hint = did_you_mean(name, known) or f" The arguments are {', '.join(known)}."
                raise SetupError(f"a Definition has no argument {name!r}.{hint}")
        return object.__new__(cls)

    def __post_init__(self) -> None:
        object.__setattr__(self, "statement", read_statement(self))

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        if self.family is not None:
            return self.family, (self.id,)
        return resolve_name, (f"{self.module}:GAME",)

    def __repr__(self) -> str:
        return f"<Definition of {self.id}>"

    @property
    def is_layered(self) -> bool:
        """Whether the game is solved layer by layer."""
        return self.max_layers is not None

    def read_rulings(self, given: Mapping[str, str | int]) -> dict[str, str | int]:
        """Return the values of all rulings: the given ones, validated, and the defaults for the rest."""
        for name in given:
            if name not in {ruling.name for ruling in self.rulings}:
                raise SetupError(f"{self.id} has no ruling {name!r}: {_names(self.rulings)}.")
        return {ruling.name: ruling.read(given.get(ruling.name, ruling.values[0])) for ruling in self.rulings}


class Game:
    """The rules of one duel, bound to a board size and rulings.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> game
    load_game('light-cycle', size=5)
    >>> print(game)
    Light Cycle Duel 5x5
    >>> game.text(game.start())
    '...../...../1...2/...../..... 1'
    """

    def __init__(
        self, definition: Definition, size: Size | None = None, rulings: Mapping[str, str | int] | None = None
    ):
        self.definition = definition
        self.size: Size = definition.size if size is None else read_size(size)
        if self.size not in definition.sizes:
            raise SetupError(f"{definition.id} has no size {self.size}. Choose {_either(definition.sizes)}.")
        self.shape = shape(self.size)
        """The number of rows and columns on the board."""
        self.rulings: Rulings = MappingProxyType(definition.read_rulings(rulings or {}))
        self.rules: Rules = definition.rules.setup(self.size, self.rulings)
        self._goals = definition.statement.goals_in(self.rules)
        self.words_of = lru_cache(maxsize=4096)(self._words_of)
        """Returns the words for a set of actions, in order of action number."""

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def title(self) -> str:
        return self.definition.title

    @property
    def words(self) -> AnyWords:
        return self.definition.words

    @property
    def rows(self) -> int:
        """The number of rows on the board."""
        return self.shape[0]

    @property
    def columns(self) -> int:
        """The number of columns on the board."""
        return self.shape[1]

    @property
    def cell_count(self) -> int:
        """The number of cells on the board."""
        return self.shape[0] * self.shape[1]

    @property
    def board(self) -> str:
        """The board size in readable form.

        >>> from gridduels import load_game
        >>> load_game("light-cycle").board
        '5x5'
        """
        return size_text(self.size)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Each action's word, in order of action number.

        >>> from gridduels import load_game
        >>> load_game("light-cycle").moves
        ('up', 'down', 'left', 'right')
        """
        return self.words.moves(self.rules)

    @property
    def actions(self) -> int:
        """The number of actions."""
        return len(self.moves)

    @cached_property
    def action_ranges(self) -> tuple[ActionRange, ...]:
        """The action kinds, each with its range of numbers.

        >>> from gridduels import load_game
        >>> load_game("blockade", size=3).action_ranges[1]
        ActionRange(kind=Places(field='obstacles', second='', cells=1), first=4, length=9)
        """
        return self.statement.action_ranges(self.rules, self.actions)

    def kind_of_action(self, action: int) -> tuple[Action, int]:
        """Return an action's kind, and its number within that kind.

        >>> from gridduels import load_game
        >>> load_game("gridlock").kind_of_action(7)
        (Slides(), 7)
        """
        return next((kind, action - first) for kind, first, length in self.action_ranges if action < first + length)

    @property
    def max_plies(self) -> int | None:
        """The maximum number of plies in a game; None if play may go on forever."""
        return self.definition.max_plies(self.size, self.rulings)

    @property
    def statement(self) -> Statement:
        """The field kinds of a Position, and the action kinds."""
        return self.definition.statement

    @cached_property
    def board_symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries of the game on this board, starting with the identity.

        >>> from gridduels import load_game
        >>> load_game("pathway").board_symmetries[1:3]
        (<Symmetry.TRANSPOSE: 4>, <Symmetry.FLIP|MIRROR|EXCHANGE: 11>)
        """
        return group_of(self.definition.board_symmetries, square=self.rows == self.columns)

    @property
    def solved_on_demand(self) -> bool:
        """Whether there are too many positions for a table, so values are computed by search on demand."""
        return self.size in self.definition.on_demand_sizes

    @cached_property
    def bars_repetition(self) -> bool:
        """Whether a third occurrence of a position is barred."""
        return self.rulings.get("repetition") == "barred"

    def start(self, first: int = 1) -> Position:
        """Return the start position, with Player 1 or 2 to move."""
        if first not in (1, 2):
            raise SetupError(f"player {first!r} cannot go first. Choose 1 or 2.")
        try:
            position = self.definition.rules.start(self.rules)
        except Exception as error:
            raise self._broken("start", error) from error
        return position if first == position.turn else position._replace(turn=first)

    def legal(self, position: Position) -> int:
        """Return the legal actions as a bit mask: bit i is action i. 0 when the game is over."""
        try:
            return self.definition.rules.legal(self.rules, position)
        except Exception as error:
            raise self._broken("legal", error, position) from error

    def play(self, position: Position, action: int) -> Position:
        """Return the position after a legal action."""
        try:
            return self.definition.rules.play(self.rules, position, action)
        except Exception as error:
            raise self._broken("play", error, position, action) from error

    def winner(self, position: Position) -> int:
        """Return the winner (1 or 2), DRAW, or 0 while the game is in progress."""
        try:
            return self.definition.rules.winner(self.rules, position)
        except Exception as error:
            raise self._broken("winner", error, position) from error

    def reason(self, position: Position, winner: int) -> str:
        """Return the reason for a win: `goal`, `no moves` or one of the Definition's `reasons`."""
        stated, decide = self.definition.reasons, self.definition.reason
        if decide is not None:
            try:
                found = decide(self.rules, position)
            except Exception as error:
                raise self._broken("reason", error, position) from error
            if found not in (*stated, *USUAL_REASONS):
                problem = f"`reason` of its rules returns {found!r}, which is not one of {', '.join(stated)}"
                raise BrokenGame(f"the game {self.id!r} is broken: {problem}")
            return found
        return "goal" if self.has_reached_goal(position, winner) else next(iter(stated), "no moves")

    def _broken(self, function: str, error: Exception, *arguments: object) -> BrokenGame:
        at = f" with {', '.join(map(repr, arguments))}" if arguments else ""
        reason = f"{type(error).__name__}: {error}"
        return BrokenGame(f"the game {self.id!r} is broken: `{function}` of its rules failed{at}: {reason}")

    def goal(self, player: int) -> int:
        """Return a player's goal cells; 0 if there are none."""
        return self._goals[player - 1]

    def has_reached_goal(self, position: Position, player: int) -> bool:
        """Return whether one of this player's tokens is on its goal."""
        return self.statement.standing(position, player) & self._goals[player - 1] != 0

    def action(self, word: str) -> int:
        """Return the number of the action with this word. Raises NotationError if there is none.

        >>> from gridduels import load_game
        >>> load_game("gridlock").action("up3")
        2
        """
        try:
            return self._numbers[word]
        except KeyError:
            raise NotationError(f"{word!r} is not a move of {self.id}: {self.words.notation}") from None

    def text(self, position: Position) -> str:
        """Return a position as one line of text, which `position` reads back."""
        return write_position(self, position)

    def position(self, text: str) -> Position:
        """Parse a position from one line of text and check it against the rules.

        >>> from gridduels import load_game
        >>> load_game("grid-runner", size=3).position("1../.2./... 2")
        Position(turn=2, one=1, two=16)
        """
        return read_position(self, text)

    def as_data(self) -> dict[str, Any]:
        """Return the game, its size and its rulings as data, in the form used by all JSON reports.

        >>> from gridduels import load_game
        >>> load_game("pathway").as_data()
        {'game': 'pathway', 'size': 5, 'rules': {'goal': 'open'}}
        """
        return {"game": self.id, "size": self.size, "rules": dict(self.rulings)}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: action for action, word in enumerate(self.moves)}

    def _words_of(self, actions: int) -> tuple[str, ...]:
        return tuple([word for action, word in enumerate(self.moves) if actions >> action & 1])

    @cached_property
    def _key(self) -> tuple[object, ...]:
        # Compare the definition itself, not its id: caches must not mix up two definitions that share an id.
        return self.definition, self.size, tuple(self.rulings.items())

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[type["Game"], tuple[Definition, Size, dict[str, str | int]]]:
        return Game, (self.definition, self.size, dict(self.rulings))

    def __repr__(self) -> str:
        rulings = "".join(f", {name}={value!r}" for name, value in self.rulings.items())
        return f"load_game({self.id!r}, size={self.size!r}{rulings})"

    def __str__(self) -> str:
        """Return the title, the board size, and any non-default rulings.

        >>> from gridduels import load_game
        >>> print(load_game("pathway", goal="sealed"))
        Pathway Duel 5x5 (goal=sealed)
        """
        usual = self.definition.read_rulings({})
        other = " ".join(f"{name}={value}" for name, value in self.rulings.items() if value != usual[name])
        return f"{self.title} {self.board}" + (f" ({other})" if other else "")

    def _repr_svg_(self) -> str:
        """Return a picture of the start position for notebooks."""
        from gridduels.duel import Duel  # duel imports this module

        return Duel(self)._repr_svg_()


def _either(values: tuple[str | int, ...]) -> str:
    *most, last = map(str, sorted(values) if all(isinstance(value, int) for value in values) else values)
    return f"{', '.join(most)} or {last}" if most else last


def _names(rulings: tuple[Ruling, ...]) -> str:
    if not rulings:
        return "it has no rulings"
    return "its rulings are " + ", ".join(ruling.name for ruling in rulings)


# --- Perft: the number of move sequences of each length, the classic move generator test


def perft(game: Game, depth: int) -> list[int]:
    """Return the number of move sequences of each length from 1 to `depth`. Repetition is ignored.

    >>> from gridduels import load_game
    >>> perft(load_game("light-cycle"), 4)
    [3, 9, 21, 48]
    """
    counts: list[int] = []
    level = {game.start(): 1}
    while level and len(counts) < depth:
        following: dict[Position, int] = {}
        for position, ways in level.items():
            actions = game.legal(position)
            for action in range(actions.bit_length()):
                if actions >> action & 1:
                    after = game.play(position, action)
                    following[after] = following.get(after, 0) + ways
        level = following
        counts.append(sum(level.values()))
    return counts + [0] * (depth - len(counts))
