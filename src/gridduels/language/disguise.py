"""Disguise: the same game underneath, said otherwise, to tell understanding from memory.

A disguise turns or mirrors the board, or renames title, players, pieces, symbols and directions, or both. Moves and
cells are translated there and back; the duel itself knows nothing of it.
"""

import random
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

from gridduels.board import DIRECTIONS
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.notation import draw
from gridduels.statement import Cells, Slides, Steps, Token
from gridduels.symmetry import Symmetry, action_image, cells_image, direction_image, position_image

__all__ = ["Disguise", "Variant", "disguise_for"]

_SYMMETRIES: Final = 8
_EDGES: Final = ("top", "bottom", "left", "right")


class Variant(StrEnum):
    """What is changed about a game when it is told."""

    PLAIN = "plain"
    """Nothing."""
    TURNED = "turned"
    """The board is turned or mirrored, and directions and cells with it."""
    RENAMED = "renamed"
    """Title, players, pieces, symbols and directions have other names."""
    DISGUISED = "disguised"
    """Both."""


class Names(NamedTuple):
    """Other names for what a game is told with; `symbols` are those of the text of a position."""

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
_TOLD: Final = re.compile("|".join([_CORNER, _EDGE, _LIST, r"\b" + _DIRECTION, _PLAYER, _SIGN, _NOUN]))
"""What a disguise looks for in a text about a game."""


@dataclass(frozen=True)
class Disguise:
    """A game as it is told: a symmetry of the square from 0 (none) to 7, and other names or none.

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
            raise SetupError(f"{self.game.id} cannot be turned: it does not state what all its actions do")

    def as_data(self) -> dict[str, Any]:
        """Everything but the game; `Disguise.of` reads it."""
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
        """A cell of the game, as the one that is told."""
        return self.game.words.where(self.game, self.image(cells))

    def image(self, cells: int) -> int:
        """A set of cells turned."""
        return cells_image(self.game.shape, Symmetry(self.symmetry), cells)

    def position(self, position: Any) -> Any:
        """A position turned."""
        return position_image(self.game, Symmetry(self.symmetry), position)

    def rows(self, position: Any) -> list[str]:
        """The rows of the board as they are told, a symbol a cell."""
        table = str.maketrans(self.names.symbols) if self.names else {}
        return [row.translate(table) for row in draw(self.game, self.position(position))]

    def symbol(self, symbol: str) -> str:
        return self.names.symbols.get(symbol, symbol) if self.names else symbol

    def word(self, move: str) -> str:
        """A move of the game, as it is told."""
        return self._words[self.game.action(move)]

    def move(self, word: str) -> str | None:
        """The move of the game that a told one stands for; case and spaces do not matter."""
        return self._moves.get("".join(word.lower().split()))

    def text(self, text: str) -> str:
        """A text about the game, as it is told: corners and edges turned, everything else renamed."""
        return _TOLD.sub(self._retell, text)

    def direction(self, number: int) -> str:
        """The word for a direction of the board that is told."""
        return self.names.directions[number] if self.names else DIRECTIONS[number]

    def _action(self, action: int) -> int | None:
        """The action that does on the turned board what an action does on the board; None where nobody states it."""
        return action_image(self.game, Symmetry(self.symmetry), action) if self.symmetry else action

    @cached_property
    def _words(self) -> tuple[str, ...]:
        turned = map(self._action, range(self.game.actions))
        return tuple(self._renamed(action) for action in turned if action is not None)

    def _renamed(self, action: int) -> str:
        word, (kind, _) = self.game.moves[action], self.game.kind_of_action(action)
        if not (self.names and isinstance(kind, Steps | Slides)):
            return word
        return re.sub("|".join(DIRECTIONS), lambda found: self.direction(DIRECTIONS.index(found[0])), word)

    @cached_property
    def _moves(self) -> dict[str, str]:
        return dict(zip(self._words, self.game.moves, strict=True))

    def _retell(self, found: re.Match[str]) -> str:
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
        """The symbol that stands on the board as it is told for what a book draws so."""
        wanted = Token if sign == "o" else Cells
        fields = [field for field in self.game.statement.drawn if isinstance(field.kind, wanted)]
        return self.symbol(fields[0].symbol) if fields else sign


def disguise_for(game: Game, variant: str, rng: random.Random) -> Disguise:
    """A disguise of a kind, by chance: one of the 7 turned boards, one of the lists of names.

    >>> from gridduels import load_game
    >>> disguise_for(load_game("pathway"), "plain", random.Random(0)).word("up")
    'up'
    """
    if variant not in tuple(Variant):
        raise SetupError(f"the variant cannot be {variant!r}: it is {', '.join(Variant)}")
    square = game.rows == game.columns  # others are mirrored, but rows and columns not exchanged
    symmetry, names = rng.randrange(1, _SYMMETRIES if square else _SYMMETRIES // 2), rng.choice(_NAMES)
    turned = variant in (Variant.TURNED, Variant.DISGUISED)
    renamed = variant in (Variant.RENAMED, Variant.DISGUISED)
    return Disguise(game, symmetry if turned else 0, names if renamed else None)
