"""Monte Carlo tree search in all games of a batch at once, guided by a network (PUCT, as in AlphaZero).

Every game has a tree of its own; a simulation goes down all trees together, and asks the network about all new leaves
in one go. Values are kept as Player 1's, so it does not matter who acts when.
"""

import numpy as np
import numpy.typing as npt

from examples.baselines.network import Network, ask
from gridduels.engine.batch import Batch

EXPLORATION = 1.5
NOISE, NOISE_SHARE = 1.0, 0.25


class Trees:
    """The trees of all games, as arrays: node 0 is the root."""

    def __init__(self, count: int, nodes: int, actions: int) -> None:
        self.children = np.zeros((count, nodes, actions), np.int32)
        self.prior = np.zeros((count, nodes, actions), np.float32)
        self.visits = np.zeros((count, nodes, actions), np.float32)
        self.total = np.zeros((count, nodes, actions), np.float32)
        self.keys = np.zeros((count, nodes), np.int64)
        self.sign = np.ones((count, nodes), np.float32)
        self.end = np.full((count, nodes), np.nan, np.float32)
        """Return the value of finished games."""

    def choose(self, games: npt.NDArray[np.int64], nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the action to explore next in some nodes."""
        visits, prior = self.visits[games, nodes], self.prior[games, nodes]
        worth = self.sign[games, nodes][:, None] * self.total[games, nodes] / np.maximum(visits, 1)
        wish = EXPLORATION * prior * np.sqrt(visits.sum(1, keepdims=True) + 1) / (1 + visits)
        chosen: npt.NDArray[np.int64] = np.where(prior > 0, worth + wish, -np.inf).argmax(1)
        return chosen


def search(
    network: Network, batch: Batch, scratch: Batch, simulations: int, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """Return the visit counts of each action in each game. `scratch` is a batch of the same size to play in."""
    count, actions = batch.count, batch.game.actions
    trees, every = Trees(count, simulations + 1, actions), np.arange(count)
    legal = np.array(batch.action_masks())
    prior, _ = ask(network, batch.observe(), legal)
    noise = rng.gamma(NOISE, size=legal.shape).astype(np.float32) * legal
    trees.prior[:, 0] = (1 - NOISE_SHARE) * prior + NOISE_SHARE * noise / noise.sum(1, keepdims=True)
    trees.keys[:, 0], trees.sign[:, 0] = batch.keys, np.where(batch.turns == 1, 1, -1)
    for new in range(1, simulations + 1):
        parents, chosen, path = _descend(trees, every)
        values = _expand(network, trees, scratch, new, parents, chosen)
        for games, nodes, taken in path:
            trees.visits[games, nodes, taken] += 1
            trees.total[games, nodes, taken] += values[games]
    return trees.visits[:, 0]


def _descend(
    trees: Trees, every: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[tuple[npt.NDArray[np.int64], ...]]]:
    """Descend all trees to an untried action or an end; return the node, the action and the path."""
    nodes, chosen, games = np.zeros_like(every), np.zeros_like(every), every
    path: list[tuple[npt.NDArray[np.int64], ...]] = []
    while len(games):
        taken = trees.choose(games, nodes[games])
        chosen[games] = taken
        path.append((games, nodes[games], taken))
        child = trees.children[games, nodes[games], taken].astype(np.int64)
        further = (child > 0) & np.isnan(trees.end[games, child])
        games, child = games[further], child[further]
        nodes[games] = child
    return nodes, chosen, path


def _expand(
    network: Network,
    trees: Trees,
    scratch: Batch,
    new: int,
    parents: npt.NDArray[np.int64],
    chosen: npt.NDArray[np.int64],
) -> npt.NDArray[np.float32]:
    """Add a new node to every tree and return its value for Player 1."""
    every = np.arange(len(parents))
    scratch.set_keys(trees.keys[every, parents])
    step = scratch.step(chosen, restart=False)
    over = np.array(step.terminated)
    legal = np.array(scratch.action_masks())
    chances, values = ask(network, scratch.observe(), legal | over[:, None])
    sign = np.where(scratch.turns == 1, 1, -1).astype(np.float32)
    ends = np.where(step.winners == 0, 0, np.where(step.winners == 1, 1, -1))
    trees.children[every, parents, chosen] = new
    trees.prior[:, new], trees.keys[:, new], trees.sign[:, new] = chances * legal, scratch.keys, sign
    trees.end[:, new] = np.where(over, ends, np.nan)
    return np.where(over, ends, sign * values).astype(np.float32)
