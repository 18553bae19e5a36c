"""Look up move values for many positions at once."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels import sample
from gridduels.engine.kernels.compiler import compiled, position_of
from gridduels.engine.tables.table import Table
from gridduels.engine.value import UNKNOWN, Value
from gridduels.engine.values import Values

Codes = npt.NDArray[np.int16]
"""A code for each position and action; UNKNOWN for actions that were not requested."""


def move_codes(table: Table, keys: npt.NDArray[np.int64], actions: npt.NDArray[np.int64]) -> Codes:
    """Return the codes of the requested actions, given the positions' keys and a set of actions for each.

    Positions unreachable from the start are solved one by one.

    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> from gridduels.engine.kernels.compiler import key_of
    >>> game = load_game("light-cycle", size=3)
    >>> move_codes(solve(game), np.array([key_of(game, game.start())]), np.array([game.legal(game.start())])).tolist()
    [[-7, -7, -128, 4]]
    """
    game = table.game
    codes = np.full((len(keys), game.actions), UNKNOWN, np.int16)
    compiled(game.definition, sample).find_codes(game.rules, game.start(), keys, actions, table.arrays, codes)
    asked = actions[:, None] >> np.arange(game.actions) & 1 == 1
    for number in np.flatnonzero((asked & (codes == UNKNOWN)).any(axis=1)).tolist():
        moves = table.move_values(position_of(game, keys[number]))
        codes[number] = np.where(asked[number], codes_of_moves(table, moves), UNKNOWN)
    return codes


def codes_of_moves(values: Values, moves: Mapping[str, Value]) -> Codes:
    """Return the codes of moves, given their words and values; UNKNOWN for all other actions."""
    codes = np.full(values.game.actions, UNKNOWN, np.int16)
    for word, value in moves.items():
        codes[values.game.action(word)] = value.code
    return codes


def numbers_of(codes: Codes) -> npt.NDArray[np.float32]:
    """Convert codes to numbers: 1 for a win, -1 for a loss, 0 for neither, NaN if unknown."""
    return np.where(codes == UNKNOWN, np.float32(np.nan), np.sign(codes).astype(np.float32))


def best_of(codes: Codes) -> Codes:
    """Return the best code in each row: the quickest win, or the slowest loss; UNKNOWN if there is none.

    >>> best_of(np.array([[-3, 6, UNKNOWN, 4], [-3, UNKNOWN, UNKNOWN, -5]], np.int16)).tolist()
    [4, -5]
    """
    order = np.divide(1.0, codes, out=np.zeros(codes.shape), where=codes != 0)
    order[codes == UNKNOWN] = -np.inf
    best: Codes = np.take_along_axis(codes, order.argmax(axis=1)[:, None], axis=1)[:, 0]
    return best
