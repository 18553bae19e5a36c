"""Whatever the header of a table or proof file says, the file is read correctly or refused, using little memory."""

import copy
import json
import random
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gridduels import load_game
from gridduels.engine import Table, solve
from gridduels.engine.headers import CHECKED_FROM, Format
from gridduels.engine.proofs import PROOF, Claim, DamagedProof, Proof, prove, read_proof, write_proof
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.catalogue import FOLDER, table_path, unpacked
from gridduels.engine.tables.format import SECTIONS, TABLE, DamagedTable, TableFile, write_table
from gridduels.errors import SetupError

GAME = load_game("pathway", 4)
LAYERED = load_game("blockade", 3)
MUTATIONS = 400
NASTY: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 127, 128, -128, 1 << 31, 1 << 62, 1 << 63, 1 << 200, 0.0, 1.5, 1e308),
    *(float("inf"), float("-inf"), float("nan"), "", "x", "1", "4x4", "pathway", "\x00", "\ud800", "é" * 5000),
    *([], {}, [[]], [1, 2], [[1, 2]] * 1000, {"": 1}, {"score": 1, "levels": []}, "9" * 5000),
]


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("proof") / "start.proof"
    write_proof(path, prove(OnDemandSolver(GAME)))
    return path.read_bytes()


@pytest.fixture(scope="module", params=["enumerated", "layered"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, bytes]:
    """Return a table in which some sections are deflated and some are not, and its game."""
    game = GAME if request.param == "enumerated" else LAYERED
    came = solve(game)
    assert isinstance(came, Table)
    path = tmp_path_factory.mktemp("table") / "start.table"
    write_table(path, came.file.header, came.arrays._asdict())
    return game, path.read_bytes()


def header_and_data(file: bytes, format: Format) -> tuple[dict[str, Any], bytes]:
    line = file[CHECKED_FROM:].split(b"\n", 1)[0]
    start = CHECKED_FROM + len(line) + 1
    return json.loads(line), file[start + -start % format.page :]


def with_line(line: bytes, data: bytes, format: Format) -> bytes:
    """Return a file with the given header and a matching checksum."""
    line += b"\n"
    line += bytes(-(CHECKED_FROM + len(line)) % format.page)
    checked = line + data if format.checks_data else line
    return format.magic + b"%08x\n" % zlib.crc32(checked) + line + data


def places_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a header."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places_of(inner, (*path, key))


def mutated(header: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the header with one to three changes: a value replaced, changed slightly, omitted, duplicated or moved."""
    header = copy.deepcopy(header)
    for _ in range(rng.randint(1, 3)):
        if not (places := list(places_of(header))):
            break
        *path, key = rng.choice(places)
        inside: Any = header
        for step in path:
            inside = inside[step]
        kind = rng.randrange(5)
        if kind == 0:
            del inside[key]
        elif kind == 1 and type(inside[key]) is int:
            inside[key] += rng.choice((-1, 1, 1000))
        elif kind == 2 and isinstance(inside, list):
            inside.append(copy.deepcopy(inside[key]))
        elif kind == 3 and isinstance(inside, dict):
            inside[f"{key}x"] = inside.pop(key)
        else:
            inside[key] = copy.deepcopy(rng.choice(NASTY))
    return header


def forged_files(file: bytes, format: Format, seed: int) -> Iterator[bytes]:
    """Return files with correct checksums, but mutated headers, shifted data, or headers that are not objects."""
    rng, (header, data) = random.Random(seed), header_and_data(file, format)
    for _ in range(MUTATIONS):
        yield with_line(json.dumps(mutated(header, rng)).encode(), data, format)
    good = json.dumps(header).encode()
    for line in (b"", b"null", b"[]", b"{}", b"1e999", b'{"game":', b"[" * 200_000, b'{"a":' * 200_000, b"\xff\xfe"):
        yield with_line(line, data, format)
    yield with_line(good[:-1] + b', "size": 3}', data, format)
    for changed in (data + b"\0", data[:-1], data[1:], b"", data + data, bytes(len(data))):
        yield with_line(good, changed, format)
    for _ in range(50):
        at = rng.randrange(len(data))
        yield with_line(good, data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :], format)


@pytest.mark.usefixtures("unchecked_proofs")
def test_a_forged_proof_is_read_correctly_or_refused(proof: bytes, tmp_path: Path) -> None:
    path, refused = tmp_path / "forged.proof", 0
    for file in forged_files(proof, PROOF, seed=1):
        path.write_bytes(file)
        try:
            read = read_proof(path)
        except (DamagedProof, SetupError):
            refused += 1
        else:
            assert write_proof(path, read) > 0
    assert refused > MUTATIONS * 0.8


def test_a_forged_table_is_opened_or_refused(table: tuple[Any, bytes], tmp_path: Path) -> None:
    (game, original), path, refused = table, tmp_path / "forged.table", 0
    for file in forged_files(original, TABLE, seed=2):
        path.write_bytes(file)
        try:
            opened = Table(game, TableFile(path))
            opened.file.check_all()
            for name in SECTIONS:
                opened.file.whole(name)
        except DamagedTable:
            refused += 1
        else:
            assert opened.value(game.start()) == solve(game).value(game.start())
    assert refused > MUTATIONS * 0.8


def test_a_file_cut_anywhere_is_refused(proof: bytes, table: tuple[Any, bytes], tmp_path: Path) -> None:
    path = tmp_path / "cut"
    for end in [*range(0, 300, 7), *range(300, len(proof), 31)]:
        path.write_bytes(proof[:end])
        with pytest.raises(DamagedProof):
            read_proof(path)
    for end in [*range(1, 300, 7), 4095, 4096, 4097, *range(5000, len(table[1]), 997)]:
        path.write_bytes(table[1][:end])
        with pytest.raises(DamagedTable):
            TableFile(path)


def peak_of_reading(path: Path) -> int:
    tracemalloc.start()
    try:
        with pytest.raises(DamagedProof):
            read_proof(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_small_proof_never_takes_much_memory(proof: bytes, tmp_path: Path) -> None:
    """A level of 30 million entries that differ by one compresses to half a megabyte."""
    count = 30_000_000
    deflate = zlib.compressobj(9)
    level = deflate.compress(b"\1" * count) + deflate.compress(bytes(7 * count)) + deflate.flush()
    header, _ = header_and_data(proof, PROOF)
    first = header["claims"][0]["levels"][0]
    header["claims"] = [{"score": 1, "levels": [[1, first[1]], [count, len(level)]]}]
    path = tmp_path / "bomb.proof"
    data = header_and_data(proof, PROOF)[1][: first[1]] + level
    path.write_bytes(with_line(json.dumps(header).encode(), data, PROOF))
    assert path.stat().st_size < 500_000
    assert peak_of_reading(path) < 10_000_000
    header["claims"][0]["levels"][1][0] = 64 * len(level) // 8
    path.write_bytes(with_line(json.dumps(header).encode(), data, PROOF))
    assert peak_of_reading(path) < 64_000_000


@pytest.mark.usefixtures("unchecked_proofs")
def test_a_level_that_would_shrink_too_much_is_stored_uncompressed(tmp_path: Path) -> None:
    levels = np.array([5]), np.arange(1 << 17)
    path = tmp_path / "dense.proof"
    assert write_proof(path, Proof(GAME, (Claim(100, levels),))) > 1 << 20
    (claim,) = read_proof(path).claims
    assert claim.levels[1].tolist() == levels[1].tolist()


def test_a_block_that_inflates_to_more_than_its_stated_size_is_refused(
    table: tuple[Any, bytes], tmp_path: Path
) -> None:
    game, _ = table
    came = solve(game)
    assert isinstance(came, Table)
    path = tmp_path / "long.table"
    arrays = came.arrays._asdict()
    longer = np.zeros(len(arrays["codes"]) + 100, np.int8)
    write_table(path, came.file.header, {**arrays, "codes": longer})
    header, data = header_and_data(path.read_bytes(), TABLE)
    header["sections"][-1][2] -= 100
    path.write_bytes(with_line(json.dumps(header).encode(), data, TABLE))
    with pytest.raises(DamagedTable):
        TableFile(path).whole("codes")


def test_the_table_of_another_board_is_not_used(own_cache: Path) -> None:
    sealed = load_game("pathway", 4, goal="sealed")
    right = solve(GAME).value(GAME.start())
    solve(sealed)
    table_path(GAME).write_bytes(table_path(sealed).read_bytes())
    with pytest.warns(UserWarning, match="it is a table for another board: it will be rebuilt"):
        assert solve(GAME).value(GAME.start()) == right


def test_every_shipped_table_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "shipped.table"
    for packed in sorted(FOLDER.glob("*.table.xz"), key=lambda each: each.stat().st_size)[:60]:
        path.write_bytes(b"".join(unpacked(packed)))
        TableFile(path).check_all()


def test_tables_lists_good_files_even_if_some_are_damaged(own_cache: Path) -> None:
    solve(GAME)
    folder = table_path(GAME).parent
    header, data = header_and_data(table_path(GAME).read_bytes(), TABLE)
    del header["rulings"]
    (folder / "a.table").write_bytes(with_line(json.dumps(header).encode(), data, TABLE))
    (folder / "b.table").write_bytes(with_line(b"[" * 100_000, data, TABLE))
    (folder / "c.table").mkdir()
    (folder / "d.table").symlink_to(folder / "nowhere")
    (folder / "e.table").write_bytes(b"")
    command = [sys.executable, "-m", "gridduels", "tables"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert listed.stdout.count("(damaged)") == 5
    assert f"{table_path(GAME).name}  goal=open\n" in listed.stdout
