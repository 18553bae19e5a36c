"""What Inspect registers: the entry point of the group `inspect_ai`."""

from gridduels.language.evaluation.models import players
from gridduels.language.evaluation.tasks import games, moves, puzzles, rules

__all__ = ["games", "moves", "players", "puzzles", "rules"]
