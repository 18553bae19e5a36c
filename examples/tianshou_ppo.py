"""PPO of Tianshou learns Light Cycle Duel against a random opponent.

pip install "gridduels[agents]" tianshou
python examples/tianshou_ppo.py [--rounds N]
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic

import gridduels.agents.gymnasium  # noqa: F401 (registers the games)

ENVIRONMENTS, MOVES, EPOCHS, GAMES = 10, 500, 6, 200


class WithoutInfo(gymnasium.Wrapper):
    """Tianshou's buffers want the same infos after every move, and ours tell more at the end of a game."""

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        return self.env.reset(**options)[0], {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        return *self.env.step(action)[:4], {}


def make() -> gymnasium.Env:
    return WithoutInfo(gymnasium.make("gridduels/LightCycle-v0", size=3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10, help="of 500 moves each (default: 10)")
    rounds = parser.parse_args().rounds
    np.random.seed(0)
    torch.manual_seed(0)
    torch.set_num_threads(1)  # for so small a network more of them only get in each other's way
    envs = DummyVectorEnv([make] * ENVIRONMENTS)
    envs.seed(0)
    planes, actions = envs.observation_space[0].shape, envs.action_space[0]
    bodies = [Net(state_shape=planes, hidden_sizes=[128], activation=torch.nn.Tanh) for _ in range(2)]
    actor = DiscreteActor(preprocess_net=bodies[0], action_shape=actions.n)
    policy = DiscreteActorPolicy(
        actor=actor, dist_fn=torch.distributions.Categorical, action_space=actions, deterministic_eval=False
    )
    critic, optimizer = DiscreteCritic(preprocess_net=bodies[1]), AdamOptimizerFactory(lr=3e-3)
    ppo = PPO(policy=policy, critic=critic, optim=optimizer, gamma=1.0, gae_lambda=0.9)
    collector = Collector(ppo, envs, VectorReplayBuffer(2 * MOVES, ENVIRONMENTS))
    tell("before", collector)
    ppo.run_training(
        OnPolicyTrainerParams(
            training_collector=collector,
            max_epochs=rounds,
            epoch_num_steps=MOVES,
            collection_step_num_env_steps=MOVES,
            update_step_num_repetitions=EPOCHS,
            verbose=False,
            show_progress=False,
        )
    )
    tell("after", collector)


def tell(when: str, collector: Collector) -> None:
    """Plays some games, and says how many of them were won."""
    collector.reset()
    returns = collector.collect(n_episode=GAMES).returns
    print(f"{when}: {np.mean(returns > 0):.1%} of {len(returns)} games won")


if __name__ == "__main__":
    main()
