"""A PostgreSQL server for the tests: a private cluster in a temporary folder, reached through its socket there.

It does not wait for the disk (fsync=off): the tests kill servers, and PostgreSQL itself, but never the system, which
keeps everything written. All other settings are the defaults.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

import pytest

from tests.skips import require, require_package

__all__ = ["Cluster", "binaries", "postgres"]

_USER: Final = "gridduels"
_SETTINGS: Final = ("fsync=off", "listen_addresses=", "max_connections=200", "log_min_messages=fatal")


def binaries() -> Path | None:
    """Return where PostgreSQL is installed; Debian does not put its servers on the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    servers = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in servers), key=lambda path: float(path.parent.name), default=None)


class Cluster:
    """One PostgreSQL server. It refuses to run as root, so root runs it as Debian's user postgres."""

    def __init__(self, folder: Path, programs: Path, settings: tuple[str, ...] = _SETTINGS) -> None:
        self._folder, self._programs, self._settings = folder, programs, settings
        self._data, self._numbers = folder / "data", count(1)
        self._user: dict[str, Any] = (
            {"user": "postgres", "group": "postgres"} if os.name == "posix" and os.getuid() == 0 else {}
        )

    def __enter__(self) -> Self:
        if self._user:
            shutil.chown(self._folder, **self._user)
        self._run(
            "initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--no-locale", "-U", _USER, "-D", self._data
        )
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(AssertionError):  # it may have died meanwhile
            self.stop()

    def start(self) -> None:
        """Start the server; return once it is ready."""
        options = " ".join(f"-c {setting}" for setting in (*self._settings, f"unix_socket_directories={self._folder}"))
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", self._folder / "log", "-o", options)

    def stop(self, how: str = "immediate") -> None:
        """Stop the server. `immediate` is a crash, after which it recovers from its log."""
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D", self._data)

    def database(self) -> str:
        """Return the address of a new, empty database."""
        name = f"test{next(self._numbers)}"
        self._run("createdb", "-h", self._folder, "-U", _USER, name)
        return f"postgresql://{_USER}@/{name}?host={self._folder}"

    @property
    def process(self) -> int:
        """The main process, which starts all others."""
        return int((self._data / "postmaster.pid").read_text().splitlines()[0])

    def ask(self, statement: str) -> str:
        """Return the result of a statement as text."""
        place = ["-h", str(self._folder), "-U", _USER, "-d", "postgres"]
        command = [str(self._programs / "psql"), *place, "-tAc", statement]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [self._programs / program, *arguments]
        # the server keeps pg_ctl's output open, so send it to a file
        with (self._folder / "commands").open("ab") as log:
            done = subprocess.run(
                command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._user
            )
        assert done.returncode == 0, (self._folder / "commands").read_text()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One cluster for all tests in a session."""
    require(os.name == "posix", "it is about POSIX processes")
    programs = binaries()
    require_package(programs, "PostgreSQL is missing: apt-get install postgresql")
    assert programs
    with tempfile.TemporaryDirectory(prefix="gridduels-") as folder, Cluster(Path(folder), programs) as cluster:
        yield cluster
