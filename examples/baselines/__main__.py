"""Train AlphaZero on a batch of games, and score it exactly against the solved games.

    pip install "gridduels[agents]" torch
    python -m examples.baselines [--game light-cycle]... [--seconds N] [--total N] [--device cuda] [--folder FOLDER]

Trains a network for each game and prints a table with the share of right moves over all positions with a choice, on the
board used for training and on others. With --folder, a run continues where the last one ended; the measurements are
written to the folder as JSON, and the weights for the player `net` as `net.npz`.
"""

import argparse
import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import torch

from examples.baselines.alpha_zero import SMALL, Settings, Trainer, load_network, training_game
from examples.baselines.network import write_weights
from examples.baselines.scoring import Choices, right_moves
from gridduels import load_game
from gridduels.files import write_atomically

SAMPLE = 50_000
"""The number of positions with a choice to score during training."""


class Board(NamedTuple):
    """A board to train on, and other sizes to score on."""

    size: int
    others: tuple[int, ...]


BOARDS = {
    "light-cycle": Board(5, (3, 7)),
    "pathway": Board(5, (4, 6)),
    "grid-runner": Board(5, (6, 7)),
    "gridlock": Board(7, (5, 9)),
    "blockade": Board(5, (4,)),
}


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        print("| game | positions seen | seconds | right moves | on other boards |")
        print("| --- | ---: | ---: | ---: | --- |")
        for name in options.game or BOARDS:
            print(_row(_train(name, options, folder)), flush=True)
        _collect(folder)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m examples.baselines", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=BOARDS, help="repeatable (default: all)")
    parser.add_argument("--size", type=int, help="another board to train on")
    parser.add_argument("--seconds", type=float, default=120, help="time to train in this run, per game (default: 120)")
    parser.add_argument("--total", type=float, help="time to train in all runs (default: that of this run)")
    parser.add_argument("--measure", type=float, default=15, help="seconds between measurements (default: 15)")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--others", action="store_true", help="also score the network on other boards")
    parser.add_argument("--folder", type=Path, help="where runs are saved and continued")
    parser.add_argument("--choices", type=Path, help="a folder that caches the exact values of all positions")
    for name, about in (("games", "games at once"), ("simulations", "simulations per move"), ("minibatch", "")):
        parser.add_argument(f"--{name}", type=int, help=about)
    return parser.parse_args()


def _train(name: str, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Train on one game and return the measurements."""
    board, file = BOARDS[name], folder / f"{name}.pt"
    size = options.size or board.size
    if file.exists():
        trainer = Trainer.load(file, options.device)
    else:
        own = ("games", "simulations", "minibatch")
        changes = {each: getattr(options, each) for each in own if getattr(options, each)}
        settings = Settings(**changes) if options.device == "cuda" else replace(SMALL, **changes)
        trainer = Trainer(training_game(name, size), settings, options.device)
    every = _choices(name, size, options.choices)
    some = every.sample(SAMPLE)
    end, total = trainer.seconds + options.seconds, options.total or trainer.seconds + options.seconds
    while trainer.seconds < end:
        trainer.train(min(options.measure, end - trainer.seconds), total)
        share = right_moves(trainer.game, trainer.network, some, options.device)
        trainer.curve.append({"seconds": trainer.seconds, "positions": trainer.positions, "right": share})
        trainer.save(file)
    found: dict[str, Any] = {
        "game": name,
        "size": size,
        "seconds": trainer.seconds,
        "positions": trainer.positions,
        "choices": len(every),
        "right": right_moves(trainer.game, trainer.network, every, options.device),
        "others": {},
        "curve": trainer.curve,
        "device": torch.cuda.get_device_name() if options.device == "cuda" else "one core",
    }
    for other in board.others if options.others else ():
        choices = _choices(name, other, options.choices)
        game = training_game(name, other)
        found["others"][other] = right_moves(game, trainer.network, choices, options.device)
    write_atomically(folder / f"{name}.json", json.dumps(found, indent=1) + "\n")
    return found


def _choices(name: str, size: int, cache: Path | None) -> Choices:
    """Return the positions with a choice, from the cache if possible."""
    file = cache / f"{name}-{size}.npz" if cache else None
    if file and file.exists():
        return Choices.read(file)
    choices = Choices.of(load_game(name, size))
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        choices.write(file)
    return choices


def _row(found: dict[str, Any]) -> str:
    others = ", ".join(f"{size}x{size} {share:.1%}" for size, share in found["others"].items())
    return (
        f"| {found['game']} {found['size']}x{found['size']} | {found['positions']:,} | {found['seconds']:.0f} "
        f"| {found['right']:.2%} of {found['choices']:,} | {others} |"
    )


def _collect(folder: Path) -> None:
    """Write the weights of all networks in a folder to a single file."""
    trained = {name: file for name in BOARDS if (file := folder / f"{name}.pt").exists()}
    write_weights({name: load_network(file) for name, file in trained.items()}, folder / "net.npz")


if __name__ == "__main__":
    main()
