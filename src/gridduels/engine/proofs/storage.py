"""Proofs on disk: one file each, written whole and checked when it is read. docs/proof-format.md has every byte.

    gridduels proof 1                         the kind of file and the version of its format
    5f3a9c01                                  CRC-32 of all that follows
    {"game": "pathway", "size": 7, ...}       the header: what is proved, by which rules, and how long each level is
    levels, one after the other               each the differences of its sorted entries, deflated

The first bytes of all differences come first, then the second bytes, and so on: most of the high ones are zero.
"""

import zlib
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from gridduels.engine import headers
from gridduels.engine.headers import BOARD, exactly, list_of, row_of
from gridduels.engine.kernels.binding import key_width
from gridduels.engine.proofs.proof import Claim, Proof
from gridduels.engine.tables.naming import fingerprint_of
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_whole
from gridduels.game import Game
from gridduels.registry import definition

__all__ = ["MOST_SHRUNK", "PROOF", "DamagedProof", "read_proof", "write_proof"]

_WORD: Final = 8
"""The bytes of a machine word."""
MOST_SHRUNK: Final = 64
"""A level is deflated to no less than this fraction of its bytes, so that a reader knows how much memory a file can
take before it inflates anything: deflate alone allows 1032. Real levels shrink to a third or a tenth."""
_STORED: Final = 0
"""The level of zlib that does not deflate."""


class DamagedProof(GridDuelsError):
    """A proof file is not what was written, or not for the rules of today."""

    code = "proof"


_ENTRIES: Final = headers.whole(1, 1 << 48)
PROOF: Final = headers.Format(
    "proof",
    1,
    exactly(
        {
            **BOARD,
            "rules": headers.text("[0-9a-f]{16}"),
            "claims": list_of(
                exactly({"score": headers.whole(-126, 126), "levels": list_of(row_of(_ENTRIES, _ENTRIES), 127)}), 128
            ),
        }
    ),
    DamagedProof,
)


def write_proof(path: Path, proof: Proof) -> int:
    """Writes a proof; how many bytes it takes."""
    packed = [[(len(level), _packed(level, _width(proof.game))) for level in claim.levels] for claim in proof.claims]
    data = b"".join(data for levels in packed for _, data in levels)
    beginning = headers.write_beginning(PROOF, _header(proof, packed), data)
    try:
        write_whole(path, [beginning, data])
    except OSError as error:
        raise SetupError(f"cannot write the proof {path} ({error.strerror})") from None
    return len(beginning) + len(data)


def _header(proof: Proof, packed: list[list[tuple[int, bytes]]]) -> dict[str, Any]:
    """Return what is proved, and of each level how many entries it has and how many bytes they take."""
    game = proof.game
    claims = [
        {"score": claim.score, "levels": [(count, len(data)) for count, data in levels]}
        for claim, levels in zip(proof.claims, packed, strict=True)
    ]
    return {
        "game": game.id,
        "size": game.size,
        "rulings": dict(game.rulings),
        "rules": fingerprint_of(game),
        "claims": claims,
    }


def _packed(entries: Any, width: int) -> bytes:
    """Return the entries of a level as they are written, `width` bytes each before they are deflated."""
    columns = _rows(entries, width).T.tobytes()
    data = zlib.compress(columns)
    return data if len(columns) <= MOST_SHRUNK * len(data) else zlib.compress(columns, _STORED)


def _unpacked(data: bytes, count: int, game: Game) -> Any:
    """Return the entries of a level; raise ValueError unless there are `count` of them, sorted and all different, and
    each holds a key."""
    width, inflate = _width(game), zlib.decompressobj()
    try:
        columns = inflate.decompress(data, width * count + 1)
    except zlib.error:
        raise ValueError("a level cannot be inflated") from None
    if len(columns) != width * count or not inflate.eof or inflate.unused_data:
        raise ValueError("a level has another number of entries")
    rows = np.ascontiguousarray(np.frombuffer(columns, np.uint8).reshape(width, count).T)
    entries = _entries(rows)
    if (entries[1:] <= entries[:-1]).any():
        raise ValueError("the entries of a level are in order, each once")
    if max(~int(entries[0]), int(entries[-1])) >> key_width(game):
        raise ValueError("an entry is longer than a key")
    return entries


def _rows(entries: Any, width: int) -> Any:
    """The differences of sorted entries, each as a row of so many bytes: all at once where they are machine words."""
    if entries.dtype != object:
        differences = np.diff(entries.view(np.uint64), prepend=np.uint64(0))
        return differences.astype("<u8").view(np.uint8).reshape(-1, width)
    whole = 1 << 8 * width
    numbers = [(number - before) % whole for before, number in pairwise([0, *entries])]
    return np.frombuffer(b"".join(number.to_bytes(width, "little") for number in numbers), np.uint8).reshape(-1, width)


def _entries(rows: Any) -> Any:
    """The entries with these rows."""
    if rows.shape[1] == _WORD:
        return np.cumsum(rows.view("<u8").ravel().astype(np.uint64), dtype=np.uint64).view(np.int64)
    half = 1 << 8 * rows.shape[1] - 1
    differences = (int.from_bytes(row.tobytes(), "little") for row in rows)
    return np.array([(number + half) % (2 * half) - half for number in accumulate(differences)], object)


def _width(game: Game) -> int:
    """How many bytes an entry takes: as many machine words as a key and a sign."""
    return _WORD * -(-(key_width(game) + 1) // (8 * _WORD))


def read_proof(path: Path) -> Proof:
    """Return the proof in a file; raise DamagedProof unless it is whole and was made from today's rules."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SetupError(f"cannot read the proof {path} ({error.strerror})") from None
    header, start = headers.read_header(path, content, PROOF)
    game = Game(definition(header["game"]), header["size"], header["rulings"])
    if (game.size, dict(game.rulings)) != (header["size"], header["rulings"]):
        raise PROOF.damaged(path, "its size or rulings are not written as they should be")
    try:
        claims = tuple(_claims(header["claims"], content[start:], game))
    except ValueError as error:
        raise PROOF.damaged(path, str(error)) from None
    if header["rules"] != fingerprint_of(game):
        raise DamagedProof(f"the proof {path} was made from other rules: `gridduels solve --proof` makes it again")
    return Proof(game, claims)


def _claims(stated: list[dict[str, Any]], data: bytes, game: Game) -> Iterator[Claim]:
    """Return the claims of a proof; raise ValueError unless its levels are as many bytes as the header says."""
    levels = [level for claim in stated for level in claim["levels"]]
    if sum(length for _, length in levels) != len(data):
        raise ValueError("it does not have the length that its header says")
    if any(count * _width(game) > MOST_SHRUNK * length for count, length in levels):
        raise ValueError("a level is shorter than so many entries can be")
    end = 0
    for claim in stated:
        entries = []
        for count, length in claim["levels"]:
            entries.append(_unpacked(data[end : end + length], count, game))
            end += length
        if not entries or len(entries[0]) != 1:
            raise ValueError("a claim is about one position")
        yield Claim(claim["score"], tuple(entries))
