"""A game's statement: facts about its positions and actions that the rules alone do not reveal.

Each Position field is described by its annotation:

    class Position(NamedTuple):
        turn: Annotated[int, Turn()]
        one: Annotated[int, Token(1)]
        two: Annotated[int, Token(2)]
        obstacles: Annotated[int, Cells(Mark.OBSTACLE, irreversible=True)]
        reserve_one: Annotated[int, Count(1, irreversible=True)]
        reserve_two: Annotated[int, Count(2, irreversible=True)]

The Definition lists what the actions do, in order of action number, and which Rules fields are goals:

    action_space=(Steps(), Places("obstacles"), Passes(when="stuck_passes")),
    goals=("goal_one", "goal_two"),

`contract` checks the statement when the Definition is created.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Protocol, Self, SupportsIndex, TypeVar

from gridduels.board import Grid

__all__ = [
    "DRAW",
    "USUAL_REASONS",
    "Action",
    "ActionRange",
    "Cells",
    "Count",
    "Field",
    "Kind",
    "Mark",
    "Moves",
    "Other",
    "Passes",
    "Places",
    "Position",
    "Rules",
    "ShownField",
    "Slides",
    "Statement",
    "Steps",
    "Token",
    "Turn",
    "Unused",
    "identity",
    "identity_symmetry",
    "no_fields",
]

OWNER_SIGNS: Final = {1: "1", 2: "2", None: "o"}
"""A token's owner as one character."""
_ANYBODY: Final = tuple(OWNER_SIGNS)
VECTORS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Up, down, left and right, as rows down and columns to the right."""


DRAW: Final = 3
"""The value `winner` returns for a drawn game."""


USUAL_REASONS: Final = ("goal", "no moves")
"""The reasons for a win by a move, unless the game defines its own."""


class Rules(Grid, Protocol):
    """The common interface of every game's Rules: an immutable NamedTuple that begins with the board geometry."""

    def __iter__(self) -> Iterator[int | tuple[int, ...]]: ...
    def __hash__(self) -> int: ...


class Position(Protocol):
    """The common interface of every game's Position: an immutable NamedTuple of ints, one of which is `turn`."""

    @property
    def turn(self) -> int: ...
    @property
    def _fields(self) -> tuple[str, ...]: ...
    def __hash__(self) -> int: ...
    def __getitem__(self, number: SupportsIndex, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def _replace(self, *, turn: int = ...) -> Self: ...


AnyRules = TypeVar("AnyRules", bound=Rules)
AnyPosition = TypeVar("AnyPosition", bound=Position)


class Mark(StrEnum):
    """The meaning of a set of cells."""

    TRAIL = "trail"
    """Left behind by a token; impassable. The moves so far show whose trail it is."""
    VISITED = "visited"
    """Visited by the token, which cannot return."""
    OBSTACLE = "obstacle"
    """Holds a placed obstacle; impassable."""
    PIECE = "piece"
    """Occupied by `player`'s pieces, of which there may be many."""
    BLOCKED = "blocked"
    """Impassable for any other reason."""


@dataclass(frozen=True)
class Turn:
    """A Position field: the player to move, 1 or 2. There is exactly one, named `turn`."""

    player: ClassVar[None] = None
    irreversible: ClassVar[bool] = False


@dataclass(frozen=True)
class Token:
    """A Position field: the cell of a player's token, or of a token that both players move."""

    player: int | None = None
    symbol: str = ""
    """The character in a position's text form; by default `1`, `2`, or `o` for a shared token."""
    irreversible: bool = False


@dataclass(frozen=True)
class Cells:
    """A Position field: a set of cells, which may belong to a player."""

    mark: Mark
    player: int | None = None
    symbol: str = "#"
    irreversible: bool = False
    """Whether the field never returns to an earlier value in the same game."""


@dataclass(frozen=True)
class Count:
    """A Position field: a count from 0 to 15, belonging to a player or to no one."""

    player: int | None = None
    irreversible: bool = False


@dataclass(frozen=True)
class Unused:
    """A Position field that is always 0 in this game, but not in others that share its rules.

    `annotated` is the field's kind in the other games; the Definition fills it in.
    """

    annotated: "Turn | Token | Cells | Count | None" = None
    player: ClassVar[None] = None
    irreversible: ClassVar[bool] = True


Kind = Turn | Token | Cells | Count | Unused


class Field(NamedTuple):
    """A Position field with its number."""

    number: int
    name: str
    kind: Kind
    symbol: str
    """The character in a position's text form; empty for the turn and for counts."""


class ShownField(NamedTuple):
    """An observation plane that shows a single field: `one` to Player 1 and `two` to Player 2."""

    name: str
    one: int
    two: int


@dataclass(frozen=True)
class Steps:
    """Four actions that move the mover's token one cell up, down, left or right."""

    vectors: ClassVar[tuple[tuple[int, int], ...]] = VECTORS

    def count(self, rules: Rules) -> int:
        return 4

    def reach_on(self, rules: Rules) -> int:
        """Return the longest distance of a move."""
        return 1


@dataclass(frozen=True)
class Slides:
    """Actions that move the mover's token any distance: up 1, 2, ... up to the board size minus 1, then down, left,
    right."""

    vectors: ClassVar[tuple[tuple[int, int], ...]] = VECTORS

    def count(self, rules: Rules) -> int:
        return 4 * self.reach_on(rules)

    def reach_on(self, rules: Rules) -> int:
        """Return the longest distance of a move."""
        return int(rules.size) - 1


@dataclass(frozen=True)
class Moves:
    """Actions that move the mover's token 1, 2, ... up to `reach` steps in a direction; then those in the next
    direction.

    A direction is the number of rows down and columns to the right in a single step: a king has eight of them, one per
    neighbour, and a knight has eight leaps.
    """

    vectors: tuple[tuple[int, int], ...]
    reach: int = 1

    def count(self, rules: Rules) -> int:
        return len(self.vectors) * self.reach

    def reach_on(self, rules: Rules) -> int:
        """Return the longest distance of a move."""
        return self.reach


@dataclass(frozen=True)
class Places:
    """One action per cell, which adds the cell to the set `field`, or for Player 2 to `second` if given."""

    field: str
    second: str = ""
    cells: int = 1
    """The number of cells that an action adds, including the one it is named after."""

    def count(self, rules: Rules) -> int:
        return int(rules.cells).bit_count()

    def field_of(self, player: int) -> str:
        """Return the set that a player adds to."""
        return self.second or self.field if player == 2 else self.field


@dataclass(frozen=True)
class Passes:
    """A single action that only changes whose turn it is."""

    when: str = ""
    """The name of a Rules field. If given, the action exists only when that field is nonzero."""

    def count(self, rules: Rules) -> int:
        return 1 if not self.when or getattr(rules, self.when) else 0


@dataclass(frozen=True)
class Other:
    """All other actions. Their effect can only be seen by comparing the positions before and after."""

    def count(self, rules: Rules) -> None:
        return None


Going = Steps | Slides | Moves
"""The actions that move the mover's token in a direction."""
Action = Going | Places | Passes | Other


class ActionRange(NamedTuple):
    """A range of `length` actions of one kind, numbered from `first`."""

    kind: Action
    first: int
    length: int


def identity(rules: Rules, position: AnyPosition) -> AnyPosition:
    """Return the position itself: the default canonical form."""
    return position


def identity_symmetry(rules: Rules, position: AnyPosition, symmetry: int) -> AnyPosition:
    """Return the position itself: the default for games without symmetries."""
    return position


def no_fields(rules: Rules) -> int:
    """Return the empty set of fields: the default for games that use every field of their Position."""
    return 0


@dataclass(frozen=True)
class Statement:
    """A game's checked statement. Its properties refer to Position fields by number.

    >>> from gridduels import load_game
    >>> statement = load_game("blockade").statement
    >>> [field.name for field in statement.fields]
    ['turn', 'one', 'two', 'obstacles', 'reserve_one', 'reserve_two']
    >>> statement.tokens, statement.marks, statement.counts
    (((1,), (2,)), (3,), ((4,), (5,)))
    """

    fields: tuple[Field, ...]
    action_space: tuple[Action, ...]
    goals: tuple[str, str] | None
    goals_when: str = ""

    @cached_property
    def tokens(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The tokens that Player 1 and Player 2 move, including shared ones."""
        return self._numbers(Token, 1, None), self._numbers(Token, 2, None)

    @cached_property
    def tokens_by_mover(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All tokens, in two orders: Player 1's first, and Player 2's first."""
        first, second = self.tokens
        return first + self._numbers(Token, 2), second + self._numbers(Token, 1)

    @cached_property
    def token_signs(self) -> tuple[tuple[int, str], ...]:
        """All tokens, each with its owner: `1`, `2`, or `o` for a shared one."""
        return tuple(
            (field.number, OWNER_SIGNS[field.kind.player]) for field in self.fields if isinstance(field.kind, Token)
        )

    @cached_property
    def pieces(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Player 1's and Player 2's sets of pieces."""
        pieces = {number for number, mark in self.mark_kinds if mark is Mark.PIECE}
        first, second = (
            tuple(number for number in self._numbers(Cells, player) if number in pieces) for player in (1, 2)
        )
        return first, second

    @cached_property
    def signs(self) -> tuple[tuple[int, str], ...]:
        """All tokens and pieces, each with its owner."""
        return self.token_signs + tuple(
            (number, OWNER_SIGNS[player]) for player, own in enumerate(self.pieces, 1) for number in own
        )

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """The sets of cells."""
        return self._numbers(Cells, *_ANYBODY)

    @cached_property
    def mark_kinds(self) -> tuple[tuple[int, Mark], ...]:
        """The sets of cells, each with its Mark."""
        return tuple((field.number, field.kind.mark) for field in self.fields if isinstance(field.kind, Cells))

    @cached_property
    def counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Player 1's and Player 2's counts."""
        return self._numbers(Count, 1), self._numbers(Count, 2)

    @cached_property
    def drawn(self) -> tuple[Field, ...]:
        """The fields with a symbol, in drawing order: tokens are drawn over sets of cells."""
        return tuple(self.fields[number] for number in self.marks + self._numbers(Token, *_ANYBODY))

    @cached_property
    def counted(self) -> tuple[Field, ...]:
        """The counts in the order they are written."""
        return tuple(self.fields[number] for number in self._numbers(Count, *_ANYBODY))

    @cached_property
    def irreversible(self) -> tuple[int, ...]:
        """The irreversible fields."""
        return tuple(field.number for field in self.fields if field.kind.irreversible)

    @cached_property
    def unused(self) -> int:
        """The unused fields, as a set of numbers."""
        return sum(1 << field.number for field in self.fields if isinstance(field.kind, Unused))

    @cached_property
    def slides(self) -> bool:
        """Whether a token can move different distances in the same direction, so a direction alone is not a move."""
        return any(
            isinstance(kind, Slides) or (isinstance(kind, Moves) and kind.reach > 1) for kind in self.action_space
        )

    @cached_property
    def shown_apart(self) -> tuple[ShownField, ...]:
        """The fields that need their own observation plane because a player has several of the same kind."""
        found: list[ShownField] = []
        if max(map(len, self.tokens)) > 1:
            found += self._shown(Token)
        if len(self.marks) > 1:
            found += self._shown(Cells)
        if max(map(len, self.counts)) > 1:
            found += self._shown(Count)
        else:
            found += [ShownField(self.fields[number].name, number, number) for number in self._numbers(Count, None)]
        return tuple(found)

    @cached_property
    def partners(self) -> tuple[int, ...] | None:
        """The opponent's counterpart for each field, or the field itself if it belongs to no one.

        None if the players do not have the same number of fields of each kind.
        """
        partner = list(range(len(self.fields)))
        for kind in (Token, Cells, Count):
            first, second = self._numbers(kind, 1), self._numbers(kind, 2)
            if len(first) != len(second):
                return None
            for one, two in zip(first, second, strict=True):
                partner[one], partner[two] = two, one
        return tuple(partner)

    def _shown(self, kind: type[Kind]) -> list[ShownField]:
        """Return the fields of one kind: first in pairs if both players have the same number, then the rest."""
        names = [field.name for field in self.fields]
        one, two, nobody = (self._numbers(kind, player) for player in (1, 2, None))
        found = []
        if len(one) == len(two):
            for first, second in zip(one, two, strict=True):
                name = f"{names[first]} or {names[second]}"
                found += [ShownField(f"own {name}", first, second), ShownField(f"other {name}", second, first)]
            one = two = ()
        return found + [ShownField(names[number], number, number) for number in (*one, *two, *nobody)]

    def marked(self, position: Position) -> int:
        """Return all cells of a position that are in any set."""
        cells = 0
        for number in self.marks:
            cells |= position[number]
        return cells

    def standing(self, position: Position, player: int) -> int:
        """Return the cells of the tokens that a player moves."""
        cells = 0
        for number in self.tokens[player - 1]:
            cells |= position[number]
        return cells

    def goals_in(self, rules: Rules) -> tuple[int, int]:
        """Return the goal cells of Player 1 and Player 2."""
        if self.goals is None or (self.goals_when and not getattr(rules, self.goals_when)):
            return 0, 0
        first, second = (int(getattr(rules, name)) for name in self.goals)
        return first, second

    def action_ranges(self, rules: Rules, actions: int) -> tuple[ActionRange, ...]:
        """Return the action kinds, each with its range of numbers; `actions` is the total."""
        found, first = [], 0
        for kind in self.action_space:
            count = kind.count(rules)
            length = actions - first if count is None else count
            found.append(ActionRange(kind, first, length))
            first += length
        return tuple(found)

    def _numbers(self, kind: type[Kind], *players: int | None) -> tuple[int, ...]:
        """Return the fields of one kind that belong to these players; None stands for no one."""
        return tuple(
            field.number for field in self.fields if isinstance(field.kind, kind) and field.kind.player in players
        )
