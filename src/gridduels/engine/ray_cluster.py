"""A Ray cluster: the one that RAY_ADDRESS names, or a small one of this machine's own.

What keeps us from joining it, and what happens to its machines, is said in one sentence each.
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

__all__ = ["Lost", "connected", "load_ray"]

_PATIENCE: Final = 5.0
"""Seconds until a machine counts as out of reach."""
_MOST: Final = 9.0
"""Seconds for everything that is tried before we join a cluster."""
_WRONG_TOKEN: Final = ("InvalidAuthToken", "Invalid or missing authentication token")
_NO_CLUSTER: Final = (
    "Failed to connect to GCS",
    "Received http2 header",
    "Couldn't connect channel",
    "Received when checking init",
)
"""What Ray says where it is refused, and where nobody understands it."""
_JOINED: Final = "gridduels has joined"
_TRY: Final = f"import ray, sys; ray.init(sys.argv[1], logging_level='debug'); print({_JOINED!r}, file=sys.stderr)"
"""What tries a cluster by way of its server for clients, and says what Ray does meanwhile."""
_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How HTTP/2 begins, which Ray speaks: its preface, and a frame of no settings. A server answers with a frame."""
_FRAME, _KIND, _SETTINGS = 9, 3, 4
"""The bytes that a frame begins with, which of them says what it is, and what it says of settings."""
_PORTS: Final = {"": 6379, "ray": 10001}
"""Those that Ray takes where it is not told, by the scheme of an address."""


def load_ray() -> Any:
    """The library."""
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")  # else what it has held back is printed by whoever ends it
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtra("--engine ray needs Ray", "ray") from None


@contextmanager
def connected(ray: Any, workers: int) -> Iterator[None]:
    """A cluster for as long as it is needed, without what Ray prints about its workers."""
    quiet = {"logging_level": "error", "log_to_driver": False}
    if address := _with_port(os.environ.get("RAY_ADDRESS", "")):
        _check_speech(address)
        _check_answer(address)
    with redirect_stdout(cast(TextIO, _WithoutRay(sys.stderr))), redirect_stderr(cast(TextIO, _WithoutRay(sys.stderr))):
        try:
            if address:
                ray.init(address, **quiet)
            else:
                ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
        except ConnectionError as error:
            *_, why = str(error).strip().splitlines() or ["it does not say why"]  # Ray's server sends a whole traceback
            raise SetupError(f"Ray cannot join {address}: {why}") from None
        try:
            yield
        finally:
            ray.shutdown()


class Lost:
    """Notices machines that a cluster has lost, and says what becomes of their work."""

    def __init__(self, ray: Any, what: str) -> None:
        self._ray, self._what = ray, what
        self._known = self._alive()

    def _alive(self) -> dict[str, str]:
        return {node["NodeID"]: node["NodeManagerAddress"] for node in self._ray.nodes() if node["Alive"]}

    def sentences(self) -> list[str]:
        """One for each machine that is lost since this was last asked."""
        before, self._known = self._known, self._alive()
        lost = [before[node] for node in before if node not in self._known]
        return [f"the cluster has lost the machine {name}: {self._what}" for name in lost]


class _WithoutRay:
    """A stream that takes nothing from the threads on which Ray prints what happens to its workers."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _with_port(address: str) -> str:
    """An address with the usual port where it has none; `auto`, `local` and what only others know stay as they are.

    >>> [_with_port(address) for address in ("head", "ray://head", "head:1234", "auto")]
    ['head:6379', 'ray://head:10001', 'head:1234', 'auto']
    """
    scheme = address.rpartition("://")[0]
    if address in ("", "auto", "local") or scheme not in _PORTS or _host_and_port(address):
        return address
    return f"{address}:{_PORTS[scheme]}"


def _host_and_port(address: str) -> tuple[str, int] | None:
    """Where an address leads; None for `auto`, or whatever else Ray knows."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    return (host, int(port)) if host and port.isdigit() else None


def _check_speech(address: str) -> None:
    """Tells a machine that cannot be reached from one without a cluster, at once: Ray itself takes long to give up."""
    place = _host_and_port(address)
    if place is None:
        return
    try:
        if not _greets_back(place):
            raise _no_cluster(address)
    except ConnectionRefusedError:
        raise SetupError(
            f"there is no Ray cluster at {address}: nothing answers at port {place[1]} of {place[0]}"
        ) from None
    except OSError as error:
        why = error.strerror or "it does not answer"
        raise SetupError(
            f"{place[0]}, where RAY_ADDRESS says that a Ray cluster is, cannot be reached: {why}"
        ) from None


def _greets_back(place: tuple[str, int]) -> bool:
    """Whether what answers at a place speaks HTTP/2; behind TLS nobody can tell so simply."""
    with socket.create_connection(place, _PATIENCE) as connection:
        if os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true"):
            return True
        connection.sendall(_GREETING)
        try:
            answer = connection.recv(_FRAME)
        except (ConnectionResetError, TimeoutError):
            return False
    return len(answer) > _KIND and answer[_KIND] == _SETTINGS


def _check_answer(address: str) -> None:
    """Tells a cluster that wants another token from what is no cluster: another process says at once what `ray.init`
    tries again and again. Where it says neither in time, Ray itself has the last word."""
    if _host_and_port(address) is None:
        return
    status = ["-m", "ray.scripts.scripts", "status", "--address", address]
    command = ["-c", _TRY, address] if "://" in address else status
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = _Said(process)
    try:
        said.wait_for((*_WRONG_TOKEN, *_NO_CLUSTER, _JOINED), _MOST)
    finally:
        process.kill()
        process.wait()
    if any(words in said.text for words in _WRONG_TOKEN):
        how = "set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to its token"
        raise SetupError(f"the Ray cluster at {address} wants another token: {how}")
    if any(words in said.text for words in _NO_CLUSTER):
        raise _no_cluster(address)


def _no_cluster(address: str) -> SetupError:
    return SetupError(f"there is no Ray cluster at {address}: what answers there does not speak as one does")


class _Said:
    """What a process has said so far, read by a thread."""

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
        """Waits until one of some words is said, or nothing more will be."""
        with self._changed:
            self._changed.wait_for(lambda: any(word in self.text for word in (*words, "\0")), seconds)
