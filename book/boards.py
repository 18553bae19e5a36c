"""The boards covered by the book: every size and ruling of our games that is solved or can be solved here."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import product
from typing import Final

from gridduels.engine.kernels.compiler import plain
from gridduels.engine.solvers.limits import memory_limit, memory_needed
from gridduels.engine.tables.catalogue import HISTORY, is_shipped
from gridduels.errors import SetupError
from gridduels.game import Definition, Game
from gridduels.registry import definition, definitions

_MOST_STATES: Final = 110_000_000
"""Boards with more states in their layers take more than a few minutes to solve."""


class Extent(Enum):
    """The selection of boards for a book."""

    QUICK = "those whose tables came with the package"
    USUAL = "those that are solved within minutes, too"
    ALL = "all that fit into the memory there is"


def chosen_definitions(names: Sequence[str]) -> list[Definition]:
    """Return the games with these IDs in book order, or all our games if no IDs are given."""
    ours = [each for each in definitions() if each.module.startswith("gridduels.games.")]
    wanted = {definition(name).id for name in names}
    if strange := sorted(wanted - {each.id for each in ours}):
        raise SetupError(f"the book is about our own games, and {', '.join(strange)} is not one of them")
    return [each for each in ours if not wanted or each.id in wanted]


def book_board(game: Definition) -> Game:
    """Return the rule book's board, with default rulings."""
    return Game(game)


def boards_of(game: Definition, extent: Extent) -> list[Game]:
    """Return every board of a game under every ruling that affects values: the book board first, then the others by
    cost. Boards searched on demand are omitted from a quick book."""
    found = [board for board in _variants(game) if is_shipped(board) or _is_within(board, extent)]
    return sorted(found, key=lambda board: (board != book_board(game), states_of(board) or 0))


def states_of(game: Game) -> int | None:
    """Return the maximum number of states in a board's layers, or None if it has no layers."""
    max_layers = game.definition.max_layers
    return None if max_layers is None else max_layers(game.rules) * int(plain(game.definition).state_count(game.rules))


def _variants(game: Definition) -> Iterator[Game]:
    names = [ruling.name for ruling in game.rulings]
    values = [ruling.values[:1] if ruling.name in HISTORY else sorted_values(ruling.values) for ruling in game.rulings]
    for size in game.sizes:
        for chosen in product(*values):
            yield Game(game, size, dict(zip(names, chosen, strict=True)))


def sorted_values(values: Iterable[str | int]) -> list[str | int]:
    """Return numbers in ascending order; for words, keep the given order but put the default first."""
    found = list(values)
    return sorted(found) if all(isinstance(value, int) for value in found) else found


def _is_within(game: Game, extent: Extent) -> bool:
    if extent is Extent.QUICK or (memory_needed(game) or 0) > memory_limit():
        return False
    return extent is Extent.ALL or (states_of(game) or 0) <= _MOST_STATES


def ruling_words(game: Game) -> str:
    """Return the non-default rulings.

    >>> from gridduels import load_game
    >>> ruling_words(load_game("blockade", obstacles=1)), ruling_words(load_game("pathway"))
    ('obstacles=1', '')
    """
    chosen = {ruling.name: game.rulings[ruling.name] for ruling in game.definition.rulings}
    return " ".join(
        f"{ruling.name}={chosen[ruling.name]}"
        for ruling in game.definition.rulings
        if ruling.name not in HISTORY and chosen[ruling.name] != ruling.values[0]
    )


def options_of(game: Game) -> str:
    """Return the command-line options that select this board.

    >>> from gridduels import load_game
    >>> options_of(load_game("pathway", 4, goal="sealed"))
    'pathway --size 4 --rule goal=sealed'
    """
    size = "" if game.size == game.definition.size else f" --size {game.size}"
    rules = "".join(f" --rule {each}" for each in ruling_words(game).split())
    return f"{game.id}{size}{rules}"
