"""A player whose moves come from a trained network. It needs only numpy.

The network is convolutional and works on any board: its policy has two planes, `move` and `place`, and an action's
score is the number in the cell that it moves the token to or marks. `examples/baselines` trains such networks by
self-play and writes their weights; `net.npz` holds those of the five games.
"""

import random
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

from gridduels.extras import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError:
    raise MissingExtra("the player net", "engine") from None

from gridduels.duel import Duel
from gridduels.engine.observation import observe
from gridduels.errors import Forfeit, SetupError
from gridduels.game import Game
from gridduels.statement import Places, Slides, Steps

__all__ = ["ActionCells", "NetPlayer", "action_cells", "forward", "trained_games"]

_FILE: Final = "net.npz"
_Array = npt.NDArray[np.float32]
Weights = Mapping[str, _Array]


class ActionCells(NamedTuple):
    """The locations of a game's actions in the two planes of a policy, `move` and then `place`, laid end to end.

    An action's index is `base`, plus the cell of the mover's token if `moves` is 1. Steps off the board yield another
    cell's index, but such actions are never legal.
    """

    base: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]


@lru_cache(64)
def action_cells(game: Game) -> ActionCells:
    """Return the cells of a game's actions. Raise SetupError if some actions neither move a token nor mark a cell.

    >>> from gridduels import load_game
    >>> action_cells(load_game("light-cycle")).base.tolist()
    [-5, 5, -1, 1]
    """
    base, moves = [], []
    for kind, _, length in game.action_ranges:
        if isinstance(kind, Steps | Slides):
            ways = (-game.columns, game.columns, -1, 1)
            base += [way * distance for way in ways for distance in range(1, length // 4 + 1)]
        elif isinstance(kind, Places):
            base += [game.cell_count + cell for cell in range(length)]
        elif length:
            raise SetupError(f"net cannot play {game}: it only knows moves of one token and marked cells.")
        moves += [int(isinstance(kind, Steps | Slides))] * length
    return ActionCells(np.array(base, np.int64), np.array(moves, np.int64))


def forward(weights: Weights, planes: npt.NDArray[np.uint8], cells: ActionCells) -> tuple[_Array, float]:
    """Return a score for each action, and the value from -1 to 1 for the player to move.

    `planes` is the position as the player to move sees it.
    """
    shape = planes.shape[1:]
    seen = _relu(_convolve(weights, "stem", planes.reshape(len(planes), -1).astype(np.float32), shape))
    number = 0
    while f"blocks.{number}.first.weight" in weights:
        block = f"blocks.{number}"
        inner = (
            _convolve(weights, f"{block}.first", seen, shape)
            + _linear(weights, f"{block}.pool", _summary(seen))[:, None]
        )
        seen = _relu(seen + _convolve(weights, f"{block}.second", _relu(inner), shape))
        number += 1
    policy = _convolve(weights, "policy", _relu(_convolve(weights, "wishes", seen, shape)), shape).ravel()
    token = int(planes[0].argmax())
    value = np.tanh(_linear(weights, "value", _relu(_linear(weights, "outlook", _summary(seen)))))
    return policy[np.clip(cells.base + token * cells.moves, 0, len(policy) - 1)], float(value[0])


def _relu(numbers: _Array) -> _Array:
    return np.maximum(numbers, 0)


def _linear(weights: Weights, name: str, numbers: _Array) -> _Array:
    result: _Array = weights[f"{name}.weight"] @ numbers + weights[f"{name}.bias"]
    return result


def _summary(seen: _Array) -> _Array:
    """Return each channel's mean and maximum over all cells, a summary that is the same length on any board."""
    return np.concatenate([seen.mean(1), seen.max(1)])


def _convolve(weights: Weights, name: str, seen: _Array, shape: tuple[int, ...]) -> _Array:
    """Convolve channels by cells, with zeros around the board: one matrix product for each cell of the kernel."""
    kernel = weights[f"{name}.weight"]
    rows, columns = shape
    reach = kernel.shape[-1] // 2
    padded = np.pad(seen.reshape(-1, rows, columns), ((0, 0), (reach, reach), (reach, reach)))
    total = np.repeat(weights[f"{name}.bias"][:, None], rows * columns, axis=1)
    for down in range(kernel.shape[-2]):
        for right in range(kernel.shape[-1]):
            part = padded[:, down : down + rows, right : right + columns]
            total += kernel[:, :, down, right] @ part.reshape(len(part), -1)
    return total


# --- The trained weights


@lru_cache(1)
def _all_weights() -> dict[str, dict[str, _Array]]:
    """Return the shipped weights, keyed by game."""
    found: dict[str, dict[str, _Array]] = {}
    with resources.files("gridduels.players").joinpath(_FILE).open("rb") as file, np.load(file) as arrays:
        for name in arrays.files:
            game, _, rest = name.partition("/")
            found.setdefault(game, {})[rest] = arrays[name].astype(np.float32)
    return found


def trained_games() -> tuple[str, ...]:
    """Return the IDs of the games that have trained weights."""
    return tuple(_all_weights())


def check_game(game: Game) -> None:
    """Raise SetupError for a game that `net` cannot play."""
    if game.id not in trained_games():
        raise SetupError(f"net cannot play {game.id}: it was trained on {', '.join(trained_games())}.")
    action_cells(game)


class NetPlayer:
    """Plays the move with the highest network score, on any board of the games the network was trained on."""

    name = "net"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, duel: Duel) -> str:
        """Return the word for the chosen move. Forfeit a game that `net` was not trained on."""
        game = duel.game
        try:
            check_game(game)
        except SetupError as error:
            raise Forfeit(str(error)) from None
        planes = observe(game, duel.position, duel.turn)
        scores, _ = forward(_all_weights()[game.id], planes, action_cells(game))
        return max(duel.legal_moves, key=lambda word: (scores[game.action(word)], self._rng.random()))

    def close(self) -> None:
        """Do nothing: the weights are shared."""
