"""Ray clusters of several simulated machines, all on this one."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

__all__ = ["cluster", "free_port", "node", "short"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def node(folder: Path, *options: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a machine of a cluster in its own process group."""
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats", *options]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(ray, env=os.environ | variables, stdout=log, stderr=log, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def cluster(folder: Path, clients: int = 0, /, **variables: str) -> Iterator[str]:
    """Start a cluster with one machine, optionally with a port for clients; return its address."""
    port = free_port()
    options = ["--head", f"--port={port}", "--num-cpus=1", "--include-dashboard=false", f"--temp-dir={folder / 'ray'}"]
    options += [f"--ray-client-server-port={clients}"] if clients else []
    with node(folder, *options, **variables) as process:
        until = time.monotonic() + 60
        while b"--block" not in (folder / "log").read_bytes():
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, "the cluster has not started"
            time.sleep(0.1)
        yield f"127.0.0.1:{port}"


@pytest.fixture
def short() -> Iterator[Path]:
    """Return a folder with a short path, because socket paths are limited in length."""
    with tempfile.TemporaryDirectory(prefix="gd") as folder:
        yield Path(folder)
