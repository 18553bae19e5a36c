"""TurnLine: whose turn it is, always in words."""

from typing import Final

from rich.text import Text
from textual.widgets import Static

from gridduels.terminal.arcade.board.palette import board_styles

__all__ = ["TurnLine"]

_SHAPES: Final = {True: {1: "●", 2: "◆"}, False: {1: "(1)", 2: "<2>"}}
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

    def show(self, player: int, words: str, thinking: bool = False) -> None:
        """`words` follow the player's shape: `Player 1 (you) to move`."""
        self._shown = player, words, thinking
        self._draw()

    @property
    def words(self) -> str:
        return self._shown[1]

    def _spin(self) -> None:
        if self._shown[2]:
            self._frame += 1
            self._draw()

    def _draw(self) -> None:
        player, words, thinking = self._shown
        style = board_styles(self.app.theme)[("one", "two")[player - 1]] if player else None
        text = Text(no_wrap=True, overflow="ellipsis")
        if player and style:
            text.append(_SHAPES[self._unicode][player], style=(style.color and f"bold {style.color.name}") or "bold")
            text.append(" ")
        text.append(words, style="bold")
        if thinking:
            frames = _SPINNERS[self._unicode]
            text.append(f" {frames[self._frame % len(frames)]}")
        self.update(text, layout=False)
