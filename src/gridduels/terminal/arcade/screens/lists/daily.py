"""DailyScreen: the puzzles of the days, as a calendar of what was solved, and the streak."""

from calendar import Calendar
from datetime import date, timedelta
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.words import count

__all__ = ["DailyScreen"]

_STEPS: Final = {"left": -1, "right": 1, "up": -7, "down": 7}
_FIRST_DAY: Final = date(2000, 1, 1)


class DailyScreen(ArcadeScreen):
    """A month; today is chosen, and earlier days can be."""

    moving_word = "choose"

    def __init__(self) -> None:
        super().__init__()
        self.today = self.day = date.today()

    def compose(self) -> ComposeResult:
        yield Static("", id="title", markup=False)
        yield Static("", id="calendar", markup=False)
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()

    def _show(self) -> None:
        results = self.arcade.results
        streak = count(results.day_streak(self.today), "day")
        self.query_one("#title", Static).update(f"Puzzle of the day   streak {streak}   solved {len(results.days)}")
        self.query_one("#calendar", Static).update(self._calendar())
        self.query_one(MessageLine).say(self._about())
        self.refresh_keys()

    def _calendar(self) -> Text:
        """A week a line, from Monday; the chosen day between angle brackets."""
        text = Text(f"{self.day:%B %Y}\n\n Mon  Tue  Wed  Thu  Fri  Sat  Sun", no_wrap=True)
        for week in Calendar().monthdatescalendar(self.day.year, self.day.month):
            text.append("\n")
            for day in week:
                shown = f"{day.day:>2}{self._mark(day)}" if day.month == self.day.month else "   "
                chosen = day == self.day
                text.append(f"{'>' if chosen else ' '}{shown} ", style="bold reverse" if chosen else "")
        return text.append("\n\n* solved on its day   + solved later")

    def _mark(self, day: date) -> str:
        solved = self.arcade.results.days.get(day.isoformat())
        return " " if solved is None else "*" if solved == day.isoformat() else "+"

    def _about(self) -> str:
        from gridduels.analysis.daily import daily_game

        mark = {" ": "not solved yet", "*": "solved on its day", "+": "solved later"}[self._mark(self.day)]
        return f"{self.day:%A, %d %B}: {daily_game(self.day).title}, {mark}. Easy on Monday, hard on Sunday."

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "play", "solve it"),
            Command("space", "play", ""),
            Command("t", "go_to_today", "today"),
            Command("escape", "leave", "menu"),
            Command("q", "leave", ""),
        ]

    def move(self, direction: str) -> None:
        self.day = min(max(self.day + timedelta(_STEPS[direction]), _FIRST_DAY), self.today)
        self._show()

    def do_go_to_today(self) -> None:
        self.day = self.today
        self._show()

    def do_play(self) -> None:
        from gridduels.terminal.arcade.screens.daily_puzzle import DailyPuzzleScreen

        self.app.push_screen(DailyPuzzleScreen(self.day, self.today))
