"""How far work has come, as text: a bar that is wrapped with the words around it and read without colour."""

from typing import Final

__all__ = ["bar_text"]

_WIDTH: Final = 14


def bar_text(stage: str, done: int, total: int | None, seconds_left: int | None = None, unicode: bool = False) -> str:
    """What is being done, how much of it is, and how long the rest will take.

    >>> bar_text("getting ready", 1, 2, 20)
    'getting ready #######....... 50%, about 20 s left'
    >>> bar_text("searching", 12345, None)
    'searching 12,345'
    """
    if not total:
        return f"{stage} {done:,}" if done else stage
    full, empty = ("█", "░") if unicode else ("#", ".")
    filled = _WIDTH * min(done, total) // total
    share = 100 * min(done, total) // total
    left = "" if seconds_left is None else f", about {seconds_left} s left"
    return f"{stage} {full * filled}{empty * (_WIDTH - filled)} {share}%{left}"
