"""The arcade: Grid Duels as a full-screen terminal application. Importing the package itself does not load Textual."""

import os
import sys

__all__ = ["why_not_full_screen"]


def why_not_full_screen() -> str:
    """Return why the arcade cannot open here, as the end of a sentence, or an empty string if it can."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "this is not a terminal"
    if os.environ.get("TERM", "dumb" if os.name == "posix" else "") == "dumb":
        return "this terminal can only print lines (TERM)"
    return ""
