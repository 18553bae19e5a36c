"""Why a test may be left out. With CI=true nothing else may: what is missing there can be installed."""

import os
from collections.abc import Generator
from typing import Final

import pytest

ALLOWED: Final = frozenset(
    {
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
"""What a system does not have, or a user: nothing that a package would bring."""


def require(condition: object, reason: str) -> None:
    """Leaves a test out where it cannot run."""
    if not condition:
        pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything was promised, a test that is left out for want of something has failed."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        assert isinstance(report.longrepr, tuple)
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason not in ALLOWED:
            report.outcome = "failed"
            report.longrepr = f"left out, and with CI=true nothing may be: {reason}"
    return report
