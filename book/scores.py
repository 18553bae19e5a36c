"""The chapter about players and baselines on the benchmark's positions, from the files in `results/`."""

from pathlib import Path
from typing import Final

from gridduels.language.benchmark import ALL_TIERS
from gridduels.language.results import Row, read_all, rows_of
from gridduels.pictures.document import Book

_FOLDER: Final = Path(__file__).parents[1] / "results"


def write_scores(book: Book) -> None:
    """Write the chapter about scores by exact values."""
    found = read_all([_FOLDER])
    tiers = [{row.name: row for row in rows_of(found, tier)} for tier in ALL_TIERS]
    book.chapter("scores", "Who really plays?")
    book.say(
        "Since the value of every move is known, players can be measured without an opponent. Each is asked for moves "
        "in positions where some legal move gives the value away. The score is the share of moves that keep the value, "
        "corrected for chance: 0 is a random legal move, 100 is perfect play."
    )
    names = dict.fromkeys(name for rows in tiers for name in rows)
    order = sorted(names, key=lambda name: -max(rows[name].score for rows in tiers if name in rows))
    rows = [(name, *(_interval(rows.get(name)) for rows in tiers)) for name in order]
    book.table(
        ("who", "book boards", "larger boards", "invented duels"),
        rows,
        "Scores with their 95 % intervals. Net learned by self-play on the book boards. The nearest neighbour plays "
        "the best move of the most similar of 5,000 other positions. The scripts ask the rules, or the exact values, "
        "about every move.",
    )
    book.commands(["gridduels benchmark page results -o scores.html"])


def _interval(row: Row | None) -> str:
    return f"{row.score:.0f} ({row.low:.0f} to {row.high:.0f})" if row else ""
