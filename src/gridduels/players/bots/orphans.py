"""Orphans: processes whose parents have gone. On Linux a process can adopt those of its descendants, however they hide:
with a session of their own, another environment, parents that ended at once.
"""

import os
import sys
from typing import Final

__all__ = ["adopt_orphans", "adopts_orphans"]

_SUBREAPER: Final = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""
_adopting: set[int] = set()
"""The process that adopts orphans: a copy of it does not."""


def adopt_orphans() -> None:
    """From now on what this process's children leave behind becomes its own; nothing where the system cannot do that.

    Only for a process of ours that starts no other programs than bots: whoever it adopts counts as a bot's child.
    """
    if sys.platform == "linux" and not adopts_orphans():
        import ctypes

        if ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0) == 0:
            _adopting.add(os.getpid())


def adopts_orphans() -> bool:
    """Whether nothing that a bot starts can get out of sight."""
    return os.getpid() in _adopting
