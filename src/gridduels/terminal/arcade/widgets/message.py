"""MessageLine: what the game has to say, in at most two lines; what does not fit is said shorter."""

from textual.widgets import Static

__all__ = ["MessageLine"]


class MessageLine(Static):
    """A sentence at the foot of the screen."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.sentence = ""

    def say(self, sentence: str) -> None:
        self.sentence = sentence
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self.update(shortened(self.sentence, self.size.width * self.size.height - self.size.width // 3), layout=False)


def shortened(sentence: str, room: int) -> str:
    """A sentence that fits: without what stands before its colon where that is needed.

    >>> shortened("You cannot move up: that is off the grid.", 30)
    'That is off the grid.'
    """
    _, colon, after = sentence.partition(": ")
    if len(sentence) <= room or not colon or not after or "\n" in sentence:
        return sentence
    return after[0].upper() + after[1:]
