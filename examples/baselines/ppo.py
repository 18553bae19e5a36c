"""Proximal policy optimization by self-play, on Gymnasium's vector interface."""

from typing import Any

import numpy as np
import torch

from examples.baselines.network import Network, tensors
from gridduels import Game
from gridduels.agents.vector import VectorDuelEnv

GAMES, LENGTH = 128, 64
EPOCHS, MINIBATCH = 3, 1024
CLIP, ENTROPY, LAMBDA = 0.2, 0.01, 0.9


def train(game: Game, network: Network, rounds: int, seed: int) -> int:
    """Train a network and return the number of positions it saw."""
    torch.manual_seed(seed)
    duels = VectorDuelEnv(game.id, game.size, num_envs=GAMES, opponent="self")
    planes, infos = duels.reset(seed=seed)
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    for _ in range(rounds):
        seen, planes, infos = _play(network, duels, planes, infos)
        for _ in range(EPOCHS):
            for part in torch.randperm(GAMES * LENGTH).split(MINIBATCH):
                _learn(network, optimizer, *(each[part] for each in seen))
    return rounds * GAMES * LENGTH


def _play(
    network: Network, duels: VectorDuelEnv, planes: Any, infos: dict[str, Any]
) -> tuple[tuple[torch.Tensor, ...], Any, dict[str, Any]]:
    """Play a number of moves in every game; return the transitions and the current observations."""
    steps = []
    for _ in range(LENGTH):
        legal, players = infos["action_mask"], infos["player"]
        with torch.no_grad():
            chances, values = network(*tensors(planes, legal))
        actions = torch.multinomial(chances.exp(), 1)[:, 0]
        noted = *tensors(planes, legal), actions, chances.gather(1, actions[:, None])[:, 0], values, players
        planes, rewards, ended, broken_off, infos = duels.step(actions.numpy())
        again = torch.tensor(np.where(infos["player"] == players, 1.0, -1.0))
        steps.append((*noted, torch.tensor(rewards), torch.tensor(ended | broken_off), again))
    with torch.no_grad():
        _, last = network(*tensors(planes, infos["action_mask"]))
    gains = _advantages([step[4] for step in steps], [step[6:] for step in steps], last)
    seen = [torch.cat([step[column] for step in steps]) for column in range(5)]
    return (*seen, torch.cat(gains).float()), planes, infos


def _advantages(
    values: list[torch.Tensor], told: list[tuple[torch.Tensor, ...]], after: torch.Tensor
) -> list[torch.Tensor]:
    """Return how much better each move was than expected for its player (GAE).

    The rest of the game counts for the next player, who may be the opponent or the same player again.
    """
    gains: list[torch.Tensor] = []
    gain = torch.zeros_like(after)
    for value, (reward, over, again) in reversed(list(zip(values, told, strict=True))):
        further = torch.where(over, 0.0, again)
        gain = reward + further * after - value + LAMBDA * further * gain
        gains.insert(0, gain)
        after = value
    return gains


def _learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    planes: torch.Tensor,
    legal: torch.Tensor,
    actions: torch.Tensor,
    old: torch.Tensor,
    expected: torch.Tensor,
    gains: torch.Tensor,
) -> None:
    chances, values = network(planes, legal)
    ratio = (chances.gather(1, actions[:, None])[:, 0] - old).exp()
    scaled = (gains - gains.mean()) / (gains.std() + 1e-6)
    surrogate = torch.minimum(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled)
    entropy = -(chances.exp() * chances).masked_fill(~legal, 0).sum(1)
    loss = -surrogate.mean() + (values - expected - gains).square().mean() / 2 - ENTROPY * entropy.mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
    optimizer.step()
