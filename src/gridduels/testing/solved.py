"""What is checked with the engine: compiled rules, every position of a small board, its solution and its table.

A check is a generator: it yields a sentence for each broken promise it finds, and its name is the promise. Without
numba there is nothing to check: nothing is compiled then.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from gridduels.board import shape
from gridduels.duel import Duel
from gridduels.engine.kernels.compiler import is_wide, names_of, plain
from gridduels.engine.progress import silent
from gridduels.errors import GridDuelsError
from gridduels.extras import has_engine
from gridduels.game import Definition, Game

__all__ = ["OF_ALL_GAMES", "smallest_board"]

_COMPILED: Final = 10
"""In that many of the games compiled rules are compared with plain ones at every position."""
_GAMES: Final = 500
"""Games, best against best, with which a table is verified."""


def smallest_board(game: Game) -> Game:
    """Return a game on its smallest board, under the same rulings."""
    return Game(game.definition, min(game.definition.sizes, key=lambda size: prod(shape(size))), game.rulings)


def _is_compiled(game: Game) -> bool:
    return has_engine() and not is_wide(game)


def rules_can_be_compiled(game: Game, played: list[Duel]) -> Iterator[str]:
    if _is_compiled(game):
        from gridduels.engine.kernels.compiler import uncompilable

        yield from uncompilable(game, names_of(game.definition))


def compiled_rules_play_like_plain_ones(game: Game, played: list[Duel]) -> Iterator[str]:
    """Plain ints grow without end, and compiled ones have 64 bits; `~`, a division or a shift may differ."""
    if _is_compiled(game):
        from gridduels.engine.solvers.rules_check import SAMPLE, compiled_differences, spread

        seen = {position: None for duel in played[:_COMPILED] for position in duel.history()}
        yield from compiled_differences(game, seen)
        keys, small = _keys(smallest_board(game)), smallest_board(game)
        unpack = plain(game.definition).unpack
        sample = [
            unpack(small.rules, int(keys[index]), small.start(), False) for index in spread(len(keys), 10 * SAMPLE)
        ]
        yield from compiled_differences(small, sample)


def fields_stay_in_range_and_legal_agrees_with_winner_at_every_position(
    game: Game, played: list[Duel]
) -> Iterator[str]:
    """The enumeration refuses the first position at which that does not hold."""
    for board in _boards(game):
        try:
            _keys(board)
        except GridDuelsError as error:
            yield str(error)


def symmetries_and_canonical_forms_keep_the_moves_at_every_position(game: Game, played: list[Duel]) -> Iterator[str]:
    if not _is_compiled(game):
        return
    from gridduels.engine.solvers.rules_check import check_images

    for board in _boards(game):
        try:
            check_images(board, _keys(board), children=False)
        except GridDuelsError as error:
            yield str(error)


def the_smallest_board_can_be_solved_and_its_table_verified(game: Game, played: list[Duel]) -> Iterator[str]:
    board = smallest_board(game)
    if not _is_compiled(board) or board.solved_on_demand:
        return
    from gridduels.engine.solvers.solver import solve_game
    from gridduels.engine.tables.catalogue import header_of
    from gridduels.engine.tables.format import TableFile, write_table
    from gridduels.engine.tables.table import Table
    from gridduels.engine.tables.verification import verify

    try:
        solution = solve_game(board, silent)
    except GridDuelsError as error:
        yield str(error)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "checked.table"
        write_table(path, header_of(board, solution.counts), solution.sections)
        table = Table(board, TableFile(path))
        yield from verify(table, _GAMES).faults
        del table


def _boards(game: Game) -> list[Game]:
    """The smallest board, and the game's own where it has few enough positions to look at all of them."""
    small = smallest_board(game)
    if not has_engine() or is_wide(small):
        return []
    return [small] if game == small or is_wide(game) or len(_keys(game)) == 0 else [small, game]


def _keys(game: Game) -> Any:
    """The keys of all positions of a game, whoever goes first; none where they are too many to look at."""
    return _keys_of(game.definition, game)


@lru_cache(4)
def _keys_of(definition: Definition, game: Game) -> Any:
    """Games are equal by their ids, and an author may have several definitions of one."""
    from gridduels.engine.solvers.enumeration import enumerate_keys
    from gridduels.engine.solvers.limits import TooBig, memory_needed
    from gridduels.engine.solvers.rules_check import MAX_IMAGES

    if (memory_needed(game) or 0) > 8 * MAX_IMAGES:
        return ()
    try:
        return enumerate_keys(game, [game.start(1), game.start(2)], silent, canonical=False, limit=MAX_IMAGES)
    except TooBig:
        return ()


OF_ALL_GAMES: Final = (
    rules_can_be_compiled,
    fields_stay_in_range_and_legal_agrees_with_winner_at_every_position,
    compiled_rules_play_like_plain_ones,
    symmetries_and_canonical_forms_keep_the_moves_at_every_position,
    the_smallest_board_can_be_solved_and_its_table_verified,
)
