"""Boards with more cells than a machine word has bits are searched and proved in the same way, but in plain Python."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gridduels import Game, SetupError, load_game
from gridduels.analysis.dataset import check_labels, draw_dataset
from gridduels.engine.batch import Batch
from gridduels.engine.kernels import layout
from gridduels.engine.observation import PLANES, observe
from gridduels.engine.proofs import Claim, Proof, prove, read_proof, verify_proof, write_proof
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.value import Value

WIDE = load_game("gridlock", 9)


def late(game: Game, rng: random.Random, free: int) -> Any:
    """Return a position of a random game in which the token can reach only a few cells."""
    while True:
        position = game.start()
        while actions := game.legal(position):
            position = game.play(position, game.action(rng.choice(game.words_of(actions))))
            unvisited = game.rules.cells & ~game.statement.marked(game.definition.canonicalize(game.rules, position))
            if unvisited.bit_count() <= free:
                return position


def exhaustive(game: Game, position: Any) -> Value:
    """Return the value of a position of GridLock by exhaustive search, without canonical forms."""

    @cache
    def value(position: Any) -> Value:
        following = [game.play(position, game.action(word)) for word in game.words_of(game.legal(position))]
        return max((value(each).before(same_player=False) for each in following), default=Value("loss", 0))

    return value(position)


def test_values_on_a_board_of_81_cells_match_exhaustive_search() -> None:
    rng, search = random.Random(0), OnDemandSolver(WIDE, workers=2)
    for _ in range(20):
        position = late(WIDE, rng, 12)
        assert search.value(position) == exhaustive(WIDE, position), WIDE.text(position)


@pytest.mark.heavy
def test_the_start_of_gridlock_9x9_is_won_in_21_plies() -> None:
    search = OnDemandSolver(WIDE)
    assert search.value(WIDE.start()) == ("win", 21)
    assert search.value(WIDE.play(WIDE.start(), WIDE.action("up4"))) == ("loss", 20)


def test_plain_python_makes_the_same_proof_as_compiled_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = load_game("pathway", 4)
    write_proof(tmp_path / "compiled", prove(OnDemandSolver(game)))
    monkeypatch.setattr(layout, "MAX_KEY_BITS", 27)  # a machine with shorter words
    proof = prove(OnDemandSolver(game))
    assert proof.claims[0].levels[0].dtype == object
    report = verify_proof(proof, images=10)
    assert (report.faults, report.value) == ((), ("win", 11))
    write_proof(tmp_path / "plain", proof)
    assert (tmp_path / "plain").read_bytes() == (tmp_path / "compiled").read_bytes()


@pytest.mark.usefixtures("unchecked_proofs")
def test_long_entries_are_read_as_they_were_written(tmp_path: Path) -> None:
    rng = random.Random(1)
    levels = [sorted(rng.randrange(-(1 << 90), 1 << 90) for _ in range(count)) for count in (1, 50, 3)]
    claim = Claim(106, tuple(np.array(level, object) for level in levels))
    write_proof(tmp_path / "proof", Proof(WIDE, (claim,)))
    (read,) = read_proof(tmp_path / "proof").claims
    assert [level.tolist() for level in read.levels] == levels


def test_the_planes_of_a_wide_board_show_every_cell() -> None:
    planes = dict(zip(PLANES, observe(WIDE, WIDE.play(WIDE.start(), WIDE.action("down4")), 1), strict=True))
    assert [cells.tolist() for cells in np.nonzero(planes["own token"])] == [[8], [4]]
    assert [cells.tolist() for cells in np.nonzero(planes["blocked"])] == [[4, 5, 6, 7], [4, 4, 4, 4]]


def test_batches_datasets_and_labels_refuse_positions_wider_than_a_machine_word() -> None:
    with pytest.raises(SetupError, match=r"a batch cannot hold .*size=9\): a position takes 90 bits, but only 63 fit"):
        Batch(WIDE, 2, device="python")
    with pytest.raises(
        SetupError, match=r"a dataset cannot hold .*size=9\): a position takes 90 bits, but only 63 fit"
    ):
        draw_dataset(WIDE, 2, side="test")
    with pytest.raises(SetupError, match=r"labels cannot hold .*size=9\): a position takes 90 bits, but only 63 fit"):
        check_labels(WIDE)
