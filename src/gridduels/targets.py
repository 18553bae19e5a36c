"""Where moves lead: it shows in the positions before and after them, whose fields the game states."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from gridduels.board import each, where
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.statement import Mark, Passes, Places, Slides, Steps

__all__ = [
    "BLOCKED",
    "OBSTACLE",
    "TRAIL",
    "VISITED",
    "Target",
    "kind_of_marks",
    "kinds_by_ply",
    "moves_or_places",
    "placements",
    "ray",
    "target_of",
    "targets",
    "token_of",
    "update_kinds",
    "way_of",
    "word_towards",
]

MOVE: Final = "move"
PLACE: Final = "place"
OTHER: Final = "other"

TRAIL: Final = ("trail-one", "trail-two")
PIECES: Final = ("piece-one", "piece-two")
VISITED: Final = Mark.VISITED.value
OBSTACLE: Final = Mark.OBSTACLE.value
BLOCKED: Final = Mark.BLOCKED.value

_LATELY: Final = 8
"""Stops of a token that are told where it leaves nothing behind: it may go round for ever."""


class Target(NamedTuple):
    """What a move does on the board: a token goes to a cell (`move`), a cell is marked (`place`), or neither."""

    cell: int
    kind: str
    origin: int = 0


def target_of(game: Game, before: Any, after: Any) -> Target:
    """What changed on the board between two positions.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle", size=3)
    >>> target_of(game, game.start(), game.play(game.start(), game.action("up")))
    Target(cell=1, kind='move', origin=8)
    """
    statement = game.statement
    for number in statement.tokens_by_mover[before.turn - 1]:
        if before[number] != after[number]:
            return Target(after[number], MOVE, before[number])
    for number in statement.pieces[before.turn - 1]:
        added, left = after[number] & ~before[number], before[number] & ~after[number]
        if added and left:
            return Target(added & -added, MOVE, left & -left)
    for number in statement.marks:
        added = after[number] & ~before[number]
        if added:
            return Target(added & -added, PLACE)
    return Target(0, OTHER)


def targets(duel: Duel) -> dict[str, Target]:
    """What each move that is allowed now does, by its word."""
    game, position = duel.game, duel.position
    return {word: target_of(game, position, game.play(position, game.action(word))) for word in duel.legal_moves}


def moves_or_places(game: Game) -> bool:
    """Whether a move of this game can mark a cell instead of moving, so that one has to say which is meant.

    >>> from gridduels import load_game
    >>> moves_or_places(load_game("blockade")), moves_or_places(load_game("pathway"))
    (True, False)
    """
    kinds = {isinstance(kind, Places) for kind, _, _ in game.action_ranges if not isinstance(kind, Passes)}
    return len(kinds) > 1


@lru_cache(64)
def placements(game: Game) -> Mapping[int, str]:
    """The word that marks each cell, allowed or not, in a game that states such moves."""
    return {
        1 << number: game.moves[first + number]
        for kind, first, length in game.action_ranges
        if isinstance(kind, Places)
        for number in range(length)
    }


def word_towards(game: Game, direction: int, distance: int) -> str | None:
    """The word for going so many cells in a direction, allowed or not; None where no move does that.

    >>> from gridduels import load_game
    >>> word_towards(load_game("gridlock"), 0, 2), word_towards(load_game("pathway"), 0, 2)
    ('up2', None)
    """
    for kind, first, length in game.action_ranges:
        reach = 1 if isinstance(kind, Steps) else length // 4 if isinstance(kind, Slides) else 0
        if distance <= reach:
            return game.moves[first + direction * reach + distance - 1]
    return None


def token_of(duel: Duel) -> int:
    """The cell of the token that the player to move moves; 0 where there is none."""
    return next((duel.position[number] for number in duel.game.statement.tokens[duel.turn - 1]), 0)


def way_of(game: Game, history: Sequence[Any], number: int) -> list[int]:
    """The cells a token has stood on, the oldest first; where it leaves nothing behind, the last few of them.

    >>> from gridduels import load_game
    >>> duel = Duel(load_game("light-cycle", size=3), "up up right")
    >>> [way_of(duel.game, duel.history(), number) for number, _ in duel.game.statement.token_signs]
    [[8, 1, 2], [32, 4]]
    """
    leaves = any(mark in (Mark.TRAIL, Mark.VISITED) for _, mark in game.statement.mark_kinds)
    way: list[int] = []
    for position in history if leaves else history[-_LATELY:]:
        if position[number] and way[-1:] != [position[number]]:
            way.append(position[number])
    return way


def ray(columns: int, origin: int, direction: int, cells: list[int]) -> list[int]:
    """Those of some cells that lie straight in a direction, the nearest first."""
    if not origin:
        return []
    found = []
    row, column = where(columns, origin)
    for cell in cells:
        down, right = where(columns, cell)[0] - row, where(columns, cell)[1] - column
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
    kinds: dict[int, str] = {}
    for number, mark in game.statement.mark_kinds:
        kind = BLOCKED if mark is Mark.TRAIL else _kind(game, number, mark)
        kinds.update(dict.fromkeys(each(history[0][number]), kind))
    yield kinds
    for before, after in pairwise(history):
        update_kinds(game, before, after, kinds)
        yield kinds


def _kind(game: Game, number: int, mark: Mark) -> str:
    """What the cells of a set are, and of pieces whose they are."""
    player = game.statement.fields[number].kind.player
    return PIECES[player - 1] if mark is Mark.PIECE and player else mark.value


def update_kinds(game: Game, before: Any, after: Any, kinds: dict[int, str]) -> None:
    """Brings what each marked cell is up to date after a move."""
    marks = game.statement.mark_kinds
    for number, _ in marks:
        for cell in each(before[number] & ~after[number]):
            del kinds[cell]
    for number, mark in marks:
        if added := after[number] & ~before[number]:
            kind = TRAIL[before.turn - 1] if mark is Mark.TRAIL else _kind(game, number, mark)
            kinds.update(dict.fromkeys(each(added), kind))
