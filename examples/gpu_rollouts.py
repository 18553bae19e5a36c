"""Play millions of random games at once and compare the score of each opening move with its exact value.

    pip install "gridduels[gpu]"
    python examples/gpu_rollouts.py [GAME] [--games N]

Runs on a CUDA GPU or, if there is none, on the CPU.
"""

import argparse
import time

import numpy as np

from gridduels import SetupError, load_game
from gridduels.engine import solve
from gridduels.engine.batch import Batch

WARM_UP = 64  # plies to play first, to compile the code and get away from the start


def make_batch(game: str, games: int) -> Batch:
    """Return a batch on the GPU, or on the CPU after printing the reason."""
    try:
        return Batch(load_game(game), games, "cuda", truncate_at=200)
    except SetupError as error:
        print(f"playing on the CPU: {error}")
        return Batch(load_game(game), games, "cpu", truncate_at=200)


def roll(batch: Batch, plies: int) -> None:
    """Play random moves; print the speed and the results."""
    batch.roll(WARM_UP)
    begin = time.perf_counter()
    played = batch.roll(plies)
    seconds = time.perf_counter() - begin
    print(f"{played.moves:,} moves in {seconds:.2f} s on {batch.device}: {played.moves / seconds:,.0f} a second")
    won = played.wins[0] / max(played.games, 1)
    print(f"{played.games:,} games of {played.mean_plies:.1f} plies; Player 1 won {won:.1%}")


def openings(batch: Batch) -> None:
    """For each opening move, print how often Player 1 wins random games after it, and its exact value."""
    game = batch.game
    actions = batch.random_actions()
    opened = np.array(actions)
    batch.step(actions)
    winner, playing = np.zeros(batch.count, np.int8), np.ones(batch.count, np.bool_)
    while playing.any():
        step = batch.step(batch.random_actions())
        winner[playing] = np.asarray(step.winners)[playing]
        playing &= ~(np.asarray(step.terminated) | np.asarray(step.truncated))
    for word, value in solve(game).move_values(game.start()).items():
        results = winner[opened == game.action(word)]
        if len(results):
            print(f"{word:>6}: wins {np.mean(results == 1):.1%} of {len(results):,} random games; exactly, {value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="light-cycle", help="which game (default: light-cycle)"
    )
    parser.add_argument("--games", type=int, default=1 << 20, help="games at once (default: 1048576)")
    parser.add_argument("--plies", type=int, default=256, help="random moves in each (default: 256)")
    options = parser.parse_args()
    batch = make_batch(options.game, options.games)
    openings(batch)
    roll(batch, options.plies)


if __name__ == "__main__":
    main()
