"""MCP over standard input and output, and at the web server's `/mcp`."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import uvicorn
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from gridduels.mcp.desk import Desk, scope_of
from gridduels.mcp.tools import make_server
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


# --- `gridduels mcp`: standard input and output, plus a web server for people who have a link


def speak(settings: Settings, *, values: bool) -> int:
    """Serve until the input ends."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_speak(settings, values))
    return 0


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
            server.should_exit = True


class _Quiet(uvicorn.Server):
    """A server that leaves signal handling to its process."""

    def install_signal_handlers(self) -> None:
        """Do not install any signal handlers."""
