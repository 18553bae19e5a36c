"""LadderScreen: ten opponents, the weakest first, and what is beaten: a star for each side."""

from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.game import Definition
from gridduels.players.ladder import LADDER, SIDES, Opponent
from gridduels.record import HUMAN
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.pick_list import PickList
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.keeping.setup import Setup

__all__ = ["LadderScreen"]


class LadderScreen(ArcadeScreen):
    """Whom to play, and from which side; first the lowest who is not beaten yet."""

    is_home = True
    moving_word = "choose"

    def __init__(self, definition: Definition) -> None:
        super().__init__()
        self._definition = definition
        self.side = SIDES[0]

    def compose(self) -> ComposeResult:
        yield Static("", id="title", markup=False)
        yield PickList([each.name for each in LADDER], id="ladder")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        open = [(row, side) for row, each in enumerate(LADDER) for side in SIDES if not self._beaten(each, side)]
        row, self.side = open[0] if open else (len(LADDER) - 1, SIDES[0])
        self.query_one(PickList).choose(row)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()

    @property
    def chosen(self) -> Opponent:
        return LADDER[self.query_one(PickList).row]

    def _beaten(self, opponent: Opponent, side: int) -> bool:
        return self.arcade.results.has_beaten(self._definition.id, opponent.name, side)

    def _show(self) -> None:
        picks, words = self.query_one(PickList), self._definition.words
        picks.show([self._line(each) for each in LADDER])
        stars = sum(self._beaten(each, side) for each in LADDER for side in SIDES)
        title = f"{self._definition.title}: the ladder   {stars} of {len(LADDER) * len(SIDES)} stars"
        self.query_one("#title", Static).update(title)
        first = words.player(self.chosen.first(self.side))
        done = " You have beaten them so." if self._beaten(self.chosen, self.side) else ""
        sentence = f"You are {words.player(self.side)}; {first} begins.{done} A star is won without help."
        self.query_one(MessageLine).say(sentence)
        self.refresh_keys()

    def _line(self, opponent: Opponent) -> str:
        star, none = ("★", "☆") if self.arcade.unicode else ("*", ".")
        stars = "".join(star if self._beaten(opponent, side) else none for side in SIDES)
        return f"{' ' * (opponent.rung < 10)}{opponent.name:<6} {stars}  {opponent.about}"

    def further_keys(self) -> list[tuple[str, str]]:
        return [("left, right", "change sides")]

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "play", "play"),
            Command("space", "play", ""),
            Command("escape", "leave", "menu"),
            Command("q", "leave", ""),
        ]

    def move(self, direction: str) -> None:
        picks = self.query_one(PickList)
        if direction in ("up", "down"):
            picks.choose(picks.row + (1 if direction == "down" else -1))
        else:
            self.side = 3 - self.side
        self._show()

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        picks = self.query_one(PickList)
        if event.row == picks.row:
            self.do_play()
        else:
            picks.choose(event.row)
            self._show()

    def do_play(self) -> None:
        """On the board of the book, by its usual rulings."""
        opponent = self.chosen
        players = (HUMAN, opponent.player) if self.side == 1 else (opponent.player, HUMAN)
        first = str(opponent.first(self.side))
        self.arcade.climb(Setup(self._definition, self._definition.size, players=players, first=first, rounds=1))
