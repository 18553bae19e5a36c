"""A cluster produces the same table as a single machine, even if it loses machines along the way."""

import os
import re
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from gridduels import SetupError, load_game
from gridduels.engine import Table, solve
from gridduels.engine.kernels.compiler import plain
from gridduels.engine.progress import silent
from gridduels.engine.solvers.layered import LayerSolver
from gridduels.engine.solvers.layered_ray import reach_part, solve_part
from gridduels.engine.tables.catalogue import table_path
from gridduels.engine.tables.format import DEFLATED, table_parts
from tests.players.bots.hostile import posix_only
from tests.ray_clusters import cluster, node, short
from tests.skips import require
from tests.terminal.processes import COMMAND, environment

__all__ = ["short"]


def test_parts_solved_separately_have_the_codes_of_the_whole() -> None:
    game = load_game("blockade", 3, obstacles=1)
    solved = LayerSolver(game, silent).run()
    marks = np.zeros((1, solved.table.shape[1]), np.int8)
    marks[0, plain(game.definition).state_index(game.rules, game.start())] = 1
    own, keys, found = reach_part(game, solved.keys[:1], marks)
    further, last_keys, last_found = reach_part(game, keys, found)
    last, none, _ = reach_part(game, last_keys, last_found)
    assert len(none) == 0
    assert {*solved.keys.tolist()} == {int(solved.keys[0]), *keys.tolist(), *last_keys.tolist()}
    codes, counts = solve_part(game, last_keys, last, last_keys[:0], last[:0])
    middle, more = solve_part(game, keys, further, last_keys, codes)
    first, rest = solve_part(game, solved.keys[:1], own, keys, middle)
    assert np.array_equal(counts + more + rest, solved.by_stabilizer)
    rows = dict(zip(solved.keys.tolist(), solved.table, strict=True))
    for part, values in ((solved.keys[:1], first), (keys, middle), (last_keys, codes)):
        assert all(np.array_equal(rows[key], row) for key, row in zip(part.tolist(), values, strict=True))


def test_a_game_without_layers_is_refused(own_cache: Path) -> None:
    with pytest.raises(SetupError, match="pathway 3x3 is not solved in layers: leave out --engine ray"):
        solve(load_game("pathway", 3), rebuild=True, ray_workers=2)


@pytest.mark.heavy
@posix_only
def test_a_machine_lost_in_the_middle_changes_nothing(short: Path, tmp_path: Path, own_cache: Path) -> None:
    require(find_spec("ray"), "Ray is not installed")
    game, open_to_all = load_game("blockade"), {"RAY_AUTH_MODE": "disabled"}
    came = solve(game)
    assert isinstance(came, Table)
    expected = b"".join(table_parts(came.file.header, came.arrays._asdict(), DEFLATED))
    journal = own_cache / "solving" / table_path(game).stem / "journal.json"
    command = ["solve", "blockade", "--again", "--engine", "ray", "--workers", "2", "--disk", "--memory", "0.02"]
    with (
        cluster(short, **open_to_all) as address,
        node(tmp_path, f"--address={address}", "--num-cpus=1", **open_to_all) as other,
    ):
        process = subprocess.Popen(
            [*COMMAND, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(GRIDDUELS_CACHE=str(own_cache), RAY_ADDRESS=address, **open_to_all),
        )
        until = time.monotonic() + 300
        while not (journal.exists() and '"all_found": true' in journal.read_text()):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until, "not all layers are found"
            time.sleep(0.05)
        os.killpg(other.pid, signal.SIGKILL)
        output, complaint = process.communicate(timeout=400)
    assert process.returncode == 0, complaint.decode()
    lost = rb"gridduels: the cluster lost the machine [\d.]+: its parts run again elsewhere\n"
    assert re.fullmatch(rb"(%b)?" % lost, complaint), complaint.decode()
    assert b"wins in 13 more moves" in output
    assert table_path(game).read_bytes() == expected
