"""PPO of RLlib learns Light Cycle Duel against a random opponent.

pip install "gridduels[agents]" "ray[rllib]" torch
python examples/rllib_ppo.py [--rounds N]
"""

import argparse
import logging
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium.wrappers import DtypeObservation, FlattenObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

from gridduels.agents.gymnasium import DuelEnv


def make(options: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    """A duel with planes as a row of floats, as the networks of RLlib take them."""
    return DtypeObservation(FlattenObservation(DuelEnv("light-cycle", **options)), np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6, help="of 500 moves each (default: 6)")
    rounds = parser.parse_args().rounds
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    register_env("light-cycle", make)
    config = (
        PPOConfig()
        .environment("light-cycle", env_config={"size": 3})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=500, minibatch_size=250, num_epochs=4, lr=3e-3, gamma=1.0)
        .debugging(seed=0, log_level="ERROR")
    )
    learner = config.build_algo()
    for number in range(rounds):
        played = learner.train()["env_runners"]
        if number in (0, rounds - 1):
            print(f"round {number + 1}: {(played['episode_return_mean'] + 1) / 2:.1%} of games won")
    learner.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
