"""PPO of TorchRL learns Light Cycle Duel against a random opponent.

pip install "gridduels[agents]" torchrl
python examples/torchrl_ppo.py [--rounds N]
"""

import argparse

import torch
from tensordict.nn import InteractionType, TensorDictModule
from torch import Tensor, nn
from torch.distributions import Categorical
from torchrl.envs import GymEnv
from torchrl.modules import ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import gridduels.agents.gymnasium  # noqa: F401 (registers the games)

MOVES, EPOCHS = 500, 6


class Head(nn.Module):
    """Some numbers for what is seen."""

    def __init__(self, planes: int, numbers: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(planes, 128), nn.Tanh(), nn.Linear(128, numbers))

    def forward(self, planes: Tensor) -> Tensor:
        return self.layers(planes.float().flatten(-3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10, help="of 500 moves each (default: 10)")
    rounds = parser.parse_args().rounds
    torch.manual_seed(0)
    env = GymEnv("gridduels/LightCycle-v0", size=3, categorical_action_encoding=True)
    env.set_seed(0)
    planes, actions = env.observation_spec["observation"].shape.numel(), env.action_spec.space.n
    logits = TensorDictModule(Head(planes, actions), ["observation"], ["logits"])
    policy = ProbabilisticActor(
        logits,
        ["logits"],
        distribution_class=Categorical,
        return_log_prob=True,
        default_interaction_type=InteractionType.RANDOM,
    )
    value = ValueOperator(Head(planes, 1), ["observation"])
    advantage, loss = GAE(gamma=1.0, lmbda=0.9, value_network=value), ClipPPOLoss(policy, value)
    optimizer = torch.optim.Adam(loss.parameters(), 3e-3)
    for number in range(rounds):
        with torch.no_grad():
            played = env.rollout(MOVES, policy, break_when_any_done=False)
        for _ in range(EPOCHS):
            advantage(played)
            losses = loss(played)
            optimizer.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            optimizer.step()
        rewards = played["next", "reward"][played["next", "done"]]
        if number in (0, rounds - 1):
            print(f"round {number + 1}: {(rewards > 0).float().mean():.1%} of {len(rewards)} games won")


if __name__ == "__main__":
    main()
