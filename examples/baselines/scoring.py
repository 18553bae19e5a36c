"""Measure a network exactly, by the table of the solved game, in every reachable position."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from examples.baselines.network import Network, ask
from gridduels import Game
from gridduels.agents.vector import VectorDuelEnv
from gridduels.analysis.dataset import draw_dataset

GAMES = 500
EVERY = 10_000_000
PART = 4096


class Score(NamedTuple):
    """`right` is the share of right moves among all positions in which a wrong one is legal too; the others are shares
    of games won, half of them as Player 1."""

    right: float
    random: float
    perfect: float


def score(game: Game, network: Network) -> Score:
    """Return the score of the moves that a network prefers."""
    network.eval()
    return Score(_right_moves(game, network), *(_won(game, network, name) for name in ("random", "perfect")))


def _best(network: Network, planes: npt.NDArray[np.uint8], legal: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    best: npt.NDArray[np.int64] = ask(network, planes, legal)[0].argmax(1)
    return best


def _right_moves(game: Game, network: Network) -> float:
    columns = draw_dataset(game, EVERY, "uniform").columns
    values, legal = columns["values"], columns["legal"].astype(np.bool_)
    best = np.nanmax(values, axis=1)
    matters = np.flatnonzero(np.nanmin(values, axis=1) < best)
    right = 0
    for begin in range(0, len(matters), PART):
        part = matters[begin : begin + PART]
        moves = _best(network, columns["planes"][part], legal[part])
        right += int((values[part, moves] == best[part]).sum())
    return right / len(matters)


def _won(game: Game, network: Network, opponent: str) -> float:
    """Return the share of games won, counting draws as half; all games are played in one batch."""
    points = 0.0
    for seat in (1, 2):
        duels = VectorDuelEnv(game.id, game.size, num_envs=GAMES // 2, opponent=opponent, seat=seat)
        planes, infos = duels.reset(seed=seat)
        going = np.ones(GAMES // 2, np.bool_)
        while going.any():
            planes, rewards, ended, broken_off, infos = duels.step(_best(network, planes, infos["action_mask"]))
            over = going & (ended | broken_off)
            points += float((rewards[over] + 1).sum() / 2)
            going &= ~over
        duels.close()
    return points / GAMES
