"""Cache folders for tests that must start without tables, or damage them."""

import os
from pathlib import Path

__all__ = ["new_cache"]


def new_cache(folder: Path) -> Path:
    """Return a new cache folder without tables; compiled code is still shared with the other tests."""
    shared, own = Path(os.environ["GRIDDUELS_CACHE"]) / "compiled", folder / "cache"
    shared.mkdir(exist_ok=True)
    own.mkdir()
    (own / "compiled").symlink_to(shared)
    return own
