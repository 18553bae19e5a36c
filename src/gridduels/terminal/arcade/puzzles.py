"""Puzzles, the puzzle of the day with its calendar, and the tutorial."""

from calendar import Calendar
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Definition, Game
from gridduels.lessons import Lesson, lessons, respond
from gridduels.players.ladder import LADDER
from gridduels.terminal.arcade.canvas import Look, plain_text
from gridduels.terminal.arcade.play import DuelBoard
from gridduels.terminal.arcade.screens import ArcadeScreen, hidden
from gridduels.terminal.arcade.texts import capital
from gridduels.terminal.arcade.widgets import GoldButton, MessageLine, Messages, PlayerCard, arrows
from gridduels.terminal.arcade.work import Background, ask, ask_hint
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Setup
from gridduels.text import count

if TYPE_CHECKING:
    from gridduels.analysis.hints import Hint
    from gridduels.analysis.puzzles import Answer, Puzzle
    from gridduels.engine import Values
    from gridduels.terminal.arcade.app import Arcade

# --- Puzzle sources


_LENGTHS: Final = (None, 3, 5, 7, 9, 11, 13, 15)
"""Lengths in plies; None means any length."""
_EACH_GRADE: Final = 3
"""How many puzzles of each length a beginner solves before moving on to longer ones."""


class EndlessPuzzles:
    """An endless series of puzzles. A new series begins every day, and beginners get short puzzles first."""

    def __init__(self, arcade: "Arcade", game: Game, today: date) -> None:
        self._arcade, self.game, self._day = arcade, game, today.isoformat()
        solved = arcade.results.puzzles.get(game.id, 0)
        self.plies = (3, 5, None)[min(solved // _EACH_GRADE, 2)]
        self.number: int = arcade.results.puzzle_set(game.id, self._day)["next"]

    def find(self, values: "Values") -> "Puzzle | None":
        from gridduels.analysis.puzzles import puzzles

        seed = f"{self._day} {self.number}" if self.number else self._day
        found = next(puzzles(values, seed, self.plies), None)
        if found is None and self.number == 0 and self.plies == _LENGTHS[1]:
            self.plies = None  # this board is too small for the shortest puzzles
            found = next(puzzles(values, seed, None), None)
        return found

    @property
    def heading(self) -> str:
        now, longest = self._arcade.results.streak(self.game.id)
        solved = self._arcade.results.puzzles.get(self.game.id, 0)
        known = (
            f"{solved} solved, {now} in a row, best {longest}" if now else f"{solved} solved, best {longest} in a row"
        )
        return f"{self.game.title}: puzzle {self.number + 1}\n{known if solved else 'Solve it to start a streak.'}"

    def finish(self, puzzle: "Puzzle", slipped: bool) -> str:
        """Count a solved puzzle and return a sentence about it."""
        results, id = self._arcade.results, self.game.id
        self._arcade.keep(lambda: results.reached(id, self._day, self.number + 1))
        if slipped:
            return "Solved, but not on the first try, so it doesn't count."
        self._arcade.keep(lambda: results.solved(id, self._day, self.game.text(puzzle.position)))
        return "Solved!"

    def slip(self) -> None:
        self._arcade.keep(lambda: self._arcade.results.slipped(self.game.id))


class DailyPuzzle:
    """The puzzle of a given day. Solving it on that day extends the streak; a slip does not end the streak."""

    plies, number = None, 0

    def __init__(self, arcade: "Arcade", day: date, today: date) -> None:
        from gridduels.analysis.puzzles import daily_game

        self._arcade, self._day, self._today = arcade, day, today
        self.game = daily_game(day)

    def find(self, values: "Values") -> "Puzzle | None":
        from gridduels.analysis.puzzles import daily_puzzle

        return daily_puzzle(values, self._day)

    @property
    def heading(self) -> str:
        today = "Today's puzzle" if self._day == self._today else "Puzzle of"
        return f"{today} · {self._day:%a} {self._day.day} {self._day:%b}\n{self.game.title}"

    def finish(self, puzzle: "Puzzle", slipped: bool) -> str:
        if slipped:
            return "Solved, but not on the first try, so it doesn't count. Press t to try again."
        self._arcade.keep(lambda: self._arcade.results.solved_day(self._day, self._today))
        days = self._arcade.results.day_streak(self._today)
        return "Solved! " + (f"{count(days, 'day')} in a row." if self._day == self._today else "")

    def slip(self) -> None:
        """Do nothing: the streak continues, because the puzzle can be tried again."""


# --- PuzzleScreen


class PuzzleScreen(ArcadeScreen):
    """A position with a single winning move, which the player must find and follow through to the end."""

    TAB = "puzzles"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "stop"),
        Binding("enter", "next", "done"),
        hidden("space", "next"),
        Binding("h", "hint", "hint"),
        Binding("u", "retry", "start over"),
        hidden("t", "retry"),
        Binding("n", "skip", "next puzzle"),
        Binding("l", "length", "length"),
        Binding("r", "rules", "rules"),
        Binding("escape", "leave", "back"),
        hidden("q", "leave"),
    ]

    def __init__(self, game: Game, day: date | None = None, today: date | None = None) -> None:
        """Show a game's puzzles or, with `day`, the puzzle of that day."""
        super().__init__()
        self._game, self._day, self._today = game, day, today or date.today()
        self._duel = Duel(game)
        self.board = DuelBoard(self._duel)
        self.begun = 0
        """The ply at which the puzzle begins; the moves before it are only there for their trails."""
        self._puzzle: Puzzle | None = None
        self._under_way: Background[Puzzle | None] | Background[Answer] | Background[Hint] | None = None
        self._hint: Hint | None = None
        self._step = 0
        self._slipped = False
        self.messages = Messages(self, self.board.aimed, self.show)

    @property
    def duel(self) -> Duel:
        return self._duel

    @property
    def over(self) -> bool:
        return self._duel.outcome is not None

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield Static("", id="about", markup=False)
                yield Static("", id="status", markup=False)
                yield MessageLine(id="side-message")
                yield Static("", id="month", markup=False)
                yield PlayerCard(id="you")
        yield MessageLine(id="message")

    def on_mount(self) -> None:
        self.board.focus()
        if self._day:
            self._source: DailyPuzzle | EndlessPuzzles = DailyPuzzle(self.arcade, self._day, self._today)
        else:
            self._source = EndlessPuzzles(self.arcade, self._game, self._today)
        self._ask()

    def on_unmount(self) -> None:
        self._cancel()

    def _ask(self) -> None:
        self._cancel()
        self._puzzle = None
        self._under_way = ask(self._game, self._source.find, self._found, self._failed, self.messages.watch)
        self.messages.say("Looking for a puzzle.")

    def _found(self, puzzle: "Puzzle | None") -> None:
        self._under_way = None
        if puzzle is None:
            length = " of this length. Press l for another." if self._source.plies else ". Choose a larger board."
            self.messages.say(f"{self._game.title} has no puzzle{length}")
            return
        self._puzzle, self._slipped = puzzle, False
        self._begin(puzzle)

    def _begin(self, puzzle: "Puzzle") -> None:
        self._duel, self._hint = puzzle.duel_with_trails(), None
        self.begun = self._duel.ply
        self.board.show(self._duel, may_move=True, jump=True)
        self.messages.say(f"{puzzle.task(self.arcade.unit(self._game))}. Only one move keeps the win.")

    def _failed(self, error: Exception) -> None:
        self._under_way = None
        self.messages.say(f"No puzzles here: {error}")

    def _cancel(self) -> None:
        self.messages.progress = ""
        if self._under_way:
            self._under_way.cancel()
            self._under_way = None

    # display

    def may_move(self) -> bool:
        mine = self._puzzle is not None and self._duel.turn == self._puzzle.position.turn
        return mine and not self.busy and not self.over

    def show(self) -> None:
        if not self.is_open:
            return
        duel, words = self._duel, self._game.words
        player, text = duel.turn, f"{words.player(duel.turn)} to move"
        if duel.outcome:
            player = duel.outcome.winner
            text = f"{words.player(player)} wins" if player else "A draw"
        self.board.show(duel, self.may_move(), hint=self._hint.move if self._hint and self._step else None)
        self.board.show_turn(player, text, "Press an arrow." if self.may_move() else "", self.busy)
        heading = self._source.heading
        self.query_one("#about", Static).update(plain_text(heading) if self.arcade.look.mode == "ascii" else heading)
        self.query_one("#status", Static).update(words.status(duel).replace(", ", "\n"))
        if self._day:
            month = calendar_text(self.arcade.results, self._day, self._today, self.arcade.look)
            self.query_one("#month", Static).update(month)
        kismet, other = LADDER[-1], 3 - (self._puzzle.position.turn if self._puzzle else 1)
        about = f"Plays {words.player(other)} and puts up the longest defence."
        self.query_one(PlayerCard).show(kismet.name.lower(), other, kismet.name, about)
        self.messages.show()
        self.refresh_bindings()

    # moves

    def on_duel_board_aimed(self) -> None:
        if self.board.aimed():
            self.messages.sentence = ""
        self.messages.show()

    def on_duel_board_decided(self, event: DuelBoard.Decided) -> None:
        self.play(event.word)

    def play(self, word: str) -> None:
        """Check a person's move before playing it."""

        def judge(values: "Values") -> "Answer":
            from gridduels.analysis.puzzles import answer

            return answer(values, self._duel, word)

        def judged(answer: "Answer") -> None:
            self._under_way = None
            self._judge(word, answer)

        self._under_way = ask(self._game, judge, judged, self._failed, self.messages.watch)
        self.show()

    def _judge(self, word: str, answer: "Answer") -> None:
        from gridduels.analysis.sentences import describe, line_words, move_words

        if not answer.right:
            self._slip()
            self.board.selection.clear()
            outlook = describe(answer.value, unit=self.arcade.unit(self._game))
            move = move_words(self._game, word)
            slower = f"{capital(move)} still wins, but another move wins sooner. Find the quickest way."
            self.messages.say(slower if answer.verdict.keeps else f"No: after {move} {outlook}. Try another move.")
            return
        after = self._duel.play(word)
        for reply in answer.reply:
            after = after.play(reply)
        self._duel, self._hint = after, None
        if not after.outcome:
            opponent = self._game.words.player(3 - after.turn)
            replied = f" {opponent} replies {line_words(self._game, answer.reply)}." if answer.reply else ""
            self.messages.say(f"Correct!{replied} Your move.")
        elif self._puzzle:
            self.messages.say(self._source.finish(self._puzzle, self._slipped))

    def _slip(self) -> None:
        self._slipped = True
        self._source.slip()

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        endless = self._day is None
        return {"stop": self.busy, "next": self.over, "skip": endless, "length": endless}.get(action, True)

    def action_stop(self) -> None:
        self._cancel()
        self.messages.say("Stopped.")

    def action_hint(self) -> None:
        """First hint at where to look, then name the move, then explain why."""
        if not self.may_move():
            self.messages.say("No hint here.")
        elif self._hint:
            self._step = min(self._step + 1, 2)
            self._show_hint(self._hint)
        else:
            plies = self.arcade.unit(self._game) == "plies"
            self._under_way = ask_hint(self._duel, plies, self._hinted, self._failed, self.messages.watch)
            self.show()

    def _hinted(self, hint: "Hint") -> None:
        self._under_way, self._hint, self._step = None, hint, 0
        self._slip()
        self._show_hint(hint)

    def _show_hint(self, hint: "Hint") -> None:
        more = " Press h again to see the move." if self._step == 0 else ""
        self.messages.say(f"{hint.steps[self._step]}{more} With a hint, the puzzle doesn't count.")

    def action_next(self) -> None:
        if self._day:
            self.action_leave()
        else:
            self.action_skip()

    def action_skip(self) -> None:
        self._source.number += 1
        self._ask()

    def action_retry(self) -> None:
        if self._puzzle:
            self._cancel()
            self._begin(self._puzzle)

    def action_length(self) -> None:
        """Cycle through puzzle lengths: any, then from shortest to longest."""
        source = self._source
        if isinstance(source, EndlessPuzzles):
            source.plies = _LENGTHS[(_LENGTHS.index(source.plies) + 1) % len(_LENGTHS)]
            self._ask()

    def action_rules(self) -> None:
        self.arcade.show_rules(self._game)


# --- The calendar


def calendar_text(results: Results, chosen: date, today: date, look: Look) -> Text:
    """Return a month's calendar; a gold ribbon joins solved days, and brackets mark the chosen one."""
    days = results.day_streak(today)
    streak = (
        f"{count(days, 'day')} in a row, {len(results.days)} solved" if days else "Solve it today to start a streak."
    )
    text = Text(no_wrap=True).append(f"{chosen:%B %Y}", "bold")
    text.append(f"\n{streak}\n\n", look.palette.muted)
    text.append("  M   T   W   T   F   S   S", look.palette.muted)
    gold = Style(color=look.gold_ink, bgcolor=look.gold, bold=True) if look.pixels else Style(bold=True, underline=True)
    for week in Calendar().monthdatescalendar(chosen.year, chosen.month):
        text.append("\n")
        marks = ["", *(_mark(results, day) if day.month == chosen.month else "" for day in week), ""]
        for day, before, mark, after in zip(week, marks, marks[1:], marks[2:], strict=False):
            if not mark:
                text.append("    ")
                continue
            solved = mark == "*"
            style = gold if solved else Style(bold=True) if day <= today else look.palette.muted
            text.append("[" if day == chosen else " ", gold if solved and before == "*" else "bold")
            text.append(f"{day.day:>2}", style)
            end = "]" if day == chosen else "+" if mark == "+" else " "
            text.append(end, gold if solved and after == "*" else "bold")
    return text.append("\n\n+ solved later", look.palette.muted)


def _mark(results: Results, day: date) -> str:
    solved = results.days.get(day.isoformat())
    return " " if solved is None else "*" if solved == day.isoformat() else "+"


# --- DailyScreen


_STEPS: Final = {"left": -1, "right": 1, "up": -7, "down": 7}
_FIRST_DAY: Final = date(2000, 1, 1)


class DailyScreen(ArcadeScreen):
    """A calendar of the puzzles of the day, with today selected."""

    TAB = "puzzles"
    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("choose"),
        Binding("enter", "play", "solve it"),
        hidden("space", "play"),
        Binding("t", "today", "today"),
        Binding("p", "puzzles", "more puzzles"),
        Binding("escape", "leave", "back"),
        hidden("q", "leave"),
    ]

    def __init__(self, today: date) -> None:
        super().__init__()
        self.today = self.day = today

    def compose_body(self) -> ComposeResult:
        with Vertical(id="calendar-box"):
            yield Static("", id="calendar", markup=False)
            yield MessageLine(id="note")
            yield GoldButton("Solve it", id="solve")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()

    def _show(self) -> None:
        calendar = calendar_text(self.arcade.results, self.day, self.today, self.arcade.look)
        self.query_one("#calendar", Static).update(calendar)
        self.query_one(MessageLine).say(self._about())

    def _about(self) -> str:
        from gridduels.analysis.puzzles import daily_game

        mark = _mark(self.arcade.results, self.day)
        state = {" ": "not solved yet", "*": "solved on the day", "+": "solved later"}[mark]
        day = f"{self.day:%A} {self.day.day} {self.day:%B}"
        return f"{day}: {daily_game(self.day).title}, {state}. Mondays are easy, Sundays hard."

    def action_move(self, direction: str) -> None:
        self.day = min(max(self.day + timedelta(_STEPS[direction]), _FIRST_DAY), self.today)
        self._show()

    def action_today(self) -> None:
        self.day = self.today
        self._show()

    def action_puzzles(self) -> None:
        self.arcade.open_puzzles(self.arcade.remembered_setup(self.arcade.chosen_game()).game())

    def action_play(self) -> None:
        from gridduels.analysis.puzzles import daily_game

        self.app.push_screen(PuzzleScreen(daily_game(self.day), self.day, self.today))


# --- TutorialScreen


class TutorialScreen(ArcadeScreen):
    """A tutorial that teaches a game through play, lesson by lesson, and ends with a first game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "continue"),
        hidden("space", "next"),
        Binding("n", "skip", "skip"),
        Binding("escape", "leave", "leave"),
        hidden("q", "leave"),
    ]

    def __init__(self, definition: Definition) -> None:
        super().__init__()
        self._lessons, self._definition = lessons(definition), definition
        self._number, self._done = 0, False
        self._duel = self.lesson.duel(definition)
        self.board = DuelBoard(self._duel)
        self.messages = Messages(self, self._usual_message, self.show)

    @property
    def lesson(self) -> Lesson:
        return self._lessons[self._number]

    @property
    def duel(self) -> Duel:
        return self._duel

    def may_move(self) -> bool:
        return self.lesson.is_task and not self._done

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield Static("", id="about", markup=False)
                yield MessageLine(id="side-message")
        yield MessageLine(id="message")

    def on_mount(self) -> None:
        self.board.focus()
        self.show()

    def show(self) -> None:
        if not self.is_open:
            return
        said = self.board.selection.sentence
        if self.may_move() and self.lesson.refused and said == self.lesson.why_refused(self._duel):
            self._done, self.messages.sentence = True, said
        turn = self._duel.turn if not self._done else self.lesson.duel(self._definition).turn
        self.board.show(self._duel, self.may_move())
        self.board.show_turn(turn, f"You are {self._definition.words.player(turn)}")
        heading = f"Learn {self._definition.title}\n{self._number + 1} of {len(self._lessons)}"
        self.query_one("#about", Static).update(heading)
        self.messages.show()
        self.refresh_bindings()

    def _usual_message(self) -> str:
        return self.board.aimed() or f"{self.lesson.text} {self.lesson.keys}".rstrip()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.may_move() if action == "next" else True

    def on_duel_board_aimed(self) -> None:
        self.messages.say("")

    def on_duel_board_decided(self, event: DuelBoard.Decided) -> None:
        try:
            after = self._duel.play(event.word)
        except GridDuelsError as error:
            self.messages.say(str(error))
            return
        response = respond(self.lesson, event.word)
        self._done = response.done
        if response.done:
            self._duel = after
        else:
            self.board.selection.clear()
        self.messages.say(response.sentence if response.done else f"{response.sentence} {self.lesson.keys}".rstrip())

    def action_skip(self) -> None:
        self.action_next()

    def action_next(self) -> None:
        self.messages.sentence = ""
        if self._number + 1 == len(self._lessons):
            results = self.arcade.results
            self.arcade.keep(lambda: results.learned(self._definition.id))
            self.app.pop_screen()
            self.arcade.start(Setup.usual(self._definition))
            return
        self._number += 1
        self._done = False
        self._duel = self.lesson.duel(self._definition)
        self.board.show(self._duel, self.may_move(), jump=True)
        self.show()
