"""With CI=true a missing program fails the build; SYSTEM=no skips whatever Debian packages provide."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import ALLOWED, NO_SYSTEM

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest
from tests.skips import require, require_package

def test_passes(): require(True, "no moon")
def test_needs_what_a_package_brings(): require(False, "no moon")
def test_needs_a_library_by_name(): pytest.importorskip("moon")
@pytest.mark.skipif(True, reason="no moon")
def test_is_marked(): ...
def test_needs_another_user(): require(False, "nothing is read-only to this user")
def test_needs_a_system_package(): require_package(True, "apt-get install moon")
def test_misses_a_system_package(): require_package(False, "apt-get install moon")
@pytest.mark.xfail
def test_fails_as_expected(): assert False
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("promised", "system", "summary"),
    [
        ("false", "yes", "2 passed, 5 skipped, 1 xfailed"),
        ("false", "no", "1 passed, 6 skipped, 1 xfailed"),
        ("true", "yes", "3 failed, 2 passed, 1 skipped, 1 xfailed, 1 error"),
        ("true", "no", "2 failed, 1 passed, 3 skipped, 1 xfailed, 1 error"),
    ],
)
def test_a_missing_program_skips_a_test_and_fails_it_where_everything_was_promised(
    promised: str, system: str, summary: str, tmp_path: Path
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_moon.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.skips", "-p", "no:cacheprovider", "-q", str(tmp_path)],
        env={**os.environ, "CI": promised, "SYSTEM": system, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert f"\n{summary} in " in done.stdout, done.stdout
    assert ("with CI=true nothing may be: no moon" in done.stdout) == (promised == "true")


def test_every_allowed_reason_is_one_that_a_test_gives() -> None:
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py") if path.name != "skips.py"]
    unused = [reason for reason in ALLOWED - {NO_SYSTEM} if not any(f'"{reason}"' in text for text in tests)]
    assert unused == []
