"""Tables on disk: one file each in the user's cache folder, written whole, checked, and opened by memory map.

    gridduels table 1                         what it is
    5f3a9c01                                  CRC-32 of all that follows up to the sections
    {"game": "gridlock", "size": 7, ...}      the header: what was solved, and where the sections are
    (zeros up to a multiple of 4096)
    sections, one array each                  the last one, `sums`, has a CRC-32 for every 64 KiB of the others

A block is checked when it is first read, so that opening a table reads almost nothing of it.
"""

import json
import mmap
import os
import sys
import time
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_whole
from gridduels.folders import cache_folder

__all__ = [
    "DamagedTable",
    "Section",
    "TableFile",
    "leftovers",
    "table_files",
    "table_parts",
    "write_parts",
    "write_table",
]

_MAGIC: Final = b"gridduels table 1\n"
_CHECKED_FROM: Final = len(_MAGIC) + 9
"""The byte where the header begins, after the magic line and its own checksum."""
_PAGE: Final = 4096
_BLOCK: Final = 1 << 16
_LONGEST_HEADER: Final = 1 << 20
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
    """One array of a table file: its type code, its first byte and how many items it has."""

    name: str
    type: Literal["q", "b"]
    offset: int
    items: int

    @property
    def width(self) -> int:
        return array(self.type).itemsize


def write_table(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Writes arrays of int64 or int8 under a header."""
    write_parts(path, table_parts(header, arrays))


def write_parts(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Writes a table file of which these are the parts, one after the other."""
    for leftover in leftovers():
        leftover.unlink(missing_ok=True)
    try:
        write_whole(path, parts)
    except OSError as error:
        raise SetupError(f"cannot write the table {path} ({error.strerror})") from None


def table_parts(header: Mapping[str, Any], arrays: Mapping[str, Any]) -> list[bytes | memoryview]:
    """The parts of a table file with arrays of int64 or int8 under a header: the same for the same arrays."""
    sections, offset = [], 0
    parts: list[bytes | memoryview] = []
    for name, values in arrays.items():
        data = memoryview(values).cast("B")
        sections.append(Section(name, "q" if values.itemsize == 8 else "b", offset, len(values)))
        padding = bytes(-len(data) % 8)
        parts += [data, padding]
        offset += len(data) + len(padding)
    sums = array("I", _block_sums(parts))
    line = json.dumps({**header, "order": sys.byteorder, "sections": sections, "length": offset}).encode() + b"\n"
    line += bytes(-(_CHECKED_FROM + len(line)) % _PAGE)
    start = _MAGIC + b"%08x\n" % zlib.crc32(line) + line
    return [start, *parts, memoryview(sums).cast("B")]


def _block_sums(parts: list[bytes | memoryview]) -> Iterator[int]:
    """The CRC-32 of every block of the parts put together."""
    checksum, left = 0, _BLOCK
    for part in parts:
        at = 0
        while at < len(part):
            piece = part[at : at + left]
            checksum, left, at = zlib.crc32(piece, checksum), left - len(piece), at + len(piece)
            if not left:
                yield checksum
                checksum, left = 0, _BLOCK
    if left < _BLOCK:
        yield checksum


class TableFile:
    """A table file, opened by memory map."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self.bytes = os.fstat(file.fileno()).st_size
            self.header, self._start = _read_header(path, file.read(_LONGEST_HEADER))
            self._view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        length = self.header["length"]
        blocks = -(-length // _BLOCK)
        if self.header["order"] != sys.byteorder or self.bytes != self._start + length + 4 * blocks:
            raise DamagedTable(f"the table {path} is damaged: it has not the length it was written with")
        self._sums = self._view[self._start + length :].cast("I")
        self._checked = bytearray(blocks)
        self._sections = {name: Section(name, *rest) for name, *rest in self.header["sections"]}

    def section(self, name: str) -> "CheckedSection":
        """An array that checks each block when it is first read."""
        return CheckedSection(self, self._sections[name])

    def view(self, section: Section) -> memoryview:
        """The items of a section, unchecked."""
        begin = self._start + section.offset
        return self._view[begin : begin + section.items * section.width].cast(section.type)

    def whole(self, name: str) -> memoryview:
        """The items of a section, all checked."""
        self.check_all()
        return self.view(self._sections[name])

    def check_all(self) -> None:
        for block in range(len(self._checked)):
            self.check(block * _BLOCK)

    def check(self, offset: int) -> None:
        """Makes sure that the block with this byte of the data is what was written."""
        block = offset // _BLOCK
        if self._checked[block]:
            return
        begin = self._start + block * _BLOCK
        end = min(begin + _BLOCK, self._start + self.header["length"])
        if zlib.crc32(self._view[begin:end]) != self._sums[block]:
            raise DamagedTable(f"the table {self.path} is damaged near byte {begin}")
        self._checked[block] = 1


class CheckedSection:
    """The items of a section; a damaged block is found when it is first read."""

    def __init__(self, file: TableFile, section: Section) -> None:
        self._file = file
        self._offset, self._width = section.offset, section.width
        self._items = file.view(section)

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: int) -> int:
        self._file.check(self._offset + index * self._width)
        item: int = self._items[index]
        return item


def _read_header(path: Path, beginning: bytes) -> tuple[dict[str, Any], int]:
    """The header of a file, and where its data begins."""
    line, newline, _ = beginning[_CHECKED_FROM:].partition(b"\n")
    end = _CHECKED_FROM + len(line) + 1
    end += -end % _PAGE
    if not beginning.startswith(_MAGIC) or not newline:
        raise DamagedTable(f"{path} is not a table, or damaged at its beginning")
    if beginning[len(_MAGIC) : _CHECKED_FROM] != b"%08x\n" % zlib.crc32(beginning[_CHECKED_FROM:end]):
        raise DamagedTable(f"the table {path} is damaged in its header")
    header: dict[str, Any] = json.loads(line)
    return header, end
