"""A progress bar that also shows the score of a single match."""

from collections.abc import Sequence

from gridduels.arena.encounter import Encounter
from gridduels.terminal.progress import ProgressBar

__all__ = ["ScoreBar"]


class ScoreBar(ProgressBar):
    """Draws how many games of some matches have been played and, where it is one match, its score."""

    def __init__(self, matches: Sequence[Encounter]) -> None:
        super().__init__("Playing")
        self._match = matches[0] if len(matches) == 1 else None

    def _draw(self, line: str) -> None:
        if line and self._match:
            won, lost = self._match.wins()
            line += f" {won} : {lost}"
        super()._draw(line)
