"""A build that promises to run everything fails where something is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import ALLOWED

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest
from tests.skips import require

def test_passes(): require(True, "no moon")
def test_needs_what_a_package_brings(): require(False, "no moon")
def test_needs_what_a_package_brings_by_name(): pytest.importorskip("moon")
@pytest.mark.skipif(True, reason="no moon")
def test_is_marked(): ...
def test_needs_another_user(): require(False, "nothing is read-only to this user")
@pytest.mark.xfail
def test_fails_as_expected(): assert False
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("promised", "summary"),
    [("false", "1 passed, 4 skipped, 1 xfailed"), ("true", "2 failed, 1 passed, 1 skipped, 1 xfailed, 1 error")],
)
def test_what_cannot_run_is_left_out_but_fails_where_everything_was_promised(
    promised: str, summary: str, tmp_path: Path
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_moon.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.skips", "-p", "no:cacheprovider", "-q", str(tmp_path)],
        env={**os.environ, "CI": promised, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert f"\n{summary} in " in done.stdout
    assert ("with CI=true nothing may be: no moon" in done.stdout) == (promised == "true")


def test_every_allowed_reason_is_one_that_a_test_gives() -> None:
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py") if path.name != "skips.py"]
    unused = [reason for reason in ALLOWED if not any(f'"{reason}"' in text for text in tests)]
    assert unused == []
