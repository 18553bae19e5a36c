"""The stand-alone proof checker, as a module and as a check of every proof that the tests write."""

import sys
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from gridduels.engine import proofs
from gridduels.engine.proofs import value_of_score
from gridduels.engine.value import Value
from gridduels.files import write_atomically

PATH = Path(__file__).parents[2] / "scripts" / "check_proof.py"


def _load() -> Any:
    spec = spec_from_file_location("check_proof", PATH)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules["check_proof"] = module
    spec.loader.exec_module(module)
    return module


SCRIPT = _load()


def values_by_the_script(file: bytes) -> dict[str, Value]:
    """Return the value of each first move that the script finds proved; raise its Rejected."""
    _, scores = SCRIPT.check(file)
    return {move: value_of_score(score) for move, score in scores.items()}


def _write_checked(path: Path, chunks: Iterable[bytes]) -> None:
    file = b"".join(chunks)
    values_by_the_script(file)
    write_atomically(path, [file])


@pytest.fixture(scope="session", autouse=True)
def written_proofs_are_checked() -> Iterator[None]:
    """Check every proof with the script before it is written, also in fixtures of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "write_atomically", _write_checked)
        yield


@pytest.fixture
def unchecked_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test write proofs that the script rejects."""
    monkeypatch.setattr(proofs, "write_atomically", write_atomically)
