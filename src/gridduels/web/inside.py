"""The server inside a browser, where requests come from the page's own service worker instead of a network.

The same application answers them in a single process and thread: it starts no workers and computes everything in the
event loop. The code on the page's side is in `website/play/`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from gridduels.web.app import create_app
from gridduels.web.settings import Settings


class Answer(NamedTuple):
    """An HTTP response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Inside:
    """A server that is called directly. `keep` persists its folder before a change is announced."""

    def __init__(self, folder: str, keep: Callable[[], Awaitable[Any]]) -> None:
        self._app = create_app(Settings(db=Path(folder) / "duels.sqlite", rate=0, alone=True))
        self._store = self._app.state.site.store
        self._running = self._app.router.lifespan_context(self._app)
        self._keep, self._kept, self._keeping = keep, 0, asyncio.Lock()

    async def open(self) -> None:
        """Start the server."""
        await self._store.open()
        await self._running.__aenter__()

    async def close(self) -> None:
        """Stop the server. Everything has already been persisted."""
        await self._running.__aexit__(None, None, None)

    async def answer(
        self, method: str, path: str, query: str = "", headers: Iterable[tuple[str, str]] = (), body: bytes = b""
    ) -> Answer:
        """Return the application's response once everything it reports has been persisted."""
        exchange = _Exchange(bytes(body))
        await self._app(_scope(method, path, query, headers), exchange.receive, exchange.send)
        async with self._keeping:
            if self._store.commits != self._kept:
                self._kept = self._store.commits
                await self._keep()
        return exchange.answer


async def opened(folder: str, keep: Callable[[], Awaitable[Any]]) -> Inside:
    """Return a running server.

    >>> import tempfile
    >>> async def ask(path: str) -> Answer:
    ...     with tempfile.TemporaryDirectory() as folder:
    ...         inside = await opened(folder, lambda: asyncio.sleep(0))
    ...         answer = await inside.answer("GET", path)
    ...         await inside.close()
    ...         return answer
    >>> asyncio.run(ask("/api/games/gridlock")).status
    200
    """
    inside = Inside(folder, keep)
    await inside.open()
    return inside


class _Exchange:
    """One request and its response, as ASGI passes them."""

    def __init__(self, body: bytes) -> None:
        self._requests = iter([{"type": "http.request", "body": body, "more_body": False}])
        self._status, self._headers, self._body = 500, list[tuple[str, str]](), bytearray()

    async def receive(self) -> dict[str, Any]:
        return next(self._requests, {"type": "http.disconnect"})

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        else:
            self._body += message.get("body", b"")

    @property
    def answer(self) -> Answer:
        return Answer(self._status, self._headers, bytes(self._body))


def _scope(method: str, path: str, query: str, headers: Iterable[tuple[str, str]]) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "client": None,
    }
