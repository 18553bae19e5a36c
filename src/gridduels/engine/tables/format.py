"""The table file format: deflated blocks with checksums, memory-mapped when opened."""

import mmap
import os
import sys
import time
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from gridduels.engine import headers
from gridduels.engine.headers import BOARD, LONGEST_HEADER, either, exactly, list_of, one_of, row_of
from gridduels.engine.kernels.compiler import Chunks
from gridduels.engine.progress import on_all_cores
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import cache_folder, write_atomically

# --- Blocks of deflated bytes
#
# Every Python build includes deflate, and of the compressors in the standard library it decompresses fastest: a block
# of codes takes 40 microseconds, while xz takes four times as long and saves only a fifth of the space. Blocks of
# numbers are smaller than blocks of codes, since a binary search reads several of them.


BLOCK_BYTES: Final = {"q": 1 << 12, "b": 1 << 14}
"""Block size in bytes before compression, by item type: int64 or int8."""
_LEVEL: Final = 6
_RAW: Final = -15
"""Deflate's largest window, without zlib's header and checksum: checksums are in the directory."""


def deflated(block: bytes | memoryview) -> bytes:
    """Return a block as written to disk."""
    deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
    return deflate.compress(block) + deflate.flush()


def inflated(block: bytes | memoryview, length: int) -> bytes:
    """Inflate a block; raise zlib.error unless it inflates to exactly `length` bytes.

    >>> inflated(deflated(b"grid" * 100), 400) == b"grid" * 100
    True
    """
    inflate = zlib.decompressobj(_RAW)
    data = inflate.decompress(block, length + 1)
    if len(data) != length or not inflate.eof or inflate.unused_data:
        raise zlib.error("a block has the wrong length")
    return data


def in_blocks(chunks: Iterable[Any], size: int) -> Iterator[bytes | memoryview]:
    """Cut consecutive arrays into blocks of `size` bytes; the last one may be shorter.

    >>> list(map(bytes, in_blocks([b"abcd", b"efg"], 3)))
    [b'abc', b'def', b'g']
    """
    rest = b""
    for chunk in chunks:
        data = memoryview(chunk).cast("B")
        begin = (size - len(rest)) % size if rest else 0
        if rest:
            rest += data[:begin]
            if len(rest) < size:
                continue
            yield rest
        whole = begin + (len(data) - begin) // size * size
        yield from (data[at : at + size] for at in range(begin, whole, size))
        rest = bytes(data[whole:])
    if rest:
        yield rest


# --- Tables on disk: one file each in the user's cache folder, written atomically
#
#     gridduels table 2                         the kind of file and the version of its format
#     5f3a9c01                                  CRC-32 of everything that follows, up to the sections
#     {"game": "gridlock", "size": 7, ...}      the header: what was solved, and which sections there are
#     (zeros up to a multiple of 4096)
#     sections, one array each, in blocks       deflated or uncompressed
#     directory                                 where each block ends, and its CRC-32
#
# A block is checked and inflated when it is read, and the most recent blocks are cached: opening a table reads almost
# nothing, and a probe inflates one block of each section.
#
# Invariants:
# - Blocks are numbered across all sections without gaps: a section's first block follows the previous section's last.
# Every block of a section except the last has BLOCK_BYTES bytes before compression, so an item's block follows from its
# index alone, and no item spans two blocks.
# - Blocks are contiguous: block n begins where block n - 1 ends, and the first one begins where the header ends.
# - The directory starts where the last block ends and runs to the end of the file: first all the ends (int64), then all
# the CRC-32s (uint32). It has no checksum of its own: a wrong end or checksum makes its block's check fail.
# - Checksums cover the bytes on disk, so damaged data never reaches the decompressor.
#
# Sections of a game without layers: codes[i] belongs to keys[i], the sorted keys of canonical positions; the other two
# are empty. Sections of a game with layers: keys are the sorted keys of canonical layers, and the codes of layer i
# begin at starts[i], one for every combination of the digits in its row of digit_sets.


_PAGE: Final = 4096
_BLOCKS_KEPT: Final = 64
"""Cached blocks per section: at most a megabyte of codes."""
DEFLATED: Final = ("digit_sets", "codes")
"""Sections that compress well. `keys` are searched, which would inflate a dozen blocks, and `starts` hardly compress.
"""
SECTIONS: Final[dict[str, Literal["q", "b"]]] = {"keys": "q", "digit_sets": "q", "starts": "q", "codes": "b"}
"""A table's arrays by name, in file order, with their type codes: int64 or int8."""
_DIRECTORY_ENTRY: Final = 12
MOST_OF_FAMILY: Final = 200
MOST_BYTES_OF_FAMILY: Final = 200_000_000
"""The maximum number and total size of one family's tables in the cache folder: a family has countless games, and
visitors to a server can name any of them."""
_DAY: Final = 24 * 60 * 60.0


class DamagedTable(GridDuelsError):
    """A table file is damaged."""

    code = "table"


_ITEMS: Final = headers.whole(0, 1 << 48)
_NUMBER: Final = headers.whole(-(1 << 63), (1 << 63) - 1)
_COUNT: Final = row_of(headers.whole(-127, 127), headers.whole(0, 1 << 63))

TABLE: Final = headers.Format(
    "table",
    2,
    exactly(
        {
            **BOARD,
            "rules": list_of(either(_NUMBER, list_of(_NUMBER, 1000)), 1000),
            "counts": either(one_of(None), list_of(_COUNT, 255)),
            "order": one_of("little", "big"),
            "sections": row_of(
                *(
                    row_of(one_of(name), one_of(type), _ITEMS, _ITEMS, one_of(False, True))
                    for name, type in SECTIONS.items()
                )
            ),
        }
    ),
    DamagedTable,
    page=_PAGE,
    checks_data=False,
)


def table_files() -> list[Path]:
    """Return every table in the cache folder."""
    return sorted((cache_folder() / "tables").glob("*.table"))


def trim_tables(prefix: str, kept: Path, most: int = MOST_OF_FAMILY, most_bytes: int = MOST_BYTES_OF_FAMILY) -> None:
    """Remove the oldest tables whose names begin with a prefix until the rest are few and small enough.

    The table at `kept` is never removed. On most systems, a process that has a removed table open can go on reading it.
    """
    found = []
    for path in table_files():
        if path.name.startswith(prefix) and path != kept:
            with suppress(FileNotFoundError):
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
    number, size = 1, kept.stat().st_size
    for _, each, path in sorted(found, reverse=True):
        number, size = number + 1, size + each
        if number > most or size > most_bytes:
            with suppress(OSError):  # another process has removed it, or Windows does not remove an open file
                path.unlink()


def leftovers(older_than: float = _DAY) -> list[Path]:
    """Return the temporary files left by processes that were killed while writing a table.

    Files younger than `older_than` seconds are skipped, since a process may still be writing them.
    """
    found = []
    for path in (cache_folder() / "tables").glob(".*"):
        try:
            if time.time() - path.stat().st_mtime >= older_than:
                found.append(path)
        except FileNotFoundError:
            continue
    return found


class Section(NamedTuple):
    """An array in a table file: its type code, its length, its first block, and whether its blocks are deflated."""

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
        """The section's block numbers."""
        return range(self.first, self.first - (-self.bytes // BLOCK_BYTES[self.type]))

    def length(self, block: int) -> int:
        """Return a block's size in bytes before compression."""
        return min(BLOCK_BYTES[self.type], self.bytes - (block - self.first) * BLOCK_BYTES[self.type])


def write_table(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write int64 or int8 arrays under a header, compressing those in DEFLATED."""
    write_parts(path, table_parts(header, arrays, DEFLATED))


def write_parts(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write a table file from its consecutive parts."""
    for leftover in leftovers():
        leftover.unlink(missing_ok=True)
    try:
        write_atomically(path, parts)
    except OSError as error:
        raise SetupError(f"cannot write the table {path} ({error.strerror})") from None


def table_parts(
    header: Mapping[str, Any], arrays: Mapping[str, Any], deflate: Iterable[str] = ()
) -> Iterator[bytes | memoryview]:
    """Yield the parts of a table file that stores int64 or int8 arrays under a header.

    The arrays named in `deflate` are compressed. Without compression, the same arrays produce the same file on every
    machine; compressed output varies with the zlib version.
    """
    sections: list[Section] = []
    for name, values in arrays.items():
        first = sections[-1].blocks.stop if sections else 0
        items = values.items if isinstance(values, Chunks) else len(values)
        sections.append(Section(name, "q" if values.itemsize == 8 else "b", items, first, name in deflate))
    beginning = headers.write_beginning(TABLE, {**header, "order": sys.byteorder, "sections": sections})
    yield beginning
    ends, sums = array("q"), array("I")
    end = len(beginning)
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
    """A memory-mapped table file."""

    def __init__(self, path: Path) -> None:
        """Open a table; raise DamagedTable unless its header is valid and every block lies within the file."""
        self.path = path
        with path.open("rb") as file:
            self.bytes = os.fstat(file.fileno()).st_size
            self.header, self._start = headers.read_header(path, file.read(LONGEST_HEADER), TABLE)
            self._view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if self.header["order"] != sys.byteorder:
            raise DamagedTable(f"the table {path} was written on a machine with a different byte order")
        self.sections = [Section(*each) for each in self.header["sections"]]
        self._ends, self._sums = self._read_directory()

    def _read_directory(self) -> tuple[memoryview, memoryview]:
        """Return each block's end and checksum."""
        blocks = 0
        for section in self.sections:
            if section.first != blocks:
                raise TABLE.damaged(self.path, "its sections are not consecutive")
            blocks = section.blocks.stop
        directory = self.bytes - _DIRECTORY_ENTRY * blocks
        if directory >= self._start:
            ends = self._view[directory : directory + 8 * blocks].cast("q")
            sums = self._view[directory + 8 * blocks :].cast("I")
            if directory == (ends[-1] if blocks else self._start):
                return ends, sums
        raise TABLE.damaged(self.path, "its length is wrong")

    @property
    def inflated_bytes(self) -> int:
        """The memory used by all deflated sections together; the others are mapped."""
        return sum(section.bytes for section in self.sections if section.deflated)

    def section(self, name: str) -> "CheckedSection":
        """Return an array that reads, checks and inflates blocks on demand."""
        return CheckedSection(self, self._section(name))

    def _section(self, name: str) -> Section:
        return next(section for section in self.sections if section.name == name)

    def whole(self, name: str) -> memoryview:
        """Return all items of a section, checked."""
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
        """Return the bytes of a block, checked and inflated."""
        data = self._checked(section, number)
        if not section.deflated:
            return data
        try:
            return inflated(data, section.length(number))
        except zlib.error:
            raise self._damaged(number) from None

    def check_all(self) -> None:
        """Raise DamagedTable if any block is damaged."""
        for section in self.sections:
            for number in section.blocks:
                self._checked(section, number)

    def _begin(self, number: int) -> int:
        """Return the offset where a block begins."""
        return self._ends[number - 1] if number else self._start

    def _checked(self, section: Section, number: int) -> memoryview:
        begin, end = self._begin(number), self._ends[number]
        in_file = self._start <= begin <= end <= self.bytes
        if not in_file or (not section.deflated and end - begin != section.length(number)):
            raise self._damaged(number)
        data = self._view[begin:end]
        if zlib.crc32(data) != self._sums[number]:
            raise self._damaged(number)
        return data

    def _damaged(self, number: int) -> DamagedTable:
        return DamagedTable(f"the table {self.path} is damaged near byte {self._begin(number)}")


class CheckedSection:
    """A section's items, read on demand; reading a damaged block raises DamagedTable."""

    def __init__(self, file: TableFile, section: Section) -> None:
        self._path, self._name = file.path, section.name
        self._items, self._each = section.items, BLOCK_BYTES[section.type] // section.width

        def read(number: int) -> memoryview:
            return memoryview(file.block(section, section.first + number)).cast(section.type)

        self._block = lru_cache(_BLOCKS_KEPT)(read)

    def __len__(self) -> int:
        return self._items

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self._items:
            raise TABLE.damaged(self._path, f"it has no item {index} among its {self._name}")
        item: int = self._block(index // self._each)[index % self._each]
        return item
