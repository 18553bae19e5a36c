"""The end of the terminal is the end of the arcade. Who reads from a terminal that is gone finds nothing, again and
again; and whoever leads the session, such as make, need not pass on that it has gone."""

import os
import signal
import threading
import time
from typing import Final

__all__ = ["end_with_terminal"]

_TERMINAL: Final = 0
_SECONDS: Final = 1.0


def end_with_terminal() -> None:
    """From now on ends this process once its terminal is gone. Games are on the disk after every move."""
    if os.name == "posix" and os.isatty(_TERMINAL):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where whoever started us ignores it
        threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    while os.isatty(_TERMINAL):
        time.sleep(_SECONDS)
    os.kill(os.getpid(), signal.SIGHUP)
