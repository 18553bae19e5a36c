"""The stand-alone proof checker, as a module."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from gridduels.engine.proofs import value_of_score
from gridduels.engine.value import Value

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
