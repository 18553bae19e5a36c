"""`gridduels mcp`: the protocol over standard input and output, and beside it a web server for people with a link."""

import asyncio
import sys
from contextlib import suppress

import anyio
import uvicorn

from gridduels.mcp.assembling import make_server
from gridduels.mcp.desk import Desk
from gridduels.web.app import create_app
from gridduels.web.serve import listen, server_config, url_of
from gridduels.web.settings import Settings

__all__ = ["speak"]


def speak(settings: Settings, *, values: bool) -> int:
    """Speaks until the input ends."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_speak(settings, values))
    return 0


async def _speak(settings: Settings, values: bool) -> None:
    with listen(settings.host, settings.port) as listener:
        app, url = create_app(settings), url_of(settings.host, listener).rstrip("/")
        await app.state.site.store.open()
        server = _Quiet(server_config(app, settings))
        assistant = make_server(Desk(app.state.site, lambda context: url), values=values)
        print(f"Grid Duels is at {url}/ for people; the assistant speaks here.", file=sys.stderr, flush=True)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve, [listener])
            await assistant.run_stdio_async()
            server.should_exit = True


class _Quiet(uvicorn.Server):
    """A server that leaves signals to the process it is in."""

    def install_signal_handlers(self) -> None:
        """None."""
