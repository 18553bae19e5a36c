"""How far work has come, as text.

A sentence, which is wrapped with the words around it and read without colour; rich's bar is a drawing of its own.
"""

__all__ = ["progress_text"]

_WIDTH = 14


def progress_text(stage: str, done: int, total: int | None, unicode: bool) -> str:
    """What is being done, how much of it is, and how to stop it.

    >>> progress_text("solving", 1, 2, False)
    'solving #######....... 50%, esc stops it'
    """
    if not total:
        return f"{stage} {done:,}, esc stops it" if done else f"{stage}, esc stops it"
    full, empty = ("█", "░") if unicode else ("#", ".")
    filled = _WIDTH * min(done, total) // total
    share = 100 * min(done, total) // total
    return f"{stage} {full * filled}{empty * (_WIDTH - filled)} {share}%, esc stops it"
