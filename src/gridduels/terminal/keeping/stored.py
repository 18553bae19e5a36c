"""Small files of ours that people may edit or a full disk may cut: read with care, written whole, never thrown away."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gridduels.errors import GridDuelsError
from gridduels.files import write_whole

__all__ = ["latest_first", "read_stored", "set_aside", "write_stored"]


def read_stored(path: Path, complaints: list[str]) -> dict[str, Any]:
    """What a file holds; nothing where there is none. A damaged one is set aside, and `complaints` says so."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict):
            raise ValueError("it does not hold settings by name")
        return found
    except FileNotFoundError:
        return {}
    except OSError as error:
        complaints.append(f"Cannot read {path}: {error.strerror}.")
        return {}
    except ValueError as error:  # not JSON, not UTF-8, or JSON of another kind
        complaints.append(f"{path} is damaged ({error}). {set_aside(path)}")
        return {}


def set_aside(path: Path) -> str:
    """Renames a damaged file; a sentence that says where it is now."""
    for number in range(1, 1000):
        other = path.with_name(f"{path.name}.damaged-{number}")
        if not other.exists():
            try:
                path.rename(other)
            except OSError as error:
                return f"It cannot be set aside: {error.strerror}."
            return f"It is kept as {other.name}."
    return "It stays where it is: too many damaged ones lie beside it."


def write_stored(path: Path, data: dict[str, Any]) -> None:
    """Writes a file whole."""
    try:
        write_whole(path, json.dumps(data, indent=2) + "\n")
    except OSError as error:
        raise GridDuelsError(f"Cannot write {path}: {error.strerror}.") from None


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Files by when they were last written; one that has just gone comes last."""
    return sorted(paths, key=_written, reverse=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
