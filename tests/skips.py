"""Reasons for skipping a test.

With CI=true a skipped test fails unless its reason is in ALLOWED: everything else can be installed. SYSTEM=no
skips the tests that need a Debian package, installed or not, and allows that with CI=true too.
"""

import os
from collections.abc import Generator
from typing import Final

import pytest

NO_SYSTEM: Final = "SYSTEM=no leaves out the tests that need a Debian package"
ALLOWED: Final = frozenset(
    {
        NO_SYSTEM,
        "Windows has no such permissions",
        "Windows has no such signals",
        "closing a stream needs a shell",
        "it is about POSIX processes",
        "nothing is read-only to this user",
        "processes can be looked into only through /proc",
        "there is no /dev/full",
        "this machine has a GPU",
        "this platform cannot lock files",
        "this platform has no pseudo-terminals",
        "watching a pipe needs select() on files",
    }
)
"""Features that a system or a user may lack and no package can provide."""


def require(condition: object, reason: str) -> None:
    """Skip the test that calls this unless the condition holds."""
    if not condition:
        pytest.skip(reason)


def require_package(condition: object, reason: str) -> None:
    """Skip the test that calls this unless a program of a Debian package that `scripts/setup` installs is there."""
    require(os.environ.get("SYSTEM") != "no", NO_SYSTEM)
    require(condition, reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With CI=true, turn a skipped test into a failure unless its reason is allowed."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        assert isinstance(report.longrepr, tuple)
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason not in ALLOWED:
            report.outcome = "failed"
            report.longrepr = f"left out, and with CI=true nothing may be: {reason}"
    return report
