"""TurnLine: whose turn it is, always in words."""

from typing import Final

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from gridduels.look.shapes import ICONS, NAMES, PLAIN_ICONS
from gridduels.terminal.arcade.board.palette import board_styles

__all__ = ["TurnLine"]

_SPINNERS: Final = {True: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", False: "|/-\\"}


class TurnLine(Static):
    """A player's shape and name, and what they are doing; a spinner while the computer thinks."""

    def __init__(self, unicode: bool, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._unicode = unicode
        self._shown: tuple[int, str, bool] = (0, "", False)
        self._frame = 0

    def on_mount(self) -> None:
        self.set_interval(0.12, self._spin)

    def show(self, player: int, sentence: str, thinking: bool = False) -> None:
        """The sentence follows the player's shape: `Player 1 (you) to move`."""
        self._shown = player, sentence, thinking
        self._draw()

    def _spin(self) -> None:
        if self._shown[2]:
            self._frame += 1
            self._draw()

    def _draw(self) -> None:
        player, sentence, thinking = self._shown
        text = Text(no_wrap=True, overflow="ellipsis")
        if player:
            icon = (ICONS if self._unicode else PLAIN_ICONS)[player]
            colour = board_styles(self.app.theme)[NAMES[str(player)]].color
            text.append(f"{icon} ", Style(color=colour, bold=True))
        text.append(sentence, style="bold")
        if thinking:
            frames = _SPINNERS[self._unicode]
            text.append(f" {frames[self._frame % len(frames)]}")
        self.update(text, layout=False)
