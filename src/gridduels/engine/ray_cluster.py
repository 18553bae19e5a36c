"""Connect to a Ray cluster: the one RAY_ADDRESS points to, or a small one on this machine.

Connection failures and lost machines are each reported in one sentence.
"""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Any, Final, TextIO, cast

from gridduels.errors import SetupError
from gridduels.extras import MissingExtra

_PATIENCE: Final = 5.0
"""Seconds before a machine counts as unreachable."""
_MOST: Final = 9.0
"""Time limit in seconds for all checks before joining a cluster."""
_WRONG_TOKEN: Final = ("InvalidAuthToken", "Invalid or missing authentication token")
_NO_CLUSTER: Final = (
    "Failed to connect to GCS",
    "Received http2 header",
    "Couldn't connect channel",
    "Received when checking init",
)
"""Printed by Ray when the connection is refused or the other end does not speak its protocol."""
_JOINED: Final = "gridduels has joined"
_TRY: Final = f"import ray, sys; ray.init(sys.argv[1], logging_level='debug'); print({_JOINED!r}, file=sys.stderr)"
"""A program that tries to reach a cluster through its client server and prints Ray's debug output."""
_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""The opening bytes of HTTP/2, which Ray speaks: the preface and an empty settings frame. A server replies with a
frame."""
_FRAME, _KIND, _SETTINGS = 9, 3, 4
"""The length of a frame header, the index of the type byte, and the type of a settings frame."""
_PORTS: Final = {"": 6379, "ray": 10001}
"""Ray's default ports, by address scheme."""


def load_ray() -> Any:
    """Import Ray; raise MissingExtra if it is not installed."""
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")  # otherwise Ray prints withheld lines when it shuts down
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtra("--engine ray", "ray") from None


@contextmanager
def connected(ray: Any, workers: int) -> Iterator[None]:
    """Join a cluster while the context is active, suppressing Ray's messages about its workers."""
    quiet = {"logging_level": "error", "log_to_driver": False}
    if address := _with_port(os.environ.get("RAY_ADDRESS", "")):
        _check_reachable(address)
        _check_token(address)
    with redirect_stdout(cast(TextIO, _WithoutRay(sys.stderr))), redirect_stderr(cast(TextIO, _WithoutRay(sys.stderr))):
        try:
            if address:
                ray.init(address, **quiet)
            else:
                ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
        except ConnectionError as error:
            *_, why = str(error).strip().splitlines() or ["no reason given"]  # Ray's server sends a whole traceback
            raise SetupError(f"Ray cannot join {address}: {why}") from None
        try:
            yield
        finally:
            ray.shutdown()


class Lost:
    """Detects machines that a cluster has lost."""

    def __init__(self, ray: Any, what: str) -> None:
        self._ray, self._what = ray, what
        self._known = self._alive()

    def _alive(self) -> dict[str, str]:
        return {node["NodeID"]: node["NodeManagerAddress"] for node in self._ray.nodes() if node["Alive"]}

    def sentences(self) -> list[str]:
        """Return a sentence for each machine lost since the last call."""
        before, self._known = self._known, self._alive()
        lost = [before[node] for node in before if node not in self._known]
        return [f"the cluster lost the machine {name}: {self._what}" for name in lost]


class _WithoutRay:
    """A stream that drops output from the threads on which Ray prints messages about its workers."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _with_port(address: str) -> str:
    """Add the default port to an address without one; leave `auto`, `local` and unknown schemes alone.

    >>> [_with_port(address) for address in ("head", "ray://head", "head:1234", "auto")]
    ['head:6379', 'ray://head:10001', 'head:1234', 'auto']
    """
    scheme = address.rpartition("://")[0]
    if address in ("", "auto", "local") or scheme not in _PORTS or _host_and_port(address):
        return address
    return f"{address}:{_PORTS[scheme]}"


def _host_and_port(address: str) -> tuple[str, int] | None:
    """Return an address's host and port, or None for `auto` and the like."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    return (host, int(port)) if host and port.isdigit() else None


def _check_reachable(address: str) -> None:
    """Raise SetupError immediately if a machine is unreachable or runs no cluster: Ray itself is slow to give up."""
    place = _host_and_port(address)
    if place is None:
        return
    try:
        if not _greets_back(place):
            raise _no_cluster(address)
    except ConnectionRefusedError:
        raise SetupError(
            f"there is no Ray cluster at {address}: nothing is listening on port {place[1]} of {place[0]}"
        ) from None
    except OSError as error:
        why = error.strerror or "it does not answer"
        raise SetupError(f"cannot reach {place[0]}, the host of the Ray cluster in RAY_ADDRESS: {why}") from None


def _greets_back(place: tuple[str, int]) -> bool:
    """Return whether a server speaks HTTP/2; assume so behind TLS, where it is hard to test."""
    with socket.create_connection(place, _PATIENCE) as connection:
        if os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true"):
            return True
        connection.sendall(_GREETING)
        try:
            answer = connection.recv(_FRAME)
        except (ConnectionResetError, TimeoutError):
            return False
    return len(answer) > _KIND and answer[_KIND] == _SETTINGS


def _check_token(address: str) -> None:
    """Raise SetupError if a cluster needs a different token, or is not a Ray cluster.

    A subprocess immediately prints the errors on which `ray.init` would keep retrying. If it prints neither error in
    time, leave the decision to Ray.
    """
    if _host_and_port(address) is None:
        return
    status = ["-m", "ray.scripts.scripts", "status", "--address", address]
    command = ["-c", _TRY, address] if "://" in address else status
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    output = _Output(process)
    try:
        output.wait_for((*_WRONG_TOKEN, *_NO_CLUSTER, _JOINED), _MOST)
    finally:
        process.kill()
        process.wait()
    if any(words in output.text for words in _WRONG_TOKEN):
        how = "set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to its token"
        raise SetupError(f"the Ray cluster at {address} needs a different token: {how}")
    if any(words in output.text for words in _NO_CLUSTER):
        raise _no_cluster(address)


def _no_cluster(address: str) -> SetupError:
    return SetupError(f"there is no Ray cluster at {address}: the server there does not speak Ray's protocol")


class _Output:
    """A process's output so far, read by a thread."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.text = ""
        self._process = process
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stderr
        with self._process.stderr as stream:
            for line in stream:
                self._add(line.decode(errors="replace"))
        self._add("\0")

    def _add(self, text: str) -> None:
        with self._changed:
            self.text += text
            self._changed.notify_all()

    def wait_for(self, words: tuple[str, ...], seconds: float) -> None:
        """Wait until the output contains any of the given words, or ends."""
        with self._changed:
            self._changed.wait_for(lambda: any(word in self.text for word in (*words, "\0")), seconds)
