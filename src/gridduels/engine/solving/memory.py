"""How much memory solving may take: what this machine has decides, or whoever asks for more."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

__all__ = ["USUAL_MEMORY", "allow_memory", "half_of_machine", "memory_limit"]

USUAL_MEMORY: Final = 3_000_000_000
"""Bytes that solving may take where nobody has asked for it: more takes longer than a player waits."""
_CONTROL_GROUP: Final = Path("/sys/fs/cgroup/memory.max")
"""What a container may take, on Linux."""
_allowed: ContextVar[int | None] = ContextVar("allowed memory", default=None)


def memory_limit() -> int:
    """Bytes that solving may take now."""
    return _allowed.get() or min(USUAL_MEMORY, half_of_machine())


@contextmanager
def allow_memory(amount: int) -> Iterator[None]:
    """Lets solving take so many bytes, be they more or less than usual."""
    before = _allowed.set(amount)
    try:
        yield
    finally:
        _allowed.reset(before)


def half_of_machine() -> int:
    """Half of the memory that this machine, or this container, has; the usual where that cannot be known."""
    known = [amount for amount in (_physical(), _of_container()) if amount]
    return min(known) // 2 if known else USUAL_MEMORY


def _of_container() -> int | None:
    try:
        text = _CONTROL_GROUP.read_text().strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None


if sys.platform == "win32":

    def _physical() -> int | None:
        import ctypes

        kilobytes = ctypes.c_ulonglong()
        known = ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
        return kilobytes.value * 1024 if known else None

else:

    def _physical() -> int | None:
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (OSError, ValueError):
            return None
