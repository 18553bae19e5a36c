"""Helpers for tests of the arena: oracles, small matches and small bots."""

from __future__ import annotations

import json
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from gridduels import Game, load_game
from gridduels.arena.encounter import Encounter
from gridduels.arena.entrants import Entrant
from gridduels.arena.openings import DrawnOpenings
from gridduels.arena.play import Played, known_values
from gridduels.arena.statistics import Sprt
from tests.skips import require

GAME: Final = load_game("light-cycle")

STEADY: Final = """
import sys, time
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "gridduels":
        print("name steady\\nready 1", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        time.sleep(float(sys.argv[1]))
        print("move", legal[0], flush=True)
    elif word == "quit":
        break
"""


def oracle(module: str) -> Any:
    """Import an independent package to compare with."""
    require(find_spec(module.partition(".")[0]), f"{module} is not installed, so there is nothing to compare with")
    return import_module(module)


def match_of(
    a: str = "random", b: str = "greedy", pairs: int = 10, seed: int = 0, game: Game = GAME, sprt: Sprt | None = None
) -> Encounter:
    openings = DrawnOpenings(game, seed, known_values(game))
    return Encounter(Entrant(a, a), Entrant(b, b), openings, pairs, seed, sprt=sprt)


def won_by(player: int, reason: str = "no moves", why: str = "", moves: str = "") -> Played:
    return Played(moves, player, reason, why, None)


def games_in(path: Path) -> list[str]:
    """Return the lines of a results file, sorted."""
    return sorted(path.read_text(encoding="utf-8").splitlines())


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def steady_bot(folder: Path, seconds: float = 0.0) -> str:
    """Return a bot that waits and then plays the first legal move."""
    script = folder / "steady.py"
    script.write_text(STEADY, encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(script), str(seconds)])}"
