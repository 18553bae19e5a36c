"""What every line of the screen goes through on its way to the terminal."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from gridduels.terminal.console import printable

__all__ = ["Printable"]


class Printable(LineFilter):
    """Takes out what a terminal would obey instead of showing, whoever wrote it: a record, a bot, a file name."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [segment if segment.control or segment.text.isprintable() else _as_wide(segment) for segment in segments]


def _as_wide(segment: Segment) -> Segment:
    """A segment of the same width: what takes no room is gone, the rest is replaced."""
    text = "".join(each for each in segment.text if each.isprintable() or Segment(each).cell_length)
    return Segment(printable(text), segment.style)
