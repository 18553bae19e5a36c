"""Compare the CPU time of `solve` on Blockade Runner 5x5 between this checkout and another, running them alternately.

    git worktree add ../before <commit>
    python benchmarks/solve_checks.py --before ../before

Prints the ratio of CPU seconds (user time, the most reliable measure on a busy machine) with its 95 % interval. The
exit code is 1 unless the upper end is below 1.05.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from timing import in_turn

RUNS: Final = 10
SOLVES: Final = 3
"""The number of solves per run, since a single solve varies by more than the difference to detect."""
MOST: Final = 1.05
_T: Final = {9: 2.262}
"""The 97.5 % quantile of Student's t, by degrees of freedom."""
_SOLVE: Final = f"""
import resource
from gridduels import load_game
from gridduels.engine.progress import silent
try:
    from gridduels.engine.solvers.solver import solve_game
except ImportError:  # an older checkout
    from gridduels.engine.solving.solver import solve_game
begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
for _ in range({SOLVES}):
    solution = solve_game(load_game("blockade"), silent)
    for _ in solution.sections["codes"].make():
        pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the checks of `solve` cost.")
    parser.add_argument("--before", metavar="FOLDER", type=Path, required=True, help="a checkout without the checks")
    folders = {"before": parser.parse_args().before, "after": Path(__file__).parents[1]}
    with tempfile.TemporaryDirectory() as cache:
        measurements = {name: _measurement(folder, Path(cache) / name) for name, folder in folders.items()}
        for measure in measurements.values():
            measure()  # compiles
        seconds = in_turn(measurements, RUNS)
    for name, figures in seconds.items():
        print(f"{name:<7} {' '.join(f'{figure:6.2f}' for figure in figures)}  CPU seconds")
    ratios = [math.log(after / before) for before, after in zip(seconds["before"], seconds["after"], strict=True)]
    centre, spread = statistics.mean(ratios), statistics.stdev(ratios) / math.sqrt(RUNS) * _T[RUNS - 1]
    low, ratio, high = (math.exp(number) for number in (centre - spread, centre, centre + spread))
    print(f"ratio   {ratio:.3f}, 95 % interval {low:.3f} to {high:.3f}; the upper end must stay below {MOST}")
    return 0 if high < MOST else 1


def _measurement(folder: Path, cache: Path) -> Callable[[], float]:
    def measure() -> float:
        environment = os.environ | {"PYTHONPATH": str(folder / "src"), "GRIDDUELS_CACHE": str(cache)}
        done = subprocess.run(
            [sys.executable, "-c", _SOLVE], env=environment, capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    return measure


if __name__ == "__main__":
    sys.exit(main())
