"""Draw the positions of the benchmark's task `moves`: `python -m tools.positions`.

They are stored in src/gridduels/language/positions.json with the exact value of every move, because drawing them takes
minutes on the largest boards. Drawing them again gives the same positions unless the benchmark's version changes; any
change to the file requires a new version.
"""

import json
import sys
from pathlib import Path
from typing import Final

from gridduels.files import write_atomically
from gridduels.language.benchmark import ALL_TIERS, SEED, boards_of, frozen_rows, samples_per_game
from gridduels.language.positions import draw_positions

PLACE: Final = Path(__file__).parents[1] / "src" / "gridduels" / "language" / "positions.json"


def main() -> None:
    lines = []
    for tier in ALL_TIERS:
        for board in boards_of(tier):
            game = board.load()
            print(f"tier {tier}: {game}", file=sys.stderr, flush=True)
            rows = frozen_rows(draw_positions(game, samples_per_game("moves", tier, None), SEED))
            lines.append(f"{json.dumps(repr(game))}: {json.dumps(rows, separators=(',', ':'))}")
    write_atomically(PLACE, [b"{\n" + ",\n".join(lines).encode() + b"\n}\n"])


if __name__ == "__main__":
    main()
