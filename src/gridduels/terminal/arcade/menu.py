"""MenuScreen: the games, each with a living miniature, and how you have done."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.board import size_text
from gridduels.game import Definition
from gridduels.terminal.arcade.base import ArcadeScreen, Command
from gridduels.terminal.arcade.texts import player_name
from gridduels.terminal.arcade.widgets import Demo, KeyHelp, PickList, TooSmall
from gridduels.terminal.settings import Setup

__all__ = ["MenuScreen"]

_LEVELS: Final = ("easy", "medium", "hard", "perfect")


class MenuScreen(ArcadeScreen):
    """What there is to play."""

    is_home = True
    moving_word = "choose"

    def __init__(self, games: list[Definition]) -> None:
        super().__init__()
        self._games = games
        self._can_continue = False

    def compose(self) -> ComposeResult:
        yield Static("Grid Duels", id="title", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield PickList([game.title for game in self._games], id="games")
                yield Static("", id="about", markup=False)
                yield Static("", id="record", markup=False)
            with Vertical(id="right"):
                yield Demo(self.arcade.unicode, self.arcade.settings.animate, id="demo")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        ids = [each.id for each in self._games]
        chosen = self.arcade.settings.game
        self._choose(ids.index(chosen) if chosen in ids else 0)

    def on_screen_resume(self) -> None:
        self._can_continue = bool(self.arcade.unfinished_games())
        super().on_screen_resume()
        self._choose(self.query_one(PickList).row)

    @property
    def chosen(self) -> Definition:
        return self._games[self.query_one(PickList).row]

    @property
    def setup(self) -> Setup:
        """The chosen game as it was last played."""
        chosen = self.chosen
        return Setup.remembered(chosen, self.arcade.settings.setups.get(chosen.id, {}))

    def _choose(self, row: int) -> None:
        self.query_one(PickList).choose(row)
        self.arcade.settings.game = self.chosen.id
        setup = self.setup
        players = " - ".join(player_name(name, 20) for name in setup.players)
        self.query_one("#about", Static).update(f"{self.chosen.summary}\n{size_text(setup.size)}, {players}")
        self.query_one("#record", Static).update(self._record(self.chosen))
        self.query_one(Demo).show(setup.game(), self.arcade.settings.animate)

    def _record(self, definition: Definition) -> str:
        """Games won and lost against each level and whoever else was met, in a few lines."""
        against = dict.fromkeys(_LEVELS, (0, 0)) | self.arcade.results.against(definition.id)
        names = [player_name(name, 20) for name in against]
        width = max(map(len, names))
        scores = zip(names, against.values(), strict=True)
        lines = [
            f"{name:<{width}}  {f'{won} won, {lost} lost' if won or lost else '-'}" for name, (won, lost) in scores
        ]
        learned = definition.id in self.arcade.results.tutorials
        lesson = "You have learned this game." if learned else "New to it? l teaches it in a minute."
        return "\n".join(["Your record", *lines, "", lesson])

    def wanted(self) -> list[Command]:
        found = [Command("enter", "play", "play"), Command("space", "play", ""), Command("o", "options", "options")]
        if self._can_continue:
            found.append(Command("c", "continue", "continue"))
        found += [Command("l", "learn", "learn"), Command("a", "ladder", "ladder"), Command("p", "puzzle", "puzzles")]
        found += [Command("d", "daily", "daily"), Command("r", "rules", "rules")]
        found += [Command("y", "library", "your games"), Command("v", "server", "server")]
        found += [Command("g", "settings", "settings"), Command("q", "quit", "quit")]
        numbers = [Command(str(number), str(number), "") for number in range(1, min(10, len(self._games) + 1))]
        return [*found, *numbers, Command("escape", "nothing", "")]

    def do(self, action: str) -> None:
        if action.isdigit():
            self._choose(int(action) - 1)
        else:
            super().do(action)

    def move(self, direction: str) -> None:
        self._choose(self.query_one(PickList).row + (1 if direction in ("down", "right") else -1))

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        if event.row == self.query_one(PickList).row:
            self.do_options()
        else:
            self._choose(event.row)

    def do_nothing(self) -> None:
        """Escape leads nowhere from here."""

    def do_play(self) -> None:
        self.arcade.start(self.setup)

    def do_options(self) -> None:
        self.arcade.choose_options(self.setup)

    def do_continue(self) -> None:
        self.arcade.choose_unfinished()

    def do_library(self) -> None:
        self.arcade.open_library()

    def do_server(self) -> None:
        self.arcade.open_server(self.setup)

    def do_learn(self) -> None:
        self.arcade.open_tutorial(self.chosen)

    def do_puzzle(self) -> None:
        self.arcade.open_puzzles(self.setup.game())

    def do_ladder(self) -> None:
        self.arcade.open_ladder(self.chosen)

    def do_daily(self) -> None:
        self.arcade.open_daily()

    def do_rules(self) -> None:
        self.arcade.show_rules(self.setup.game())

    def do_settings(self) -> None:
        self.arcade.open_settings()

    def do_quit(self) -> None:
        self.app.exit(0)
