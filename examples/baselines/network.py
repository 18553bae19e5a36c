"""The network of both baselines: it maps planes to a logit for each action and a value."""

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

WIDTH = 32


class Network(nn.Module):
    """Three convolutions, a policy head, and a value head with results from -1 to 1."""

    def __init__(self, planes: int, rows: int, columns: int, actions: int) -> None:
        super().__init__()
        convolutions = [nn.Conv2d(entering, WIDTH, 3, padding=1) for entering in (planes, WIDTH, WIDTH)]
        self.body = nn.Sequential(*(layer for each in convolutions for layer in (each, nn.ReLU())), nn.Flatten())
        self.hidden = nn.Sequential(nn.Linear(WIDTH * rows * columns, 64), nn.ReLU())
        self.policy, self.value = nn.Linear(64, actions), nn.Linear(64, 1)

    def forward(self, planes: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions and the values."""
        seen = self.hidden(self.body(planes))
        logits = self.policy(seen).masked_fill(~legal, -1e9)
        return logits.log_softmax(1), self.value(seen).tanh().squeeze(1)


def tensors(planes: npt.NDArray[np.uint8], legal: npt.NDArray[np.bool_]) -> tuple[Tensor, Tensor]:
    """Return arrays as tensors. They are copied, because a batch overwrites its arrays."""
    return torch.tensor(planes, dtype=torch.float32), torch.tensor(legal)


def ask(
    network: Network, planes: npt.NDArray[np.uint8], legal: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the probabilities of all actions and the values, as the network predicts them."""
    with torch.no_grad():
        chances, values = network(*tensors(planes, legal))
    return chances.exp().numpy(), values.numpy()
