"""Why does a bot say nothing? Most often it waits for more input than it was given, or keeps its output to itself."""

import time
from typing import Final

from gridduels.errors import Forfeit
from gridduels.players.bots.process import BotProcess

__all__ = ["explain_silence"]

_PADDING: Final = 4096
"""Empty lines of 16 characters: more than a program reads ahead."""
_PATIENCE: Final = 0.5
"""Seconds for an answer that was only waiting to get out."""


def explain_silence(process: BotProcess) -> str:
    """What makes a silent bot speak, as the reason for its silence; nothing where nothing does."""
    try:
        process.send([" " * 15] * _PADDING, time.monotonic() + _PATIENCE)
        if process.hear(time.monotonic() + _PATIENCE) is not None:
            return "it answered when 64 KiB more had been sent: it must read its input line by line, not in blocks"
        process.end_input()
        if process.hear(time.monotonic() + _PATIENCE) is not None:
            return "it answered when its input had ended: it must flush its output after every line"
    except Forfeit:
        pass  # it has gone, or does not read at all
    return ""
