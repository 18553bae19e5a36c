"""GameList: the games to choose from."""

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from gridduels.game import Definition

__all__ = ["GameList"]


class GameList(VerticalScroll):
    """A line a game, the chosen one marked."""

    can_focus = False

    class Clicked(Message):
        """A game was clicked."""

        def __init__(self, row: int) -> None:
            self.row = row
            super().__init__()

    def __init__(self, games: list[Definition], id: str | None = None) -> None:
        super().__init__(id=id)
        self.games, self.row = games, 0

    def compose(self) -> list[Static]:
        return [Static("", id="games-text", markup=False)]

    def on_mount(self) -> None:
        self.choose(self.row)

    @property
    def chosen(self) -> Definition:
        return self.games[self.row]

    def choose(self, row: int) -> None:
        self.row = row % len(self.games)
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, game in enumerate(self.games):
            here = number == self.row
            line = f"{'>' if here else ' '} {number + 1} {game.title} "
            text.append(("\n" if number else "") + line, style="bold reverse" if here else "")
        self.query_one("#games-text", Static).update(text)
        self.scroll_to(y=max(0, self.row - self.size.height // 2), animate=False)

    def on_click(self, event: events.Click) -> None:
        row = int(event.y + self.scroll_y)
        if 0 <= row < len(self.games):
            self.post_message(self.Clicked(row))
