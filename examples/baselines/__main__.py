"""Baselines: small networks trained by self-play and scored against the solved games.

    pip install "gridduels[agents]" torch
    python -m examples.baselines [--game light-cycle]... [--rounds SHARE]

Trains a network by tree search as AlphaZero does and one by PPO for each game, on one core, and prints a table.
"""

import argparse
import time
from collections.abc import Callable

import torch

from examples.baselines import alpha_zero, ppo
from examples.baselines.network import Network
from examples.baselines.scoring import score
from gridduels import Game, load_game
from gridduels.engine.observation import planes_of

GAMES = {"light-cycle": 5, "pathway": 4}
LEARNERS: dict[str, tuple[Callable[[Game, Network, int, int], int], int]] = {
    "untrained": (lambda game, network, rounds, seed: 0, 0),
    "PPO": (ppo.train, 20),
    "AlphaZero": (alpha_zero.train, 256),
}
"""The training function and the number of rounds of each baseline."""
SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m examples.baselines", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=GAMES, help="repeatable (default: all)")
    parser.add_argument("--rounds", type=float, default=1.0, help="how much of the training to do (default: 1.0)")
    options = parser.parse_args()
    torch.set_num_threads(1)  # the networks are small, and one thread always gives the same figures
    print("| game | learner | positions seen | seconds | right moves | against random | against perfect |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for name in options.game or GAMES:
        for learner in LEARNERS:
            print(row(name, learner, options.rounds), flush=True)


def row(name: str, learner: str, share: float) -> str:
    """Return a line of the table."""
    game = load_game(name, GAMES[name])
    torch.manual_seed(SEED)
    network = Network(len(planes_of(game)), game.rows, game.columns, game.actions)
    train, rounds = LEARNERS[learner]
    begin = time.perf_counter()
    seen = train(game, network, int(share * rounds), SEED)
    seconds = time.perf_counter() - begin
    figures = " | ".join(f"{share:.1%}" for share in score(game, network))
    return f"| {name} {game.board} | {learner} | {seen:,} | {seconds:.0f} | {figures} |"


if __name__ == "__main__":
    main()
