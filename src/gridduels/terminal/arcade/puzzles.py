"""Puzzles on the full screen, and the puzzle of the day."""

from calendar import Calendar
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.terminal.arcade.base import ArcadeScreen, Command
from gridduels.terminal.arcade.play import BoardScreen
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.arcade.widgets import KeyHelp, MessageLine, TooSmall
from gridduels.terminal.arcade.work import Background, ask_answer, ask_daily_puzzle, ask_puzzle
from gridduels.text import count

if TYPE_CHECKING:
    from gridduels.analysis.puzzles import Answer, Puzzle


# --- PuzzleScreen


_LENGTHS: Final = (None, 3, 5, 7, 9, 11, 13, 15)
"""In plies; None is any."""
_EACH_GRADE: Final = 3
"""How many puzzles a beginner solves before longer ones come."""


class PuzzleScreen(BoardScreen):
    """As many as somebody likes; a beginner gets a few short ones first."""

    def __init__(self, game: Game) -> None:
        super().__init__(Duel(game))
        self._game = game
        self._duel = Duel(game)
        self._puzzle: Puzzle | None = None
        self._knowing: Background[Puzzle | None] | Background[Answer] | None = None
        self._number = 0
        self._plies: int | None = None
        self._slipped = False
        self._today = date.today()

    @property
    def duel(self) -> Duel:
        return self._duel

    def may_move(self) -> bool:
        puzzle = self._puzzle
        return (
            puzzle is not None and self._knowing is None and self._duel.turn == puzzle.position.turn and not self.over
        )

    @property
    def over(self) -> bool:
        return self._duel.outcome is not None

    def on_mount(self) -> None:
        results = self.arcade.results
        self._plies = _length_for(results.puzzles.get(self._game.id, 0))
        self._number = results.puzzle_set(self._game.id, self._today.isoformat())["next"]
        self._ask()

    def on_unmount(self) -> None:
        self._forget()

    def _ask(self) -> None:
        """The next puzzle; a day has its own."""
        self._forget()
        self._puzzle = None
        self._knowing = self.look_for_one()
        self.say("Looking for a puzzle.")

    def look_for_one(self) -> "Background[Puzzle | None]":
        seed = f"{self._today} {self._number}" if self._number else str(self._today)
        return ask_puzzle(self._game, seed, self._plies, self._found, self._failed, self.show_progress)

    def _found(self, puzzle: "Puzzle | None") -> None:
        self._knowing = None
        self.hide_progress()
        if puzzle is None and self._number == 0 and self._plies == _LENGTHS[1]:
            self._plies = None  # this board is too small for the first grade
            self._ask()
            return
        if puzzle is None:
            length = (
                f" to {self._told(self._plies)}: choose another length" if self._plies else ": choose a larger board"
            )
            self.say(f"{self._game.title} has no puzzle here{length}.")
            return
        self._puzzle, self._slipped = puzzle, False
        self._begin(puzzle)

    def _begin(self, puzzle: "Puzzle") -> None:
        self._set(puzzle.duel())
        self.shown = self._duel
        self.say(f"{puzzle.task(self.arcade.unit(self._game))}. Only one move keeps the win: find it.")

    def _told(self, plies: int) -> str:
        from gridduels.analysis.sentences import distance_text

        return f"win in {distance_text(plies, self.arcade.unit(self._game))}"

    def _consequence(self, answer: "Answer") -> str:
        from gridduels.analysis.sentences import describe

        return describe(answer.value, unit=self.arcade.unit(self._game))

    def _set(self, duel: Duel) -> None:
        self._duel, self.selection, self.hint = duel, Selection(duel), None

    def _failed(self, error: Exception) -> None:
        self._knowing = None
        self.hide_progress()
        self.say(f"There are no puzzles here: {error}")

    def show(self) -> None:
        if not self.is_attached:
            return
        player, words = self._duel.turn, f"{self._game.words.player(self._duel.turn)} to move"
        if self._duel.outcome:
            player = self._duel.outcome.winner
            words = f"{self._game.words.player(player)} wins" if player else "A draw"
        self.show_frame(self._title(), player, words, self._knowing is not None, self.message or self.aimed())
        self.show_board()

    def _title(self) -> str:
        now, longest = self.arcade.results.streak(self._game.id)
        if self.app.size.width < 64:
            return f"{self._game.title}  streak {now}"
        length = f", {self._told(self._plies)}" if self._plies else ""
        solved = self.arcade.results.puzzles.get(self._game.id, 0)
        return f"{self._game.title}: puzzle {self._number + 1}{length}   solved {solved}   streak {now}, best {longest}"

    def wanted(self) -> list[Command]:
        found = [Command("escape", "stop", "stop")] if self._knowing else []
        if self.may_move():
            found += [Command("enter", "enter", "play it" if self.selection.word else ""), *self.pointing()]
        elif self.over:
            found += [Command("enter", "next", "next puzzle"), Command("space", "next", "")]
        found += [Command("n", "next", "" if self.over else "next puzzle"), Command("h", "hint", "hint")]
        found += [Command("t", "retry", "retry"), Command("l", "length", "length"), Command("r", "rules", "rules")]
        return [*found, Command("q", "leave", "menu"), Command("escape", "leave", "")]

    def play(self, word: str) -> None:
        """A person's move is judged before it is made."""

        def judged(answer: "Answer") -> None:
            self._knowing = None
            self.hide_progress()
            self._judge(word, answer)

        self._knowing = ask_answer(self._duel, word, judged, self._failed, self.show_progress)
        self.show()

    def _judge(self, word: str, answer: "Answer") -> None:
        if not answer.right:
            self._slip()
            self.selection.clear()
            slower = f"{word} still wins, but another move wins sooner: find the quickest way."
            wrong = f"No: after {word} {self._consequence(answer)}. Try another move."
            self.say(slower if answer.verdict.keeps else wrong)
            return
        after = self._duel.play(word)
        for reply in answer.reply:
            after = after.play(reply)
        self._set(after)
        if not after.outcome:
            answered = f" The answer is {', '.join(answer.reply)}." if answer.reply else ""
            self.say(f"That is it!{answered} Go on: find the next move.")
            return
        if self._puzzle:
            self.remember(self._puzzle, self._slipped)
        self.say(self._praise() if not self._slipped else "Done, with a slip on the way: such a one does not count.")

    def remember(self, puzzle: "Puzzle", slipped: bool) -> None:
        """The puzzle is done with; one with a slip on the way does not count."""
        day = self._today.isoformat()
        self.arcade.remember_place(self._game.id, day, self._number + 1)
        if not slipped:
            self.arcade.remember_puzzle(self._game.id, day, self._game.text(puzzle.position))

    def _praise(self) -> str:
        return "Solved."

    def _slip(self) -> None:
        self._slipped = True
        self.end_streak()

    def end_streak(self) -> None:
        self.arcade.end_streak(self._game.id)

    def do_hint(self) -> None:
        if self._puzzle and self._duel.ply == 0:
            self._slip()
            self.hint = self._puzzle.solution
            self.say(f"It is {self._puzzle.solution}. With a hint, the puzzle does not count.")
        else:
            self.say("There is no hint here.")

    def do_next(self) -> None:
        self._number += 1
        self._ask()

    def do_retry(self) -> None:
        """The same puzzle from its beginning."""
        if self._puzzle:
            self._forget()
            self._begin(self._puzzle)

    def do_length(self) -> None:
        """Puzzles of another length: any, then the shortest, then longer ones."""
        self._plies = _LENGTHS[(_LENGTHS.index(self._plies) + 1) % len(_LENGTHS)]
        self._ask()

    def do_stop(self) -> None:
        self._forget()
        self.hide_progress()
        self.say("Stopped.")

    def _forget(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None

    def do_rules(self) -> None:
        self.arcade.show_rules(self._game)


def _length_for(solved: int) -> int | None:
    """The length of the first puzzle for somebody who has solved so many: 3 plies, then 5, then any."""
    return (3, 5, None)[min(solved // _EACH_GRADE, 2)]


# --- DailyPuzzleScreen


class DailyPuzzleScreen(PuzzleScreen):
    """One puzzle; solved on its own day it lengthens the streak of days."""

    def __init__(self, day: date, today: date) -> None:
        from gridduels.analysis.puzzles import daily_game

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


# --- DailyScreen: a calendar of solved puzzles, and the streak


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
        from gridduels.analysis.puzzles import daily_game

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

        self.app.push_screen(DailyPuzzleScreen(self.day, self.today))
