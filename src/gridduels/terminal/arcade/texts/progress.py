"""How far work has come, and how to stop it."""

from gridduels.terminal.bar import bar_text

__all__ = ["progress_text"]


def progress_text(stage: str, done: int, total: int | None, unicode: bool, seconds_left: int | None = None) -> str:
    """What is being done, how much of it is, and how to stop it.

    >>> progress_text("solving", 1, 2, False)
    'solving #######....... 50%, esc stops it'
    """
    return f"{bar_text(stage, done, total, seconds_left, unicode)}, esc stops it"
