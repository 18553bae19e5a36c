"""AlphaZero on the batch engine: the exact share of right moves as a function of training time.

`python benchmarks alpha-zero` prints the results in `alpha_zero.json`. To measure them, run `python -m
examples.baselines --device cuda --others --folder FOLDER`, which writes FOLDER/GAME.json for each game.
"""

import json
from pathlib import Path
from typing import Any, Final

from tables import Cell, Column, Table

RESULTS: Final = Path(__file__).with_suffix(".json")
_TIMES: Final = (30, 60, 120, 240, 480)
"""The training times to show, in seconds."""


def run() -> list[Table]:
    found: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    columns = (
        Column("board"),
        Column("choices"),
        Column("positions seen"),
        Column("seconds"),
        *(Column(f"{seconds} s", "{:.2%}") for seconds in _TIMES),
        Column("at the end", "{:.2%}"),
        Column("other boards"),
    )
    notes = (
        "A right move keeps the value of the position. A choice is a position with right and wrong legal moves.",
        "At the end, over all choices on the three smallest boards, over all canonical forms on gridlock, and over",
        "those in a uniform sample of the table on blockade. While training, over a sample of canonical forms",
        "(light-cycle after 117 s: over all choices). After their first run (268, 96, 25 and 238 s), light-cycle,",
        "pathway, grid-runner and gridlock went on together, sharing the card.",
        f"One {next(iter(found.values()))['device']}.",
    )
    return [Table("AlphaZero: exact share of right moves", columns, tuple(map(_row, found.values())), notes)]


def _row(found: dict[str, Any]) -> tuple[Cell, ...]:
    return (
        f"{found['game']} {found['size']}x{found['size']}",
        found["choices"],
        found["positions"],
        found["seconds"],
        *(_after(found["curve"], seconds) for seconds in _TIMES),
        found["right"],
        ", ".join(f"{size}x{size} {share:.1%}" for size, share in found["others"].items()) or None,
    )


def _after(curve: list[dict[str, float]], seconds: float) -> float | None:
    """Return the last measurement up to a time; None if training ended much earlier."""
    if curve[-1]["seconds"] < 0.9 * seconds:
        return None
    shares = [each["right"] for each in curve if each["seconds"] <= 1.05 * seconds]
    return shares[-1] if shares else None
