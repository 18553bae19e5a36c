"""TooSmall: what is shown instead of a screen that does not fit; the game lives on behind it."""

from textual.widgets import Static

__all__ = ["LEAST_HEIGHT", "LEAST_WIDTH", "TooSmall"]

LEAST_WIDTH, LEAST_HEIGHT = 40, 16


class TooSmall(Static):
    """Says how much room is needed, and how much there is."""

    def on_resize(self) -> None:
        self.tell()

    def tell(self) -> None:
        width, height = self.app.size
        self.update(
            f"Grid Duels needs\n{LEAST_WIDTH}x{LEAST_HEIGHT} characters.\nThis is {width}x{height}.\nYour game is safe."
        )
