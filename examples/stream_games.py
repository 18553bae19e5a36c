"""Stream the games that `gridduels dataset --form games` writes into PyTorch or JAX, and train a small network.

    pip install "gridduels[agents]" torch
    gridduels dataset light-cycle --size 3 --form games --games 20000 --split both -o games
    python examples/stream_games.py games [--library torch|jax] [--batches N]

Files are read one row group at a time, and the games in a group are replayed all at once by the batch engine, so that
memory use doesn't grow with the dataset. Each batch contains the planes and exact values of positions; positions
without labels are left out. The network learns to predict the winner, and the example prints how often it is right on
the test split.
"""

import argparse
import json
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pyarrow import parquet

from gridduels import load_game
from gridduels.engine.batch import Batch

SIZE = 512
GROUP = 2048
WIDTH = 64
Arrays = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]


def labelled_positions(folder: Path, split: str, seed: int = 0) -> Iterator[Arrays]:
    """Yield batches of SIZE positions with their values, in random order within each group of games."""
    rng = np.random.default_rng(seed)
    files = sorted((folder / "data").glob(f"{split}-*.parquet"))
    if not files:
        raise SystemExit(f"{folder} has no {split} games; see `gridduels dataset --form games`")
    for number in rng.permutation(len(files)):
        with parquet.ParquetFile(files[number]) as file:
            about = json.loads(file.schema_arrow.metadata[b"gridduels"])
            game = load_game(about["game"], about["size"], **about["rules"])
            for group in file.iter_batches(GROUP, columns=["moves", "values"]):
                planes, values = replay(game, group)
                for chosen in np.split(order := rng.permutation(len(values)), range(SIZE, len(order), SIZE)):
                    if len(chosen) == SIZE:
                        yield planes[chosen], values[chosen]


def replay(game: Any, group: Any) -> Arrays:
    """Replay the given games in parallel; return the planes and values of all labelled positions."""
    moves, labels = group["moves"].to_pylist(), group["values"].to_pylist()
    batch = Batch(game, len(moves), truncate_at=1 + max(map(len, moves)))
    planes, values = [], []
    for ply in range(max(map(len, moves))):
        seen = np.array(batch.observe(), np.float32)
        known = [number for number, each in enumerate(labels) if ply < len(each) and each[ply] is not None]
        planes.append(seen[known])
        values.append(np.array([labels[number][ply] for number in known], np.float32))
        batch.step(np.array([each[ply] if ply < len(each) else 0 for each in moves]), restart=False)
    return np.concatenate(planes), np.concatenate(values)


def with_torch(folder: Path, batches: int) -> float:
    """Train with PyTorch, using an IterableDataset and a DataLoader."""
    import torch
    from torch.utils.data import DataLoader, IterableDataset

    class Games(IterableDataset):
        def __init__(self, split: str) -> None:
            self.split = split

        def __iter__(self) -> Iterator[Arrays]:
            return labelled_positions(folder, self.split)

    torch.manual_seed(1)
    network = torch.nn.Sequential(
        torch.nn.Flatten(), torch.nn.LazyLinear(WIDTH), torch.nn.ReLU(), torch.nn.Linear(WIDTH, 1), torch.nn.Tanh()
    )
    planes, _ = next(iter(DataLoader(Games("train"), batch_size=None)))
    network(planes)  # a lazy layer infers its size from the first batch
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)
    for planes, values in islice(DataLoader(Games("train"), batch_size=None), batches):
        loss = (network(planes).squeeze(1) - values).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        return share_right(folder, lambda planes: network(torch.from_numpy(planes)).squeeze(1).numpy())


def with_jax(folder: Path, batches: int) -> float:
    """Train with JAX, which only needs a plain generator."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")

    def predict(weights: Any, planes: Any) -> Any:
        first, second = weights
        hidden = jax.nn.relu(planes.reshape(len(planes), -1) @ first)
        return jnp.tanh(hidden @ second)

    def step(weights: Any, planes: Any, values: Any) -> Any:
        slope = jax.grad(lambda weights: ((predict(weights, planes) - values) ** 2).mean())(weights)
        return jax.tree.map(lambda weight, each: weight - 0.1 * each, weights, slope)

    learn = jax.jit(step)
    planes, _ = next(labelled_positions(folder, "train"))
    keys = jax.random.split(jax.random.key(1))
    inputs = planes[0].size
    weights = jax.random.normal(keys[0], (inputs, WIDTH)) / inputs**0.5, jax.random.normal(keys[1], (WIDTH,)) / WIDTH
    for planes, values in islice(labelled_positions(folder, "train"), batches):
        weights = learn(weights, planes, values)
    return share_right(folder, lambda planes: np.asarray(predict(weights, planes)))


def share_right(folder: Path, predict: Any) -> float:
    """Return how often a prediction has the same sign as the value, in test positions that one side wins."""
    right = [
        ((predict(planes) > 0) == (values > 0))[values != 0]
        for planes, values in islice(labelled_positions(folder, "test"), 20)
    ]
    return float(np.concatenate(right).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--library", choices=("torch", "jax"), default="torch")
    parser.add_argument("--batches", type=int, default=300, help=f"batches of {SIZE} positions to learn from (300)")
    options = parser.parse_args()
    train = with_torch if options.library == "torch" else with_jax
    print(f"{train(options.folder, options.batches):.1%} of the test positions judged right")


if __name__ == "__main__":
    main()
