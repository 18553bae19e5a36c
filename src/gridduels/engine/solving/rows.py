"""Rows: where the layers of a game are while it is solved, and how far that has come.

In memory, or in files that are mapped into it: then only what is worked on has to be in memory, two waves of layers at
a time, and what is interrupted goes on after the last part that was finished.
"""

import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gridduels.engine.solving.limits import gigabytes
from gridduels.errors import SetupError
from gridduels.files import write_whole

__all__ = ["FiledRows", "Rows", "Stage"]

PART: Final = 1 << 14
"""Rows that are done before it is written down how far it has come."""


@dataclass
class Stage:
    """How far it has come: first waves of layers are found, each from the one before; then they are solved, the last
    one first. `waves` has the rows of those found and not solved yet, `done` is the row up to which the last of them is
    dealt with."""

    layers: int = 0
    waves: list[tuple[int, int]] = field(default_factory=lambda: [(0, 1)])
    done: int = 0
    all_found: bool = False
    by_stabilizer: list[list[int]] = field(default_factory=list)


class Rows:
    """The keys of layers, and a row of marks and codes for each, in memory: codes take the place of marks."""

    part = 1 << 62

    def __init__(self, capacity: int, states: int) -> None:
        self.stage = Stage()
        self.keys: npt.NDArray[np.int64] = np.zeros(capacity, np.int64)
        self.marks: npt.NDArray[np.int8] = np.zeros((capacity, states), np.int8)
        self.codes = self.marks

    def keep(self) -> None:
        """Writes down how far it has come: in memory there is nothing to do."""


class FiledRows(Rows):
    """The same in files of a folder. Codes do not take the place of marks there: a part that was interrupted is done
    again, from the same marks to the same codes."""

    part = PART

    def __init__(self, folder: Path, capacity: int, states: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._journal = folder, folder / "journal.json"
        self.stage = self._read_stage()
        self._check_disk(capacity * (2 * states + 8) + capacity * states // 2)
        self.keys = self._mapped("keys", np.int64, (capacity,))
        self.marks = self._mapped("marks", np.int8, (capacity, states), begin_again=not self.stage.all_found)
        self.codes = self._mapped("codes", np.int8, (capacity, states))

    def _read_stage(self) -> Stage:
        try:
            data = json.loads(self._journal.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Stage()
        return Stage(**{**data, "waves": [(first, last) for first, last in data["waves"]]})

    def _check_disk(self, needed: int) -> None:
        """Refuses what would fill the disk half way: both tables, and what is made of them."""
        there = sum(getattr(path.stat(), "st_blocks", 0) * 512 for path in self._folder.iterdir())
        free = shutil.disk_usage(self._folder).free
        if needed - there > free:
            raise SetupError(
                f"solving on disk takes about {gigabytes(needed - there)} in {self._folder}, and {gigabytes(free)} is "
                f"free: GRIDDUELS_CACHE chooses another place"
            )

    def _mapped(self, name: str, type: Any, shape: tuple[int, ...], begin_again: bool = False) -> Any:
        """An array in a file, zero where nothing was written; begun again, only the layers that were found are kept."""
        path, length = self._folder / name, int(np.prod(shape)) * np.dtype(type).itemsize
        with path.open("ab") as file:
            if begin_again:
                file.truncate(self.stage.layers * shape[1])
            file.truncate(length)
        return np.asarray(np.memmap(path, type, "r+", shape=shape))

    def keep(self) -> None:
        for array in (self.keys, self.codes if self.stage.all_found else self.marks):
            assert isinstance(array.base, np.memmap)
            array.base.flush()
        write_whole(self._journal, json.dumps(asdict(self.stage)))

    def remove(self) -> None:
        """Removes the files."""
        shutil.rmtree(self._folder, ignore_errors=os.name == "nt")
