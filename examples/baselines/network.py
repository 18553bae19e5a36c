"""The network: it maps planes to a score for each action and a value, on boards of any size."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from gridduels import Game
from gridduels.engine.observation import planes_of
from gridduels.files import write_atomically
from gridduels.players.net import action_cells

POLICY_PLANES = 2  # move the token to a cell, mark a cell


class Convolution(nn.Sequential):
    """A convolution that preserves the board's size, followed by batch normalization."""

    def __init__(self, entering: int, leaving: int) -> None:
        super().__init__(nn.Conv2d(entering, leaving, 3, padding=1, bias=False), nn.BatchNorm2d(leaving))

    def folded(self) -> tuple[Tensor, Tensor]:
        """Return the weights and the bias of a single convolution that gives the same results when not training."""
        convolution, norm = self
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        return convolution.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


class Block(nn.Module):
    """A residual block. Its input includes the mean and maximum over all cells, so that it sees the whole board at
    once."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = Convolution(width, width), Convolution(width, width)
        self.pool = nn.Linear(2 * width, width)

    def forward(self, seen: Tensor) -> Tensor:
        inner = self.first(seen) + self.pool(summary(seen))[:, :, None, None]
        return (seen + self.second(inner.relu())).relu()


class Network(nn.Module):
    """A residual tower, a policy of two planes, and a value from -1 to 1."""

    def __init__(self, game: Game, width: int = 64, blocks: int = 6) -> None:
        super().__init__()
        self.stem = Convolution(len(planes_of(game)), width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.wishes, self.policy = nn.Conv2d(width, width, 1), nn.Conv2d(width, POLICY_PLANES, 1)
        self.outlook, self.value = nn.Linear(2 * width, width), nn.Linear(width, 1)

    def forward(self, planes: Tensor, legal: Tensor, base: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithm of each action's probability, and the values for the players to move.

        `base` and `moves` locate the actions in the policy: see `gridduels.players.net.ActionCells`.
        """
        seen = self.blocks(self.stem(planes).relu())
        policy = self.policy(self.wishes(seen).relu()).flatten(1).float()
        token = planes[:, 0].flatten(1).argmax(1, keepdim=True)
        cells = (base + token * moves).clamp(0, policy.shape[1] - 1)
        logits = policy.gather(1, cells).masked_fill(~legal, -1e9)
        value = self.value(self.outlook(summary(seen)).relu()).float().tanh().squeeze(1)
        return logits.log_softmax(1), value

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the weights in the form expected by `gridduels.players.net.forward`."""
        found: dict[str, Tensor] = {}
        for name, module in self.named_modules():
            if isinstance(module, Convolution):
                found[f"{name}.weight"], found[f"{name}.bias"] = module.folded()
            elif isinstance(module, nn.Linear) or (isinstance(module, nn.Conv2d) and module.bias is not None):
                found[f"{name}.weight"], found[f"{name}.bias"] = module.weight, module.bias
        return {name: each.detach().float().cpu().numpy() for name, each in found.items()}


def summary(seen: Tensor) -> Tensor:
    """Return the mean and the maximum of each channel over all cells."""
    return torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)


def as_tensor(array: Any) -> Tensor:
    """Return a tensor that shares memory with a batch's array, which the batch keeps overwriting."""
    return torch.as_tensor(array, device="cuda" if hasattr(array, "__cuda_array_interface__") else "cpu")


def cells_of(game: Game, device: str) -> tuple[Tensor, Tensor]:
    """Return the locations of a game's actions in the policy."""
    base, moves = action_cells(game)
    return torch.from_numpy(base).to(device), torch.from_numpy(moves).to(device)


def write_weights(networks: dict[str, Network], file: Path) -> None:
    """Write the networks' weights by game, in half precision, for the player `net`."""
    arrays: dict[str, Any] = {
        f"{game}/{name}": array.astype(np.float16)
        for game, network in networks.items()
        for name, array in network.arrays().items()
    }
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    write_atomically(file, [content.getvalue()])
