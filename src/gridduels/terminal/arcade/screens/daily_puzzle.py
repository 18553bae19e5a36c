"""DailyPuzzleScreen: the puzzle of a day, which is the same for everybody."""

from datetime import date
from typing import TYPE_CHECKING

from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.screens.puzzles import PuzzleScreen
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.questions import ask_daily_puzzle

if TYPE_CHECKING:
    from gridduels.analysis.puzzles import Puzzle

__all__ = ["DailyPuzzleScreen"]


class DailyPuzzleScreen(PuzzleScreen):
    """One puzzle; solved on its own day it lengthens the streak of days."""

    def __init__(self, day: date, today: date) -> None:
        from gridduels.analysis.daily import daily_game

        super().__init__(daily_game(day))
        self._day, self._today = day, today

    def look_for_one(self) -> "Background[Puzzle | None]":
        return ask_daily_puzzle(self._game, self._day, self._found, self._failed, self.show_progress)

    def _title(self) -> str:
        streak = self.arcade.results.day_streak(self._today)
        if self.app.size.width < 64:
            return f"{self._game.title}  {self._day:%d %b}"
        return f"{self._game.title}: puzzle of {self._day:%A, %d %B}   streak of days {streak}"

    def wanted(self) -> list[Command]:
        found = [each for each in super().wanted() if each.action not in ("next", "length")]
        found = [each._replace(label="calendar") if each.label == "menu" else each for each in found]
        return [*([Command("enter", "leave", ""), Command("space", "leave", "")] if self.over else []), *found]

    def remember(self, puzzle: "Puzzle", slipped: bool) -> None:
        if not slipped:
            self.arcade.keep(lambda: self.arcade.results.solved_day(self._day, self._today))

    def _praise(self) -> str:
        streak = self.arcade.results.day_streak(self._today)
        again = "Solved, and on its day" if self._day == self._today else "Solved"
        return f"{again}. Streak of days: {streak}."

    def end_streak(self) -> None:
        """A slip ends no streak of days: the puzzle can be tried again."""
