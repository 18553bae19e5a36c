"""The arcade: Grid Duels on the full screen of a terminal. Importing this brings no Textual; `app` does."""

import os
import sys

__all__ = ["why_not_full_screen"]


def why_not_full_screen() -> str:
    """Why the arcade cannot open here, as the rest of a sentence; nothing where it can."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "this is not a terminal"
    if os.environ.get("TERM", "dumb" if os.name == "posix" else "") == "dumb":
        return "this terminal shows nothing but lines (TERM)"
    return ""
