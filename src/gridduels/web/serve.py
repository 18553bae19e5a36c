"""Run one server, or several on one port, until a signal stops it: its connections, its logs, and its processes."""

import asyncio
import json
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridduels.errors import SetupError
from gridduels.web.app import create_app
from gridduels.web.dates import check_clock, utc
from gridduels.web.settings import Settings
from gridduels.web.stores.places import store_at
from gridduels.web.transport.admission import Admission, Client, TokenBucket

# --- Running the server


_log = logging.getLogger("gridduels.web")
_BACKLOG = 4096
_SWITCH = 0.001
"""Seconds after which the event loop yields to the database writer thread, so that commits are not delayed."""


def serve(settings: Settings, log_format: str) -> int:
    """Serve until SIGINT or SIGTERM; return 0 once everything is saved and everyone is disconnected."""
    with listen(settings.host, settings.port) as listener:
        url = url_of(settings.host, listener)
        serve_on(listener, settings, log_format, lambda: print(f"Grid Duels is at {url} (Ctrl-C stops it)", flush=True))
    return 0


def serve_on(listener: socket.socket, settings: Settings, log_format: str, ready: Callable[[], None]) -> None:
    """Serve a listening socket; call `ready` once the server accepts visitors."""
    set_up_logs(log_format)
    sys.setswitchinterval(_SWITCH)
    _allow_many_files()
    app = create_app(settings)
    app.state.site.garbage.begin()
    _Server(server_config(app, settings), app, url_of(settings.host, listener), ready).run([listener])


def server_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration for the application."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        backlog=_BACKLOG,
        limit_concurrency=settings.sockets + 1000,
        timeout_graceful_shutdown=int(settings.shutdown_seconds),
        http=AdmittedProtocol,
        ws=PacedProtocol,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
    )


class _Server(uvicorn.Server):
    """A server that prints its address once it is ready, and exits with 0 when it is stopped."""

    def __init__(self, config: uvicorn.Config, app: Starlette, url: str, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._url, self._ready = app, url, ready

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store before serving anyone; the application closes it."""
        await self._app.state.site.store.open()
        await super().serve(sockets)
        check_clock()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
            _log.info("started", extra={"url": self._url, "pid": os.getpid()})

    async def on_tick(self, counter: int) -> bool:
        """Shut down cleanly if the machine's clock jumps to a time Python cannot read; `serve` reports it."""
        try:
            return await super().on_tick(counter)
        except OverflowError:
            return True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.site.release()
        await super().shutdown(sockets)
        with suppress(OverflowError):  # log lines need the time
            _log.info("stopped")

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals like uvicorn, but do not raise them again afterwards."""
        names = [name for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
        before: dict[Any, Any] = {}
        for each in (getattr(signal, name) for name in names):
            with suppress(ValueError):  # not in the main thread
                before[each] = signal.signal(each, self.handle_exit)
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _allow_many_files() -> None:
    """Raise the open-file limit to the maximum, since every connection uses a file descriptor."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a listening socket. Several shared sockets can listen on one address; the system balances the load."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # asyncio sets TCP_NODELAY only on sockets that declare TCP, and create_server's does not.
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
        return listener
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise SetupError(f"cannot listen on {host} port {port} ({why}); choose another with --host or --port") from None


def url_of(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


# --- Several servers on one machine and one port, supervised by one process
#
# Each server has its own socket on the same address, so the system distributes visitors among them. If a server dies,
# this process keeps its socket open, including the connections waiting there, and a new server takes over.


_SPAWN: Final = multiprocessing.get_context("spawn")
_AGAIN: Final = 1.0
"""Seconds before a dead worker is restarted, so that one that cannot start does not hog the machine."""


def serve_with_processes(settings: Settings, log_format: str, count: int) -> int:
    """Serve with this many processes until SIGINT or SIGTERM; return 0 once all have ended."""
    set_up_logs(log_format)
    if not hasattr(socket, "SO_REUSEPORT"):
        raise SetupError(
            "this system can't share a port between processes; start servers on separate ports behind a proxy"
        )
    asyncio.run(_check(settings))
    first = listen(settings.host, settings.port, shared=True)
    port = first.getsockname()[1]
    listeners = [first, *(listen(settings.host, port, shared=True) for _ in range(count - 1))]
    _Workers(replace(settings, port=port), log_format, listeners).run(url_of(settings.host, first))
    return 0


async def _check(settings: Settings) -> None:
    """Prepare the database once, and report any problems here."""
    store = store_at(settings.db)
    if not store.shared:
        raise SetupError("several processes need PostgreSQL: give its address with --db")
    await store.open()
    await store.close()


class _Workers:
    """The workers that serve one port."""

    def __init__(self, settings: Settings, log_format: str, listeners: list[socket.socket]) -> None:
        self._settings, self._log_format, self._listeners = settings, log_format, listeners
        self._stopping = threading.Event()

    def run(self, url: str) -> None:
        with self._until_told():
            workers = {at: self._start(at) for at in range(len(self._listeners))}
            if all(self._is_ready(ready) for _, ready in workers.values()):
                print(f"Grid Duels is at {url} with {len(workers)} processes (Ctrl-C stops it)", flush=True)
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
        """Wait until a worker is serving, dies, or is no longer wanted."""
        while not self._stopping.is_set():
            if ready.poll(0.1):
                try:
                    return bool(ready.recv())
                except EOFError:
                    return False
        return False

    @contextmanager
    def _until_told(self) -> Iterator[None]:
        """End the loop on SIGINT or SIGTERM."""
        before: dict[Any, Any] = {
            each: signal.signal(each, lambda *_: self._stopping.set()) for each in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _work(listener: socket.socket, settings: Settings, log_format: str, ready: Connection) -> None:
    """Run one worker until it is stopped or its parent dies."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    serve_on(listener, settings, log_format, lambda: ready.send(True))


def _end_with(parent: int) -> None:
    wait([parent])
    os.kill(os.getpid(), signal.SIGTERM)


# --- AdmittedProtocol: consults Admission before uvicorn's HTTP protocol (`uvicorn.Config(http=...)`)


class AdmittedProtocol(asyncio.Protocol):
    """One connection. Passes its bytes to uvicorn's own protocol if it is admitted."""

    def __init__(self, config: uvicorn.Config, **more: Any) -> None:
        app: Any = config.app
        self._admission: Admission = app.state.site.admission
        self._options = {"config": config, **more}
        self._inner: H11Protocol | None = None
        self._client: Client | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._asking = True
        """Whether a request's head is due: at the start, and from the first bytes after a response."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        if peer := transport.get_extra_info("peername"):
            client = str(peer[0]), int(peer[1])
            if not self._admission.enter(client, self):
                transport.abort()
                return
            self._client = client
        self._inner = H11Protocol(**self._options)
        self._inner.connection_made(transport)
        self._start_deadline()

    def data_received(self, data: bytes) -> None:
        if self._inner is None:
            return
        if self._asking and self._deadline is None:
            self._start_deadline()
        try:
            self._inner.data_received(data)
        except h11.LocalProtocolError:  # malformed request: uvicorn sent its 400 after another response
            self._transport.abort()
        if self._inner.conn.their_state is h11.ERROR:
            self._malformed(self._inner)

    def _malformed(self, inner: H11Protocol) -> None:
        """Charge the address for malformed HTTP, to which uvicorn has already responded."""
        if inner.cycle is not None:
            inner.cycle.disconnected = True
        if self._client:
            self._admission.malformed(self._client)

    def eof_received(self) -> None:
        if self._inner:
            self._inner.eof_received()

    def pause_writing(self) -> None:
        if self._inner:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        if self._inner:
            self._inner.connection_lost(exc)

    def asked(self) -> None:
        """Note that a request's head is complete."""
        self._asking = False
        self._stop_deadline()

    def answered(self) -> None:
        """Expect the next request."""
        self._asking = True

    def leave(self) -> None:
        """Forget the connection."""
        self._stop_deadline()
        if self._client:
            self._admission.leave(self._client, self)
            self._client = None

    def _start_deadline(self) -> None:
        self._deadline = asyncio.get_running_loop().call_later(self._admission.seconds, self._too_late)

    def _stop_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._transport.abort()
        self.leave()


# --- PacedProtocol: limits a websocket's bytes per second
#
# Replaces uvicorn's websocket protocol (`uvicorn.Config(ws=...)`). Pings and pongs never reach the application, which
# counts messages: a flood of them would keep the server busy, and the responses would pile up if the client does not
# read them.


class PacedProtocol(WebSocketsSansIOProtocol):
    """One websocket; a client that sends too much is disconnected."""

    def __init__(self, config: uvicorn.Config, **more: Any) -> None:
        super().__init__(config, **more)
        app: Any = config.app
        settings: Settings = app.state.site.settings
        self._bucket = TokenBucket(settings.socket_bytes_a_second, settings.socket_bytes_at_once)

    def data_received(self, data: bytes) -> None:
        if self._bucket.take(len(data)):
            super().data_received(data)
        else:
            self.transport.abort()


# --- Logs: one line per event on standard error, as JSON or text, never with secrets


_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def set_up_logs(form: str) -> None:
    """Send the server's logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(_without_trace)
    for name, level in (("gridduels", logging.INFO), ("uvicorn", logging.WARNING), ("mcp", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


def _without_trace(record: logging.LogRecord) -> bool:
    """Log a visitor's malformed input as a one-line warning, without a traceback, which would not help."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError) and record.name.startswith("uvicorn"):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def _event(formatter: logging.Formatter, record: logging.LogRecord) -> dict[str, Any]:
    event = {
        "time": utc(record.created).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": record.getMessage(),
    }
    event |= {name: value for name, value in vars(record).items() if name not in _USUAL}
    if record.exc_info:
        event["trace"] = formatter.formatException(record.exc_info)
    return event


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_event(self, record), default=str)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        event = _event(self, record)
        more = "".join(f" {name}={value}" for name, value in event.items() if name not in ("time", "level", "event"))
        return f"{event['time'][:19]} {event['level']:<7} {event['event']}{more}"
