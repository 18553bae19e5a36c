"""Workers: several servers on one machine and one port, started and watched by one process.

Each has a socket of its own at the same address, so that the system deals visitors out among them. Where one dies, its
socket stays here with whoever knocks at it, and another server takes it up.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from gridduels.errors import SetupError
from gridduels.web import logs
from gridduels.web.live.stores.places import store_at
from gridduels.web.serve import listen, serve_on, url_of
from gridduels.web.settings import Settings

__all__ = ["serve_with_workers"]

_SPAWN: Final = multiprocessing.get_context("spawn")
_AGAIN: Final = 1.0
"""Seconds until a worker that has died is started again: one that cannot start does not keep the machine busy."""
_log = logging.getLogger("gridduels.web")


def serve_with_workers(settings: Settings, log_format: str, count: int) -> int:
    """Serves with so many processes until SIGINT or SIGTERM; 0 when all have ended."""
    logs.set_up(log_format)
    if not hasattr(socket, "SO_REUSEPORT"):
        raise SetupError("this system cannot deal visitors out: start servers on ports of their own, behind a proxy")
    asyncio.run(_check(settings))
    first = listen(settings.host, settings.port, shared=True)
    port = first.getsockname()[1]
    listeners = [first, *(listen(settings.host, port, shared=True) for _ in range(count - 1))]
    _Workers(replace(settings, port=port), log_format, listeners).run(url_of(settings.host, first))
    return 0


async def _check(settings: Settings) -> None:
    """Makes the database ready, once, and says here what is wrong with it."""
    store = store_at(settings.db)
    if not store.shared:
        raise SetupError("several workers need PostgreSQL: choose it with --db postgresql://...")
    await store.open()
    await store.close()


class _Workers:
    """The workers of one port."""

    def __init__(self, settings: Settings, log_format: str, listeners: list[socket.socket]) -> None:
        self._settings, self._log_format, self._listeners = settings, log_format, listeners
        self._stopping = threading.Event()

    def run(self, url: str) -> None:
        with self._until_told():
            workers = {at: self._start(at) for at in range(len(self._listeners))}
            if all(self._is_ready(ready) for _, ready in workers.values()):
                print(f"Grid Duels is at {url} with {len(workers)} workers (Ctrl-C stops it)", flush=True)
            while not self._stopping.is_set():
                wait([worker.sentinel for worker, _ in workers.values()], timeout=0.2)
                for at, (worker, _) in workers.items():
                    if not worker.is_alive() and not self._stopping.wait(_AGAIN):
                        _log.error("a worker has died", extra={"worker": at, "code": worker.exitcode})
                        workers[at] = self._start(at)
            for worker, _ in workers.values():
                worker.terminate()
            for worker, _ in workers.values():
                worker.join()

    def _start(self, at: int) -> tuple[SpawnProcess, Connection]:
        here, there = _SPAWN.Pipe(duplex=False)
        worker = _SPAWN.Process(
            target=_work, args=(self._listeners[at], self._settings, self._log_format, there), name=f"worker {at}"
        )
        worker.start()
        there.close()
        return worker, here

    def _is_ready(self, ready: Connection) -> bool:
        """Waits until a worker serves, or dies, or nobody wants it any more."""
        while not self._stopping.is_set():
            if ready.poll(0.1):
                try:
                    return bool(ready.recv())
                except EOFError:
                    return False
        return False

    @contextmanager
    def _until_told(self) -> Iterator[None]:
        """SIGINT and SIGTERM end the loop."""
        before: dict[Any, Any] = {
            each: signal.signal(each, lambda *_: self._stopping.set()) for each in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _work(listener: socket.socket, settings: Settings, log_format: str, ready: Connection) -> None:
    """One worker; it ends when it is told to, and when who started it has died."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    serve_on(listener, settings, log_format, lambda: ready.send(True))


def _end_with(parent: int) -> None:
    wait([parent])
    os.kill(os.getpid(), signal.SIGTERM)
