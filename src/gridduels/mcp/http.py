"""`/mcp` of the web server: streamable HTTP without sessions, behind the same guard as everything else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from gridduels.mcp.assembling import make_server
from gridduels.mcp.desk import Desk, scope_of
from gridduels.web.transport.security import own_address

__all__ = ["open_mcp"]


def open_mcp(app: Starlette, *, values: bool) -> None:
    """Adds `/mcp` to a web server's other routes. Hosts, origins, requests and bodies are looked at before."""
    site = app.state.site
    server = make_server(Desk(site, _own_url), values=values)
    inner = server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the guard does it
    )
    around = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(outer: Starlette) -> AsyncIterator[None]:
        async with around(outer), server.session_manager.run():
            yield

    app.router.routes[:0] = inner.routes
    app.router.lifespan_context = lifespan


def _own_url(context: Context[Any, Any]) -> str:
    """Where the one who asks has found us."""
    scope = scope_of(context)
    return (scope and own_address(scope)) or ""
