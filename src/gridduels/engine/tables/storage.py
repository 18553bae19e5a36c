"""Tables on disk: one file each in the user's cache folder, written whole, checked, and opened by memory map.

    gridduels table 2                         what it is
    5f3a9c01                                  CRC-32 of all that follows up to the sections
    {"game": "gridlock", "size": 7, ...}      the header: what was solved, and which sections there are
    (zeros up to a multiple of 4096)
    sections, one array each, in blocks       deflated or as they are
    directory                                 where each block ends, and its CRC-32

A block is checked and inflated when it is read, and the latest are kept: opening a table reads almost nothing of it,
and a probe inflates a block of each section.
"""

import json
import mmap
import os
import sys
import time
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from gridduels.engine.progress import on_all_cores
from gridduels.engine.solving.arrays import Chunks
from gridduels.engine.tables.blocks import BLOCK_BYTES, deflated, in_blocks, inflated
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_whole
from gridduels.folders import cache_folder

__all__ = [
    "DEFLATED",
    "DamagedTable",
    "Section",
    "TableFile",
    "leftovers",
    "table_files",
    "table_parts",
    "write_parts",
    "write_table",
]

_MAGIC: Final = b"gridduels table 2\n"
_EARLIER: Final = _MAGIC[:-2]
"""How the files of other versions begin, too."""
_CHECKED_FROM: Final = len(_MAGIC) + 9
"""The byte where the header begins, after the magic line and its own checksum."""
_PAGE: Final = 4096
_BLOCKS_KEPT: Final = 64
"""Of each section: two megabytes of codes at most."""
DEFLATED: Final = ("digit_sets", "codes")
"""Sections that shrink a lot; `keys` are searched, which would inflate a dozen blocks, and `starts` differ too much."""
_LONGEST_HEADER: Final = 1 << 20
_DIRECTORY_ENTRY: Final = 12
_DAY: Final = 24 * 60 * 60.0


class DamagedTable(GridDuelsError):
    """A table file is not what was written."""

    code = "table"


def table_files() -> list[Path]:
    """Every table in the cache folder."""
    return sorted((cache_folder() / "tables").glob("*.table"))


def leftovers(older_than: float = _DAY) -> list[Path]:
    """What a process that was killed while it wrote a table has left behind: whoever still writes is younger."""
    found = []
    for path in (cache_folder() / "tables").glob(".*"):
        try:
            if time.time() - path.stat().st_mtime >= older_than:
                found.append(path)
        except FileNotFoundError:
            continue
    return found


class Section(NamedTuple):
    """One array of a table file: its type code, how many items it has, its first block, and whether its blocks are
    deflated."""

    name: str
    type: Literal["q", "b"]
    items: int
    first: int
    deflated: bool

    @property
    def width(self) -> int:
        return array(self.type).itemsize

    @property
    def bytes(self) -> int:
        return self.items * self.width

    @property
    def blocks(self) -> range:
        """The numbers of its blocks."""
        return range(self.first, self.first - (-self.bytes // BLOCK_BYTES[self.type]))

    def length(self, block: int) -> int:
        """The bytes of a block before it was deflated."""
        return min(BLOCK_BYTES[self.type], self.bytes - (block - self.first) * BLOCK_BYTES[self.type])


def write_table(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Writes arrays of int64 or int8 under a header, deflated where that is worth it."""
    write_parts(path, table_parts(header, arrays, DEFLATED))


def write_parts(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Writes a table file of which these are the parts, one after the other."""
    for leftover in leftovers():
        leftover.unlink(missing_ok=True)
    try:
        write_whole(path, parts)
    except OSError as error:
        raise SetupError(f"cannot write the table {path} ({error.strerror})") from None


def table_parts(
    header: Mapping[str, Any], arrays: Mapping[str, Any], deflate: Iterable[str] = ()
) -> Iterator[bytes | memoryview]:
    """The parts of a table file with arrays of int64 or int8 under a header, some of them deflated. The same arrays as
    they are make the same file; those deflated may differ where another library deflates."""
    sections: list[Section] = []
    for name, values in arrays.items():
        first = sections[-1].blocks.stop if sections else 0
        items = values.items if isinstance(values, Chunks) else len(values)
        sections.append(Section(name, "q" if values.itemsize == 8 else "b", items, first, name in deflate))
    line = json.dumps({**header, "order": sys.byteorder, "sections": sections}).encode() + b"\n"
    line += bytes(-(_CHECKED_FROM + len(line)) % _PAGE)
    yield _MAGIC + b"%08x\n" % zlib.crc32(line) + line
    ends, sums = array("q"), array("I")
    end = _CHECKED_FROM + len(line)
    for section, values in zip(sections, arrays.values(), strict=True):
        chunks = values.make() if isinstance(values, Chunks) else [values]
        blocks = in_blocks(chunks, BLOCK_BYTES[section.type])
        for block in on_all_cores(deflated, blocks) if section.deflated else blocks:
            end += len(block)
            ends.append(end)
            sums.append(zlib.crc32(block))
            yield block
    yield ends.tobytes() + sums.tobytes()


class TableFile:
    """A table file, opened by memory map."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self.bytes = os.fstat(file.fileno()).st_size
            self.header, self._start = _read_header(path, file.read(_LONGEST_HEADER))
            self._view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        self.sections = [Section(*each) for each in self.header["sections"]]
        self._blocks = self.sections[-1].blocks.stop
        directory = self.bytes - _DIRECTORY_ENTRY * self._blocks
        self._ends = self._view[max(directory, 0) : directory + 8 * self._blocks].cast("q")
        self._sums = self._view[directory + 8 * self._blocks :].cast("I")
        whole = directory >= self._start and directory == (self._ends[-1] if self._blocks else self._start)
        if not whole or self.header["order"] != sys.byteorder:
            raise DamagedTable(f"the table {path} is damaged: it has not the length it was written with")

    @property
    def inflated_bytes(self) -> int:
        """What it takes in memory to have all sections at once; those that are not deflated are mapped."""
        return sum(section.bytes for section in self.sections if section.deflated)

    def section(self, name: str) -> "CheckedSection":
        """An array that reads, checks and inflates a block when it is asked for."""
        return CheckedSection(self, self._section(name))

    def _section(self, name: str) -> Section:
        return next(section for section in self.sections if section.name == name)

    def whole(self, name: str) -> memoryview:
        """The items of a section, all checked."""
        section = self._section(name)
        blocks = on_all_cores(lambda block: self.block(section, block), section.blocks)
        if section.deflated:
            data, at = bytearray(section.bytes), 0
            for block in blocks:
                data[at : at + len(block)] = block
                at += len(block)
            return memoryview(data).cast(section.type)
        for _ in blocks:
            pass
        begin = self._begin(section.first)
        return self._view[begin : begin + section.bytes].cast(section.type)

    def block(self, section: Section, number: int) -> bytes | memoryview:
        """The bytes of a block, checked."""
        data = self._checked(number)
        if not section.deflated:
            return data
        try:
            return inflated(data, section.length(number))
        except zlib.error:
            raise self._damaged(number) from None

    def check_all(self) -> None:
        """Makes sure that every block is what was written."""
        for number in range(self._blocks):
            self._checked(number)

    def _begin(self, number: int) -> int:
        """Where a block begins."""
        return self._ends[number - 1] if number else self._start

    def _checked(self, number: int) -> memoryview:
        begin, end = self._begin(number), self._ends[number]
        if not self._start <= begin <= end or zlib.crc32(self._view[begin:end]) != self._sums[number]:
            raise self._damaged(number)
        return self._view[begin:end]

    def _damaged(self, number: int) -> DamagedTable:
        return DamagedTable(f"the table {self.path} is damaged near byte {self._begin(number)}")


class CheckedSection:
    """The items of a section; a damaged block is found when it is read."""

    def __init__(self, file: TableFile, section: Section) -> None:
        self._items, self._each = section.items, BLOCK_BYTES[section.type] // section.width

        def read(number: int) -> memoryview:
            return memoryview(file.block(section, section.first + number)).cast(section.type)

        self._block = lru_cache(_BLOCKS_KEPT)(read)

    def __len__(self) -> int:
        return self._items

    def __getitem__(self, index: int) -> int:
        item: int = self._block(index // self._each)[index % self._each]
        return item


def _read_header(path: Path, beginning: bytes) -> tuple[dict[str, Any], int]:
    """The header of a file, and where its data begins."""
    line, newline, _ = beginning[_CHECKED_FROM:].partition(b"\n")
    end = _CHECKED_FROM + len(line) + 1
    end += -end % _PAGE
    if beginning.startswith(_EARLIER) and not beginning.startswith(_MAGIC):
        raise DamagedTable(f"the table {path} was written by another version of gridduels")
    if not beginning.startswith(_MAGIC) or not newline:
        raise DamagedTable(f"{path} is not a table, or damaged at its beginning")
    if beginning[len(_MAGIC) : _CHECKED_FROM] != b"%08x\n" % zlib.crc32(beginning[_CHECKED_FROM:end]):
        raise DamagedTable(f"the table {path} is damaged in its header")
    header: dict[str, Any] = json.loads(line)
    return header, end
