"""Proofs on disk: one file each, written whole and checked when it is read.

    gridduels proof 1                         what it is
    5f3a9c01                                  CRC-32 of all that follows
    {"game": "pathway", "size": 7, ...}       the header: what is proved, by which rules, and how long each level is
    levels, one after the other               each the differences of its sorted entries, deflated

Of the differences the first bytes come first, then the second ones, and so on: most of the high ones are zero.
"""

import json
import zlib
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from gridduels.engine.kernels.binding import key_width
from gridduels.engine.proofs.proof import Claim, Proof
from gridduels.engine.tables.naming import fingerprint_of
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_whole
from gridduels.game import Game
from gridduels.registry import definition

__all__ = ["DamagedProof", "is_proof", "read_proof", "write_proof"]

_MAGIC: Final = b"gridduels proof 1\n"
_EARLIER: Final = _MAGIC[:-2]
"""How the files of other versions begin, too."""
_WORD: Final = 8
"""The bytes of a machine word."""
_CHECKED_FROM: Final = len(_MAGIC) + 9
"""The byte where the header begins, after the magic line and the checksum."""


class DamagedProof(GridDuelsError):
    """A proof file is not what was written, or not for the rules of today."""

    code = "proof"


def is_proof(path: Path) -> bool:
    """Whether a file begins like a proof."""
    with path.open("rb") as file:
        return file.read(len(_EARLIER)) == _EARLIER


def write_proof(path: Path, proof: Proof) -> int:
    """Writes a proof; how many bytes it takes."""
    packed = [[(len(level), _packed(level, _width(proof.game))) for level in claim.levels] for claim in proof.claims]
    content = b"".join([_header(proof, packed), *(data for levels in packed for _, data in levels)])
    try:
        write_whole(path, [_MAGIC, b"%08x\n" % zlib.crc32(content), content])
    except OSError as error:
        raise SetupError(f"cannot write the proof {path} ({error.strerror})") from None
    return _CHECKED_FROM + len(content)


def _header(proof: Proof, packed: list[list[tuple[int, bytes]]]) -> bytes:
    """What is proved, and of each level how many entries it has and how many bytes they take."""
    game = proof.game
    claims = [
        {"score": claim.score, "levels": [(count, len(data)) for count, data in levels]}
        for claim, levels in zip(proof.claims, packed, strict=True)
    ]
    header = {"game": game.id, "size": game.size, "rulings": dict(game.rulings), "rules": fingerprint_of(game)}
    return json.dumps({**header, "claims": claims}).encode() + b"\n"


def _packed(entries: Any, width: int) -> bytes:
    """The entries of a level, so many bytes each."""
    return zlib.compress(_rows(entries, width).T.tobytes())


def _unpacked(data: bytes, count: int, game: Game) -> Any:
    """The entries of a level; ValueError where it has not so many, all different and in order."""
    width, inflate = _width(game), zlib.decompressobj()
    columns = np.frombuffer(inflate.decompress(data, width * count + 1), np.uint8).reshape(width, count)
    entries = _entries(np.ascontiguousarray(columns.T))
    if not count or (entries[1:] <= entries[:-1]).any():
        raise ValueError("the entries of a level are in order, each once")
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
    """The proof in a file, whole and of today's rules."""
    line, _, data = _content(path).partition(b"\n")
    try:
        header = json.loads(line)
        game = Game(definition(header["game"]), header["size"], header["rulings"])
        claims = tuple(_claims(header["claims"], data, game))
    except (IndexError, KeyError, TypeError, ValueError, zlib.error):
        raise DamagedProof(f"the proof {path} is damaged: it has not the levels that its header names") from None
    if header["rules"] != fingerprint_of(game):
        raise DamagedProof(f"the proof {path} was made from other rules: `gridduels solve --proof` makes it again")
    return Proof(game, claims)


def _content(path: Path) -> bytes:
    """What a file holds behind its checksum."""
    try:
        file = path.read_bytes()
    except OSError as error:
        raise SetupError(f"cannot read the proof {path} ({error.strerror})") from None
    if file.startswith(_EARLIER) and not file.startswith(_MAGIC):
        raise DamagedProof(f"the proof {path} was written by another version of gridduels")
    if not file.startswith(_MAGIC):
        raise DamagedProof(f"{path} is not a proof, or damaged at its beginning")
    content = file[_CHECKED_FROM:]
    if file[len(_MAGIC) : _CHECKED_FROM] != b"%08x\n" % zlib.crc32(content):
        raise DamagedProof(f"the proof {path} is damaged: its checksum is not that of what was written")
    return content


def _claims(stated: list[dict[str, Any]], data: bytes, game: Game) -> Iterator[Claim]:
    end = 0
    for claim in stated:
        levels = []
        for count, length in claim["levels"]:
            levels.append(_unpacked(data[end : end + length], int(count), game))
            end += length
        if len(levels[0]) != 1:
            raise ValueError("a claim is about one position")
        yield Claim(int(claim["score"]), tuple(levels))
