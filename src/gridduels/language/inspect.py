"""The names that Inspect registers; the target of our entry point in the group `inspect_ai`."""

from gridduels.extras import needed

with needed("gridduels.language.inspect", "engine", "llm"):
    from gridduels.language.models import players
    from gridduels.language.tasks import games, moves, puzzles, rules

__all__ = ["games", "moves", "players", "puzzles", "rules"]
