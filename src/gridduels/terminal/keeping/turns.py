"""Who begins against the computer where nobody says so: by turns, from one time to the next."""

from contextlib import suppress

from gridduels.errors import GridDuelsError
from gridduels.terminal.keeping.settings import Settings

__all__ = ["by_turns"]


def by_turns(game: str) -> int:
    """The player who did not begin a game, known by its id, last time; in the arcade, too."""
    settings = Settings.load([])
    setup = settings.setups.setdefault(game, {})
    setup["began"] = 2 if setup.get("began") == 1 else 1
    with suppress(GridDuelsError):  # where nothing can be kept, Player 1 begins each time
        settings.save()
    return int(setup["began"])
