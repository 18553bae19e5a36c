"""Read and check the header of a table or proof file.

    gridduels table 2                       the kind of file and the version of its format
    5f3a9c01                                CRC-32, eight hexadecimal digits
    {"game": "gridlock", "size": 7, ...}    the header: JSON on one line

Files can come from anywhere, so their contents are never trusted: a header is used only if it has exactly its schema's
keys and every value has the right type and is within bounds. A schema is a `Check`: a function that decides whether a
value read from JSON is acceptable.
"""

import json
import re
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.errors import GridDuelsError

Check = Callable[[object], bool]

LONGEST_HEADER: Final = 1 << 20
"""In bytes. A proof of 126 claims with 127 levels each needs less than half of this."""
CHECKED_FROM: Final = len(b"gridduels table 2\n01234567\n")
"""The header's offset, after the first line and the checksum."""


class Format(NamedTuple):
    """A file type: its name and version, the schema of its header, and the error to raise for a bad file."""

    name: str
    version: int
    schema: Check
    error: type[GridDuelsError]
    page: int = 1
    """The data begins at a multiple of this; the gap is filled with zeros."""
    checks_data: bool = True
    """Whether the checksum covers everything after it, or only the header and the zeros that follow."""

    @property
    def magic(self) -> bytes:
        return f"gridduels {self.name} {self.version}\n".encode()

    def begins(self, data: bytes) -> bool:
        """Return whether a file is of this kind, in any version."""
        return data.startswith(f"gridduels {self.name} ".encode())

    def damaged(self, path: Path, problem: str) -> GridDuelsError:
        return self.error(f"the {self.name} {path} is damaged: {problem}")


def write_beginning(format: Format, header: Mapping[str, Any], data: bytes = b"") -> bytes:
    """Return a file's bytes up to its data; `data` is needed only if the checksum covers it."""
    line = json.dumps(header).encode() + b"\n"
    line += bytes(-(CHECKED_FROM + len(line)) % format.page)
    checksum = zlib.crc32(data, zlib.crc32(line)) if format.checks_data else zlib.crc32(line)
    return format.magic + b"%08x\n" % checksum + line


def read_header(path: Path, data: bytes, format: Format) -> tuple[dict[str, Any], int]:
    """Return a file's header and the offset of its data.

    `data` is the whole file, or at least its first `LONGEST_HEADER` bytes if the checksum covers only the header. Raise
    the format's error for any file that could not have been written in this format.
    """
    if format.begins(data) and not data.startswith(format.magic):
        raise format.error(f"the {format.name} {path} was written by another version of gridduels")
    if not data.startswith(format.magic):
        raise format.error(f"{path} is not a {format.name}, or its beginning is damaged")
    line_end = data.find(b"\n", CHECKED_FROM, LONGEST_HEADER)
    start = line_end + 1
    start += -start % format.page
    if line_end < 0 or len(data) < start:
        raise format.damaged(path, "it ends in the middle of its header")
    checked = memoryview(data)[CHECKED_FROM:] if format.checks_data else data[CHECKED_FROM:start]
    if data[len(format.magic) : CHECKED_FROM] != b"%08x\n" % zlib.crc32(checked) or any(data[line_end + 1 : start]):
        raise format.damaged(path, "its checksum does not match its contents")
    try:
        line = data[CHECKED_FROM:line_end].decode("ascii")  # json.loads would guess the encoding of bytes
        header = json.loads(line, object_pairs_hook=_without_duplicates)
    except (ValueError, RecursionError):
        raise format.damaged(path, "its header is not JSON") from None
    if not format.schema(header):
        raise format.damaged(path, f"its header is not a valid {format.name} header")
    return header, start


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Raise ValueError for an object with a duplicate key, because JSON parsers disagree on which one counts."""
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("a key occurs twice")
    return found


def whole(least: int, most: int) -> Check:
    """Accept an integer within bounds, but not JSON's `true` or `1.0`."""
    return lambda value: type(value) is int and least <= value <= most


def text(pattern: str) -> Check:
    """Accept a string that fully matches a regular expression."""
    matches = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and matches(value) is not None


def one_of(*values: object) -> Check:
    """Accept any of these values, provided that the type also matches."""
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


def list_of(check: Check, most: int) -> Check:
    """Accept a list with at most `most` items."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(check, value))


def row_of(*checks: Check) -> Check:
    """Accept a list with one item per check, in this order."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(checks)
        and all(check(item) for check, item in zip(checks, value, strict=True))
    )


def map_of(check: Check, most: int) -> Check:
    """Accept an object with at most `most` entries, whatever their keys."""
    return lambda value: isinstance(value, dict) and len(value) <= most and all(map(check, value.values()))


def exactly(checks: Mapping[str, Check]) -> Check:
    """Accept an object with exactly these keys."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == checks.keys()
        and all(check(value[key]) for key, check in checks.items())
    )


BOARD: Final[Mapping[str, Check]] = {
    "game": text(r"\S{1,100}"),
    "size": either(whole(1, 99), text(r"[1-9]\d?x[1-9]\d?")),
    "rulings": map_of(either(text(r"\S{1,100}"), whole(-(1 << 63), (1 << 63) - 1)), 64),
}
"""The keys that identify the board."""
