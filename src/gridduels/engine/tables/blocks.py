"""Blocks: how the arrays of a table are cut, deflated and inflated.

Deflate is what every Python has, and what inflates fastest of all that it has: a block of codes takes 40 microseconds,
where xz takes four times as long to save a fifth. A block of numbers is smaller than one of codes, since a search looks
into several of them.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

__all__ = ["BLOCK_BYTES", "deflated", "in_blocks", "inflated"]

BLOCK_BYTES: Final = {"q": 1 << 12, "b": 1 << 14}
"""The bytes of a block before it is deflated, by the type of its items: int64 or int8."""
_LEVEL: Final = 6
_RAW: Final = -15
"""Deflate's largest window, without zlib's own header and checksum: the directory has one."""


def deflated(block: bytes | memoryview) -> bytes:
    """A block as it is written."""
    deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
    return deflate.compress(block) + deflate.flush()


def inflated(block: bytes | memoryview, length: int) -> bytes:
    """Return a block as it was; raise zlib.error unless it inflates to exactly so many bytes and ends there.

    >>> inflated(deflated(b"grid" * 100), 400) == b"grid" * 100
    True
    """
    inflate = zlib.decompressobj(_RAW)
    data = inflate.decompress(block, length + 1)
    if len(data) != length or not inflate.eof or inflate.unused_data:
        raise zlib.error("a block has another length")
    return data


def in_blocks(chunks: Iterable[Any], size: int) -> Iterator[bytes | memoryview]:
    """Arrays one after the other, cut into blocks of so many bytes; the last may be shorter.

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
