"""Monte Carlo tree search in all games of a batch at once, guided by a network (PUCT, as in AlphaZero).

Every game has its own tree, stored in arrays shared by all of them. A simulation descends all trees, plays the new
moves in a second batch, evaluates all new positions with one call to the network, and backs up their values. Descending
and backing up are loops over a single game's nodes, compiled by numba: on a GPU there is one thread per game, and on a
CPU the games run one after another. Values in a tree are Player 1's, so it doesn't matter whose turn it is.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from examples.baselines.network import Network, as_tensor, cells_of
from gridduels.engine.batch import Batch

EXPLORATION = 1.5
FIRST_PLAY = 0.2
"""The amount by which an untried move is assumed to be worse than its parent."""
NOISE_SHARE = 0.25
BLOCK = 128
RECORD = True
"""Whether to record CUDA graphs."""


class Trees(NamedTuple):
    """The trees of all games, as arrays indexed by game and node, and some also by action. Node 0 is the root."""

    children: Any
    prior: Any
    visits: Any
    total: Any
    keys: Any
    sign: Any
    """1 if Player 1 is to move, otherwise -1."""
    value: Any
    over: Any
    parent: Any
    action: Any
    """The action that leads to a node from its parent."""


class Leaves(NamedTuple):
    """The leaves at which a simulation continues, one per game: a node, its key, and an action without a child."""

    node: Any
    key: Any
    action: Any


class Found(NamedTuple):
    """The new nodes' numbers, and the batch's and network's results for the new positions."""

    keys: Any
    turns: Any
    over: Any
    winners: Any
    legal: Any
    prior: Any
    value: Any
    noise: Any
    new: Any


def descend(game: int, trees: Trees, leaves: Leaves) -> None:
    """Follow the most promising actions in one game's tree until one hasn't been tried yet or ends the game."""
    node, actions = 0, trees.prior.shape[2]
    while True:
        visits = 1.0
        for action in range(actions):
            visits += trees.visits[game, node, action]
        wish, sign = EXPLORATION * visits**0.5, trees.sign[game, node]
        untried = sign * trees.value[game, node] - FIRST_PLAY
        best, chosen = -1e9, 0
        for action in range(actions):
            prior, tried = trees.prior[game, node, action], trees.visits[game, node, action]
            if prior > 0:
                worth = sign * trees.total[game, node, action] / tried if tried > 0 else untried
                score = worth + wish * prior / (1 + tried)
                if score > best:
                    best, chosen = score, action
        child = trees.children[game, node, chosen]
        if child == 0 or trees.over[game, child]:
            leaves.node[game], leaves.action[game], leaves.key[game] = node, chosen, trees.keys[game, node]
            return
        node = child


def grow(game: int, trees: Trees, leaves: Leaves, found: Found, discount: float) -> None:
    """Add the new position to one game's tree and back up its value to the root. Node 0 is the root itself."""
    new = found.new[0]
    sign = 1.0 if found.turns[game] == 1 else -1.0
    over = new > 0 and found.over[game]
    value = sign * found.value[game]
    if over:
        winner = found.winners[game]
        value = 1.0 if winner == 1 else -1.0 if winner == 2 else 0.0
    trees.keys[game, new], trees.sign[game, new] = found.keys[game], sign
    trees.value[game, new], trees.over[game, new] = value, over
    all_noise = 0.0
    for action in range(trees.prior.shape[2]):
        all_noise += found.noise[game, action] if found.legal[game, action] else 0.0
    for action in range(trees.prior.shape[2]):
        prior = found.prior[game, action]
        if new == 0:
            prior = (1 - NOISE_SHARE) * prior + NOISE_SHARE * found.noise[game, action] / all_noise
        # Every legal action gets a nonzero probability, so that `descend` can tell it from an illegal one.
        trees.prior[game, new, action] = prior + 1e-8 if found.legal[game, action] else 0.0
        trees.visits[game, new, action] = 0
        trees.total[game, new, action] = 0.0
        trees.children[game, new, action] = 0
    if new > 0:
        node, action = leaves.node[game], leaves.action[game]
        trees.parent[game, new], trees.action[game, new] = node, action
        trees.children[game, node, action] = new
        node = new
        while node != 0:
            parent, action = trees.parent[game, node], trees.action[game, node]
            trees.visits[game, parent, action] += 1
            trees.total[game, parent, action] += value
            value *= discount
            node = parent


@lru_cache(None)
def compiled(device: str) -> Callable[..., None]:
    """Return a function that adds the new positions to all trees and descends to the next leaves."""
    if device == "cpu":
        from numba import njit

        grow_one, descend_one = njit(grow), njit(descend)

        def on_core(count: int, trees: Trees, leaves: Leaves, found: Found, discount: float) -> None:
            for game in range(count):
                grow_one(game, trees, leaves, found, discount)
                descend_one(game, trees, leaves)

        return njit(nogil=True)(on_core)
    from gridduels.engine.kernels.gpu import find_cuda

    cuda = find_cuda()
    grow_of, descend_of = cuda.jit(device=True)(grow), cuda.jit(device=True)(descend)

    def on_gpu(count: int, trees: Trees, leaves: Leaves, found: Found, discount: float) -> None:
        game = cuda.grid(1)
        if game < count:
            grow_of(game, trees, leaves, found, discount)
            descend_of(game, trees, leaves)

    kernel = cuda.jit(on_gpu)

    def launch(count: int, *arguments: Any) -> None:
        pointer = torch.cuda.current_stream().cuda_stream
        kernel[-(-count // BLOCK), BLOCK, cuda.external_stream(pointer) if pointer else 0](count, *arguments)

    return launch


def shared(array: Any) -> Any:
    """Return the memory of a tensor or of a batch's array as an array that compiled code can use."""
    if isinstance(array, np.ndarray) or (isinstance(array, Tensor) and array.device.type == "cpu"):
        return np.asarray(array)
    from gridduels.engine.kernels.gpu import find_cuda

    return find_cuda().as_cuda_array(array)


def half(device: str) -> Any:
    """Return a context that computes in bfloat16 on a GPU, and as usual elsewhere.

    Weights are converted on each use, so that a recorded graph uses their current values when it is replayed.
    """
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda", cache_enabled=False)


class Search:
    """Searches all games in a batch from their current positions.

    On a GPU, everything between two steps of the inner batch is recorded as a CUDA graph and replayed: launching the
    network's small kernels from Python would take longer than running them.
    """

    def __init__(self, network: Network, batch: Batch, simulations: int, discount: float) -> None:
        count, actions, device = batch.count, batch.game.actions, batch.device
        nodes = simulations + 1
        self._network, self._batch, self._simulations, self._discount = network, batch, simulations, discount
        self._inner = Batch(batch.game, count, device, truncate_at=batch.truncate_at)

        def new(*shape: int, type: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(shape, dtype=type, device=device)

        integer = torch.int32
        self._visits, self._total = new(count, nodes, actions, type=integer), new(count, nodes, actions)
        self._trees = Trees(
            children=shared(new(count, nodes, actions, type=integer)),
            prior=shared(new(count, nodes, actions)),
            visits=shared(self._visits),
            total=shared(self._total),
            keys=shared(new(count, nodes, type=torch.int64)),
            sign=shared(new(count, nodes)),
            value=shared(new(count, nodes)),
            over=shared(new(count, nodes, type=torch.bool)),
            parent=shared(new(count, nodes, type=integer)),
            action=shared(new(count, nodes, type=integer)),
        )
        self._leaves = Leaves(*(shared(new(count, type=torch.int64)) for _ in range(3)))
        self._seen = as_tensor(self._inner.observe()), as_tensor(self._inner.action_masks())
        self._cells = cells_of(batch.game, device)
        self._noise, self._new = new(count, actions), new(1, type=integer)
        self._prior, self._value = new(count, actions), new(count)
        step = self._inner.step(self._inner.random_actions(), restart=False, observe=True)
        self._found = Found(
            keys=shared(self._inner.keys),
            turns=shared(self._inner.turns),
            over=shared(step.terminated),
            winners=shared(step.winners),
            legal=shared(self._inner.action_masks()),
            prior=shared(self._prior),
            value=shared(self._value),
            noise=shared(self._noise),
            new=shared(self._new),
        )
        self._graph: Any = None
        if device == "cuda" and RECORD:
            self._record()

    def _record(self) -> None:
        """Record the work of `_think` as a CUDA graph."""
        self._network.eval()
        self._inner.set_keys(self._batch.keys)
        self._inner.observe()
        self._inner.action_masks()
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(2):
                self._new.zero_()
                self._think()
        torch.cuda.current_stream().wait_stream(aside)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="relaxed"):
            self._think()
        self._graph = graph

    def _think(self) -> None:
        """Evaluate the inner batch with the network, add its positions to the trees, and descend to the next leaves."""
        planes, legal = self._seen
        with torch.no_grad(), half(self._batch.device):
            chances, values = self._network(planes.float(), legal, *self._cells)
            self._prior.copy_(chances.exp())
            self._value.copy_(values)
        advance = compiled(self._batch.device)
        advance(self._batch.count, self._trees, self._leaves, self._found, self._discount)
        self._new += 1

    def run(self) -> tuple[Tensor, Tensor]:
        """Return each action's share of the visits, and the value of each game for the player to move."""
        self._network.eval()
        think = self._graph.replay if self._graph else self._think
        self._new.zero_()
        self._noise.exponential_().add_(1e-6)  # after normalization, a Dirichlet distribution
        self._inner.set_keys(self._batch.keys)
        self._inner.observe()
        self._inner.action_masks()
        think()
        for _ in range(self._simulations):
            self._inner.set_keys(self._leaves.key)
            self._inner.step(self._leaves.action, restart=False, observe=True)
            think()
        visits, total = self._visits[:, 0].float(), self._total[:, 0].sum(1)
        turns = as_tensor(self._batch.turns)
        return visits / self._simulations, torch.where(turns == 1, total, -total) / self._simulations
