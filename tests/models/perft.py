"""Count move sequences and reachable positions; `python -m tests.models.perft` rewrites PERFT.json."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, TypeVar

from . import MODELS, Model

M = TypeVar("M", bound=Model)

PERFT_FILE = Path(__file__).with_name("PERFT.json")

SIZES: dict[str, tuple[int, ...]] = {
    "light-cycle": (3, 5, 7),
    "pathway": (3, 4, 5, 6, 7),
    "grid-runner": (3, 4, 5, 6, 7),
    "gridlock": (3, 5, 7, 9),
    "blockade": (3, 4, 5, 6),
}

RULINGS: dict[str, dict[str, tuple[Any, ...]]] = {
    "light-cycle": {},
    "pathway": {"goal": ("open", "sealed")},
    "grid-runner": {},
    "gridlock": {},
    "blockade": {"obstacles": (3, 0, 1, 2), "paths": ("both", "opponent"), "stuck": ("loses", "passes")},
}
"""Each game's rulings in alphabetical order, each with its values, default first."""

MOST_PLIES = {"light-cycle": 49, "pathway": 49, "grid-runner": 16, "gridlock": 49, "blockade": 16}
MOST_EXPANDED = dict.fromkeys(SIZES, 150_000) | {"blockade": 6_000}
"""Limits in plies and positions, not in seconds, so that the file is the same on every machine."""


def levels(model: M) -> Iterator[Counter[M]]:
    """Yield the positions after 0, 1, 2, ... moves, each with the number of sequences that lead to it."""
    level = Counter({model: 1})
    while True:
        yield level
        following: Counter[M] = Counter()
        for position, sequences in level.items():
            for move in position.moves():
                following[position.play(move)] += sequences
        level = following


def perft(model: Model, depth: int) -> list[int]:
    """Return the numbers of move sequences of length 1 to depth; a finished game has no longer sequences."""
    return [level.total() for level in islice(levels(model), 1, depth + 1)]


def reachable(model: M) -> set[M]:
    """Return all reachable positions, including the given one."""
    seen = {model}
    waiting = [model]
    while waiting:
        found = {position.play(move) for position in waiting for move in position.moves()}
        waiting = list(found - seen)
        seen |= found
    return seen


def affordable(model: Model, most_plies: int, most_expanded: int) -> list[int]:
    """Return perft as deep as the limits allow; a last 0 means that no game lasts longer."""
    counts: list[int] = []
    expanded = 0
    for level in islice(levels(model), most_plies + 1):
        counts.append(level.total())
        expanded += len(level)
        if not level or expanded > most_expanded:
            break
    return counts[1:]


def combinations(game: str) -> Iterator[dict[str, Any]]:
    """Yield every combination of the game's rulings, omitting rulings at their default."""
    names = RULINGS[game]
    for values in product(*names.values()):
        yield {name: value for name, value in zip(names, values, strict=True) if value != names[name][0]}


def rulings_text(rulings: dict[str, Any]) -> str:
    """Return the key of a combination: `obstacles=1,stuck=passes`, and an empty text for the defaults."""
    return ",".join(f"{name}={value}" for name, value in sorted(rulings.items()))


def measure(game: str, size: int) -> dict[str, list[int]]:
    """Return the counts from the start, by the text of the rulings."""
    counts = {}
    for rulings in combinations(game):
        model = MODELS[game].start(size, **rulings)
        counts[rulings_text(rulings)] = affordable(model, MOST_PLIES[game], MOST_EXPANDED[game])
    return counts


def file_text(counts: dict[str, dict[str, dict[str, list[int]]]]) -> str:
    """Return the counts as JSON, one list per line."""
    games = []
    for game, sizes in counts.items():
        boards = []
        for size, rulings in sizes.items():
            lines = [f"      {json.dumps(text)}: {json.dumps(numbers)}" for text, numbers in rulings.items()]
            boards.append(f"    {json.dumps(size)}: {{\n" + ",\n".join(lines) + "\n    }")
        games.append(f"  {json.dumps(game)}: {{\n" + ",\n".join(boards) + "\n  }")
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    """Measure everything and replace the file."""
    fresh = PERFT_FILE.with_suffix(".json.new")
    counts = {game: {str(size): measure(game, size) for size in sizes} for game, sizes in SIZES.items()}
    fresh.write_text(file_text(counts), encoding="utf-8")
    os.replace(fresh, PERFT_FILE)


if __name__ == "__main__":
    main()
