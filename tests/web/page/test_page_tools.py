"""If the page's scripts cannot be checked, the tests say so; a build that promised to check them fails."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.skips import require

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("promised", "status"), [("false", 0), ("true", 1)])
def test_without_node_the_checks_are_skipped_with_a_reason(promised: str, status: int, tmp_path: Path) -> None:
    require(os.name == "posix", "it is about POSIX processes")
    for command in ("cmp", "dirname"):
        (tmp_path / command).symlink_to(shutil.which(command) or "")
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "page", "check"],
        env={"PATH": str(tmp_path), "CI": promised},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("Skipping the page's scripts and styles: they need Node.js 20 or later")
