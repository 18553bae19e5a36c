"""Train MaskablePPO on Light Cycle Duel against a random opponent, and score it by exact values as well as win rates.

pip install "gridduels[agents]" sb3-contrib
python examples/maskable_ppo.py [--steps N]
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from gridduels.agents.gymnasium import DuelEnv

GAME = "light-cycle"
SETTINGS: dict[str, Any] = {
    "n_steps": 128,
    "batch_size": 256,
    "n_epochs": 6,
    "learning_rate": 1e-3,
    "gamma": 1.0,
    "policy_kwargs": {"net_arch": [128, 128]},
    "seed": 0,
    "device": "cpu",
}


def score(model: MaskablePPO, games: int = 200) -> tuple[float, float]:
    """Return the share of games won against a random opponent, and the share of moves that keep the exact value."""
    duel = DuelEnv(GAME, seat="alternate", labels=True)
    duel.reset(seed=1000)
    won, kept = 0, []
    for _ in range(games):
        planes, info = duel.reset()
        over = False
        while not over:
            action, _ = model.predict(planes, action_masks=duel.action_masks())
            planes, reward, terminated, truncated, info = duel.step(action)
            over = terminated or truncated
            kept.append(info["labels"]["kept"])
        won += reward > 0
    return won / games, float(np.mean(kept))


def train(steps: int) -> tuple[MaskablePPO, float]:
    """Train a model; return it with the training time in seconds."""
    torch.set_num_threads(1)  # the network is small
    duels = make_vec_env(DuelEnv, n_envs=8, seed=0, env_kwargs={"game": GAME, "seat": "alternate"})
    model = MaskablePPO("MlpPolicy", duels, **SETTINGS)
    begin = time.perf_counter()
    model.learn(steps)
    return model, time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50_000, help="moves to learn from (default: 50000)")
    steps = parser.parse_args().steps
    for told, amount in (("before training", 0), (f"after {steps} steps", steps)):
        model, seconds = train(amount)
        won, kept = score(model)
        print(f"{told}: wins {won:.1%} against random, {kept:.1%} of its moves keep the value ({seconds:.0f} s)")


if __name__ == "__main__":
    main()
