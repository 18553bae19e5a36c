"""Proofs, from `solve --proof` to `verify`."""

import json
from pathlib import Path

import pytest

from gridduels.cli import main
from gridduels.engine.proofs import read_proof, write_proof


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proofs") / "start.proof"
    assert main(["solve", "pathway", "--size", "4", "--proof", str(path)]) == 0
    return path


def test_verify_accepts_a_proof_written_by_solve(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(proof), "--games", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Pathway Duel 4x4"
    assert "down    wins in 11 plies" in lines
    assert lines[-1] == "The proof is correct: Player A, moving first, wins in 11 plies."


def test_solve_reports_the_size_of_a_proof(proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = tmp_path / "again.proof"
    assert main(["solve", "pathway", "--size", "4", "--proof", str(again), "--workers", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["plies"]) == ("win", 11)
    assert told["proof"] == {"positions": 89, "bytes": proof.stat().st_size}
    assert again.read_bytes() == proof.read_bytes()


@pytest.mark.usefixtures("unchecked_proofs")
def test_verify_rejects_a_wrong_proof(proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = read_proof(proof), tmp_path / "wrong.proof"
    write_proof(wrong, right._replace(claims=right.claims[1:]))
    assert main(["verify", str(wrong), "--games", "100"]) == 1
    assert "WRONG: the value of the first move down is not proved\n" in capsys.readouterr().out
    assert main(["verify", str(wrong), "--games", "100", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["moves"] == []


def test_a_damaged_proof_is_refused_in_one_sentence(
    proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.proof"
    damaged.write_bytes(proof.read_bytes()[:-1])
    assert main(["verify", str(damaged)]) == 2
    sentence = f"the proof {damaged} is damaged: its checksum does not match its contents"
    assert capsys.readouterr().err == f"gridduels: {sentence}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("solve", "all", "--proof", "x"), "--proof cannot be used with all games"),
        (("solve", "pathway", "--proof", "x", "--disk"), "--disk cannot be used here: pathway 5x5 is searched on"),
        (("solve", "grid-runner", "--proof", "x"), "grid-runner cannot be searched: its games can last more than"),
        (("verify", "light-cycle", "--size", "7"), "`gridduels solve --proof FILE` writes a proof to verify"),
        (("verify", __file__, "--size", "4"), "--size cannot be used with a proof"),
        (("verify", __file__), "is not a proof, or its beginning is damaged"),
        (("verify", "no-such.proof"), "there is no file or folder no-such.proof"),
    ],
)
def test_an_impossible_proof_or_verification_is_refused_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
