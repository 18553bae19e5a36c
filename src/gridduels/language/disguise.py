"""Disguises: the same game in different words or on a rotated board, to tell understanding from memory.

A disguise rotates or mirrors the board, renames the title, players, pieces, symbols and directions, or does both. Moves
and cells are translated in both directions, while the duel itself is unchanged.
"""

import random
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

from gridduels.board import DIRECTIONS
from gridduels.errors import SetupError
from gridduels.game import Game, Position
from gridduels.notation import draw
from gridduels.statement import Cells, Going, Token
from gridduels.symmetry import Symmetry, action_image, cells_image, direction_image, position_image

_SYMMETRIES: Final = 8
_EDGES: Final = ("top", "bottom", "left", "right")


class Variant(StrEnum):
    """Which parts of a game a disguise changes."""

    PLAIN = "plain"
    """Nothing."""
    TURNED = "turned"
    """The board is rotated or mirrored, along with directions and cells."""
    RENAMED = "renamed"
    """The title, players, pieces, symbols and directions are renamed."""
    DISGUISED = "disguised"
    """Both."""


class Names(NamedTuple):
    """Replacement names. `symbols` are the ones used in a position's text form."""

    title: str
    players: tuple[str, str]
    directions: tuple[str, str, str, str]
    symbols: dict[str, str]
    nouns: dict[str, str]


_NAMES: Final = (
    Names(
        "Hedge Walk",
        ("Ash", "Birch"),
        ("north", "south", "west", "east"),
        {"1": "A", "2": "B", "o": "&", "#": "x", ".": "_"},
        {"light cycle": "beetle", "cycle": "beetle", "marker": "beetle", "piece": "beetle", "token": "beetle"}
        | {"wall": "hedge", "obstacle": "hedge"},
    ),
    Names(
        "Moss",
        ("Nima", "Tovo"),
        ("dax", "fep", "lug", "wom"),
        {"1": "N", "2": "T", "o": "@", "#": "%", ".": "-"},
        {"light cycle": "snail", "cycle": "snail", "marker": "snail", "piece": "snail", "token": "snail"}
        | {"wall": "puddle", "obstacle": "puddle"},
    ),
    Names(
        "Tidepool",
        ("Gull", "Tern"),
        ("ahead", "astern", "port", "starboard"),
        {"1": "G", "2": "R", "o": "+", "#": "=", ".": "~"},
        {"light cycle": "skiff", "cycle": "skiff", "marker": "skiff", "piece": "skiff", "token": "skiff"}
        | {"wall": "reef", "obstacle": "reef"},
    ),
)

_CORNER: Final = r"(?P<row>top|bottom)-(?P<column>left|right)"
_EDGE: Final = r"(?P<edge>left|right|top|bottom)(?= edge)"
_LIST: Final = r"up(?P<one>[,/] ?)down(?P<two>[,/] ?)left(?P<three>,? or |[,/] ?)right"
_DIRECTION: Final = r"(?P<direction>up|down|left|right)(?=\d)"
_PLAYER: Final = r"(?P<player>Player [12AB]\b|P[12]\b|(?<=[a-z,] )[AB]\b)"
_SIGN: Final = r"\((?P<sign>[#Xo])\)"
_NOUNS: Final = "light cycle|cycle|[Mm]arker|[Pp]iece|[Tt]oken|[Ww]all|[Oo]bstacle"
_NOUN: Final = rf"\b(?:(?P<article>[Aa])n? )?(?P<noun>{_NOUNS})(?P<plural>s?)\b"
_REPLACED: Final = re.compile("|".join([_CORNER, _EDGE, _LIST, r"\b" + _DIRECTION, _PLAYER, _SIGN, _NOUN]))
"""Everything that a disguise replaces in text about a game."""


@dataclass(frozen=True)
class Disguise:
    """A game transformed by a symmetry of the square, from 0 (none) to 7, with its own names or replacement names.

    >>> from gridduels import load_game
    >>> game = load_game("gridlock")
    >>> disguise = Disguise(game, symmetry=4, names=_NAMES[0])
    >>> disguise.word("up3"), disguise.move("west3")
    ('west3', 'up3')
    """

    game: Game
    symmetry: int = 0
    names: Names | None = None

    def __post_init__(self) -> None:
        if self.symmetry and None in map(self._action, range(self.game.actions)):
            raise SetupError(f"{self.game.id} cannot be turned: it does not state the effect of every action")

    def as_data(self) -> dict[str, Any]:
        """Return plain data without the game, which `Disguise.of` reads back."""
        return {"symmetry": self.symmetry, "names": self.names.title if self.names else None}

    @classmethod
    def of(cls, game: Game, data: dict[str, Any]) -> "Disguise":
        names = next((names for names in _NAMES if names.title == data["names"]), None)
        return cls(game, data["symmetry"], names)

    @property
    def title(self) -> str:
        return self.names.title if self.names else self.game.title

    def player(self, number: int) -> str:
        return self.names.players[number - 1] if self.names else self.game.words.player(number)

    def where(self, cells: int) -> str:
        """Return a cell's name on the transformed board."""
        return self.game.words.where(self.game, self.image(cells))

    def image(self, cells: int) -> int:
        """Transform a set of cells."""
        return cells_image(self.game.shape, Symmetry(self.symmetry), cells)

    def position(self, position: Position) -> Position:
        """Transform a position."""
        return position_image(self.game, Symmetry(self.symmetry), position)

    def rows(self, position: Position) -> list[str]:
        """Return the rows of the transformed board, one symbol per cell."""
        table = str.maketrans(self.names.symbols) if self.names else {}
        return [row.translate(table) for row in draw(self.game, self.position(position))]

    def symbol(self, symbol: str) -> str:
        return self.names.symbols.get(symbol, symbol) if self.names else symbol

    def word(self, move: str) -> str:
        """Return the disguised form of a move."""
        return self._words[self.game.action(move)]

    def move(self, word: str) -> str | None:
        """Return the game's own form of a disguised move, ignoring case and spaces."""
        return self._moves.get("".join(word.lower().split())) if word.isascii() else None

    def text(self, text: str) -> str:
        """Disguise text about the game. Corners and edges are transformed, and everything else is renamed."""
        return _REPLACED.sub(self._replacement, text)

    @property
    def notation(self) -> str:
        """The description of the game's notation, with every direction renamed."""
        text = self.text(self.game.words.notation)
        return re.sub(r"\b(up|down|left|right)\b", lambda found: self.direction(DIRECTIONS.index(found[0])), text)

    def direction(self, number: int) -> str:
        """Return the word for a direction on the transformed board."""
        return self.names.directions[number] if self.names else DIRECTIONS[number]

    def _action(self, action: int) -> int | None:
        """Return the action with the same effect on the transformed board, or None if the game doesn't declare the
        action's effect."""
        return action_image(self.game, Symmetry(self.symmetry), action) if self.symmetry else action

    @cached_property
    def _words(self) -> tuple[str, ...]:
        turned = map(self._action, range(self.game.actions))
        return tuple(self._renamed(action) for action in turned if action is not None)

    def _renamed(self, action: int) -> str:
        word, (kind, _) = self.game.moves[action], self.game.kind_of_action(action)
        if not (self.names and isinstance(kind, Going)):
            return word
        return re.sub("|".join(DIRECTIONS), lambda found: self.direction(DIRECTIONS.index(found[0])), word)

    @cached_property
    def _moves(self) -> dict[str, str]:
        return dict(zip(self._words, self.game.moves, strict=True))

    def _replacement(self, found: re.Match[str]) -> str:
        parts = found.groupdict()
        if parts["row"]:
            return self._corner(parts["row"], parts["column"])
        if parts["edge"]:
            return _EDGES[direction_image(Symmetry(self.symmetry), _EDGES.index(parts["edge"]))]
        if parts["sign"]:
            return f"({self._sign(parts['sign'])})"
        if self.names is None:
            return found[0]
        if parts["one"]:
            up, down, left, right = self.names.directions
            return f"{up}{parts['one']}{down}{parts['two']}{left}{parts['three']}{right}"
        if parts["direction"]:
            return self.direction(DIRECTIONS.index(parts["direction"]))
        if parts["player"]:
            return self.names.players[parts["player"][-1] in "2B"]
        noun = self.names.nouns[parts["noun"].lower()] + parts["plural"]
        if parts["article"]:
            return f"{parts['article']} {noun}"
        return noun.capitalize() if parts["noun"][0].isupper() else noun

    def _corner(self, row: str, column: str) -> str:
        corner = 1 if row == "bottom" else -1, 1 if column == "right" else -1
        down, right = Symmetry(self.symmetry).vector(*corner)
        return f"{'bottom' if down > 0 else 'top'}-{'right' if right > 0 else 'left'}"

    def _sign(self, sign: str) -> str:
        """Return the disguised symbol for a sign in the rule book."""
        wanted = Token if sign == "o" else Cells
        fields = [field for field in self.game.statement.drawn if isinstance(field.kind, wanted)]
        return self.symbol(fields[0].symbol) if fields else sign


def disguise_for(game: Game, variant: str, rng: random.Random) -> Disguise:
    """Return a random disguise for a variant, choosing among the 7 transformed boards and the sets of names.

    >>> from gridduels import load_game
    >>> disguise_for(load_game("pathway"), "plain", random.Random(0)).word("up")
    'up'
    """
    if variant not in tuple(Variant):
        raise SetupError(f"unknown variant {variant!r}; use one of {', '.join(Variant)}")
    square = game.rows == game.columns  # other boards can be mirrored, but their rows and columns can't be swapped
    symmetry, names = rng.randrange(1, _SYMMETRIES if square else _SYMMETRIES // 2), rng.choice(_NAMES)
    turned = variant in (Variant.TURNED, Variant.DISGUISED)
    renamed = variant in (Variant.RENAMED, Variant.DISGUISED)
    return Disguise(game, symmetry if turned else 0, names if renamed else None)
