"""The five duels in plain Python, the way such environments are usually written: nothing clever, nothing wasteful.

They have the default sizes and rulings, and their actions have the numbers that ours have.
"""

from plain.blockade import Blockade
from plain.environment import Environment
from plain.gridlock import GridLock
from plain.repetition import BarredBlockade, BarredGridRunner
from plain.runners import GridRunner, LightCycle, Pathway

__all__ = ["BARRED", "ENVIRONMENTS", "Environment"]

ENVIRONMENTS: dict[str, type[Environment]] = {
    "light-cycle": LightCycle,
    "pathway": Pathway,
    "grid-runner": GridRunner,
    "gridlock": GridLock,
    "blockade": Blockade,
}
"""By the id of the game; here positions may repeat."""

BARRED: dict[str, type[Environment]] = {"grid-runner": BarredGridRunner, "blockade": BarredBlockade}
"""Here they may not for the third time, as the default ruling has it."""
