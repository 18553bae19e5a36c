"""A proof is accepted if its values are right, and any change to it is detected."""

from pathlib import Path

import numpy as np
import pytest

from gridduels import Game, load_game
from gridduels.engine import solve
from gridduels.engine.proofs import (
    Claim,
    DamagedProof,
    Proof,
    ProofReport,
    prove,
    read_proof,
    verify_proof,
    write_proof,
)
from gridduels.engine.solvers.on_demand import OnDemandSolver
from tests.engine.script import values_by_the_script
from tests.helpers import heavy_but, name_of

BOARD = load_game("pathway", 4)
BOARDS = [
    BOARD,
    load_game("light-cycle", 3),
    load_game("light-cycle", 5),
    load_game("pathway", 4, goal="sealed"),
    load_game("pathway", 5),
    load_game("gridlock", 5),
]


def proved(game: Game, workers: int = 1) -> Proof:
    return prove(OnDemandSolver(game, workers=workers))


def checked(proof: Proof) -> ProofReport:
    return verify_proof(proof, images=100)


def with_claim(proof: Proof, number: int, claim: Claim) -> Proof:
    """Return the proof with one claim replaced."""
    claims = list(proof.claims)
    claims[number] = claim
    return proof._replace(claims=tuple(claims))


def with_level(claim: Claim, level: int, entries: list[int]) -> Claim:
    levels = list(claim.levels)
    levels[level] = np.array(sorted(entries), np.int64)
    return claim._replace(levels=tuple(levels))


@pytest.fixture(scope="module")
def right() -> Proof:
    return proved(BOARD)


@pytest.mark.parametrize("game", heavy_but(BOARDS[:1], BOARDS), ids=name_of)
def test_a_proof_that_was_written_and_read_proves_the_values_of_the_table(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "start.proof"
    assert write_proof(path, proved(game)) == path.stat().st_size
    report = checked(read_proof(path))
    table = solve(game)
    assert report.faults == ()
    assert report.moves == table.move_values(game.start())
    assert report.value == table.value(game.start())
    assert values_by_the_script(path.read_bytes()) == report.moves


def test_a_proof_does_not_depend_on_the_number_of_workers(right: Proof, tmp_path: Path) -> None:
    one, three = tmp_path / "one", tmp_path / "three"
    write_proof(one, right)
    write_proof(three, proved(BOARD, workers=3))
    assert one.read_bytes() == three.read_bytes()


def test_every_answer_is_needed(right: Proof) -> None:
    for number, claim in enumerate(right.claims):
        for level in range(1, len(claim.levels)):
            fewer = with_level(claim, level, claim.levels[level][1:].tolist())
            report = checked(with_claim(right, number, fewer))
            assert any("do not support it" in fault for fault in report.faults), (number, level)


def test_a_proof_that_the_loser_wins_is_refused(right: Proof) -> None:
    other = [claim._replace(score=-claim.score) for claim in right.claims]
    report = checked(right._replace(claims=tuple(other)))
    assert any("do not support it" in fault for fault in report.faults)
    assert report.moves == {}


def test_a_claim_that_is_one_ply_too_strong_is_refused(right: Proof) -> None:
    for number, claim in enumerate(right.claims):
        assert checked(with_claim(right, number, claim._replace(score=claim.score + 1))).faults


def test_an_answer_that_no_move_leads_to_does_not_count(right: Proof) -> None:
    for number, claim in enumerate(right.claims):
        elsewhere = with_level(claim, 1, [entry ^ 1 << 20 for entry in claim.levels[1].tolist()])
        assert checked(with_claim(right, number, elsewhere)).faults


def test_a_first_move_without_a_claim_is_reported(right: Proof) -> None:
    report = checked(right._replace(claims=right.claims[:1]))
    assert "the value of the first move down is not proved" in report.faults


def test_a_proof_with_any_byte_changed_or_cut_short_is_refused(right: Proof, tmp_path: Path) -> None:
    path = tmp_path / "start.proof"
    write_proof(path, right)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(DamagedProof, match=r"damaged|another version"):
            read_proof(path)
    path.write_bytes(whole[:-1])
    with pytest.raises(DamagedProof, match="damaged"):
        read_proof(path)


@pytest.mark.usefixtures("unchecked_proofs")
def test_a_claim_about_no_position_is_refused(right: Proof, tmp_path: Path) -> None:
    path = tmp_path / "start.proof"
    write_proof(path, with_claim(right, 0, Claim(right.claims[0].score, ())))
    with pytest.raises(DamagedProof, match="damaged"):
        read_proof(path)


def test_a_proof_made_from_other_rules_is_refused(
    right: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "start.proof"
    write_proof(path, right)
    monkeypatch.setattr("gridduels.engine.proofs.fingerprint_of", lambda game: "other")
    with pytest.raises(DamagedProof, match="was made from other rules"):
        read_proof(path)
