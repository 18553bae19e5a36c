"""AlphaZero: self-play by tree search; the network learns the policy and the results of the search."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from examples.baselines.network import Network, tensors
from examples.baselines.tree_search import search
from gridduels import Game
from gridduels.engine.batch import Batch
from gridduels.engine.images import turn_actions, turn_planes

_Array = npt.NDArray[Any]

GAMES = 128
SIMULATIONS = 24
BUFFER = 30_000
PAUSE, STEPS, MINIBATCH = 16, 96, 256
"""The moves played in every game between two updates, and the minibatches per update."""


class Experience:
    """The replay data: planes, legal actions, the policy of the search, and the result for the player to move."""

    def __init__(self, game: Game, rng: np.random.Generator) -> None:
        self._game, self._rng = game, rng
        self._parts: list[list[_Array]] = [[], [], [], []]
        self._waiting: list[list[tuple[_Array, ...]]] = [[] for _ in range(GAMES)]

    def note(self, batch: Batch, policy: _Array) -> None:
        """Store the positions of all games with the policies of the search."""
        seen = np.array(batch.observe()), np.array(batch.action_masks()), policy, np.array(batch.turns)
        for number, waiting in enumerate(self._waiting):
            waiting.append(tuple(each[number] for each in seen))

    def end(self, games: _Array, winners: _Array) -> None:
        """Release the positions of finished games for training."""
        for number in games.tolist():
            planes, legal, policy, turns = map(np.array, zip(*self._waiting[number], strict=True))
            result = np.where(winners[number] == 0, 0.0, np.where(turns == winners[number], 1.0, -1.0))
            for part, new in zip(self._parts, (planes, legal, policy, result), strict=True):
                part.append(new)
            self._waiting[number] = []
        while sum(map(len, self._parts[0])) > BUFFER:
            for part in self._parts:
                part.pop(0)

    def minibatches(self, count: int, size: int) -> Iterator[tuple[torch.Tensor, ...]]:
        """Yield minibatches, each transformed by one of the game's symmetries."""
        planes, legal, policy, result = (np.concatenate(part) for part in self._parts)
        for _ in range(count):
            chosen = self._rng.integers(len(planes), size=size)
            symmetry = self._game.board_symmetries[self._rng.integers(len(self._game.board_symmetries))]
            turned_legal, turned_policy = np.empty_like(legal[chosen]), np.empty_like(policy[chosen])
            actions = turn_actions(self._game, symmetry)
            turned_legal[:, actions], turned_policy[:, actions] = legal[chosen], policy[chosen]
            seen = tensors(turn_planes(self._game, symmetry, planes[chosen]), turned_legal)
            yield *seen, torch.tensor(turned_policy), torch.tensor(result[chosen], dtype=torch.float32)


def train(game: Game, network: Network, rounds: int, seed: int) -> int:
    """Train a network and return the number of positions it saw."""
    rng = np.random.default_rng(seed)
    batch, scratch = (Batch(game, GAMES, seed=seed) for _ in range(2))
    optimizer = torch.optim.Adam(network.parameters(), 2e-3, weight_decay=1e-4)
    experience = Experience(game, rng)
    for number in range(rounds):
        visits = search(network, batch, scratch, SIMULATIONS, rng)
        policy = visits / visits.sum(1, keepdims=True)
        experience.note(batch, policy)
        actions = np.array([rng.choice(len(row), p=row / row.sum()) for row in policy.astype(np.float64)])
        step = batch.step(actions)
        experience.end(np.flatnonzero(step.terminated), np.array(step.winners))
        if number % PAUSE == PAUSE - 1:
            for minibatch in experience.minibatches(STEPS, MINIBATCH):
                _learn(network, optimizer, *minibatch)
    return rounds * GAMES


def _learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    planes: torch.Tensor,
    legal: torch.Tensor,
    policy: torch.Tensor,
    result: torch.Tensor,
) -> None:
    chances, values = network(planes, legal)
    loss = -(policy * chances).sum(1).mean() + (values - result).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
