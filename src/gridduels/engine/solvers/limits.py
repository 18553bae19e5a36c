"""Estimate the memory needed for solving, and refuse up front anything that will not fit."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import prod
from pathlib import Path
from typing import Final

from gridduels.board import shape
from gridduels.engine.kernels.compiler import is_wide, key_width, plain
from gridduels.engine.kernels.layout import MAX_KEY_BITS
from gridduels.errors import SetupError
from gridduels.game import Game

# --- The memory limit


USUAL_MEMORY: Final = 3_000_000_000
"""Memory limit in bytes unless the user allows more: bigger boards take longer than a player will wait."""
_CONTROL_GROUP: Final = Path("/sys/fs/cgroup/memory.max")
"""A container's memory limit on Linux."""
_allowed: ContextVar[int | None] = ContextVar("allowed memory", default=None)


def memory_limit() -> int:
    """Return the current memory limit for solving, in bytes."""
    return _allowed.get() or min(USUAL_MEMORY, half_of_machine())


@contextmanager
def allow_memory(amount: int) -> Iterator[None]:
    """Set the memory limit for solving, in bytes, while the context is active."""
    before = _allowed.set(amount)
    try:
        yield
    finally:
        _allowed.reset(before)


def half_of_machine() -> int:
    """Return half the memory of this machine or container, or the default limit if that is unknown."""
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


# --- Estimates, and refusals before the work starts


MAX_POSITIONS: Final = 20_000_000
"""The usual limit on the number of positions to enumerate."""
_BYTES_PER_LAYER: Final = 100
"""Bytes per layer, in addition to one per state."""


class TooBig(SetupError):
    """A game is too big to solve within the current limits."""


def memory_needed(game: Game, on_disk: bool = False) -> int | None:
    """Return an upper bound on the bytes needed to solve a game, with its layers in memory or on disk.

    Return None if that is not known before the positions are enumerated.
    """
    max_layers = game.definition.max_layers
    if max_layers is None:
        return None
    states: int = 0 if on_disk else plain(game.definition).state_count(game.rules)
    return max_layers(game.rules) * (states + _BYTES_PER_LAYER)


def exceeds_memory(game: Game) -> bool:
    """Return whether solving a game would exceed the memory limit."""
    return (memory_needed(game) or 0) > memory_limit()


def max_positions(bytes_per_position: int) -> int:
    """Return how many positions may currently be enumerated, given the bytes per position."""
    return memory_limit() // bytes_per_position


def check_fits(game: Game, on_disk: bool = False) -> None:
    """Raise TooBig for a game whose positions do not fit in a key, or whose layers do not fit in memory.

    When solving on disk, only the layers' keys and similar data must fit in memory.
    """
    check_key(game)
    needed = memory_needed(game, on_disk)
    if needed is not None and needed > memory_limit():
        why = f"it needs about {gigabytes(needed)} of memory, but the limit is {gigabytes(memory_limit())}"
        raise refusal(game, why, not on_disk and (memory_needed(game, on_disk=True) or 0) <= memory_limit())


def check_key(game: Game) -> None:
    """Raise TooBig for a game whose positions do not fit in a key."""
    if is_wide(game):
        raise refusal(game, f"a position takes {key_width(game)} bits, but a table holds at most {MAX_KEY_BITS}")


def refusal(game: Game, why: str, on_disk: bool = False) -> TooBig:
    """Return the error that explains why a game cannot be solved and suggests alternatives."""
    rulings = "".join(f" {name}={value}" for name, value in _numbers(game).items())
    hints = " or ".join([*_smaller(game), *(["gridduels solve --disk"] if on_disk else [])])
    return TooBig(f"{game.id} {game.board}{rulings} cannot be solved here: {why}{f'; try {hints}' if hints else ''}")


def unstated_draw(game: Game) -> SetupError:
    """Return the error for a game that was drawn although its Definition does not allow draws."""
    return SetupError(
        f"a game of {game.id} ended without a winner, but its Definition does not allow draws: add draws=True, and let "
        f"`winner` return gridduels.statement.DRAW"
    )


def gigabytes(amount: int) -> str:
    """Format a number of bytes in gigabytes."""
    return f"{amount / 1e9:.0f} GB" if amount >= 10e9 else f"{amount / 1e9:.1f} GB"


def _numbers(game: Game) -> dict[str, int]:
    """Return the rulings with numeric values."""
    return {name: value for name, value in game.rulings.items() if isinstance(value, int)}


def _smaller(game: Game) -> Iterator[str]:
    """Yield options that might make the game small enough to fit."""
    values = {ruling.name: ruling.values for ruling in game.definition.rulings}
    for name, number in _numbers(game).items():
        lower = [value for value in values[name] if isinstance(value, int) and value < number]
        for value in sorted(lower, reverse=True):
            if _may_fit(Game(game.definition, game.size, {**game.rulings, name: value})):
                yield f"--rule {name}={value}"
                break
    smaller = [size for size in game.definition.sizes if prod(shape(size)) < game.cell_count]
    for size in sorted(smaller, key=lambda size: prod(shape(size)), reverse=True):
        if _may_fit(Game(game.definition, size, game.rulings)):
            yield f"--size {size}"
            break


def _may_fit(game: Game) -> bool:
    needed = memory_needed(game)
    return not is_wide(game) and (needed is None or needed <= memory_limit())
