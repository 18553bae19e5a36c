"""Measure the soft leak between train and test positions: `python -m tools.leak [--rows N]`.

The split keeps every position and its images on the same side, but neighbours may be on different sides. Two figures
show how much this could help a model: the share of test positions that are one legal move away from a train position,
and the skill of a nearest-neighbour player, which plays the best move of the most similar train position (Hamming
distance between boards, same player to move)."""

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gridduels.analysis.dataset import Dataset, draw_dataset
from gridduels.analysis.split import is_test
from gridduels.game import Game
from gridduels.language.benchmark import COUNTS, SEED, TIERS
from gridduels.language.estimates import Estimate, Observation, skill
from gridduels.language.positions import Drawn, draw_positions
from gridduels.language.verdicts import chances


def share_next_to_train(game: Game, drawn: Sequence[Drawn]) -> float:
    """Return the share of test positions from which a legal move leads to a train position."""
    near = [
        any(
            not after.outcome and not is_test(game, after.position)
            for after in map(each.duel.play, each.evaluation.moves)
        )
        for each in drawn
    ]
    return sum(near) / len(near)


def nearest_neighbour(game: Game, drawn: Sequence[Drawn], rows: int) -> Estimate:
    """Return the skill of playing the nearest train position's best move."""
    observations = []
    for each, moves in zip(drawn, nearest_moves(game, drawn, rows), strict=True):
        kept = sum(each.evaluation.verdict(word).keeps for word in moves) / len(moves)
        chance = chances(each.evaluation)["kept"]
        observations.append(Observation(kept, 1.0, str(each.game_number), chance))
    return skill(observations)


def nearest_moves(game: Game, drawn: Sequence[Drawn], rows: int) -> list[list[str]]:
    """Return the best moves of each position's nearest train position, or all legal moves if those are illegal here."""
    train = draw_dataset(game, rows, seed=1)
    boards, turns, best = _boards(train), train.columns["turn"], train.columns["best"]
    found = []
    for each in drawn:
        board = np.array(list(game.text(each.duel.position).split()[0]))
        distances = (boards != board).sum(axis=1) + 1000 * (turns != each.duel.turn)
        row = best[int(np.argmin(distances))]
        wanted = [word for word in each.evaluation.moves if row[game.action(word)]]
        found.append(wanted or list(each.evaluation.moves))
    return found


def _boards(dataset: Dataset) -> npt.NDArray[np.str_]:
    texts = [text.split()[0] for text in dataset.columns["position"].tolist()]
    return np.array([list(text) for text in texts])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000, help="positions to draw for training (5000)")
    options = parser.parse_args()
    print(f"{'board':<24} {'test positions':>14} {'next to train':>14} {'nearest neighbour':>18}")
    for board in TIERS["A"]:
        game = board.load()
        drawn = draw_positions(game, COUNTS["moves"], SEED)
        found = nearest_neighbour(game, drawn, options.rows)
        near = share_next_to_train(game, drawn)
        print(
            f"{str(game)[:24]:<24} {len(drawn):>14} {near:>14.0%} {found.mean:>10.2f} ± {found.error:.2f}", flush=True
        )


if __name__ == "__main__":
    main()
