"""MCP over standard input and output, and at the web server's `/mcp`."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from types import FrameType
from typing import Any, Final

import anyio
import uvicorn
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from gridduels.mcp.tools import Desk, make_server, scope_of
from gridduels.web.app import create_app
from gridduels.web.serve import listen, server_config, url_of
from gridduels.web.settings import Settings
from gridduels.web.transport.security import own_address

# --- `/mcp`: stateless streamable HTTP


def open_mcp(app: Starlette, *, values: bool) -> None:
    """Add `/mcp` to a web server's routes, behind the same host, origin, rate and body checks."""
    site = app.state.site
    server = make_server(Desk(site, _own_url), values=values)
    inner = server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the guard checks it
    )
    around = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(outer: Starlette) -> AsyncIterator[None]:
        async with around(outer), server.session_manager.run():
            yield

    app.router.routes[:0] = inner.routes
    app.router.lifespan_context = lifespan


def _own_url(context: Context[Any, Any]) -> str:
    """Return the address the assistant used to reach this server."""
    scope = scope_of(context)
    return (scope and own_address(scope)) or ""


# --- `gridduels mcp`: standard input and output, plus a web server for people with a link


_ATOMIC: Final = 512
"""Bytes that a pipe always takes whole, on every system."""


def speak(settings: Settings, *, values: bool) -> int:
    """Serve until the input ends, or until SIGINT or SIGTERM; raise KeyboardInterrupt after SIGINT.

    A second signal kills the process, e.g. if the client does not read its answers.
    """
    caught: list[int] = []
    end_input = _interruptible_input()

    def stop(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        signal.signal(number, signal.SIG_DFL)
        end_input()

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        asyncio.run(_speak(settings, values))
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    if signal.SIGINT in caught:
        raise KeyboardInterrupt
    return 0


def _interruptible_input() -> Callable[[], None]:
    """Put a pipe in front of standard input; return a function that ends it.

    The SDK reads on a thread that nothing can interrupt, so the process would wait for the client to close its end.
    """
    source = os.dup(0)
    outlet, inlet = os.pipe()
    os.dup2(outlet, 0)
    os.close(outlet)
    nowhere = os.open(os.devnull, os.O_WRONLY)

    def end() -> None:
        # Not os.close: `forward` may be about to write, and the descriptor's number must not go to another file.
        os.dup2(nowhere, inlet)

    def forward() -> None:
        with suppress(OSError):  # treat unreadable input, e.g. from a closed terminal, as the end
            while chunk := os.read(source, _ATOMIC):
                os.write(inlet, chunk)
        end()

    threading.Thread(target=forward, daemon=True).start()
    return end


async def _speak(settings: Settings, values: bool) -> None:
    with listen(settings.host, settings.port) as listener:
        app, url = create_app(settings), url_of(settings.host, listener).rstrip("/")
        await app.state.site.store.open()
        server = _Quiet(server_config(app, settings))
        assistant = make_server(Desk(app.state.site, lambda context: url), values=values)
        print(f"Grid Duels is at {url}/ for people; assistants use standard input.", file=sys.stderr, flush=True)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve, [listener])
            await assistant.run_stdio_async()
            app.state.site.release()
            server.should_exit = True


class _Quiet(uvicorn.Server):
    """A server that leaves signal handling to its process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do not handle any signals."""
        yield
