"""Compare the CPU time of `solve` on Blockade Runner 5x5 between this checkout and another, running them alternately.

    git worktree add ../before <commit>
    python benchmarks/solve_checks.py --before ../before

Prints the ratio of CPU seconds with its 95 % interval. The exit code is 1 unless the upper end is below 1.05.

Against noise: all runs share one core, so that threads don't compete for caches; each run reports the least user time
of several solves, since interference only ever adds to it; and the two checkouts take turns in going first, so that a
drift of the machine's speed cancels out.
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

from timing import show

RUNS: Final = 10
SOLVES: Final = 3
"""The number of solves per run, of which the fastest counts."""
MOST: Final = 1.05
_T: Final = {9: 2.262}
"""The 97.5 % quantile of Student's t, by degrees of freedom."""
_SOLVE: Final = f"""
import os
import resource
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {{max(os.sched_getaffinity(0))}})
from gridduels import load_game
from gridduels.engine.progress import silent
try:
    from gridduels.engine.solvers.solver import solve_game
except ImportError:  # an older checkout
    from gridduels.engine.solving.solver import solve_game
times = []
for _ in range({SOLVES}):
    begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    solution = solve_game(load_game("blockade"), silent)
    for _ in solution.sections["codes"].make():
        pass
    times.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin)
print(min(times))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the checks of `solve` cost.")
    parser.add_argument("--before", metavar="FOLDER", type=Path, required=True, help="a checkout without the checks")
    folders = {"before": parser.parse_args().before, "after": Path(__file__).parents[1]}
    with tempfile.TemporaryDirectory() as cache:
        measurements = {name: _measurement(folder, Path(cache) / name) for name, folder in folders.items()}
        for measure in measurements.values():
            measure()  # compiles
        seconds: dict[str, list[float]] = {name: [] for name in measurements}
        for number in range(RUNS):
            show(f"pair {number + 1} of {RUNS}")
            for name in sorted(measurements, reverse=number % 2 == 1):
                seconds[name].append(measurements[name]())
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
