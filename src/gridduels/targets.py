"""Where moves lead, told from the positions before and after them, so that it holds for every game."""

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from gridduels.board import each, where
from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.notation import TOKENS

__all__ = [
    "BLOCKED",
    "OBSTACLE",
    "TRAIL",
    "VISITED",
    "Target",
    "kind_of_marks",
    "kinds_by_ply",
    "placements",
    "ray",
    "slides",
    "target_of",
    "targets",
    "token_of",
    "update_kinds",
]

MOVE: Final = "move"
PLACE: Final = "place"
OTHER: Final = "other"

TRAIL: Final = ("trail-one", "trail-two")
VISITED: Final = "visited"
OBSTACLE: Final = "obstacle"
BLOCKED: Final = "blocked"

SHARED: Final = "o"


class Target(NamedTuple):
    """What a move does on the board: a token goes to a cell (`move`), a cell is marked (`place`), or neither."""

    cell: int
    kind: str
    origin: int = 0


class _Fields(NamedTuple):
    """The fields of a game's Position: tokens, once with each player's own first, and marked cells."""

    tokens: tuple[tuple[str, ...], tuple[str, ...]]
    marks: tuple[str, ...]


@lru_cache(64)
def _fields(definition: Definition) -> _Fields:
    symbols = definition.symbols
    tokens = tuple(field for field, symbol in symbols.items() if symbol in TOKENS)
    first, second = (
        tuple(sorted(tokens, key=lambda field: (symbols[field] != str(player), field))) for player in (1, 2)
    )
    return _Fields((first, second), tuple(field for field in symbols if field not in tokens))


def target_of(game: Game, before: Any, after: Any) -> Target:
    """What changed on the board between two positions.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle", size=3)
    >>> target_of(game, game.start(), game.play(game.start(), game.action("up")))
    Target(cell=1, kind='move', origin=8)
    """
    fields = _fields(game.definition)
    moved = None
    for field in fields.tokens[before.turn - 1]:
        origin, cell = getattr(before, field), getattr(after, field)
        if not cell:
            return Target(0, OTHER)
        if moved is None and origin != cell:
            moved = Target(cell, MOVE, origin)
    if moved is not None:
        return moved
    for field in fields.marks:
        added = getattr(after, field) & ~getattr(before, field)
        if added:
            return Target(added & -added, PLACE)
    return Target(0, OTHER)


def targets(duel: Duel) -> dict[str, Target]:
    """What each move that is allowed now does, by its word."""
    game, position = duel.game, duel.position
    return {word: target_of(game, position, game.play(position, game.action(word))) for word in duel.legal_moves}


@lru_cache(64)
def placements(game: Game) -> Mapping[int, str]:
    """The word that marks each cell, allowed or not, in a game where a move can mark a cell instead of moving."""
    found: dict[int, str] = {}
    start = game.start()
    for action, word in enumerate(game.moves):
        try:
            target = target_of(game, start, game.play(start, action))
        except Exception:  # a game need not know what an action it does not allow would do
            continue
        if target.kind == PLACE:
            found[target.cell] = word
    return found


@lru_cache(64)
def slides(game: Game) -> bool:
    """Whether a token may go several distances in one direction, so that a direction alone is no move.

    A few games played at random show it: on a small board the start may not.
    """
    for seed in range(4):
        duel, rng = Duel(game), random.Random(seed)
        while duel.legal_moves and duel.ply < 2 * game.size:
            cells = [target.cell for target in targets(duel).values() if target.kind == MOVE]
            if any(len(ray(game.size, token_of(duel), direction, cells)) > 1 for direction in range(4)):
                return True
            duel = duel.play(rng.choice(duel.legal_moves))
    return False


def token_of(duel: Duel) -> int:
    """The cell of the token that the player to move moves; 0 where there is none."""
    wanted = (str(duel.turn), SHARED)
    for field, symbol in duel.game.definition.symbols.items():
        if symbol in wanted:
            return int(getattr(duel.position, field))
    return 0


def ray(size: int, origin: int, direction: int, cells: list[int]) -> list[int]:
    """Those of some cells that lie straight in a direction, the nearest first."""
    if not origin:
        return []
    found = []
    row, column = where(size, origin)
    for cell in cells:
        down, right = where(size, cell)[0] - row, where(size, cell)[1] - column
        ahead = (-down, down, -right, right)[direction]
        aside = (right, right, down, down)[direction]
        if ahead > 0 and aside == 0:
            found.append((ahead, cell))
    return [cell for _, cell in sorted(found)]


def kind_of_marks(duel: Duel) -> dict[int, str]:
    """What each marked cell is: somebody's trail, visited, an obstacle; or merely blocked where history is silent."""
    *_, kinds = kinds_by_ply(duel)
    return kinds


def kinds_by_ply(duel: Duel) -> Iterator[dict[int, str]]:
    """What each marked cell is at the start and after each move; the same dict each time, brought up to date."""
    game, history = duel.game, duel.history()
    shared = SHARED in game.definition.symbols.values()
    marked = _marked(_fields(game.definition), history[0])
    kinds = dict.fromkeys(each(marked), VISITED if shared else BLOCKED)
    yield kinds
    for before, after in pairwise(history):
        update_kinds(game, before, after, kinds)
        yield kinds


def update_kinds(game: Game, before: Any, after: Any, kinds: dict[int, str]) -> None:
    """Brings what each marked cell is up to date after a move."""
    fields = _fields(game.definition)
    marked, now = _marked(fields, before), _marked(fields, after)
    if now == marked:
        return
    shared = SHARED in game.definition.symbols.values()
    kind = _kind(target_of(game, before, after), shared, before.turn)
    kinds.update(dict.fromkeys(each(now & ~marked), kind))
    for cell in each(marked & ~now):
        del kinds[cell]


def _kind(target: Target, shared: bool, mover: int) -> str:
    if target.kind == PLACE:
        return OBSTACLE
    return VISITED if shared else TRAIL[mover - 1]


def _marked(fields: _Fields, position: Any) -> int:
    marked = 0
    for field in fields.marks:
        marked |= getattr(position, field)
    return marked
