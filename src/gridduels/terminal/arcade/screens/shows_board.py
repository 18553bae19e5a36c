"""ShowsBoard: what every screen with a large board shares: its rows and columns can be numbered."""

from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.widgets.board import BoardView

__all__ = ["ShowsBoard"]


class ShowsBoard(ArcadeScreen):
    """A screen whose board is the game's own, not a miniature."""

    def always(self) -> list[Command]:
        return [Command("x", "coordinates", "coordinates"), *super().always()]

    def on_screen_resume(self) -> None:
        self._number_cells()
        super().on_screen_resume()

    def do_coordinates(self) -> None:
        """Numbers rows and columns, or stops to; it is remembered."""
        settings = self.arcade.settings
        settings.coordinates = not settings.coordinates
        self.arcade.keep_settings()
        self._number_cells()

    def _number_cells(self) -> None:
        self.query_one(BoardView).coordinates = self.arcade.settings.coordinates
